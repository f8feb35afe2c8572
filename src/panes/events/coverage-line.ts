import { isEngineAddress } from '../../archive/address.ts';
import { type Coverage, covers, dayRange, gaps, noCoverage } from '../../events/coverage.ts';
import { coverageMap, mapLine } from '../../events/coverage-map.ts';
import type { DayProgress } from '../../feeds/pages-feed.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { count, counted, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { dayOf, duration, startOfDay, timeOfDay, type UtcDay } from '../../text/time.ts';
import { BESIDE } from '../../ui/layout.ts';
import { type Line, lineWidth, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { type ArchiveState, type FollowedDays, fileName, type Source } from './state.ts';

const ORDER: Readonly<Record<DayProgress['order'], Printable>> = {
  'oldest-first': words`service lists oldest first`,
  'newest-first': words`service lists newest first`,
  unknown: words`order of the service not known yet`,
};

const PHASE: Readonly<Record<DayProgress['phase'], Printable>> = {
  walking: words`loading`,
  following: words`following`,
  ended: words`day over`,
};

/** What is wrong with following a day, in a word; null if nothing. */
export const troubleWith = ({
  failure,
  stale,
}: Pick<DayProgress, 'failure' | 'stale'>): Printable | null =>
  failure ? words`failing` : stale ? words`stale` : null;

export const phaseOf = (day: DayProgress): Printable => troubleWith(day) ?? PHASE[day.phase];

export function newestDay(
  days: ReadonlyMap<UtcDay, DayProgress> | undefined,
): DayProgress | undefined {
  let newest: DayProgress | undefined;
  for (const day of days?.values() ?? []) if (!newest || day.day > newest.day) newest = day;
  return newest;
}

/**
 * Since when the log is loaded if older entries are only loaded on request; null if the day is loaded, or being loaded,
 * from its beginning.
 */
export function restsBefore({ day, order, phase, coverage }: DayProgress): number | null {
  const from = coverage.loaded.at(-1)?.from;
  if (phase !== 'following' || order !== 'newest-first' || from === undefined) return null;
  return from > startOfDay(day) ? from : null;
}

/**
 * `newest 1 h of 14 h loaded · B loads more`, then shorter versions; empty if the whole day is loaded or being loaded.
 */
function restTexts(progress: DayProgress, keyNames: KeyNames): readonly Printable[] {
  const from = restsBefore(progress);
  // Up to the last look at the newest end. No more is loaded until the next look.
  const until = progress.coverage.loaded.at(-1)?.until;
  if (from === null || until === undefined) return [words``];
  const loaded = duration(until - from);
  const all = duration(until - startOfDay(progress.day));
  const more = keyFor(keyNames, 'events.load-more', words`B`);
  return [
    words`  newest ${loaded} of ${all} loaded · ${more} loads more`,
    words`  newest ${loaded} of ${all} · ${more}: more`,
    words`  ${loaded} of ${all} · ${more}: more`,
  ];
}

/** Pieces of the day on the map: half an hour each, or a quarter where there is room. */
const PIECES = { few: 48, many: 96 } as const;
const ROOMY = 150;
/** Pieces of a map beside something else: two hours each. */
const SMALL = 12;

/** If only part is loaded, its size is more important than a detailed map. */
function piecesIn({ columns }: Pick<Room, 'columns'>, isPart: boolean): number {
  if (isPart) return columns < BESIDE ? SMALL : PIECES.few;
  return columns < ROOMY ? PIECES.few : PIECES.many;
}

interface FollowingFacts {
  readonly keyNames: KeyNames;
  readonly days: ReadonlyMap<UtcDay, DayProgress>;
  readonly now: number;
  /** Entries up to this time were evicted; null if none were. */
  readonly horizon: number | null;
  readonly archiving: ArchiveState;
  /** Progress of completing earlier days in the archive. */
  readonly completing: FollowedDays;
  readonly room: Pick<Room, 'kind' | 'columns'>;
}

/** Loaded share of a day, 0 to 1. */
function shareOf({ day, coverage }: DayProgress): number {
  const { from, until } = dayRange(day);
  return coverage.loaded.reduce((sum, range) => sum + range.until - range.from, 0) / (until - from);
}

/** `03-13`, without the year. */
const shortDay = (day: UtcDay): Printable =>
  dayOf(startOfDay(day), 'utc').slice('2026-'.length) as Printable;

/** Progress of completing earlier days in the archive: `  completing 03-13: 62%`; empty when done. */
export function completingSpans(completing: FollowedDays): Line {
  const open = [...completing.values()]
    .flatMap((days) => [...days.values()])
    .filter(({ day, coverage }) => !covers(coverage, dayRange(day)));
  const going = open.filter(({ phase }) => phase !== 'ended');
  const [only, ...others] = going;
  if (!only) {
    const left = open.reduce((sum, { coverage }) => sum + Math.max(1, gaps(coverage).length), 0);
    return left === 0 ? [] : [span(words`  days before: ${counted(left, words`gap`)}`, theme.warn)];
  }
  const mean = going.reduce((sum, day) => sum + shareOf(day), 0) / going.length;
  const what = others.length === 0 ? shortDay(only.day) : words`${going.length} days`;
  const failing = going.some(({ failure }) => failure !== null);
  return [
    span(words`  completing ${what}: ${percent(mean)}`, theme.good),
    span(failing ? words` not answered` : words``, theme.bad),
  ];
}

/** Why pages wait. */
const waitsFor = (path: string): Printable =>
  isEngineAddress(path) ? words`the server takes nothing` : words`in use by another program`;

/** Whether and where the log is archived, preceded by the progress of earlier days. */
function archivingSpans({
  archiving,
  completing,
}: Pick<FollowingFacts, 'archiving' | 'completing'>): Line {
  switch (archiving.kind) {
    case 'off':
      return [];
    case 'on':
      return [
        ...completingSpans(completing),
        span(words`  archive ${fileName(archiving.path)}`, theme.good),
        span(archiving.late > 0 ? words` waits: ${waitsFor(archiving.path)}` : words``, theme.warn),
      ];
    case 'failed':
      return [
        span(
          archiving.isTriedAgain
            ? words`  archive ${fileName(archiving.path)}: nothing kept since ${timeOfDay(archiving.since, 'utc')}Z, tried again: `
            : words`  archive ${fileName(archiving.path)}: `,
          theme.bad,
        ),
        span(printableStart(archiving.reason), theme.warn),
      ];
  }
}

/**
 * Coverage in one line: the map of the day, gaps, why loading stopped, then as many whole details as fit: ` 00 ████▒▒░░
 * 24  following · 204 pages · service lists newest first`.
 */
export function followingLine(facts: FollowingFacts): Line {
  const { days, now, horizon, room } = facts;
  const newest = newestDay(days);
  if (!newest)
    return [span(words` asking for the first page…`, theme.faint), ...archivingSpans(facts)];
  const { pages, order, phase, restarts, coverage, stale, failure } = newest;
  const isPart = phase === 'walking' || restsBefore(newest) !== null;
  const map =
    room.kind === 'spoken'
      ? ''
      : mapLine(coverageMap(coverage, piecesIn(room, isPart), { now, horizon }));
  const missing = gaps(coverage).length;
  const told: Line = [
    ...archivingSpans(facts),
    // Problems come first, because a narrow screen cuts the end.
    span(failure ? words` ! ${printableStart(failure.error.title)}` : words``, theme.bad),
    span(missing > 0 ? words` · ${counted(missing, words`gap`)}` : words``, theme.warn),
    span(
      coverage.stopped === null ? words`` : words` · stopped: ${printable(coverage.stopped)}`,
      theme.warn,
    ),
    span(
      restarts > 0 ? words` · restarted ${restarts} times: a page token had expired` : words``,
      theme.warn,
    ),
    span(stale ? words` · resumed from sleep: catching up` : words``, theme.warn),
  ];
  // The longest description that fits. Problems are never cut in favour of the map.
  const maps = map === '' ? [words``] : [words` ${map as Printable}`, words``];
  const beginnings = maps.flatMap((drawn) =>
    restTexts(newest, facts.keyNames).map((rest): Line => [span(drawn, theme.data), span(rest)]),
  );
  const begun =
    beginnings.find((line) => lineWidth([...line, ...told]) <= room.columns) ?? beginnings.at(-1);
  const line: Span[] = [...(begun ?? []), ...told];
  // A page that fails is not loading.
  const doing = failure && phase === 'walking' ? words`  not complete` : words`  ${PHASE[phase]}`;
  const more = [
    doing,
    words` · ${counted(pages, words`page`)}`,
    words` · ${ORDER[order]}`,
    words` · ${dayOf(startOfDay(newest.day), 'utc')}`,
  ];
  for (const text of more) {
    const next = span(text, theme.faint);
    if (room.kind !== 'spoken' && lineWidth([...line, next]) > room.columns) break;
    line.push(next);
  }
  return line;
}

interface FollowingZonesFacts extends Omit<FollowingFacts, 'days'> {
  readonly zones: readonly WorkspaceItem[];
  readonly days: FollowedDays;
}

/** Since when all zones are loaded, then shorter versions; empty if all days are loaded from their beginning. */
function zonesRests(days: readonly DayProgress[], keyNames: KeyNames): readonly Line[] {
  const rests = days.map(restsBefore).filter((from) => from !== null);
  if (rests.length === 0) return [[]];
  const from = timeOfDay(Math.max(...rests), 'utc');
  const more = keyFor(keyNames, 'events.load-more', words`B`);
  return [
    [span(words` · complete from ${from}Z · ${more} loads more`, theme.data)],
    [span(words` · from ${from}Z · ${more}: more`, theme.data)],
  ];
}

/**
 * Coverage of several zones in one line, each with a small map: ` shop ████░░ api ██▒▒`. If they do not fit, the number
 * of zones in each state.
 */
export function followingZonesLine(facts: FollowingZonesFacts): Line {
  const { zones, days, now, horizon, room } = facts;
  const newest = zones.map(({ id }) => newestDay(days.get(id)));
  const each = zones.flatMap(({ name }, at): Line => {
    const day = newest[at];
    const map = day ? mapLine(coverageMap(day.coverage, SMALL, { now, horizon })) : '…';
    return [
      span(words`  ${printableStart(name)} `, theme.faint),
      span(map as Printable, theme.data),
      ...(day?.failure
        ? [span(words` ! ${printableStart(day.failure.error.title)}`, theme.bad)]
        : []),
    ];
  });
  const kept = archivingSpans(facts);
  const known = newest.filter((day) => day !== undefined);
  const rests = zonesRests(known, facts.keyNames);
  const isWhole = (line: Line) => lineWidth(line) <= room.columns;
  if (room.kind !== 'spoken') {
    const maps = rests.map((rest): Line => [...each, ...rest, ...kept]).find(isWhole);
    if (maps) return maps;
  }
  const holes = known.filter(({ coverage }) => gaps(coverage).length > 0).length;
  const loading = zones.length - known.filter(({ phase }) => phase !== 'walking').length;
  const failing = known.filter(({ failure }) => failure !== null).length;
  const troubled = known.filter((day) => troubleWith(day) !== null).length;
  const following =
    loading > 0
      ? words`${loading} loading the day`
      : troubled > 0
        ? words`${zones.length - troubled} following`
        : words`all following`;
  const told = (rest: Line): Line => [
    span(words` ${zones.length} zones: `, theme.faint),
    span(following, theme.data),
    span(holes > 0 ? words` · ${holes} with gaps` : words``, theme.warn),
    span(failing > 0 ? words` · ${failing} not answered` : words``, theme.bad),
    ...rest,
    span(words` · ${keyFor(facts.keyNames, 'events.zones', words`V`)} shows each`, theme.faint),
    ...kept,
  ];
  const lines = rests.map(told);
  return lines.find(isWhole) ?? lines.at(-1) ?? [];
}

interface ArchivedFacts extends Pick<FollowingFacts, 'now' | 'horizon' | 'room' | 'keyNames'> {
  readonly source: Extract<Source, { kind: 'archive' }>;
  readonly zones: readonly string[];
  /** The day of the selected entry; null for the newest. */
  readonly day: UtcDay | null;
  /** Loaded entries and all entries, if not all fit into memory. */
  readonly part: { readonly loaded: number; readonly entries: number } | null;
}

/**
 * What an archive has of the selected day: ` 00 ████░░ 24  2026-03-14 of shop.db, with 3 days`. For several zones, what
 * all of them have.
 */
export function archivedLine({
  source,
  zones,
  day,
  now,
  horizon,
  part,
  room,
  keyNames,
}: ArchivedFacts): Line {
  const days = [
    ...new Set(zones.flatMap((zone) => [...(source.coverage.get(zone)?.keys() ?? [])])),
  ];
  const shown = day ?? Math.max(...days);
  if (days.length === 0 || !Number.isFinite(shown)) {
    return [span(words` ${fileName(source.path)} has no entries of it`, theme.faint)];
  }
  const coverages = zones.map((zone) => source.coverage.get(zone)?.get(shown) ?? noCoverage(shown));
  const maps = coverages.map((coverage) => coverageMap(coverage, PIECES.few, { now, horizon }));
  // A piece that any zone lacks counts as not loaded.
  const worst = maps[0]?.map((_, at) =>
    maps.map((map) => map[at]).find((piece) => piece !== 'loaded'),
  );
  const map = mapLine(worst?.map((piece) => piece ?? 'loaded') ?? []);
  const more = keyFor(keyNames, 'events.load-more', words`B`);
  const missing = coverages.reduce((sum, coverage: Coverage) => sum + gaps(coverage).length, 0);
  return [
    ...(room.kind === 'spoken' ? [] : [span(words` ${map as Printable}`, theme.data)]),
    ...(part
      ? [
          span(
            words`  ${count(part.loaded)} of ${count(part.entries)} listed, all counted · ${more} lists more`,
          ),
        ]
      : []),
    span(
      words`  ${dayOf(startOfDay(shown), 'utc')} of ${fileName(source.path)}, with ${counted(days.length, words`day`)}`,
      theme.faint,
    ),
    span(missing > 0 ? words` · ${counted(missing, words`gap`)}` : words``, theme.warn),
  ];
}
