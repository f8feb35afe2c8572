import type { Printable } from '../text/printable.ts';
import type { Watched, WatchedKind } from './workspace.ts';

/** What became of something that was to be kept beyond the run. */
export type Kept =
  | { readonly kind: 'written'; readonly workspace: Printable; readonly file: Printable }
  /** It is there already, or not there when it was to be removed. */
  | { readonly kind: 'unchanged'; readonly workspace: Printable; readonly file: Printable }
  /** Nothing was written: why, as a clause that follows a colon. */
  | { readonly kind: 'refused'; readonly reason: Printable };

/**
 * Where the workspace of a run is kept. `workspace` is the name of the one on screen; empty for one that was
 * put together at the prompt.
 */
export interface WorkspaceFile {
  add(workspace: string, kind: WatchedKind, thing: Watched): Promise<Kept>;
  remove(workspace: string, kind: WatchedKind, id: string): Promise<Kept>;
}

/** For runs that have none. */
export const noWorkspaceFile = (reason: Printable): WorkspaceFile => ({
  add: async () => ({ kind: 'refused', reason }),
  remove: async () => ({ kind: 'refused', reason }),
});
