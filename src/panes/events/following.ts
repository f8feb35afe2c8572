import type { DayProgress } from '../../feeds/pages.ts';
import { count } from '../../text/figures.ts';
import type { UtcDay } from '../../text/moments.ts';
import { type Printable, words } from '../../text/printable.ts';

const ORDER: Readonly<Record<DayProgress['order'], Printable>> = {
  'oldest-first': words`oldest first`,
  'newest-first': words`newest first`,
  unknown: words`order unknown`,
};

const END: Readonly<Record<string, Printable>> = {
  'token-repeated': words`stopped: the service repeats a page`,
  'token-missing': words`stopped: the service says there is more, but not where`,
  'empty-pages': words`stopped: ten empty pages in a row`,
  'token-unusable': words`stopped: the service's token cannot be used`,
};

/** How the newest day is being followed, in words: `204 pages, oldest first · following`. */
export function followingWords(days: ReadonlyMap<UtcDay, DayProgress>): Printable {
  const newest = [...days.values()].reduce<DayProgress | undefined>(
    (latest, day) => (latest && latest.day > day.day ? latest : day),
    undefined,
  );
  if (!newest) return words`asking for the first page…`;
  const { pages, order, phase, end, restarts } = newest;
  const walked = words`${count(pages)} ${pages === 1 ? words`page` : words`pages`}, ${ORDER[order]}`;
  const stopped =
    end !== null && end !== 'complete' ? words` · ${END[end] ?? words`stopped`}` : words``;
  const again =
    restarts > 0 ? words` · begun again ${restarts} times: a token had expired` : words``;
  const now =
    phase === 'walking'
      ? words` · loading the day`
      : phase === 'following'
        ? words` · following`
        : words` · day over`;
  return words`${walked}${now}${stopped}${again}`;
}
