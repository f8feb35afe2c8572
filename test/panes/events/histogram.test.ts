import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Extent } from '../../../src/events/questions/question.ts';
import type { Buckets, TimeRange } from '../../../src/events/time-range.ts';
import type { Shown } from '../../../src/panes/events/engine.ts';
import { histogramBuckets, histogramLines } from '../../../src/panes/events/histogram.ts';
import { styledText } from '../../support/line-text.ts';

const MIDNIGHT = Date.parse('2026-03-14T00:00:00Z');
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The only row on a screen without room for an axis, with the same number of entries in each bar. */
function barsIn(buckets: Buckets, columns: number, entries: number): string {
  const totals = Uint32Array.from({ length: buckets.count }, () => entries / buckets.count);
  const answer = { buckets, totals, layers: [] };
  const [line] = histogramLines({
    shown: { store: { span: null } } as unknown as Shown,
    bars: { drawn: answer, listed: answer, of: {} as never },
    timeRange: null,
    begunAt: null,
    isLoading: false,
    ownScales: false,
    zone: 'utc',
    kind: undefined,
    columns,
    rows: 1,
  });
  return line ? (styledText([line])[0] ?? '') : '';
}

it.each([80, 100, 132])('with %i columns the bars always show their duration', (columns) => {
  const spans = Array.from({ length: 200 }, (_, at) => MINUTE * 1.05 ** at).filter(
    (each) => each < 30 * DAY,
  );
  for (const each of spans) {
    const range: TimeRange = { from: MIDNIGHT, until: MIDNIGHT + each };
    const buckets = histogramBuckets(range, { columns });
    expect(barsIn(buckets, columns, 1_234_567)).toMatch(
      /[▁-█] [\d,]+ · \d+ (?:s|min|h|d)\b.* a bar/,
    );
  }
});

it.each([1, 4] as const)(
  'with a time range, %i rows say how many of the entries in the bars are in it, whole or not at all',
  (rows) => {
    const line = (columns: number, within: number, all: number) => {
      const buckets = histogramBuckets({ from: MIDNIGHT, until: MIDNIGHT + DAY }, { columns });
      const answer = (entries: number) => {
        const counts = Uint32Array.from({ length: buckets.count }, (_, at) => (at ? 0 : entries));
        return { buckets, totals: counts, layers: [{ value: 'Logged', counts }] };
      };
      const lines = histogramLines({
        shown: { store: { span: null } } as unknown as Shown,
        bars: { drawn: answer(all), listed: answer(within), of: {} as never },
        timeRange: { from: MIDNIGHT, until: MIDNIGHT + 15 * MINUTE },
        begunAt: null,
        isLoading: false,
        ownScales: false,
        zone: 'utc',
        kind: undefined,
        columns,
        rows,
      });
      return styledText(lines)[0] ?? '';
    };
    expect(line(80, 18_377, 975_994)).toContain(' 18,377 of 975,994');
    const counts = fc.integer({ min: 1, max: 20_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 200 }), counts, counts, (columns, one, other) => {
        const [within, all] = [Math.min(one, other), Math.max(one, other)];
        const said = line(columns, within, all);
        expect(said.length).toBeLessThanOrEqual(columns);
        const [, ends, of] =
          /█ *([\d,]+)(?: of ([\d,]+))?(?: · \d+ (?:s|min|h) a bar.*)?$/.exec(said) ?? [];
        expect(ends).toBe(within.toLocaleString('en'));
        if (of !== undefined) expect(of).toBe(all.toLocaleString('en'));
      }),
    );
  },
);

it('the duration of a bar has no zero minutes or hours', () => {
  const said = (size: number) =>
    /· (.*) a bar/.exec(barsIn({ start: 0, size, count: 8 }, 80, 80))?.[1];
  expect([10_000, 15 * MINUTE, 60 * MINUTE, 720 * MINUTE, DAY].map(said)).toEqual([
    '10 s',
    '15 min',
    '1 h',
    '12 h',
    '1 d',
  ]);
});

/** The line below the bars, from the first bar on. */
function axisOf(
  counts: readonly number[],
  begunAt: number | null = null,
  size = MINUTE,
  columns = 120,
): string {
  const totals = Uint32Array.from(counts);
  const buckets = { start: MIDNIGHT, size, count: totals.length };
  const answer = { buckets, totals, layers: [] };
  const lines = histogramLines({
    shown: { store: { span: null } } as unknown as Shown,
    bars: { drawn: answer, listed: answer, of: {} as never },
    timeRange: null,
    begunAt,
    isLoading: false,
    ownScales: false,
    zone: 'utc',
    kind: undefined,
    columns,
    rows: 4,
  });
  return styledText(lines).at(-1) ?? '';
}

const marksOf = (axis: string) =>
  [...axis.slice(12)].flatMap((cell, at) => (cell === '^' ? [at] : []));

/** Bars of one entry each, with bursts at these positions. */
const bursting = (...bars: readonly number[]) =>
  Array.from({ length: 80 }, (_, at) => (bars.includes(at) ? 80 : 1));

it('every burst is marked below its bar', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(79), { maxLength: 20 }), (bars) => {
      const axis = axisOf(bursting(...bars));
      expect(marksOf(axis)).toEqual(bars.toSorted((a, b) => a - b));
      expect(axis).toMatch(/00:00:00.*01:20:00/);
    }),
  );
});

