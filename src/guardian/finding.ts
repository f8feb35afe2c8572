/**
 * - `error`: the document breaks the OpenAPI Specification, or a part of it cannot be read
 * - `warning`: readable, but not what its author is likely to want
 * - `note`: worth knowing before it is sent
 */
export type Severity = 'error' | 'warning' | 'note';

/** Something said about one place of a document, before places have lines. */
export interface Finding {
  readonly severity: Severity;
  /** A full sentence. Holds names from the document: hostile text. */
  readonly sentence: string;
  /** Offset in the text, UTF-16 units. */
  readonly at: number;
  /** JSON pointer of the place. Hostile text. */
  readonly pointer: string;
}

/** Takes a finding; the parts of the engine are handed one. */
export type Report = (finding: Finding) => void;

const LONGEST_NAME = 80;

/** A name from the document as it stands in a sentence: quoted, and shortened when long. */
export function quoted(name: string): string {
  return `"${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}"`;
}
