import { EVERYTHING } from '../../../events/filter/filter.ts';
import type { WalkEnd } from '../../../feeds/next-page.ts';
import { count } from '../../../text/figures.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { withService } from '../../open-service.ts';
import { formatOf } from '../../output/format.ts';
import { durationOption, wholeNumber } from '../../parse/numbers.ts';
import { Refusal } from '../../refusal.ts';
import { EntryFilter, FilterTooSlow, readFilter } from './entry-filter.ts';
import { type EntryTaker, entryTaker } from './entry-taker.ts';
import { entryWriter } from './entry-writer.ts';
import { followEntries } from './follow-entries.ts';
import { walkSpan } from './walk-span.ts';
import { type Span, whichDays } from './which-days.ts';

const MOST = 1_000_000_000;
/** Milliseconds. */
const USUAL_INTERVAL = 5000;
const SHORTEST_INTERVAL = 1000;

function filterOf(text: string | undefined) {
  if (text === undefined) return EVERYTHING;
  const read = readFilter(text);
  if (read.kind === 'filter') return read.filter;
  throw new Refusal([
    words`--where: ${printable(read.reason)}`,
    words`  ${printable(text)}`,
    words`  ${printable(' '.repeat(read.column))}^`,
  ]);
}

function spanOf(
  options: {
    readonly date: string | undefined;
    readonly since: string | undefined;
    readonly follow: boolean;
  },
  now: number,
): Span {
  const since = durationOption(words`since`, options.since, SHORTEST_INTERVAL);
  const read = whichDays({ ...options, since }, now);
  if (read.kind === 'span') return read.span;
  throw new Refusal([printable(read.reason)]);
}

const INCOMPLETE: Readonly<Partial<Record<WalkEnd, Printable>>> = {
  'token-repeated': words`the service sent a page's token again`,
  'token-missing': words`the service says there is more, and not where`,
  'token-unusable': words`the token for the next page cannot be used`,
  'empty-pages': words`the service sent empty pages without end`,
};

/** How a walk ended. `waiting` is how a log that is still written may end. */
const isWhole = (end: WalkEnd): boolean => end === 'complete' || end === 'waiting';

function endWords(end: WalkEnd, taker: EntryTaker): Printable {
  if (taker.isFull) return words`stopped at --limit; there may be more`;
  if (isWhole(end)) return words`complete`;
  return words`incomplete: ${INCOMPLETE[end] ?? words`whether there is more is not known`}`;
}

export const eventsCommand: Action<'events'> = async (
  { arguments: { ZONE }, options },
  context,
) => {
  const { stdout, edges, words: narrator } = context;
  const now = edges.clock.now();
  const span = spanOf(options, now);
  const filter = new EntryFilter({
    zone: ZONE,
    filter: filterOf(options.where),
    since: span.since,
    now,
  });
  const limit = wholeNumber(words`limit`, options.limit, { least: 1, most: MOST }) ?? MOST;
  const every = durationOption(words`every`, options.every, SHORTEST_INTERVAL) ?? USUAL_INTERVAL;
  const asked = formatOf(options.output, stdout.isTerminal, 'ndjson');
  // An array that is never closed is no JSON.
  const format = options.follow && asked === 'json' ? 'ndjson' : asked;

  return withService(options, context, async (service) => {
    const writer = entryWriter(stdout, format);
    const taker = entryTaker(filter, limit, (rows) => {
      // On a terminal the two share a line.
      narrator.settle();
      return writer.write(rows);
    });
    const walk = { zone: ZONE, span, taker };
    try {
      let end: WalkEnd = 'complete';
      if (options.follow) {
        await followEntries({ ...walk, every, unit: () => filter.unit }, service, context);
      } else {
        const isTooOld = filter.isTooOld.bind(filter);
        end = await walkSpan({ ...walk, isTooOld }, service, context);
      }
      const { read, written } = taker;
      if (written > 0 || !context.signal.aborted) await writer.end();
      if (edges.interrupted.aborted) {
        narrator.say(words`Interrupted after ${count(written)} entries.`);
      } else if (!context.signal.aborted) {
        const of = read === written ? words`` : words` of ${count(read)} read`;
        narrator.say(words`${count(written)} entries${of}, ${endWords(end, taker)}.`);
      }
      return isWhole(end) || taker.isFull ? EXIT.done : EXIT.unexpected;
    } catch (error) {
      const { written } = taker;
      if (written > 0) {
        await writer.end();
        narrator.say(words`Stopped after ${count(written)} entries; what follows is missing.`);
      }
      if (!(error instanceof FilterTooSlow)) throw error;
      throw new Refusal([
        words`--where: the pattern /${printable(error.message)}/ takes too long.`,
      ]);
    }
  });
};
