import type { Printable } from '../text/printable.ts';
import { eachKind, type ItemKind } from './item-kinds.ts';
/** A thing that a workspace holds: its id on the service and the name people use. Both are hostile text. */
export interface WorkspaceItem {
  readonly id: string;
  readonly name: string;
}

/** A named set of ids. No operation of the service lists anything, so this is what the panes open on. */
export type Workspace = Readonly<Record<ItemKind, readonly WorkspaceItem[]>> & {
  readonly name: string;
  /** Filters of events that were given a name, in their order. */
  readonly filters?: readonly SavedFilter[];
  /** What is watched for beside what always is, in their order. */
  readonly watches?: readonly SavedWatch[];
};

/** An expression that is watched, under its name; `off` for one that is otherwise watched always. Hostile texts. */
export interface SavedWatch {
  readonly name: string;
  readonly expression: string;
}

/** A filter of events that was given a name. Both are hostile text. */
export interface SavedFilter {
  readonly name: string;
  /** As it is typed. */
  readonly filter: string;
}

export function withSavedFilter(workspace: Workspace, saved: SavedFilter): Workspace {
  const filters = workspace.filters ?? [];
  const at = filters.findIndex(({ name }) => name === saved.name);
  return { ...workspace, filters: at < 0 ? [...filters, saved] : filters.with(at, saved) };
}

export const EMPTY_WORKSPACE: Workspace = { name: '', ...eachKind(() => []) };

export const withoutItem = (workspace: Workspace, kind: ItemKind, id: string): Workspace => ({
  ...workspace,
  [kind]: workspace[kind].filter((each) => each.id !== id),
});

/** A name of nothing but blanks is none: the id stands in. */
export const itemNamed = (id: string, name: string): WorkspaceItem => ({
  id,
  name: name.trim() === '' ? id : name,
});

/** The workspace with `thing` among its `kind`; unchanged when it is there already. */
export function withItem(workspace: Workspace, kind: ItemKind, thing: WorkspaceItem): Workspace {
  if (workspace[kind].some(({ id }) => id === thing.id)) return workspace;
  return { ...workspace, [kind]: [...workspace[kind], itemNamed(thing.id, thing.name)] };
}

/** Where the operator can go without ending the program, by the name that the configuration has for it. */
export interface Destination {
  readonly kind: 'profile' | 'workspace' | 'recording';
  /** Of a recording its path. */
  readonly name: string;
}

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
  add(workspace: string, kind: ItemKind, thing: WorkspaceItem): Promise<Kept>;
  remove(workspace: string, kind: ItemKind, id: string): Promise<Kept>;
  /** Gives a filter its name; one that had it is replaced. */
  saveFilter(workspace: string, saved: SavedFilter): Promise<Kept>;
}

/** For runs that have none. */
export function noWorkspaceFile(reason: Printable): WorkspaceFile {
  const refuse = async () => ({ kind: 'refused', reason }) as const;
  return { add: refuse, remove: refuse, saveFilter: refuse };
}
