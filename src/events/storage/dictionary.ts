/** Values by code, as the readers of a column see it. Codes are given in order of arrival and never change. */
export interface Dictionary {
  /** One more than the greatest code given so far; at least 2, for absent and other. */
  readonly codes: number;
  /** The value of a code; undefined for those that stand for none. */
  valueOf(code: number): string | undefined;
  readonly byteLength: number;
}
