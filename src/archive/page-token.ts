/** The entry after which a page begins: pages go from the newest to the oldest. */
export interface PagePlace {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Of its row; tells entries of one moment apart. */
  readonly number: number;
}

const NEWEST: PagePlace = { time: Number.MAX_VALUE, number: 0 };

/** A token that can stand in a path. */
export const pageToken = ({ time, number }: PagePlace): string => `${time}_${number}`;

/** The place of a token; the newest of all for none, and for one that is no token of an archive. */
export function placeOf(token: string | undefined): PagePlace {
  const [time, number, ...rest] = token?.split('_').map(Number) ?? [];
  const isOne = Number.isFinite(time) && Number.isSafeInteger(number) && rest.length === 0;
  return isOne ? { time: time ?? 0, number: number ?? 0 } : NEWEST;
}
