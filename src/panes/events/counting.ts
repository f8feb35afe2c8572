import type { Clock } from '../../edges/clock.ts';
import type { FilteredView } from '../../events/filtered-view.ts';
import type { Answered, Extent, Question } from '../../events/questions/question.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { type Line, lineWidth, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';

/** Time limit for one slice of counting, in milliseconds, so that key presses are not delayed. */
const SLICE_MS = 4;
/** After a count, the pause is this many times its duration, to leave the processor to keys and loading. */
const REST_FACTOR = 20;
/** Pause after an archive gave no answer, in milliseconds. */
export const ASK_AGAIN_MS = 10_000;
/** Longest pause in milliseconds, for a process that was suspended during a count. */
const MAX_REST_MS = 5000;

/** Uncounted entries are mentioned if they exceed this share of what is loaded. */
const NOTED_SHARE = 0.01;

/** A count to be made. An older result for the same subject may be shown meanwhile. */
interface Wanted<Result> {
  /** What is counted. Results are never shared between subjects. */
  readonly subject: object;
  readonly asked: string;
  /** Equal for equal results. */
  readonly version: string;
  /** Counts in short steps here, or elsewhere until the signal aborts, with several results. */
  begin(signal: AbortSignal): Iterator<void, Result, void> | AsyncIterable<Result>;
}

export const counted = <Asked extends Question>(
  { archive, answers, soFar }: Pick<Shown, 'archive' | 'answers' | 'soFar'>,
  question: Asked,
  signal: AbortSignal,
): Iterator<void, Answered<Asked>, void> | AsyncIterable<Answered<Asked>> =>
  archive ? answers.ask(question, signal) : soFar(question);

/**
 * Changes when a count may have a different result. It must not depend on drawing: a finished count causes a redraw,
 * which would start the next count forever.
 */
export const countedVersion = ({
  archive,
  store,
  view,
  around,
}: Pick<Shown, 'archive' | 'store' | 'view' | 'around'>) =>
  // The list may be scanned completely before its surroundings, which the bars show as well.
  archive ? '' : `${store.version} ${view.counts.scanned} ${around?.counts.scanned}`;

/** `154`, or `100 of 154` if not all have a row. */
export const shownOf = (rows: number, all: number): Printable =>
  rows < all ? words`${count(rows)} of ${count(all)}` : words`${count(all)}`;

/** How many entries an answer covers, and what it leaves out. `apart` separates it from the text before. */
export const countedOf = (total: number, leftOut = 0, apart: Printable = words``): Line => [
  span(
    words`${apart}of ${count(total)} ${total === 1 ? words`entry` : words`entries`}`,
    theme.faint,
  ),
  ...(leftOut > 0
    ? [span(words` · ${count(leftOut)} with values beyond the dictionaries left out`, theme.warn)]
    : []),
];

/** What an answer is based on: `of 10,400,000 archived entries`. */
export function extentWords({ held, looked, entries, areCandidates }: Extent): Printable {
  const what = held === 'loaded' ? words`loaded` : words`archived`;
  const part = looked < entries ? words`the newest ${count(looked)} of ` : words``;
  const candidates = areCandidates ? words`candidates, ` : words``;
  return words`${candidates}of ${part}${count(entries)} ${what} ${entries === 1 ? words`entry` : words`entries`}`;
}

/** Why a view tests no more entries: `too slow: stopped after 2 of 103`; empty if it goes on. */
export const stoppedText = ({
  stopped,
  scanned,
  total,
}: Pick<FilteredView['counts'], 'stopped' | 'scanned' | 'total'>): Printable =>
  stopped ? words`too slow: stopped after ${count(scanned)} of ${count(total)}` : words``;

/** What was counted, if the archive holds more than is loaded or many entries have arrived since. */
export function extentOf({ archive, store, view }: Shown, of: Extent): Line | null {
  if (archive) return [span(words` · ${extentWords(of)}`, theme.faint)];
  if (view.counts.stopped) return [span(words` · ${stoppedText(view.counts)}`, theme.warn)];
  const uncounted = Math.max(store.size, of.entries) - of.looked;
  // A live log always has a few new entries.
  return uncounted > store.size * NOTED_SHARE
    ? [span(words` · ${count(uncounted)} loaded are not counted yet`, theme.faint)]
    : null;
}

