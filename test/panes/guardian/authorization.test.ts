import { describe, expect, it } from 'vitest';
import type { AuthScheme } from '../../../src/contract/operations/guardian-upload.ts';
import {
  authorizationItems,
  ENFORCE,
  enforceWords,
  schemeNames,
  schemeWords,
  switched,
} from '../../../src/panes/guardian/authorization.ts';
import { stepped } from '../../../src/text/list-window.ts';
import { SPOKEN_ROOM } from '../../../src/text/spoken.ts';
import { checked, returnedFor, SHOP } from '../../support/guardian-samples.ts';
import { recordText } from '../../support/line-text.ts';

const NONE = { endpoints: 0, enforcing: 0 };
const NOTHING = { keep: null, yes: null, no: null };

it('one key cycles through the three states', () => {
  expect(ENFORCE).toEqual(['keep', 'yes', 'no']);
  expect(ENFORCE.map((each) => stepped(ENFORCE, each))).toEqual(['yes', 'no', 'keep']);
});

it('each state is explained, and keep means yes on a first upload', () => {
  expect(recordText(authorizationItems('keep', NOTHING, {}), 78)).toEqual([
    '● keep  Left out of the request. Where the zone has no specification yet, that',
    '        means yes; where it has one, every endpoint keeps the setting it has.',
    '○ yes   Sets every endpoint to enforce the authentication in the file.',
    '○ no    No endpoint enforces it: requests without credentials pass.',
  ]);
  expect(ENFORCE.map((each) => enforceWords(each, false))).toEqual([
    'keep: left out; on a first upload that means yes',
    'yes: set for every endpoint',
    'no: requests without credentials pass',
  ]);
});

it('use 17: a first upload is not mentioned once the zone has a specification', () => {
  const known = { keep: NONE, yes: NONE, no: NONE };
  const text = recordText(authorizationItems('keep', known, {}), 78).join(' ');
  expect(text).toContain('every endpoint keeps the setting it has');
  expect(text).not.toContain('means yes');
  expect(enforceWords('keep', true)).toBe(
    'keep: left out; every endpoint keeps the setting it has',
  );
});

it('a state says how many endpoints it would switch', () => {
  const lines = recordText(
    authorizationItems(
      'no',
      { keep: NONE, yes: { endpoints: 1, enforcing: 0 }, no: { endpoints: 4, enforcing: 4 } },
      {},
    ),
    120,
  );
  expect(lines.find((line) => line.includes('○ yes'))).toMatch(
    /in the file\. 1 in the file is not set to now\.$/,
  );
  expect(lines.find((line) => line.includes('● no'))).toMatch(
    /pass\. 4 in the file enforce it now\.$/,
  );
});

describe('how many endpoints a state switches', () => {
  const declared = checked(SHOP).endpoints;
  const data = returnedFor(SHOP);
  const open = {
    ...data,
    endpoints: data.endpoints.map((each) => ({ ...each, validateAuthorization: false })),
  };
  const counts = (returned: typeof data) =>
    ENFORCE.map((enforce) => switched(enforce, declared, returned)?.endpoints);

  it('is unknown before the first answer', () => {
    expect(ENFORCE.map((enforce) => switched(enforce, declared, null))).toEqual([null, null, null]);
  });

  it('counts endpoints with credentials and the other setting', () => {
    expect(counts(data)).toEqual([0, 0, 4]);
    expect(counts(open)).toEqual([0, 4, 0]);
  });
});

it('spoken output names the chosen state', () => {
  const [keep, yes] = recordText(
    authorizationItems('yes', NOTHING, SPOKEN_ROOM),
    SPOKEN_ROOM.columns,
  );
  expect(keep).toMatch(/^keep: +\S/);
  expect(yes).toMatch(/^yes \(chosen\): +\S/);
});

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

it('a scheme names the credential and its location', () => {
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
