import type { Preflight } from '../../guardian/preflight.ts';
import type { Moment } from '../../state/loadable.ts';

/** A specification as it was read, once: what is checked is what is sent. */
export interface SpecificationFile {
  /** As typed, `~` expanded. Hostile text. */
  readonly path: string;
  /** Hostile text. */
  readonly content: string;
  readonly bytes: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly readAt: Moment;
  readonly preflight: Preflight;
}
