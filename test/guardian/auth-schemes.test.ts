import { describe, expect, it } from 'vitest';
import { preflight } from '../../src/guardian/preflight.ts';
import { sampleText } from '../support/openapi-documents.ts';

const checked = preflight(sampleText('security.yaml'));
if (checked.kind !== 'read') throw new Error('not read');

const schemesOf = (path: string) =>
  checked.endpoints.find((endpoint) => endpoint.path === path)?.authSchemes;

describe('authSchemes', () => {
  it('are those of the document where the operation has none of its own', () => {
    expect(schemesOf('/by-default')).toEqual([
      {
        schemeName: 'apiKey',
        schemeType: 'ApiKey',
        location: 'Header',
        credentialName: 'X-API-Key',
        httpScheme: null,
      },
    ]);
  });

  it.each(['/open', '/optional'])('are null for %s', (path) => {
    expect(schemesOf(path)).toBeNull();
  });

  it('hold all alternatives in their order, each once', () => {
    const said = schemesOf('/either')?.map(({ schemeName, location, credentialName }) => [
      schemeName,
      location,
      credentialName,
    ]);
    expect(said).toEqual([
      ['basic', 'Header', 'Authorization'],
      ['queryKey', 'Query', 'key'],
      ['cookieKey', 'Cookie', 'session'],
    ]);
  });

  it('send the credentials of HTTP, OAuth2 and OpenID Connect in Authorization', () => {
    const authorization = { location: 'Header', credentialName: 'Authorization' };
    expect(schemesOf('/oauth')).toEqual([
      { schemeName: 'oauth', schemeType: 'OAuth2', ...authorization, httpScheme: null },
      { schemeName: 'oidc', schemeType: 'OpenIdConnect', ...authorization, httpScheme: null },
      { schemeName: 'bearer', schemeType: 'Http', ...authorization, httpScheme: 'Bearer' },
    ]);
  });

  it('leave out what is not declared and what the contract has no type for, and say so', () => {
    expect(schemesOf('/undeclared')).toBeNull();
    expect(schemesOf('/mutual')).toBeNull();
    expect(checked.problems.map(({ line, sentence }) => [line, sentence])).toEqual([
      [23, 'The security scheme "nobody" is not declared in components/securitySchemes.'],
      [39, 'The security scheme "mutual" is left out: API Guardian knows no type "mutualTLS".'],
    ]);
  });

  it.each([
    [{ type: 'apiKey', in: 'body', name: 'x' }, '"in" must be "header", "query" or "cookie".'],
    [
      { type: 'apiKey', in: 'constructor', name: 'x' },
      '"in" must be "header", "query" or "cookie".',
    ],
    [{ type: 'apiKey', in: 'query' }, 'it has no "name".'],
    [{ type: 'http' }, 'it has no "scheme".'],
    [{}, 'it has no "type".'],
    [{ $ref: '#/nowhere' }, 'it has no "type".'],
  ])('say why %j is left out', (scheme, reason) => {
    const document = {
      openapi: '3.0.0',
      info: { title: 'A', version: '1' },
      paths: { '/a': { get: { security: [{ s: [] }] } } },
      components: { securitySchemes: { s: scheme } },
    };
    const { problems } = preflight(JSON.stringify(document));
    expect(problems.at(-1)?.sentence).toBe(`The security scheme "s" is left out: ${reason}`);
  });

  it('say what is wrong with requirements of the wrong type', () => {
    const document = {
      openapi: '3.0.0',
      info: { title: 'A', version: '1' },
      security: {},
      paths: { '/a': { get: { security: ['s'] } } },
    };
    const { problems } = preflight(JSON.stringify(document));
    expect(problems.map(({ pointer, sentence }) => [pointer, sentence])).toEqual([
      ['/security', '"security" must be a list of security requirements.'],
      ['/paths/~1a/get/security/0', 'A security requirement must be an object.'],
    ]);
  });
});
