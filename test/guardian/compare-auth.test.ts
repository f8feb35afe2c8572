import { describe, expect, it } from 'vitest';
import type { AuthScheme } from '../../src/contract/operations/guardian-upload.ts';
import { compareAuth, credentialOf } from '../../src/guardian/compare-auth.ts';

const bearer: AuthScheme = {
  schemeName: 'bearer',
  schemeType: 'Http',
  location: 'Header',
  credentialName: 'Authorization',
  httpScheme: 'bearer',
};
const key: AuthScheme = {
  schemeName: 'key',
  schemeType: 'ApiKey',
  location: 'Query',
  credentialName: 'key',
  httpScheme: null,
};

describe('compareAuth', () => {
  it.each([
    ['something where there was nothing', null, [key], 'tightened'],
    ['nothing where there was something', [key], null, 'loosened'],
    ['another scheme', [key], [bearer], 'changed'],
    ['one scheme more', [key], [key, bearer], 'changed'],
    ['the same in another order', [key, bearer], [bearer, key], undefined],
    ['another name for the same', [key], [{ ...key, schemeName: 'other' }], undefined],
    ['nothing twice', null, null, undefined],
    ['an empty list for null', null, [], undefined],
  ] as const)('of %s', (_what, before, after, change) => {
    expect(compareAuth(before, after)?.change).toBe(change);
  });
});

describe('credentialOf', () => {
  it('does not mind the case of headers and HTTP schemes, but that of other names', () => {
    const shouted = { ...bearer, credentialName: 'AUTHORIZATION', httpScheme: 'Bearer' };
    expect(credentialOf(shouted)).toBe(credentialOf(bearer));
    expect(credentialOf({ ...key, credentialName: 'KEY' })).not.toBe(credentialOf(key));
  });
});
