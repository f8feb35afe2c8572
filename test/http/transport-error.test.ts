import { describe, expect, it } from 'vitest';
import { type TransportFacts, transportProblem } from '../../src/http/transport-error.ts';

const facts = (over: Partial<TransportFacts>): TransportFacts => ({
  code: undefined,
  timedOut: undefined,
  connected: false,
  host: 'api.example.net',
  ...over,
});

describe('a request without a complete answer', () => {
  it.each([
    ['ECONNREFUSED', false, 'unreachable', 'Connection refused by api.example.net'],
    ['ENOTFOUND', false, 'unreachable', 'The name api.example.net was not found'],
    ['EAI_AGAIN', false, 'unreachable', 'The name api.example.net could not be looked up'],
    ['CERT_HAS_EXPIRED', false, 'unreachable', 'The certificate of api.example.net has expired'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      false,
      'unreachable',
      'The certificate is for another name than api.example.net',
    ],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      false,
      'unreachable',
      'TLS could not be negotiated with api.example.net',
    ],
    ['ECONNRESET', false, 'unreachable', 'No connection to api.example.net'],
    ['ECONNRESET', true, 'interrupted', 'The connection to api.example.net broke'],
    ['EPIPE', true, 'interrupted', 'The connection to api.example.net broke'],
    ['EHOSTUNREACH', false, 'unreachable', 'There is no route to api.example.net'],
    ['EHOSTUNREACH', true, 'interrupted', 'The connection to api.example.net broke'],
    [
      'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
      true,
      'interrupted',
      'The connection to api.example.net was lost during the answer',
    ],
    [
      'Z_BUF_ERROR',
      true,
      'interrupted',
      'The connection to api.example.net was lost during the answer',
    ],
    ['Z_DATA_ERROR', true, 'unexpected', 'The answer of api.example.net is corrupt'],
    ['HPE_INVALID_CONSTANT', true, 'unexpected', 'api.example.net did not answer in HTTP'],
    ['HPE_HEADER_OVERFLOW', true, 'unexpected', 'api.example.net did not answer in HTTP'],
    ['toString', true, 'interrupted', 'The connection to api.example.net broke'],
    [undefined, false, 'unreachable', 'No connection to api.example.net'],
  ])('for %s, connected %s, is %s', (code, connected, kind, title) => {
    expect(transportProblem(facts({ code, connected }))).toEqual({ kind, title, cause: code });
  });

  it.each([
    ['lookup', false, 'unreachable', 'the address of'],
    ['connect', false, 'unreachable', 'a connection to'],
    ['secureConnect', false, 'unreachable', 'a TLS connection to'],
    ['request', false, 'unreachable', 'the whole response of'],
    ['response', true, 'timeout', 'a response from'],
    ['request', true, 'timeout', 'the whole response of'],
  ])('that timed out in %s, connected %s, is %s', (timedOut, connected, kind, what) => {
    expect(transportProblem(facts({ timedOut, connected, code: 'ETIMEDOUT' }))).toMatchObject({
      kind,
      title: `Timed out waiting for ${what} api.example.net`,
    });
  });

  it('inserts a host unchanged, even if it looks like a replacement pattern', () => {
    const problem = transportProblem(facts({ code: 'ECONNREFUSED', host: "$&$'" }));
    expect(problem.title).toBe("Connection refused by $&$'");
  });
});
