import { describe, expect, it } from 'vitest';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { parseBaseUrl, requestUrl } from '../../src/http/base-url.ts';

describe('a base URL', () => {
  it.each([
    ['https://api.example.net', 'https://api.example.net', 'api.example.net', ''],
    ['https://api.example.net/', 'https://api.example.net', 'api.example.net', ''],
    ['HTTPS://API.Example.net:443/', 'https://api.example.net', 'api.example.net', ''],
    [
      'https://api.example.net:8443/edge/v1/',
      'https://api.example.net:8443',
      'api.example.net:8443',
      '/edge/v1',
    ],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example', ''],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', '127.0.0.1:4000', ''],
    ['http://127.8.9.1', 'http://127.8.9.1', '127.8.9.1', ''],
    ['http://localhost:4000', 'http://localhost:4000', 'localhost:4000', ''],
    ['http://[::1]:4000', 'http://[::1]:4000', '[::1]:4000', ''],
  ])('%s is taken', (text, origin, host, path) => {
    expect(parseBaseUrl(text)).toEqual({ kind: 'ok', baseUrl: { origin, host, path } });
  });

  it.each([
    ['', 'absolute'],
    ['api.example.net', 'absolute'],
    ['//api.example.net', 'absolute'],
    ['https:api.example.net', 'absolute'],
    ['https://', 'absolute'],
    ['localhost:4000', 'absolute'],
    ['ftp://api.example.net', 'must begin with https://.'],
    ['file:///etc/passwd', 'must begin with https://.'],
    ['http://api.example.net', 'only a loopback address'],
    ['http://10.0.0.1', 'only a loopback address'],
    ['http://127.0.0.1.example.net', 'only a loopback address'],
    ['http://localhost.example.net', 'only a loopback address'],
    ['http://[::2]', 'only a loopback address'],
    ['http://0.0.0.0', 'only a loopback address'],
    ['https://me:secret@api.example.net', 'user name or password'],
    ['https://@api.example.net', 'user name or password'],
    ['http://127.0.0.1@evil.example', 'user name or password'],
    ['https://api.example.net?x=1', 'query or a fragment'],
    ['https://api.example.net/?', 'query or a fragment'],
    ['https://api.example.net/#', 'query or a fragment'],
    ['https://api.example.net\n', 'spaces'],
    ['https://api.\texample.net', 'spaces'],
    ['https:\\\\api.example.net', 'backslashes'],
  ])('%j is refused with a sentence', (text, part) => {
    const parsed = parseBaseUrl(text);
    expect(parsed).toEqual({ kind: 'refused', reason: expect.stringContaining(part) });
    expect(parsed).toEqual({ kind: 'refused', reason: expect.stringMatching(/^The .*\.$/) });
  });

  it('does not repeat a password in its refusal', () => {
    expect(JSON.stringify(parseBaseUrl('https://me:secret@h'))).not.toContain('secret');
  });
});

const baseUrl = { origin: 'https://api.example.net', host: 'api.example.net', path: '/edge' };

describe('the URL of a request', () => {
  it('is below the base URL and keeps its path', () => {
    const { url, path } = requestUrl(baseUrl, appDelete, appDelete.compose({ appId: 'a b' }));
    expect(url.href).toBe('https://api.example.net/edge/mc/apps/a%20b');
    expect(path).toBe('/mc/apps/a%20b');
  });

  // Assumption: search-parameters
  it('contains the given query parameters, encoded', () => {
    const { url } = requestUrl(baseUrl, search, search.compose({ search: 'a&size=9 é#', size: 5 }));
    expect(url.href).toBe(
      'https://api.example.net/edge/search?search=a%26size%3D9+%C3%A9%23&size=5',
    );
    expect(url.searchParams.get('search')).toBe('a&size=9 é#');
  });

  it('is refused for values that are no segments', () => {
    expect(() => requestUrl(baseUrl, appDelete, { path: { appId: '..' } })).toThrow(
      'appId must not',
    );
  });
});
