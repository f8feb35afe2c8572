import { ABSENT } from '../storage/columns.ts';
import type { EventStore } from '../store.ts';
import type { TrendsAnswer, TrendsQuestion } from './question.ts';
import { codesOf, type Part, rowsOf } from './snapshot.ts';

/** Stands for codes whose course is not asked for. */
const NOT_ASKED = -1;

/** The course of some values over time; entries without a time are in no bucket. */
export function* trends(
  store: EventStore,
  parts: readonly Part[],
  { of, buckets }: Pick<TrendsQuestion, 'of' | 'buckets'>,
): Generator<void, TrendsAnswer, void> {
  const { start, size, count } = buckets;
  const courses: (readonly Uint32Array[])[] = [];
  for (const { column, values } of of) {
    const own = values.map(() => new Uint32Array(count));
    courses.push(own);
    const dictionary = store.dictionary(column);
    const courseOf = new Int32Array(dictionary.codes).fill(NOT_ASKED);
    for (const [at, value] of values.entries()) {
      const code = value === null ? ABSENT : dictionary.codeOf(value);
      if (code !== undefined) courseOf[code] = at;
    }
    for (const part of parts) {
      const { rows, count: selected } = rowsOf(part);
      const codes = codesOf(part.segment, column);
      const { times } = part.segment;
      for (let at = 0; at < selected; at += 1) {
        const row = rows[at] as number;
        // A code that came since is none of those asked for.
        const place = courseOf[codes[row] as number] ?? NOT_ASKED;
        if (place === NOT_ASKED) continue;
        const bucket = Math.floor(((times[row] as number) - start) / size);
        const course = own[place] as Uint32Array;
        if (bucket >= 0 && bucket < count) course[bucket] = (course[bucket] as number) + 1;
      }
      yield;
    }
  }
  return { buckets, courses };
}
