import type { EventStore } from '../store.ts';

/** What became of requests, by what the service says of them: the words it was seen to use, in whatever case. */
export interface Outcomes {
  readonly blocked: number;
  readonly challenged: number;
  /** Matched a rule, and passed all the same. */
  readonly logged: number;
  /** No status, or a word that is not known. */
  readonly other: number;
}

/** Where each outcome is counted in {@link OutcomeCounts}. */
const PLACES = { other: 0, blocked: 1, challenged: 2, logged: 3 } as const;
const KINDS = 4;

/** Outcomes of so many groups. */
export class OutcomeCounts {
  readonly #counts: Uint32Array;
  /** By code of the status. */
  readonly #places: Uint8Array;

  constructor(store: EventStore, groups: number) {
    this.#counts = new Uint32Array(groups * KINDS);
    const dictionary = store.dictionary('status');
    this.#places = Uint8Array.from({ length: dictionary.codes }, (_, code) => {
      const word = dictionary.valueOf(code)?.toLowerCase() ?? '';
      return word !== 'other' && Object.hasOwn(PLACES, word)
        ? PLACES[word as keyof typeof PLACES]
        : PLACES.other;
    });
  }

  add(group: number, status: number): void {
    this.addAs(group, this.placeOf(status));
  }

  /** What a status means, for {@link addAs}: where one entry is counted in several groups. */
  placeOf(status: number): number {
    return this.#places[status] ?? PLACES.other;
  }

  addAs(group: number, place: number): void {
    const at = group * KINDS + place;
    this.#counts[at] = (this.#counts[at] as number) + 1;
  }

  of(group: number): Outcomes {
    const at = (place: number) => this.#counts[group * KINDS + place] ?? 0;
    return {
      blocked: at(PLACES.blocked),
      challenged: at(PLACES.challenged),
      logged: at(PLACES.logged),
      other: at(PLACES.other),
    };
  }
}

/** Share of requests that did not pass, 0 to 1. */
export const stoppedShare = ({ blocked, challenged, logged, other }: Outcomes): number =>
  (blocked + challenged) / Math.max(1, blocked + challenged + logged + other);
