import type { Coverage } from '../../events/coverage.ts';
import type { Watched } from '../../state/workspace.ts';
import type { UtcDay } from '../../text/moments.ts';
import { type Printable, printable } from '../../text/printable.ts';

/** What an archive has of its zones, by zone and day. */
export type ArchiveCoverage = ReadonlyMap<string, ReadonlyMap<UtcDay, Coverage>>;

/** Where the entries on screen come from. */
export type Source =
  | { readonly kind: 'service' }
  | {
      readonly kind: 'archive';
      readonly path: string;
      readonly zones: readonly Watched[];
      readonly coverage: ArchiveCoverage;
    };

export const SERVICE: Source = { kind: 'service' };

/** What is to be listed: of which zones, and from where. */
export interface Subject {
  readonly source: Source;
  /** Shield zone ids. */
  readonly zones: readonly string[];
}

/** The same for equal subjects; null when there is nothing to list. */
export const subjectKey = ({ source, zones }: Subject): string | null =>
  zones.length === 0
    ? null
    : JSON.stringify([source.kind === 'archive' ? source.path : null, ...[...zones].sort()]);

/** The last part of a path: its directories are long, and known to whoever typed them. */
export const fileName = (path: string): Printable => printable(path.split('/').at(-1) || path);
