/** Log texts that are looked at in one go: of the rows from `from` up to, not including, `to`. */
export interface TextBlock {
  readonly from: number;
  readonly to: number;
  /** Where each row's log begins in {@link bytes}; it ends one byte before the next begins. */
  readonly offsets: Uint32Array;
  /** The text of all rows. Valid until the next block is read. */
  bytes(): Buffer;
  /** A row's log, decoded; empty when it has none. Cheapest when rows are asked for in order. */
  log(row: number): string;
  /** The whole Url of a row's log. */
  url(row: number): string | null;
}
