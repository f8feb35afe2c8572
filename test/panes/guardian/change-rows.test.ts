import { describe, expect, it } from 'vitest';
import type { SeenPath } from '../../../src/guardian/blast-radius.ts';
import {
  CHANGED,
  changeDetail,
  changeParts,
  changeRows,
  pointerWords,
  protectionSettings,
  UNMATCHED_OUTCOMES,
} from '../../../src/panes/guardian/change-rows.ts';
import { listedRows } from '../../../src/panes/guardian/page.ts';
import { assessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { lineText, recordText } from '../../support/line-text.ts';

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
  it('removed endpoints come first, then changed, then added', () => {
    expect(changeRows(rowsAgainst(NEXT)).map(({ id }) => id)).toEqual([
      'removed POST /login',
      'changed GET /search',
      'changed POST /api/v2/reviews',
      'changed POST /api/v2/basket/items',
      'added POST /sign-in',
    ]);
  });

  it('removed endpoints are ordered by requests', () => {
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

  it('rows can be sorted', () => {
    const sort = { column: 'path', descending: false };
    const [row] = listedRows(changeRows(rowsAgainst(NEXT)), CHANGED, { ...ANY, sort });
    expect(row?.path).toBe('/api/v2/basket/items');
  });

  it('there are none while the zone is unknown', () => {
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

it('the fate of unmatched requests completes a sentence', () => {
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

const detail = (next: string, filter: string, seen: readonly SeenPath[] = []) => {
  const assessment = assessed(checked(next), returnedFor(SHOP), seen);
  const [row] = listedRows(changeRows(assessment), CHANGED, { filter, sort: null });
  return row ? recordText(changeDetail(row), 70) : [];
};

describe('a change in full', () => {
  it('a removed endpoint lists its requested paths, most requested first', () => {
    const seen = [
      { method: 'GET', path: '/products/lamp', count: 3 },
      { method: 'GET', path: '/products/desk', count: 1200 },
    ];
    const next = SHOP.replace('  /products/{name}:', '  /goods/{name}:');
    expect(detail(next, 'removed', seen)).toEqual([
      '− removed  GET /products/{name}',
      '1,203 requests in the loaded events were for this endpoint, and no',
      'other endpoint of the file matches them.',
      '',
      'Paths asked for',
      '1,200  /products/desk',
      '    3  /products/lamp',
    ]);
  });

  it('an unseen removed endpoint may still be in use', () => {
    expect(detail(WITHOUT_BASKET, 'removed').join(' ')).toContain(
      'None of the paths in the loaded events is this endpoint',
    );
  });

  it('a path that stays under another method is mentioned', () => {
    const next = SHOP.replace(/ {4}delete:\n {6}responses:\n {8}'204': \{description: Out\}\n/, '');
    const seen = [{ method: 'DELETE', path: '/api/v2/session', count: 2 }];
    expect(detail(next, 'removed', seen).join(' ')).toContain(
      'The path stays there under another method',
    );
  });

  it('a loosened authentication shows what was asked for before and after', () => {
    const next = SHOP.replace(
      '  /api/v2/reviews:\n    post:\n',
      (start) => `${start}      security: []\n`,
    );
    expect(detail(next, 'reviews')).toEqual([
      '~ changed  POST /api/v2/reviews',
      '',
      'Authentication',
      'loosened: more passes than before',
      'before  session: Http bearer in Header Authorization',
      'after   none: no credential is asked for',
    ]);
  });

  it('added and removed parameters are named with their location', () => {
    expect(detail(SHOP.replace('X-Request-Id', 'X-Trace-Id'), 'basket').slice(1)).toEqual([
      '',
      'Parameters',
      '+ Header  X-Trace-Id',
      '− Header  X-Request-Id',
    ]);
  });

  it('schemas are compared keyword by keyword', () => {
    const next = SHOP.replace('maxLength: 4000', 'maxLength: 400').replace(
      'minimum: 1, maximum: 5',
      'minimum: 0, maximum: 5',
    );
    expect(detail(next, 'reviews').slice(1)).toEqual([
      '',
      'Request body',
      'changed: what passes may be more or less than before',
      '▼ tightened: maxLength 4000 became 400  at properties › text',
      '▲ loosened: minimum 1 became 0  at properties › stars',
    ]);
  });

  it('an added endpoint is reported as new', () => {
    expect(detail(SHOP.replace('  /login:', '  /sign-in:'), 'added')[0]).toBe(
      '+ added  POST /sign-in',
    );
  });
});

describe('use 11: requirements of a parameter, compared with the file sent before', () => {
  const LONG = SHOP.replace('maxLength: 200', 'maxLength: 64');
  const SHORT = LONG.replace('maxLength: 64', 'maxLength: 16');
  const assessment = (sent: string | null) =>
    assessed(checked(SHORT), returnedFor(LONG), [], sent === null ? null : checked(sent));

  it('use 11: a change from 64 to 16 is called tightened, in the list and in the details', () => {
    const [row] = changeRows(assessment(LONG));
    expect(row?.kind === 'changed' && lineText(changeParts(row.change))).toBe(
      '1 parameter tightened',
    );
    expect(row && recordText(changeDetail(row), 70)).toEqual([
      '~ changed  GET /search',
      '',
      'Parameters',
      '~ Query   q  tightened: less passes than before',
      '  ▼ tightened: maxLength 64 became 16',
    ]);
  });

  it('use 11: are not compared if the file sent before is unknown', () => {
    expect(assessment(null).against?.diff).toMatchObject({ changed: [], unchanged: 8 });
  });
});
