import { seededRandom } from './random.ts';

/** A status that an application has from a time on, wall clock, milliseconds. */
interface StatusChange {
  readonly at: number;
  readonly status: string;
}

const STATUSES = ['active', 'progressing', 'failing', 'suspended'] as const;
/** Between two changes, milliseconds: longer than what a killed console may lose. */
const SHORTEST = 1500;
const LONGEST = 4000;
const MOST = 1000;

/** How an application stands from `start` on: another status every few seconds. */
export function changesOf(seed: number, start: number): readonly StatusChange[] {
  const random = seededRandom(seed);
  let at = start;
  let status: string = STATUSES[0];
  return Array.from({ length: MOST }, (_, index) => {
    const others = STATUSES.filter((each) => each !== status);
    if (index > 0) {
      at += SHORTEST + random.below(LONGEST - SHORTEST);
      // There are three others.
      status = random.pick(others as [string, ...string[]]);
    }
    return { at, status };
  });
}

export const statusAt = (changes: readonly StatusChange[], time: number): string =>
  changes.findLast(({ at }) => at <= time)?.status ?? STATUSES[0];
