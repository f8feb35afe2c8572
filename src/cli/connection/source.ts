import { type Printable, printable, words } from '../../text/printable.ts';

/** Where a setting comes from. */
export type Source =
  | { readonly kind: 'flag'; readonly name: string }
  | { readonly kind: 'environment'; readonly name: string }
  /** `line` of the configuration, in the profile `profile` or outside all of them. */
  | { readonly kind: 'file'; readonly profile: string | null; readonly line: number }
  | { readonly kind: 'default' };

/** A setting and where it comes from. */
export interface Sourced<T> {
  readonly value: T;
  readonly source: Source;
}

export const DEFAULT: Source = { kind: 'default' };

export const flagged = (name: string): Source => ({ kind: 'flag', name });

export const fromEnvironment = (name: string): Source => ({ kind: 'environment', name });

/** A source in words: `--base-url`, `WARREN_PROFILE`, `profile prod, line 6`, `default`. */
export function sourceWords(source: Source): Printable {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return printable(source.name);
    case 'file':
      return source.profile === null
        ? words`configuration, line ${source.line}`
        : words`profile ${printable(source.profile)}, line ${source.line}`;
    case 'default':
      return words`default`;
  }
}
