import type { Scope } from '../../events/questions/question.ts';
import type { Shown } from './engine.ts';
import type { EventsState } from './state.ts';

/** What is listed of an archive that is larger than memory. */
export interface ListedPart {
  readonly scope: Scope;
  /** The filters that it was looked for by. */
  readonly filters: string;
  /** Whether nothing of it is left out. */
  readonly isAll: boolean;
}

/** A time of an archive is listed with so much of what came after it, milliseconds. */
export const AROUND = 15 * 60_000;

export const filtersOf = ({ filters }: Pick<EventsState, 'filters'>): string =>
  JSON.stringify(filters.map(({ text, state }) => [text, state]));

/** Before this time the archive has entries that are not listed, milliseconds; null where all of them are. */
export function restOfArchive(shown: Shown | null, part: ListedPart | null): number | null {
  if (!shown?.archive || part?.isAll) return null;
  const { span } = shown.archive;
  // What is listed was not looked for by the filters: of all that pass, the newest are to come.
  const isFiltered = shown.scope.filter.kind !== 'everything' || shown.scope.range;
  if (isFiltered && part === null) return span.until;
  const oldest = shown.store.span?.oldest ?? span.from;
  return oldest > span.from ? oldest : null;
}
