import { type Coverage, gaps, noCoverage } from '../../events/coverage.ts';
import { coverageMap, mapLine } from '../../events/coverage-map.ts';
import { count } from '../../text/figures.ts';
import { isLinear } from '../../text/linear.ts';
import { dayOf, startOfDay, type UtcDay } from '../../text/moments.ts';
import { type Printable, words } from '../../text/printable.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { fileName, type Source } from './source.ts';

/** What the line is drawn from. */
export interface ArchivedFacts {
  readonly source: Extract<Source, { kind: 'archive' }>;
  readonly zones: readonly string[];
  /** The day that is looked at; the newest when nothing is under the cursor. */
  readonly day: UtcDay | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the store has let go of reaches up to here. */
  readonly horizon: number | null;
  readonly columns: number;
}

const PIECES = 48;

/**
 * What an archive has of the day that is looked at: ` 00 ████░░ 24  2026-03-14 of shop.db, with 3 days`. Of
 * several zones, what all of them have.
 */
export function archivedLine({ source, zones, day, now, horizon, columns }: ArchivedFacts): Line {
  const days = [
    ...new Set(zones.flatMap((zone) => [...(source.coverage.get(zone)?.keys() ?? [])])),
  ];
  const shown = day ?? Math.max(...days);
  if (days.length === 0 || !Number.isFinite(shown)) {
    return [span(words` ${fileName(source.path)} has nothing of it`, theme.faint)];
  }
  const coverages = zones.map((zone) => source.coverage.get(zone)?.get(shown) ?? noCoverage(shown));
  const maps = coverages.map((coverage) => coverageMap(coverage, PIECES, { now, horizon }));
  // Worst first: a piece that one zone lacks is not loaded.
  const worst = maps[0]?.map((_, at) =>
    maps.map((map) => map[at]).find((piece) => piece !== 'loaded'),
  );
  const map = mapLine(worst?.map((piece) => piece ?? 'loaded') ?? [], 'blocks');
  const missing = coverages.reduce((sum, coverage: Coverage) => sum + gaps(coverage).length, 0);
  return [
    ...(isLinear(columns) ? [] : [span(words` ${map as Printable}`, theme.accent)]),
    span(
      words`  ${dayOf(startOfDay(shown), 'utc')} of ${fileName(source.path)}, with ${count(days.length)} ${days.length === 1 ? words`day` : words`days`}`,
      theme.faint,
    ),
    span(
      missing > 0 ? words` · ${missing} ${missing === 1 ? words`gap` : words`gaps`}` : words``,
      theme.warn,
    ),
  ];
}
