import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTCOMES } from '../../../src/events/outcome.ts';
import { answered } from '../../../src/events/questions/ask.ts';
import type { Answerer } from '../../../src/events/questions/question.ts';
import type { ColumnName } from '../../../src/events/storage/columns.ts';
import { EventStore } from '../../../src/events/store.ts';
import { createSupervisor } from '../../../src/feeds/supervisor.ts';
import { createFacets, type FacetRow } from '../../../src/panes/events/facet-panel.ts';
import { facetLines, newRule, showsTrends, topWords } from '../../../src/panes/events/facets.ts';
import { type FacetsState, INITIAL_FACETS } from '../../../src/panes/events/state.ts';
import { splitBar } from '../../../src/panes/events/values.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { lineWidth } from '../../../src/ui/line.ts';
import { EVERYWHERE, second } from '../../events/arbitrary-scope.ts';
import { entryWith } from '../../events/sample-entries.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { lineText, styledText } from '../../support/line-text.ts';

it('use 15: only a majority is called "mostly"', () => {
  expect(topWords({ value: '202425', share: 0.258 })).toBe('top: 202425 (26%)');
  expect(topWords({ value: 'LA', share: 0.5 })).toBe('top: LA (50%)');
  expect(topWords({ value: 'US', share: 0.62 })).toBe('mostly US (62%)');
  expect(topWords({ value: '', share: 0.001 })).toBe('top: (empty) (<1%)');
});

it('the baseline hour shows its date in a log of several days', () => {
  const from = Date.parse('2026-03-13T13:00:00Z');
  const said = (hours: number) =>
    newRule({ span: { from, until: from + hours * 3_600_000 } } as never, 'utc');
  expect(said(2)).toContain('from 13:00:00 to 14:00:00,');
  expect(said(24)).toContain('from 03-13 13:00:00 to 14:00:00,');
});

it.each([58, 80])(
  'at %i columns a rule says what it is about, and no two names are cut alike',
  (columns) => {
    const rules = ['930130', '920170', '921110', '931100', '932100', '942100', '951100'];
    const rows = rules.map(
      (value): FacetRow => ({
        kind: 'value',
        id: value,
        column: 'ruleId',
        value,
        trend: [],
        count: 30,
        share: 0.3,
        split: { blocked: 30, challenged: 0, logged: 0, other: 0 },
        first: null,
        last: null,
        change: null,
        isNew: false,
      }),
    );
    const panel = { ids: rules, row: (at: number) => rows[at], isCounting: false };
    const facts = {
      state: INITIAL_FACETS,
      coloured: false,
      zone: 'utc',
      keyNames: NO_KEY_NAMES,
    } as const;
    const names = styledText(facetLines(panel, facts, { columns, rows: 10 })).flatMap(
      (line) => /\d{6} (\D*?) {2}/.exec(line)?.[1] ?? [],
    );
    expect(names[0]).toMatch(/^local file/);
    expect(names.every((name) => name.length >= 10)).toBe(true);
    expect(new Set(names).size).toBe(rules.length);
  },
);

it.each([58, 80])(
  'at %i columns a facet tells how many entries have values beyond its dictionary',
  (columns) => {
    const head: FacetRow = {
      ...{ kind: 'column', id: 'remoteIp', column: 'remoteIp' },
      ...{
        distinct: 57_342,
        other: 174_466,
        isOpen: false,
        top: { value: '', share: 0.1 } as never,
      },
    };
    const panel = { ids: [head.id], row: () => head, isCounting: false, other: 174_466 };
    const facts = { coloured: false, zone: 'utc', keyNames: NO_KEY_NAMES } as const;
    const said = (state: FacetsState) =>
      styledText(facetLines(panel, { ...facts, state }, { columns, rows: 10 })).join('\n');
    expect(said(INITIAL_FACETS)).toContain('57,342+ values · 174,466 entries with others');
    expect(said({ ...INITIAL_FACETS, whole: 'remoteIp' })).toContain(
      '1+ values · 174,466 entries with others',
    );
  },
);

it('a facet is being counted while the values of another are known', async () => {
  const store = new EventStore({ unit: 'ms' });
  store.add('7', [entryWith({ timestamp: second(1), labels: { country: 'DE', method: 'GET' } })]);
  const answers: Answerer = {
    async *ask(question) {
      if (question.kind !== 'facets' || question.columns[0] !== 'method') {
        yield answered(store, question);
      }
    },
  };
  const shown = { archive: {}, store, answers, scope: EVERYWHERE, span: null } as never;
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const clock = fakeClock('2026-03-14T12:00:00Z');
  const facets = createFacets({ feeds, clock, asnNames: () => new Map() }, () => {});
  const panelOf = async (whole: ColumnName) => {
    facets.panel(shown, { ...INITIAL_FACETS, whole }, false);
    await clock.advance(0);
    return facets.panel(shown, { ...INITIAL_FACETS, whole }, false);
  };
  expect((await panelOf('country')).ids).toHaveLength(1);
  expect((await panelOf('method')).isCounting).toBe(true);
});

