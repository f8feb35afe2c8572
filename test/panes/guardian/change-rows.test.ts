import { describe, expect, it } from 'vitest';
import type { SeenPath } from '../../../src/guardian/blast-radius.ts';
import {
  CHANGED,
  changeParts,
  changeRows,
  pointerWords,
  protectionSettings,
  UNMATCHED_OUTCOMES,
} from '../../../src/panes/guardian/change-rows.ts';
import { listedRows } from '../../../src/panes/guardian/page.ts';
import { assessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP } from '../../support/guardian-samples.ts';
import { lineText } from '../../support/line-text.ts';

const NEXT = SHOP.replace('  /login:', '  /sign-in:')
  .replace(
    '      security: []\n      parameters:\n        - {name: q',
    '      parameters:\n        - {name: q',
  )
  .replace('maxLength: 4000', 'maxLength: 400')
  .replace('name: X-Request-Id', 'name: X-Trace-Id');

const ANY = { filter: '', sort: null };

const rowsAgainst = (text: string, seen: readonly SeenPath[] = []) =>
  assessed(checked(text), returnedFor(SHOP), seen);

describe('the changes of an upload as rows', () => {
  it('what is lost comes first, then what is changed, then what is new', () => {
    expect(changeRows(rowsAgainst(NEXT)).map(({ id }) => id)).toEqual([
      'removed POST /login',
      'changed GET /search',
      'changed POST /api/v2/reviews',
      'changed POST /api/v2/basket/items',
      'added POST /sign-in',
    ]);
  });

  it('of what is lost, what was asked for most comes first', () => {
    const gone = SHOP.replace('  /login:', '  /sign-in:').replace('  /search:', '  /find:');
    const seen = [{ method: 'GET', path: '/search', count: 12 }];
    const rows = changeRows(rowsAgainst(gone, seen));
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([
      'removed GET /search',
      'removed POST /login',
    ]);
    expect(rows[0]).toMatchObject({ kind: 'removed', lost: { requests: 12 } });
    expect(rows[1]).toMatchObject({ kind: 'removed', lost: null });
  });

  it('the filter looks at kind, method and path', () => {
    const rows = changeRows(rowsAgainst(NEXT));
    expect(listedRows(rows, CHANGED, { ...ANY, filter: 'removed' })).toHaveLength(1);
    expect(listedRows(rows, CHANGED, { ...ANY, filter: 'post v2' })).toHaveLength(2);
  });

  it('they can be put in another order', () => {
    const sort = { column: 'path', descending: false };
    const [row] = listedRows(changeRows(rowsAgainst(NEXT)), CHANGED, { ...ANY, sort });
    expect(row?.path).toBe('/api/v2/basket/items');
  });

  it('there are none while nothing is known of the zone', () => {
    expect(changeRows(assessed(checked(SHOP), null))).toEqual([]);
  });
});

it('names the parts of an endpoint that are different', () => {
  const { against } = rowsAgainst(NEXT);
  expect(against?.diff.changed.map((change) => lineText(changeParts(change)))).toEqual([
    'auth tightened',
    'request tightened',
    '1 parameter removed · 1 parameter added',
  ]);
});

it('what becomes of unmatched requests goes on from their number', () => {
  expect(Object.values(UNMATCHED_OUTCOMES).map(({ would }) => `9 requests ${would}`)).toEqual([
    '9 requests would be blocked',
    '9 requests would be logged and let through',
    '9 requests would be let through',
    '9 requests may be blocked',
    '9 requests would be let through, and may be logged',
  ]);
});

it.each([
  [true, 'Block', 'Ignore', 'API Guardian on, mode Block, unmatched paths Ignore'],
  [false, '7', null, 'API Guardian off, mode 7, unmatched paths not stated'],
  [null, null, '\u001b', 'API Guardian not stated, mode not stated, unmatched paths ␛'],
])('says by which settings: %s %s %s', (isEnabled, executionMode, unmatchedPathAction, words) => {
  expect(protectionSettings({ isEnabled, executionMode, unmatchedPathAction })).toBe(words);
});

it.each([
  ['', ''],
  ['/paths/~1pets~1{id}/get', 'paths › /pets/{id} › get'],
  ['/a~01/b', 'a~1 › b'],
  ['/a/\u001b[2J', 'a › ␛[2J'],
])('%j reads %j', (pointer, words) => {
  expect(pointerWords(pointer)).toBe(words);
});
