import { describe, expect, it } from 'vitest';
import type { SeenPath } from '../../../src/guardian/blast-radius.ts';
import { changeParts, changeRows } from '../../../src/panes/guardian/change-rows.ts';
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
    expect(changeRows(rowsAgainst(NEXT), ANY).map(({ id }) => id)).toEqual([
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
    const rows = changeRows(rowsAgainst(gone, seen), ANY);
    expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([
      'removed GET /search',
      'removed POST /login',
    ]);
    expect(rows[0]).toMatchObject({ kind: 'removed', lost: { requests: 12 } });
    expect(rows[1]).toMatchObject({ kind: 'removed', lost: null });
  });

  it('the filter looks at kind, method and path', () => {
    const assessment = rowsAgainst(NEXT);
    expect(changeRows(assessment, { ...ANY, filter: 'removed' })).toHaveLength(1);
    expect(changeRows(assessment, { ...ANY, filter: 'post v2' })).toHaveLength(2);
  });

  it('they can be put in another order', () => {
    const sort = { column: 'path', descending: false };
    expect(changeRows(rowsAgainst(NEXT), { ...ANY, sort })[0]?.path).toBe('/api/v2/basket/items');
  });

  it('there are none while nothing is known of the zone', () => {
    expect(changeRows(assessed(checked(SHOP), null), ANY)).toEqual([]);
  });
});

it('names the parts of an endpoint that are different', () => {
  const { against } = rowsAgainst(NEXT);
  expect(against?.diff.changed.map((change) => lineText(changeParts(change)))).toEqual([
    'auth tightened',
    'request tightened',
    '2 parameters',
  ]);
});