it('a value has its own trend while others are counted', async () => {
  const store = new EventStore({ unit: 'ms' });
  const sent = (country: string, method: string, at: number) =>
    entryWith({ timestamp: second(at), labels: { country, method } });
  store.add('7', [sent('DE', 'GET', 1), sent('DE', 'PUT', 2), sent('FR', 'GET', 59)]);
  let trends = 0;
  const answers: Answerer = {
    async *ask(question) {
      // Only the first trends are counted.
      if (question.kind === 'trends' && ++trends > 1) return;
      yield answered(store, question);
    },
  };
  const shown = {
    ...{ archive: {}, store, answers, scope: EVERYWHERE },
    span: { from: second(0), until: second(60) },
  } as never;
  const feeds = createSupervisor((error) => {
    throw error;
  });
  const context = { feeds, clock: fakeClock('2026-03-14T12:00:00Z'), asnNames: () => new Map() };
  const facets = createFacets(context, () => {});
  const trendOfGet = async (...open: readonly ColumnName[]) => {
    const state = { ...INITIAL_FACETS, open: new Set(open) };
    for (let time = 0; time < 3; time += 1) {
      facets.panel(shown, state, true);
      await context.clock.advance(0);
    }
    const panel = facets.panel(shown, state, true);
    const row = panel.row(panel.ids.indexOf('method\u001fGET'));
    return row?.kind === 'value' ? row.trend : undefined;
  };
  const own = await trendOfGet('country', 'method');
  expect(own?.reduce((sum, each) => sum + each, 0)).toBe(2);
  expect(own?.at(-1)).toBe(1);
  expect(await trendOfGet('method')).toEqual(own);
  expect(trends).toBe(2);
});

it('trends are counted exactly when their column is shown', () => {
  const value: FacetRow = {
    kind: 'value',
    id: 'country\u001fUS',
    column: 'country',
    value: 'US',
    trend: [],
    count: 30,
    share: 0.3,
    split: { blocked: 30, challenged: 0, logged: 0, other: 0 },
    first: null,
    last: null,
    change: null,
    isNew: false,
  };
  const panel = { ids: [value.id], row: () => value, isCounting: false };
  const state: FacetsState = { ...INITIAL_FACETS, whole: 'country' };
  const facts = { state, coloured: false, zone: 'utc', keyNames: NO_KEY_NAMES } as const;
  const widths = Array.from({ length: 150 }, (_, at) => 60 + at);
  const shown = widths.filter((columns) =>
    styledText(facetLines(panel, facts, { columns, rows: 10 })).some((line) =>
      line.includes('TREND'),
    ),
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((columns) => !showsTrends(state, { columns }))).toEqual([]);
});

it('a bar shows every outcome in proportion and fills its width', () => {
  const splits = fc.record({
    blocked: fc.nat(1e6),
    challenged: fc.nat(100),
    logged: fc.nat(1e6),
    other: fc.nat(1),
  });
  fc.assert(
    fc.property(splits, fc.integer({ min: 4, max: 30 }), (split, columns) => {
      const bar = splitBar(split, columns);
      const all = OUTCOMES.reduce((sum, each) => sum + split[each], 0);
      expect(lineWidth(bar)).toBe(all === 0 ? 0 : columns);
      const there = OUTCOMES.filter((each) => split[each] > 0);
      expect(bar).toHaveLength(there.length);
      for (const [at, each] of there.entries()) {
        const cells = bar[at]?.text.length ?? 0;
        expect(cells).toBeGreaterThanOrEqual(1);
        if (split[each] > all * 0.6) {
          expect(cells).toBe(Math.max(...bar.map(({ text }) => text.length)));
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('the passed part of a bar is rounded to the nearest cell', () => {
  const drawn = (challenged: number, logged: number, blocked = 0) =>
    lineText(splitBar({ blocked, challenged, logged, other: 0 }, 6));
  // About a third each.
  expect(drawn(174, 86)).toBe('▒▒▒▒██');
  expect(drawn(194, 97)).toBe('▒▒▒▒██');
  expect(drawn(1, 999)).toBe('▒█████');
  expect(drawn(999, 1)).toBe('▒▒▒▒▒█');
  expect(drawn(1, 500, 499)).toBe('░░▒███');
});
