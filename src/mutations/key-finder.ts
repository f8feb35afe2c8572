/** Finds the access key in texts, without giving it away. */
export interface KeyFinder {
  /** Whether a text contains this key or an earlier one. Keys too short to be distinctive are ignored. */
  isIn(text: string): boolean;
  /** Masks the key in a text, as in answers. */
  masked(text: string): string;
}
