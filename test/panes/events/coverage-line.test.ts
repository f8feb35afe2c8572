import { expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { type Coverage, dayRange, noCoverage } from '../../../src/events/coverage.ts';
import type { DayProgress } from '../../../src/feeds/pages-feed.ts';
import {
  archivedLine,
  completingSpans,
  followingLine,
  followingZonesLine,
} from '../../../src/panes/events/coverage-line.ts';
import type { Source } from '../../../src/panes/events/state.ts';
import { NO_KEY_NAMES } from '../../../src/text/key-names.ts';
import { startOfDay, type UtcDay, utcDay } from '../../../src/text/time.ts';
import { lineText } from '../../support/line-text.ts';

const DAY = utcDay(Date.UTC(2026, 2, 13));
const HOUR = 3_600_000;

/** A day whose first `hours` hours are archived. */
const day = (of: number, hours: number, change: Partial<DayProgress> = {}): DayProgress => ({
  day: of,
  order: 'newest-first',
  pages: 1,
  phase: 'walking',
  end: null,
  restarts: 0,
  failure: null,
  stale: false,
  coverage: {
    ...noCoverage(of),
    loaded:
      hours === 24
        ? [dayRange(of)]
        : [{ from: startOfDay(of), until: startOfDay(of) + hours * HOUR }],
  },
  ...change,
});

const told = (...days: readonly DayProgress[]) =>
  lineText(completingSpans(new Map([['7', new Map(days.map((each) => [each.day, each]))]])));

const failure = {
  error: new ApiError({ kind: 'service', title: 'Service error' }),
  attempts: 1,
  wait: { kind: 'after', ms: 1000 },
} as const;

it.each([
  ['nothing is to be completed', [], ''],
  ['all is', [day(DAY, 24, { phase: 'ended' })], ''],
  ['a day is under way', [day(DAY, 12)], '  completing 03-13: 50%'],
  ['two are', [day(DAY - 1, 6), day(DAY, 12)], '  completing 2 days: 38%'],
  ['one of two is', [day(DAY - 1, 24), day(DAY, 18)], '  completing 03-13: 75%'],
  [
    'the service does not answer',
    [day(DAY, 12, { failure })],
    '  completing 03-13: 50% not answered',
  ],
  ['something cannot be had', [day(DAY, 23, { phase: 'ended' })], '  days before: 1 gap'],
  [
    'more cannot be had',
    [day(DAY - 1, 6, { phase: 'ended' }), day(DAY, 23, { phase: 'ended' })],
    '  days before: 2 gaps',
  ],
] as const)('where %s, that is said', (_, days, sentence) => {
  expect(told(...days)).toBe(sentence);
});

it('a day whose next page cannot be had is not said to be loading', () => {
  const line = (change: Partial<DayProgress>) =>
    lineText(
      followingLine({
        days: new Map([[DAY, day(DAY, 6, change)]]),
        now: startOfDay(DAY) + 12 * HOUR,
        horizon: null,
        archiving: { kind: 'off' },
        completing: new Map(),
        keyNames: NO_KEY_NAMES,
        room: { kind: 'screen', columns: 120 },
      }),
    );
  expect(line({})).toContain('  loading · 1 page');
  expect(line({ failure })).toContain(' ! Service error  not complete · 1 page');
});

it.each([
  [120, 'newest 30 min of 14 h 02 min loaded · B loads more'],
  [80, 'newest 30 min of 14 h 02 min loaded · B loads more'],
  [60, 'newest 30 min of 14 h 02 min · B: more'],
  [40, 'newest 30 min of 14 h 02 min · B: more'],
])(
  'how much of a day is loaded, and what loads more, is said whole at %i columns',
  (columns, said) => {
    const now = startOfDay(DAY) + 14 * HOUR + 2 * 60_000;
    const coverage = { ...noCoverage(DAY), loaded: [{ from: now - HOUR / 2, until: now }] };
    const line = lineText(
      followingLine({
        days: new Map([[DAY, day(DAY, 0, { phase: 'following', coverage })]]),
        now,
        horizon: null,
        archiving: { kind: 'off' },
        completing: new Map(),
        keyNames: NO_KEY_NAMES,
        room: { kind: 'screen', columns },
      }),
    );
    expect(line).toContain(`  ${said}`);
    expect(line.length).toBeLessThanOrEqual(columns);
  },
);

it('the loaded share grows with loading, not with the clock while paused', () => {
  const until = startOfDay(DAY) + 12 * HOUR + 36 * 60_000;
  const coverage = { ...noCoverage(DAY), loaded: [{ from: until - 43 * 60_000, until }] };
  const at = (now: number) =>
    lineText(
      followingLine({
        days: new Map([[DAY, day(DAY, 0, { phase: 'following', coverage })]]),
        now,
        horizon: null,
        archiving: { kind: 'off' },
        completing: new Map(),
        keyNames: NO_KEY_NAMES,
        room: { kind: 'screen', columns: 120 },
      }),
    );
  expect(at(until)).toContain('  newest 43 min of 12 h 36 min loaded');
  expect(at(until + 7 * 60_000)).toContain('  newest 43 min of 12 h 36 min loaded');
});

it('a zone whose older pages are not answered is reported', () => {
  const line = lineText(
    followingLine({
      days: new Map([[DAY, day(DAY, 6, { failure })]]),
      now: startOfDay(DAY) + 12 * HOUR,
      horizon: null,
      archiving: { kind: 'off' },
      completing: new Map(),
      keyNames: NO_KEY_NAMES,
      room: { kind: 'screen', columns: 80 },
    }),
  );
  expect(line).toContain(' ! Service error');
});

it('the number of followed zones is exact', () => {
  const zones = ['1', '2', '3'].map((id) => ({ id, name: `zone-${id}.example.net` }));
  const of = (change: Partial<DayProgress>) =>
    new Map([[DAY, day(DAY, 24, { phase: 'following', ...change })]]);
  const line = lineText(
    followingZonesLine({
      zones,
      days: new Map([
        ['1', of({})],
        ['2', of({ failure })],
        ['3', of({ stale: true })],
      ]),
      now: startOfDay(DAY) + 12 * HOUR,
      horizon: null,
      archiving: { kind: 'off' },
      completing: new Map(),
      keyNames: NO_KEY_NAMES,
      room: { kind: 'screen', columns: 60 },
    }),
  );
  expect(line).toContain(' 3 zones: 1 following · 1 not answered · V shows each');
});

const SHOWN = utcDay(Date.UTC(2026, 2, 14));

const covering = (day: UtcDay, ...hours: readonly (readonly [number, number])[]): Coverage => ({
  ...noCoverage(day),
  pages: 1,
  loaded: hours.map(([from, until]) => ({
    from: startOfDay(day) + from * HOUR,
    until: startOfDay(day) + until * HOUR,
  })),
});

const source = (coverage: Readonly<Record<string, readonly Coverage[]>>) =>
  ({
    kind: 'archive',
    path: '/kept/shop.db',
    zones: Object.keys(coverage).map((id) => ({ id, name: id })),
    coverage: new Map(
      Object.entries(coverage).map(([zone, of]) => [
        zone,
        new Map(of.map((one) => [one.day, one])),
      ]),
    ),
  }) satisfies Source;

const line = (of: ReturnType<typeof source>, day: UtcDay | null = null) =>
  lineText(
    archivedLine({
      source: of,
      zones: of.zones.map(({ id }) => id),
      day,
      now: startOfDay(SHOWN + 3),
      horizon: null,
      part: null,
      room: { columns: 80 },
      keyNames: NO_KEY_NAMES,
    }),
  );

it('the map shows the day of the selected entry, or the newest, with its gaps', () => {
  const two = source({ 7: [covering(SHOWN, [0, 24]), covering(SHOWN + 1, [0, 6], [12, 18])] });
  expect(line(two)).toBe(
    ` 00 ${'█'.repeat(12)}${'▒'.repeat(12)}${'█'.repeat(12)}${'░'.repeat(12)} 24  2026-03-15 of shop.db, with 2 days · 1 gap`,
  );
  expect(line(two, SHOWN)).toBe(` 00 ${'█'.repeat(48)} 24  2026-03-14 of shop.db, with 2 days`);
});

it('for several zones, the map shows what all of them have', () => {
  const both = source({ 7: [covering(SHOWN, [0, 24])], 8: [covering(SHOWN, [0, 12])] });
  expect(line(both)).toContain(` 00 ${'█'.repeat(24)}${'░'.repeat(24)} 24 `);
});

it('a zone without entries in the file is reported', () => {
  expect(line(source({ 7: [] }))).toBe(' shop.db has no entries of it');
});

it('gaps come first, because a narrow screen cuts the end', () => {
  const coverage = covering(SHOWN, [0, 6], [12, 24]);
  const said = lineText(
    followingLine({
      days: new Map([[SHOWN, day(SHOWN, 24, { phase: 'following', coverage })]]),
      now: startOfDay(SHOWN + 1),
      horizon: null,
      archiving: { kind: 'off' },
      completing: new Map(),
      keyNames: NO_KEY_NAMES,
      room: { columns: 80 },
    }),
  );
  expect(said.slice(0, 80)).toContain('B loads more · 1 gap');
});

it('for partly loaded zones, the time from which all are complete is never cut', () => {
  const now = startOfDay(SHOWN) + 13 * HOUR;
  const zones = ['shop.example', 'api.shop.example'].map((name, at) => ({ id: String(at), name }));
  const of = (phase: DayProgress['phase'], ...from: readonly number[]) =>
    new Map(
      from.map((hour, at) => [
        String(at),
        new Map([[SHOWN, day(SHOWN, 0, { phase, coverage: covering(SHOWN, [hour, 13]) })]]),
      ]),
    );
  const said = (days: ReturnType<typeof of>, columns: number) => {
    const facts = {
      horizon: null,
      archiving: { kind: 'off' },
      completing: new Map(),
      keyNames: NO_KEY_NAMES,
    } as const;
    const room = { kind: 'screen', columns } as const;
    return lineText(followingZonesLine({ zones, days, now, ...facts, room }));
  };
  const inPart = of('following', 11.5, 12.25);
  expect(said(inPart, 160)).toMatch(/ 24 · complete from 12:15:00Z · B loads more$/);
  expect(said(inPart, 79)).toBe(
    ' 2 zones: all following · complete from 12:15:00Z · B loads more · V shows each',
  );
  expect(said(inPart, 72)).toBe(
    ' 2 zones: all following · from 12:15:00Z · B: more · V shows each',
  );
  expect(said(of('following', 0, 0), 79)).toMatch(/^ {2}shop\.example 00 .* 24$/);
  expect(said(of('walking', 11.5, 12.25), 79)).toMatch(/^ {2}shop\.example 00 .* 24$/);
});
