import type { Clock } from '../../edges/clock.ts';
import type { Answered, Extent, Question } from '../../events/questions/question.ts';
import { yieldToEventLoop } from '../../feeds/scheduling.ts';
import type { Supervisor } from '../../feeds/supervisor.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { type Line, lineWidth, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';

/** The longest that counting may keep a key waiting, milliseconds. */
const SLICE = 4;
/** Between two counts there are so many times as long as one takes: they share a processor with keys and drawing. */
const REST = 4;
/** The longest that is, milliseconds: a process that was stopped in a count has not counted all the while. */
const LONGEST_REST = 5000;

/** That entries are not counted yet is said where they are more than this share of what is loaded. */
const NOTED = 0.01;

/** What a count is of: another one of the same subject may be shown until it is done. */
interface Wanted<Result> {
  /** What is counted. Another subject has nothing to do with what was counted before. */
  readonly subject: object;
  readonly asked: string;
  /** How what is counted stands: the same for equal results of what is asked. */
  readonly version: string;
  /** Counts in short steps here, or has it counted elsewhere until the signal aborts: a result after another. */
  begin(signal: AbortSignal): Iterator<void, Result, void> | AsyncIterable<Result>;
}

export const counted = <Asked extends Question>(
  { archive, answers, soFar }: Pick<Shown, 'archive' | 'answers' | 'soFar'>,
  question: Asked,
  signal: AbortSignal,
): Iterator<void, Answered<Asked>, void> | AsyncIterable<Answered<Asked>> =>
  archive ? answers.ask(question, signal) : soFar(question);

/**
 * Another text when a count of what is shown may come to something else. A frame that is drawn again must not change it:
 * a finished count has one drawn, and would begin the next for ever.
 */
export const countedVersion = ({
  archive,
  store,
  view,
  around,
}: Pick<Shown, 'archive' | 'store' | 'view' | 'around'>) =>
  // The list may be through before what lies around it, which the bars are of, too.
  archive ? '' : `${store.version} ${view.counts.scanned} ${around?.counts.scanned}`;

/** `154`, or `100 of 154` where not all have a row. */
export const shownOf = (rows: number, all: number): Printable =>
  rows < all ? words`${count(rows)} of ${count(all)}` : words`${count(all)}`;

/** How many entries an answer is about, and what it leaves out; `apart` stands before, where it may be left out. */
export const countedOf = (total: number, untold = 0, apart: Printable = words``): Line => [
  span(
    words`${apart}of ${count(total)} ${total === 1 ? words`entry` : words`entries`}`,
    theme.faint,
  ),
  ...(untold > 0
    ? [span(words` · ${count(untold)} with values beyond the dictionaries left out`, theme.warn)]
    : []),
];

/** What an answer is of, in words: `of 10,400,000 archived entries`. */
export function extentWords({ held, looked, entries, areCandidates }: Extent): Printable {
  const what = held === 'loaded' ? words`loaded` : words`archived`;
  const part = looked < entries ? words`the newest ${count(looked)} of ` : words``;
  const candidates = areCandidates ? words`candidates, ` : words``;
  return words`${candidates}of ${part}${count(entries)} ${what} ${entries === 1 ? words`entry` : words`entries`}`;
}

/** What was counted, where there is more than what is loaded, or what is loaded came since. */
export function extentOf({ archive, store }: Shown, of: Extent): Line | null {
  if (archive) return [span(words` · ${extentWords(of)}`, theme.faint)];
  const uncounted = Math.max(store.size, of.entries) - of.looked;
  // A live log always has a few that came just now.
  return uncounted > store.size * NOTED
    ? [span(words` · ${count(uncounted)} loaded are not counted yet`, theme.faint)]
    : null;
}

/**
 * Counts over all entries in slices, so that keys are answered meanwhile.
 *
 * @param changed told when another result is there
 */
export function createCounting<Result>(
  name: string,
  { feeds, clock }: { readonly feeds: Supervisor; readonly clock: Clock },
  changed: () => void,
) {
  // A result lives as long as what was counted: held by it, a list that nobody shows any more would keep its memory.
  const results = new WeakMap<object, { asked: string; version: string; value: Result }>();
  let underWay: { readonly subject: WeakRef<object>; readonly asked: string } | undefined;
  let serial = 0;

  const start = ({ subject, asked, version, begin }: Wanted<Result>): void => {
    const end = new AbortController();
    const work = begin(end.signal);
    const keep = (value: Result) => results.set(subject, { asked, version, value });
    if (Symbol.asyncIterator in work) {
      // It stays so: what an archive has is counted anew when something else is asked.
      underWay = { subject: new WeakRef(subject), asked };
      serial += 1;
      feeds.run(name, String(serial), async (signal) => {
        signal.addEventListener('abort', () => end.abort(), { once: true });
        for await (const value of work) {
          if (signal.aborted) return;
          keep(value);
          changed();
        }
      });
      return;
    }
    let spent = 0;
    /** Whether it is done. */
    const slice = (): boolean => {
      const began = performance.now();
      for (;;) {
        const step = work.next();
        const took = performance.now() - began;
        if (step.done) keep(step.value);
        if (step.done || took >= SLICE) {
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
      await clock.sleep(Math.min(spent * REST, LONGEST_REST), signal);
      if (signal.aborted) return;
      underWay = undefined;
      changed();
    });
  };

  return {
    /**
     * The latest result for the subject, which the key may be a little ahead of; undefined until there is one. What
     * takes no longer than a slice is there at once.
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
      // What only came since is counted once the processor has had its rest.
      if (!isSame || (!underWay && result?.version !== version)) start(wanted);
      return results.get(subject)?.value;
    },
  };
}

/** How many spans of what was counted are clauses that fit; a figure that is cut is another figure. */
function fittingSpans(told: Line, columns: number, end: Line = []): number {
  if (lineWidth(told) <= columns) return told.length;
  const starts = told.flatMap(({ text }, at) => (at > 0 && text.startsWith(CLAUSE) ? [at] : []));
  const last = starts.findLast((at) => lineWidth([...told.slice(0, at), ...end]) <= columns);
  return last ?? starts[0] ?? told.length;
}

/** The title with what was counted, whose last clauses stand on a line of their own where one has no room for all. */
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
/** Left of the second line of a title. */
const NEXT = words`   `;

const MORE = span(words` …`, theme.faint);
