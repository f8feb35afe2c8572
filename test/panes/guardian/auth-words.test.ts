import { expect, it } from 'vitest';
import type { AuthScheme } from '../../../src/contract/operations/guardian-upload.ts';
import { schemeNames, schemeWords } from '../../../src/panes/guardian/auth-words.ts';

const KEY: AuthScheme = {
  schemeName: 'apiKey',
  schemeType: 'ApiKey',
  location: 'Query',
  credentialName: 'key',
  httpScheme: null,
};
const BASIC: AuthScheme = { ...KEY, schemeName: 'basic', schemeType: 'Http', httpScheme: 'basic' };
const SILENT: AuthScheme = {
  schemeName: null,
  schemeType: null,
  location: null,
  credentialName: null,
  httpScheme: null,
};

it('a scheme says what is asked for and where', () => {
  expect(schemeWords(KEY)).toBe('apiKey: ApiKey in Query key');
  expect(schemeWords(BASIC)).toBe('basic: Http basic in Query key');
  expect(schemeWords(SILENT)).toBe('?: ?');
  expect(schemeWords({ ...KEY, credentialName: 'a\u001b[m' })).toBe('apiKey: ApiKey in Query a␛[m');
});

it('a cell has their names alone', () => {
  expect(schemeNames([KEY, BASIC])).toBe('apiKey, basic');
  expect(schemeNames([SILENT])).toBe('?');
  expect(schemeNames([])).toBe('none');
  expect(schemeNames(null)).toBe('none');
});
