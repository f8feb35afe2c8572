import { expect, it } from 'vitest';
import { changesPage, comparedPage } from '../../../src/panes/guardian/changes-page.ts';
import { NEW_ZONE, type ZoneWork } from '../../../src/panes/guardian/state.ts';
import { assessed, unassessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import {
  ANSWERED,
  AT,
  CHOSEN,
  FACTS,
  FILTERED,
  headOf,
  idsIn,
  pageSays,
  UNREADABLE,
} from '../../support/guardian-states.ts';
import { recordText, styledText } from '../../support/line-text.ts';

it('says why there is nothing to compare', () => {
  expect(pageSays(changesPage(NEW_ZONE, FACTS))).toContain('No specification is chosen');
  expect(pageSays(changesPage(UNREADABLE, FACTS))).toContain('cannot be read as OpenAPI');
  expect(pageSays(changesPage(CHOSEN, FACTS))).toContain('What shop.example has now is not known');
});

it('counts changes and tells what happens to requests', () => {
  const page = changesPage(ANSWERED, FACTS);
  expect(pageSays(page).split('\n').slice(0, 4)).toEqual([
    ' 1 removed, 0 changed, 0 added, 7 the same · against 2026-03-14 14:02:05Z',
    ' Requests for what is removed would be blocked; none of them is in the loaded events.',
    ' API Guardian on, mode Block, unmatched paths Block',
    ' · No events of this zone are loaded, so its requests are unknown: 2 loads them.',
  ]);
  expect(idsIn(page)).toEqual(['removed POST /api/v2/basket/items']);
});

it('counts seen requests', () => {
  const returned = { data: returnedFor(SHOP), sent: null, at: AT, doubtedAt: null };
  const seen = [
    { method: 'POST', path: '/api/v2/basket/items', count: 322 },
    { method: 'GET', path: '/.env', count: 9 },
  ];
  const assessment = assessed(checked(WITHOUT_BASKET), returned.data, seen);
  const text = pageSays(changesPage({ ...ANSWERED, returned, assessment }, FACTS));
  expect(text).toContain(' 322 requests in the loaded events would be blocked.');
  expect(text).toContain(
    '331 of 331 requests in the loaded events (100%) match no endpoint of the file. 9 of them match none now either',
  );
});

it('lists every requested path that the file does not have, after the changes', () => {
  const returned = { data: returnedFor(SHOP), sent: null, at: AT, doubtedAt: null };
  const seen = Array.from({ length: 60 }, (_, at) => ({
    method: 'GET',
    path: `/old/${at}`,
    count: 100 - at,
  }));
  const assessment = assessed(checked(WITHOUT_BASKET), returned.data, seen);
  const page = changesPage({ ...ANSWERED, returned, assessment }, FACTS);
  expect(idsIn(page)).toEqual([
    'removed POST /api/v2/basket/items',
    ...seen.map(({ method, path }) => `unmatched ${method} ${path}`),
  ]);
  const [, , , last] = styledText(page.table?.lines({ columns: 80, rows: 4 }) ?? []);
  expect(last).toMatch(/^ {2}! unmatched {2}GET +\/old\/1 +asked for 99 times$/);
  expect(pageSays(page)).not.toContain('are listed.');
});

it('says how many of very many missing paths are listed, and explains one of them', () => {
  const returned = { data: returnedFor(SHOP), sent: null, at: AT, doubtedAt: null };
  const seen = Array.from({ length: 300 }, (_, at) => ({
    method: 'GET',
    path: `/old/${at}`,
    count: 1,
  }));
  const assessment = assessed(checked(SHOP), returned.data, seen);
  const page = changesPage({ ...ANSWERED, returned, assessment }, FACTS);
  expect(page.table?.rows).toHaveLength(200);
  expect(pageSays(page)).toContain(' Of them, the 200 with most requests are listed.');
  expect(recordText(page.detail?.({ columns: 76, rows: 9 }) ?? [], 76).join(' ')).toBe(
    '! unmatched  GET /old/0 1 request in the loaded events was for this method and path, and no endpoint of the file matches them: such requests would be blocked, as now.',
  );
});

it('makes no claims while the comparison runs', () => {
  const returned = { data: returnedFor(SHOP), sent: null, at: AT, doubtedAt: null };
  const assessment = unassessed(checked(WITHOUT_BASKET), returned.data);
  const page = changesPage({ ...ANSWERED, returned, assessment }, FACTS);
  expect(pageSays(page)).toContain('The file is being compared with what the service returned…');
  expect(pageSays(page)).not.toContain('removed');
  expect(page.table).toBeNull();
});

it('warns that the last answer may be outdated', () => {
  const returned = { data: returnedFor(SHOP), sent: null, at: AT, doubtedAt: AT };
  expect(pageSays(changesPage({ ...ANSWERED, returned }, FACTS))).toContain(
    ' In doubt since 2026-03-14 14:02:05Z.',
  );
});

it('reports a file without changes and a filter without matches', () => {
  const returned = { data: returnedFor(WITHOUT_BASKET), sent: null, at: AT, doubtedAt: null };
  const assessment = assessed(checked(WITHOUT_BASKET), returned.data);
  const text = pageSays(changesPage({ ...ANSWERED, returned, assessment }, FACTS));
  expect(text).toContain(
    ' The file changes nothing: it describes what the service returned. Requests that no endpoint matches would be blocked.',
  );
  const more = checked(WITHOUT_BASKET.replace('  /login:', '  /new: {get: {}}\n  /login:'));
  const added = { ...ANSWERED, returned, assessment: assessed(more, returned.data) };
  expect(pageSays(changesPage(added, FACTS))).toContain(
    ' Nothing is removed. Requests that no endpoint matches would be blocked.',
  );
  expect(pageSays(changesPage(ANSWERED, FILTERED))).toContain('No change matches');
});

it('use 11: it is said when what parameters had to be before is not known', () => {
  const said = (work: ZoneWork) => pageSays(changesPage(work, FACTS));
  const { returned } = ANSWERED;
  const unknown = returned && { ...returned, sent: null };
  expect(said(ANSWERED)).not.toContain('What parameters had to be');
  expect(said({ ...ANSWERED, returned: unknown })).toContain(
    'What parameters had to be before is not known: it is not compared.',
  );
});

const DEVIATIONS = [
  { endpoint: undefined, sentence: 'The title should be "Shop" and is none.' },
  { endpoint: { method: 'GET', path: '/search' }, sentence: 'It lacks the Query parameter "q".' },
];
const SURPRISED = {
  ...ANSWERED,
  comparison: { attempt: '1', at: AT, deviations: DEVIATIONS, endpoints: 8 },
};

it('reports that nothing was uploaded, or that all is as predicted', () => {
  expect(pageSays(comparedPage(NEW_ZONE, FACTS))).toContain('Nothing was uploaded in this run.');
  expect(pageSays(comparedPage(ANSWERED, FACTS))).toContain(
    ' ✓ As predicted: the answer of 2026-03-14 14:02:05Z with 8 endpoints',
  );
});

it('lists every deviation', () => {
  const page = comparedPage(SURPRISED, FACTS);
  expect(headOf(page)[0]).toBe(
    ' 2 deviations of the answer of 2026-03-14 14:02:05Z from what was predicted',
  );
  expect(idsIn(page)).toHaveLength(2);
  expect(page.detail && recordText(page.detail({ columns: 60, rows: 24 }), 60)).toEqual([
    'The configuration as a whole',
    'The title should be "Shop" and is none.',
  ]);
  expect(pageSays(comparedPage(SURPRISED, FILTERED))).toContain('No deviation matches');
});

it('does not count what could not be compared as a deviation', () => {
  const head = (deviations: readonly (typeof DEVIATIONS)[number][]) => {
    const unknown = deviations.map((each) => ({ ...each, isUncompared: true }));
    const all = [...DEVIATIONS.slice(deviations.length), ...unknown];
    const comparison = { ...SURPRISED.comparison, deviations: all };
    const page = comparedPage({ ...SURPRISED, comparison }, FACTS);
    return headOf(page)[0];
  };
  expect(head(DEVIATIONS.slice(0, 1))).toMatch(/^ 1 deviation of .* · 1 not compared$/);
  expect(head(DEVIATIONS)).toMatch(/^ No known deviation of .* · 2 not compared$/);
});

it.each([
  ['/search', 120],
  ['/search', 112],
  [`/api/v2/${'a'.repeat(40)}`, 160],
])('a sentence is not cut beside %s at %i columns, which leave room for both', (path, columns) => {
  const sentence = `The parameter "q" should be of type string and is of type integer, ${'0'.repeat(15)}.`;
  const deviations = [...DEVIATIONS, { endpoint: { method: 'DELETE', path }, sentence }];
  const comparison = { ...SURPRISED.comparison, deviations };
  const { table } = comparedPage({ ...SURPRISED, comparison }, FACTS);
  const text = styledText(table?.lines({ columns, rows: 9 }) ?? []).join('\n');
  expect(text).toContain(sentence);
  expect(text).toContain(path);
});
