import type { Printable } from '../text/printable.ts';
import type { Finding } from './finding.ts';

/** One thing to look at, and what it is called until something is found. */
export interface Check {
  readonly what: Printable;
  /** Looks. What it found when the signal aborts says nothing. Never rejects but for bugs. */
  look(signal: AbortSignal): Promise<readonly Finding[]>;
}