/**
 * Counts entries in slices so that keys stay responsive.
 *
 * @param changed called when there is a new result
 */
export function createCounting<Result>(
  name: string,
  { feeds, clock }: { readonly feeds: Supervisor; readonly clock: Clock },
  changed: () => void,
) {
  // A WeakMap, so that results do not keep a closed listing in memory.
  const results = new WeakMap<object, { asked: string; version: string; value: Result }>();
  let underWay: { readonly subject: WeakRef<object>; readonly asked: string } | undefined;
  let serial = 0;

  const start = ({ subject, asked, version, begin }: Wanted<Result>): void => {
    const end = new AbortController();
    const work = begin(end.signal);
    const keep = (value: Result) => results.set(subject, { asked, version, value });
    if (Symbol.asyncIterator in work) {
      // An archive does not change: it is counted again only for another question.
      underWay = { subject: new WeakRef(subject), asked };
      serial += 1;
      feeds.run(name, String(serial), async (signal) => {
        signal.addEventListener('abort', () => end.abort(), { once: true });
        let isAnswered = false;
        for await (const value of work) {
          if (signal.aborted) return;
          isAnswered = true;
          keep(value);
          changed();
        }
        if (isAnswered) return;
        await clock.sleep(ASK_AGAIN_MS, signal);
        if (signal.aborted) return;
        underWay = undefined;
        changed();
      });
      return;
    }
    let spent = 0;
    /** Returns whether it is done. */
    const slice = (): boolean => {
      const began = performance.now();
      for (;;) {
        const step = work.next();
        const took = performance.now() - began;
        if (step.done) keep(step.value);
        if (step.done || took >= SLICE_MS) {
          spent += took;
          return step.done === true;
        }
      }
    };
    if (slice()) return;
    underWay = { subject: new WeakRef(subject), asked };
    serial += 1;
    feeds.run(name, String(serial), async (signal) => {
      for (let done = false; !done; ) {
        await yieldToEventLoop();
        if (signal.aborted) return;
        done = slice();
      }
      changed();
      await clock.sleep(Math.min(spent * REST_FACTOR, MAX_REST_MS), signal);
      if (signal.aborted) return;
      underWay = undefined;
      changed();
    });
  };

  return {
    /**
     * The latest result for the subject, which may be slightly out of date; undefined until there is one. A count that
     * takes only one slice is available at once.
     */
    latest(wanted: Wanted<Result>): Result | undefined {
      const { subject, asked, version } = wanted;
      const result = results.get(subject);
      const isSame = underWay
        ? underWay.subject.deref() === subject && underWay.asked === asked
        : result?.asked === asked;
      if (!isSame) {
        feeds.stop(name);
        underWay = undefined;
      }
      // New entries are counted after the pause.
      if (!isSame || (!underWay && result?.version !== version)) start(wanted);
      return results.get(subject)?.value;
    },
  };
}

/** Number of leading spans that fit, cut only between clauses, because a cut figure would be wrong. */
function fittingSpans(told: Line, columns: number, end: Line = []): number {
  if (lineWidth(told) <= columns) return told.length;
  const starts = told.flatMap(({ text }, at) => (at > 0 && text.startsWith(CLAUSE) ? [at] : []));
  const last = starts.findLast((at) => lineWidth([...told.slice(0, at), ...end]) <= columns);
  return last ?? starts[0] ?? told.length;
}

/** The title and what was counted. Clauses that do not fit move to a second line. */
export function titleLines(head: Line, told: Line, extent: Line, columns: number): readonly Line[] {
  const whole = [...head, ...told, ...extent];
  if (lineWidth(whole) <= columns) return [whole];
  const end = fittingSpans(told, columns - lineWidth(head));
  const rest = told.slice(end);
  const shown = fittingSpans(rest, columns - NEXT.length - lineWidth(extent), [MORE]);
  const more = shown < rest.length ? [MORE] : [];
  const [first, ...others] = [...rest.slice(0, shown), ...more, ...extent];
  if (!first) return [whole];
  const next = span(first.text.slice(CLAUSE.length) as Printable, first.style);
  return [
    [...head, ...told.slice(0, end)],
    [span(NEXT), next, ...others],
  ];
}

const CLAUSE = ' · ';
/** Indent of the second line of a title. */
const NEXT = words`   `;

const MORE = span(words` …`, theme.faint);
