/** A place in the file as editors number them: both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A value and where it stands. */
export interface Located<T> extends Place {
  readonly value: T;
}

/** One thing that is wrong with a configuration. */
export interface Fault extends Place {
  /** Where in the tree: `profiles.prod.base_ulr`; empty for the file as a whole. Hostile text. */
  readonly key: string;
  /** A full sentence, without any value of the file: that may be a secret. Holds names: hostile text. */
  readonly sentence: string;
  /** The included file that it stands in; the configuration itself when not said. Hostile text. */
  readonly file?: string;
  /** The valid name that was most likely meant. */
  readonly nearest?: string | undefined;
}
