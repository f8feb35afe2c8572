/** A thing that is watched: its id on the service and the name people use. Both are hostile text. */
export interface Watched {
  readonly id: string;
  readonly name: string;
}

/** The kinds of things a workspace holds, by the word the config file uses. */
export type WatchedKind = 'apps' | 'shieldZones' | 'dnsZones' | 'scripts' | 'rateLimits';

/** A named set of ids. No operation of the service lists anything, so this is what the panes open on. */
export type Workspace = Readonly<Record<WatchedKind, readonly Watched[]>> & {
  readonly name: string;
};

export const EMPTY_WORKSPACE: Workspace = {
  name: '',
  apps: [],
  shieldZones: [],
  dnsZones: [],
  scripts: [],
  rateLimits: [],
};

/** The workspace without the thing `id` among its `kind`. */
export const withoutThing = (workspace: Workspace, kind: WatchedKind, id: string): Workspace => ({
  ...workspace,
  [kind]: workspace[kind].filter((each) => each.id !== id),
});

/** The workspace with `thing` among its `kind`; unchanged when it is there already. */
export function withThing(workspace: Workspace, kind: WatchedKind, thing: Watched): Workspace {
  if (workspace[kind].some(({ id }) => id === thing.id)) return workspace;
  return { ...workspace, [kind]: [...workspace[kind], thing] };
}
