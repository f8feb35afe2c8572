import { describe, expect, it } from 'vitest';
import { endpoints, requestBodySchema, responseSchemas } from '../../src/guardian/endpoints.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { resolver } from '../../src/guardian/specification.ts';
import { collected, mappingOf, plainOf, specificationWith } from '../support/nodes.ts';
import { sampleText } from '../support/openapi-documents.ts';

function endpointsIn(name: string) {
  const checked = preflight(sampleText(name));
  if (checked.kind !== 'read') throw new Error('not read');
  return checked.endpoints;
}

describe('endpoints', () => {
  it('are the operations under paths', () => {
    const found = endpointsIn('petstore.yaml').map(({ method, path }) => `${method} ${path}`);
    expect(found).toEqual(['GET /pets', 'POST /pets', 'GET /pets/{petId}']);
  });

  it('are neither webhooks nor callbacks', () => {
    expect(endpointsIn('webhooks-3.1.yaml')).toEqual([]);
    expect(endpointsIn('callback.yaml').map(({ path }) => path)).toEqual(['/streams']);
  });

  it('have the parameters of their path and their own', () => {
    const [get, options] = endpointsIn('parameters.yaml');
    expect(get?.parameters).toEqual({
      Path: ['id', 'other'],
      Query: ['page', 'filter'],
      Header: ['page'],
      Cookie: ['session'],
    });
    expect(options?.parameters).toEqual({
      Path: ['id', 'other'],
      Query: ['page'],
      Header: [],
      Cookie: ['session'],
    });
  });

  it('may come from referenced path items; siblings of the reference take precedence', () => {
    const found = endpointsIn('path-items-3.1.yaml');
    expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['/orders', '/invoices', '/twice'].flatMap((path) => [`GET ${path}`, `POST ${path}`]),
    );
    const posts = found.filter(({ method }) => method === 'POST');
    expect(posts.map(({ parameters }) => parameters.Header)).toEqual([
      ['X-Trace'],
      [],
      ['X-Trace'],
    ]);
  });

  it('have the schemas of their bodies', () => {
    const [choice] = endpointsIn('media-types.yaml');
    expect(choice?.requestBodySchema && plainOf(choice.requestBodySchema)).toEqual({
      type: 'string',
      description: 'json',
    });
    expect(
      [...(choice?.responseSchemas ?? [])].map(([status, node]) => [status, plainOf(node)]),
    ).toEqual([
      ['200', { type: 'string', description: 'problem' }],
      ['201', { type: 'string', description: 'csv' }],
    ]);
  });

  it('exclude invalid paths, with a finding', () => {
    const { report, found } = collected();
    const operation = { get: {} };
    const derived = endpoints(
      specificationWith({
        paths: {
          pets: operation,
          'x-pets': operation,
          '/a/{b}': { get: 1 },
          '/a/{c}': operation,
          '/{': {},
        },
      }),
      report,
    );
    expect(derived.map(({ path }) => path)).toEqual(['/a/{c}']);
    expect(found).toEqual([
      '/paths/pets: The path "pets" does not begin with "/".',
      '/paths/~1a~1{c}: This path matches the same requests as "/a/{b}".',
      '/paths/~1{: The braces of the path "/{" do not match.',
      '/paths/~1a~1{c}/get: The path names "c", but the operation declares no such path parameter.',
    ]);
  });
});

const references = resolver(
  mappingOf({ body: { content: { 'application/json': { schema: { title: 'shared' } } } } }),
);

/** The media type whose schema is chosen. */
function chosen(...mediaTypes: readonly string[]): unknown {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: { title: type } }]));
  const schema = requestBodySchema(references, mappingOf({ requestBody: { content } }));
  return schema && plainOf(schema);
}

// Assumption: schema-media-type
describe('requestBodySchema', () => {
  it.each([
    [['application/json'], 'application/json'],
    [['text/csv', 'application/json'], 'application/json'],
    [['application/hal+json', 'application/json'], 'application/json'],
    [['text/csv', 'Application/JSON; charset=utf-8'], 'Application/JSON; charset=utf-8'],
    [['text/csv', 'application/a+json', 'application/b+json'], 'application/a+json'],
    [['text/csv', 'text/html'], 'text/csv'],
  ])('of %j takes %s', (mediaTypes, title) => {
    expect(chosen(...mediaTypes)).toEqual({ title });
  });

  it('follows references', () => {
    const schema = requestBodySchema(references, mappingOf({ requestBody: { $ref: '#/body' } }));
    expect(schema && plainOf(schema)).toEqual({ title: 'shared' });
  });

  it.each([
    [{}],
    [{ requestBody: { content: {} } }],
    [{ requestBody: { content: [] } }],
    [
      {
        requestBody: {
          content: { 'application/json': { example: 1 }, 'text/csv': { schema: {} } },
        },
      },
    ],
    [{ requestBody: { $ref: '#/nowhere' } }],
  ])('is null in %j', (operation) => {
    expect(requestBodySchema(references, mappingOf(operation))).toBeNull();
  });
});

describe('responseSchemas', () => {
  // Assumption: response-schemas
  it('are keyed by status code; others are separate', () => {
    const response = { content: { 'application/json': { schema: { type: 'string' } } } };
    const { byStatus, elsewhere } = responseSchemas(
      references,
      mappingOf({
        responses: {
          200: response,
          404: { $ref: '#/body' },
          204: { description: 'nothing' },
          '2XX': response,
          default: response,
          99: response,
          600: response,
          'x-200': response,
        },
      }),
    );
    expect([...byStatus.keys()]).toEqual(['200', '404']);
    expect([...elsewhere].sort()).toEqual(['2XX', '600', '99', 'default']);
  });
});

const checked = preflight(sampleText('security.yaml'));
if (checked.kind !== 'read') throw new Error('not read');

const schemesOf = (path: string) =>
  checked.endpoints.find((endpoint) => endpoint.path === path)?.authSchemes;

describe('authSchemes', () => {
  it('default to those of the document', () => {
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

  it('contain all alternatives in order, each once', () => {
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

  it('exclude undeclared schemes and unknown types, with a finding', () => {
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
    [{ $ref: '#/nowhere' }, 'it refers to something that is not in the document.'],
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

  it('report requirements of the wrong type', () => {
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
