import { expect, it } from 'vitest';
import { type Coverage, noCoverage } from '../../../src/events/coverage.ts';
import { archivedLine } from '../../../src/panes/events/archived.ts';
import type { Source } from '../../../src/panes/events/source.ts';
import { startOfDay, type UtcDay, utcDay } from '../../../src/text/moments.ts';
import { lineText } from '../../support/line-text.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const HOUR = 3_600_000;

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
      now: startOfDay(DAY + 3),
      horizon: null,
      columns: 80,
    }),
  );

it('the map is of the day under the cursor, else of the newest, with its gaps', () => {
  const two = source({ 7: [covering(DAY, [0, 24]), covering(DAY + 1, [0, 6], [12, 18])] });
  expect(line(two)).toBe(
    ` 00 ${'█'.repeat(12)}${'▒'.repeat(12)}${'█'.repeat(12)}${'░'.repeat(12)} 24  2026-03-15 of shop.db, with 2 days · 1 gap`,
  );
  expect(line(two, DAY)).toBe(` 00 ${'█'.repeat(48)} 24  2026-03-14 of shop.db, with 2 days`);
});

it('of several zones the map shows what all of them have', () => {
  const both = source({ 7: [covering(DAY, [0, 24])], 8: [covering(DAY, [0, 12])] });
  expect(line(both)).toContain(` 00 ${'█'.repeat(24)}${'░'.repeat(24)} 24 `);
});

it('a zone that the file has nothing of is said to be', () => {
  expect(line(source({ 7: [] }))).toBe(' shop.db has nothing of it');
});