it('the bar duration is shown in the middle, beside burst marks, or not at all', () => {
  const said = '1 min a bar, the largest 1';
  const start = (axis: string) => axis.indexOf(said) - 12;
  expect(axisOf(bursting())).toBe(
    `${' '.repeat(12)}00:00:00${' '.repeat(19)}${said}${' '.repeat(19)}01:20:00`,
  );
  expect(start(axisOf(bursting(40)))).toBe(13);
  expect(axisOf(bursting(18, 40, 60))).toMatch(/\^ +1 min a bar +\^ +the largest 1 +\^/);
  expect(axisOf(bursting(...Array.from({ length: 13 }, (_, at) => 6 + at * 6)))).not.toContain(
    'a bar',
  );
});

it('a time at the end of the axis moves aside for a burst mark', () => {
  expect(axisOf(bursting(3, 78))).toMatch(/^ {3}00:00:00 {4}\^.*\^ {2}01:20:00$/);
});

it('an axis over several days shows dates at both ends', () => {
  const hours = (counts: readonly number[]) => axisOf(counts, null, 60 * MINUTE, 104);
  expect(hours(bursting())).toMatch(/^ {12}03-14 00:00 .* 03-17 08:00$/);
  expect(hours(bursting(3, 78))).toMatch(/^03-14 00:00 {4}\^ .*\^ {2}03-17 08:00$/);
});

it('the rows of the statuses keep their order, whichever is the most frequent', () => {
  const names = (...most: readonly string[]) => {
    const buckets = { start: MIDNIGHT, size: MINUTE, count: 80 };
    const counts = new Uint32Array(80).fill(1);
    const answer = { buckets, totals: counts, layers: most.map((value) => ({ value, counts })) };
    const lines = histogramLines({
      shown: { store: { span: null } } as unknown as Shown,
      bars: { drawn: answer, listed: answer, of: {} as never },
      timeRange: null,
      begunAt: null,
      isLoading: false,
      ownScales: false,
      zone: 'utc',
      kind: undefined,
      columns: 104,
      rows: 4,
    });
    return styledText(lines)
      .slice(0, 3)
      .map((line) => line.trim().split(' ')[0]);
  };
  const order = ['Blocked', 'Challenged', 'Logged'];
  expect(names('Logged', 'Blocked', 'Challenged')).toEqual(order);
  expect(names('Challenged', 'Logged', 'Blocked')).toEqual(order);
});

it('a time range in a log of several days shows dates where they fit', () => {
  const HOUR = 60 * MINUTE;
  const axis = (from: number, until: number) => {
    const totals = new Uint32Array(80).fill(1);
    const answer = { buckets: { start: MIDNIGHT, size: HOUR, count: 80 }, totals, layers: [] };
    const lines = histogramLines({
      shown: { store: { span: null } } as unknown as Shown,
      bars: { drawn: answer, listed: answer, of: {} as never },
      timeRange: { from: MIDNIGHT + from * HOUR, until: MIDNIGHT + until * HOUR },
      begunAt: null,
      isLoading: false,
      ownScales: false,
      zone: 'utc',
      kind: undefined,
      columns: 104,
      rows: 4,
    });
    return styledText(lines).at(-1)?.trim();
  };
  expect(axis(20, 30)).toMatch(/^━{10} 03-14 20:00:00 to 03-15 06:00:00$/);
  expect(axis(60, 64)).toMatch(/^━{4} 03-16 12:00:00 to 16:00:00$/);
  expect(axis(70, 78)).toMatch(/^03-16 22:00:00 to 03-17 06:00:00 ━{8}$/);
  expect(axis(10, 70)).toMatch(/^━{60} 10:00:00 to 22:00:00$/);
});

it('bars from before all zones were loaded are neither bursts nor part of the baseline', () => {
  const all = Array.from({ length: 80 }, (_, at) => (at === 60 ? 80 : at < 42 ? 1 : 20));
  const marked = (begunAt: number | null) => marksOf(axisOf(all, begunAt));
  expect(marked(null).length).toBeGreaterThan(10);
  expect(marked(MIDNIGHT + 41.5 * MINUTE)).toEqual([60]);
  expect(marked(MIDNIGHT - MINUTE)).toEqual(marked(null));
  expect(marked(MIDNIGHT + 90 * MINUTE)).toEqual([]);
});

it('in words, bursts are named once everything is loaded and counted', () => {
  const totals = Uint32Array.from(bursting(40));
  const answer = { buckets: { start: MIDNIGHT, size: MINUTE, count: 80 }, totals, layers: [] };
  const said = (isLoading: boolean, looked: number) => {
    const [line] = histogramLines({
      shown: { store: { span: null } } as unknown as Shown,
      bars: { drawn: answer, listed: answer, of: { looked, entries: 159 } as Extent },
      timeRange: null,
      begunAt: null,
      isLoading,
      ownScales: false,
      zone: 'utc',
      kind: 'spoken',
      columns: 80,
      rows: 1,
    });
    return JSON.stringify(line);
  };
  expect(said(false, 159)).toContain('bursts 1, the last at 00:40');
  expect(said(true, 159)).not.toContain('bursts');
  expect(said(false, 80)).not.toContain('bursts');
});
