import type { Change } from '../../state/change.ts';
import type { Watched } from '../../state/workspace.ts';

/** A script with what this run changed of it, newest first. */
export interface ScriptRow extends Watched {
  readonly changes: readonly Change[];
}
