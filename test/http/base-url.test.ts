import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../src/http/base-url.ts';

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
