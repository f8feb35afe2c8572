import type { ApiError } from '../contract/api-error.ts';
import { ADVICE, aboutTheLink } from '../state/connection.ts';
import type { ConsoleState } from '../state/console-state.ts';
import {
  ageOf,
  type Freshness,
  freshnessOfRows,
  isStale,
  type Loadable,
  lastLoaded,
  type Moment,
} from '../state/loadable.ts';
import { keyFor } from '../text/key-names.ts';
import { counted } from '../text/numbers.ts';
import { type Printable, printableStart, words } from '../text/printable.ts';
import { duration, type TimeZone, timeNear } from '../text/time.ts';
import { cutLine, type Line, lineWidth, span } from '../ui/line.ts';
import { type RecordItem, textItem } from '../ui/record-lines.ts';
import { textOf } from '../ui/spoken.ts';
import { theme } from '../ui/theme.ts';

interface FreshnessFacts extends Freshness {
  readonly now: Moment;
  readonly zone: TimeZone;
  /** Whether a recording is on screen, where nothing is asked. */
  readonly isReplay?: boolean;
  /** Whether it is stopped, so that no answer follows. */
  readonly isStopped?: boolean;
}

/**
 * Age and source of data: `as of 14:02:05 · every 5 s · 12 ms`. Fresh data has a fixed time stamp, so that a quiet
 * screen sends nothing; the age counts only once the data is stale.
 */
export function freshness(facts: FreshnessFacts): Line {
  const { loadable, now, zone, every, dataInterval = 0, rows } = facts;
  const last = lastLoaded(loadable);
  if (!last) {
    const isUnrecorded =
      loadable.kind === 'failed' ? loadable.error.kind === 'not-recorded' : facts.isReplay;
    if (isUnrecorded) return [span(words`not recorded yet`, theme.faint)];
    if (loadable.kind !== 'failed') return [span(words`asking…`, theme.faint)];
    const { error, attempts } = loadable;
    if (attempts === 0) return [span(words`not asked now`, theme.bad)];
    const { status } = error;
    const said = status === undefined ? words`no answer yet` : words`answered ${status}`;
    const tries = ownAttempts(loadable);
    return [span(tries === 0 ? said : words`${said} · attempt ${tries}`, theme.bad)];
  }
  const age = ageOf(last.at, now);
  // A failing row keeps an older answer: the time does not apply to all rows.
  const which = !rows || rows.asNew === rows.of ? words`` : words`${rows.asNew} of ${rows.of} `;
  const stamp = words`${which}as of ${timeNear(now.wall, last.at.wall, zone)}`;
  const rhythm = every === null || facts.isStopped ? words`` : words` · every ${duration(every)}`;
  if (every !== null && isStale(age, Math.max(every, dataInterval))) {
    return [
      span(words`${stamp} `, theme.faint),
      span(words`STALE ${duration(age)}`, theme.badgeWarn),
    ];
  }
  return [
    span(stamp, theme.faint),
    span(words`${rhythm} · ${Math.round(last.took)} ms`, theme.faint),
  ];
}

/**
 * Freshness of a list whose rows are polled individually; null for no rows. A row that the service refuses is answered,
 * and up to date.
 */
export function freshnessOfList(
  all: readonly Loadable<unknown>[],
): Pick<Freshness, 'loadable' | 'rows'> | null {
  const others = all.filter((row) => row.kind !== 'failed' || aboutTheLink(row.error));
  const refused = all.length - others.length;
  const known = freshnessOfRows(others);
  if (!known?.rows || refused === 0) return known ?? freshnessOfRows(all);
  const { of, asNew } = known.rows;
  return { ...known, rows: { of: of + refused, asNew: asNew + refused } };
}

/** Freshness for the title of a pane: empty where nothing is polled, without the interval while paused. */
export const freshnessIn = (state: ConsoleState, fresh: Freshness | null): Line =>
  fresh === null
    ? []
    : freshness({
        ...fresh,
        every: state.pausedAt ? null : fresh.every,
        now: state.now,
        zone: state.timeZone,
        isReplay: state.replay !== null,
        isStopped: state.replay?.isPlaying === false,
      });

/**
 * The failure of the last request. Without an attempt the request is held back, and the failure is that of others: it
 * must not read as an answer about this.
 */
export const failureWords = ({ error, attempts }: Failed): Printable =>
  attempts === 0
    ? words`Not asked: ${printableStart(error.message)}`
    : printableStart(error.message);

type Failed = Extract<Loadable<unknown>, { kind: 'failed' }>;

/**
 * Attempts at this item alone; 0 for a failure of the connection. The header counts those, over all requests, and a
 * second count would differ from it.
 */
export const ownAttempts = ({ error, attempts }: Failed): number =>
  aboutTheLink(error) ? 0 : attempts;

/** `what`, and what to do about the failure. */
export const withAdvice = (what: Printable, { kind }: Pick<ApiError, 'kind'>): Printable =>
  ADVICE[kind] === '' ? what : words`${what} ${ADVICE[kind]}`;

/** Why the last refresh failed; empty after a success. The message is cut before the time if `columns` is too small. */
export function troubleLine(
  loadable: Loadable<unknown>,
  now: number,
  zone: TimeZone,
  columns: number,
): Line {
  if (loadable.kind !== 'failed') return [];
  const { since } = loadable;
  const attempts = ownAttempts(loadable);
  const tries = attempts === 0 ? words`` : words`${counted(attempts, words`attempt`)} `;
  const what = [span(words`! ${failureWords(loadable)}`, theme.bad)];
  const from = words`since ${timeNear(now, since.wall, zone)}`;
  const whole = span(words` · ${tries}${from}`, theme.faint);
  if (lineWidth([...what, whole]) <= columns) return [...what, whole];
  const short = span(words` · ${from}`, theme.faint);
  return [...cutLine(what, Math.max(1, columns - lineWidth([short]))), short];
}

/** The whole message, where `troubleLine` has cut it. */
export function cutTrouble(
  loadable: Loadable<unknown>,
  now: number,
  zone: TimeZone,
  columns: number,
): readonly RecordItem[] {
  if (loadable.kind !== 'failed') return [];
  const what = words`! ${failureWords(loadable)}`;
  const isWhole = textOf(troubleLine(loadable, now, zone, columns)).startsWith(what);
  return isWhole ? [] : [textItem(what, theme.bad)];
}

/** Title text while a minute of the past is shown; undefined while the present is. */
export function viewedIn({ viewing, now, timeZone, keyNames }: ConsoleState): Line | undefined {
  if (viewing === null) return undefined;
  const time = timeNear(now.wall, viewing, timeZone);
  const back = keyFor(keyNames, 'back', words`Esc`);
  return [span(words`as answered by ${time} · ${back}: now`, theme.warn)];
}
