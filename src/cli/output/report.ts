import type { Printable } from '../../text/printable.ts';
import type { Grid } from './grid.ts';

/** A part of what people read. */
export type Section =
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [Printable, Printable])[] }
  | { readonly kind: 'table'; readonly grid: Grid }
  /** Whole lines. */
  | { readonly kind: 'lines'; readonly lines: readonly Printable[] };

/** What a command has to show, in every form it may be asked for. */
export interface Report {
  /** The document of `json`: what `JSON.stringify` takes. */
  readonly document: unknown;
  /** The lines of `ndjson`; the document alone when there is no list in it. */
  readonly records: readonly unknown[];
  readonly sections: readonly Section[];
  readonly csv: Grid;
  /** What must be said beside the data: that there is more, that something does not fit. */
  readonly notes: readonly Printable[];
}

export const facts = (...pairs: readonly (readonly [Printable, Printable])[]): Section => ({
  kind: 'facts',
  facts: pairs,
});

export const table = (grid: Grid): Section => ({ kind: 'table', grid });

export const lines = (...texts: readonly Printable[]): Section => ({ kind: 'lines', lines: texts });
