import type { Printable } from '../text/printable.ts';
import { eachKind, type ItemKind } from './item-kinds.ts';
/** A workspace item: the service's id, and a name for people. Both are hostile text. */
export interface WorkspaceItem {
  readonly id: string;
  readonly name: string;
}

/** The item with this id, or else all with this name. */
export function itemsCalled(
  things: readonly WorkspaceItem[],
  wanted: string,
): readonly WorkspaceItem[] {
  const known = things.find(({ id }) => id === wanted);
  return known ? [known] : things.filter(({ name }) => name === wanted);
}

/** A named set of ids. The service cannot list anything, so the panes start from this. */
export type Workspace = Readonly<Record<ItemKind, readonly WorkspaceItem[]>> & {
  readonly name: string;
  readonly filters?: readonly SavedFilter[];
  /** Additional watches, in order. */
  readonly watches?: readonly SavedWatch[];
};

/** A named watch expression; `off` disables a default watch. Hostile texts. */
export interface SavedWatch {
  readonly name: string;
  readonly expression: string;
}

/** A named event filter. Both are hostile text. */
export interface SavedFilter {
  readonly name: string;
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

/** Uses the id if the name is blank. */
export const itemNamed = (id: string, name: string): WorkspaceItem => ({
  id,
  name: name.trim() === '' ? id : name,
});

/** Adds `thing` to its `kind`, unless it is there. */
export function withItem(workspace: Workspace, kind: ItemKind, thing: WorkspaceItem): Workspace {
  if (workspace[kind].some(({ id }) => id === thing.id)) return workspace;
  return { ...workspace, [kind]: [...workspace[kind], itemNamed(thing.id, thing.name)] };
}

/** A place to switch to without leaving the program, by its configured name. */
export interface Destination {
  readonly kind: 'profile' | 'workspace' | 'recording';
  /** For a recording, its path. */
  readonly name: string;
}

/** Result of saving something to the configuration. */
export type Kept =
  | { readonly kind: 'written'; readonly workspace: Printable; readonly file: Printable }
  /** It was already there, or already missing. */
  | { readonly kind: 'unchanged'; readonly workspace: Printable; readonly file: Printable }
  /** `reason` is a clause that follows a colon. */
  | { readonly kind: 'refused'; readonly reason: Printable };

/** Saves workspaces. `workspace` is the current one's name; empty for one put together at the prompt. */
export interface WorkspaceFile {
  add(workspace: string, kind: ItemKind, thing: WorkspaceItem): Promise<Kept>;
  remove(workspace: string, kind: ItemKind, id: string): Promise<Kept>;
  /** Replaces a filter of the same name. */
  saveFilter(workspace: string, saved: SavedFilter): Promise<Kept>;
}

/** For runs without a configuration file. */
export function noWorkspaceFile(reason: Printable): WorkspaceFile {
  const refuse = async () => ({ kind: 'refused', reason }) as const;
  return { add: refuse, remove: refuse, saveFilter: refuse };
}
