import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { MAX_CONFIG_BYTES } from '../config/defaults.ts';
import type { WorkspaceEdit } from '../config/edit-config.ts';
import { ITEM_KINDS } from '../state/item-kinds.ts';
import type { Kept, WorkspaceFile } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { configPath, readConfigFile, shownPath } from './config-file.ts';
import type { Edges } from './edges.ts';
import type { SessionKey } from './session-key.ts';
import { CONFIG, readTrustedFile } from './trusted-file.ts';

interface WorkspaceOwner {
  readonly profile: string;
  /** Must never be written to the file. */
  readonly key: Pick<SessionKey, 'isIn'>;
}

/** The file to edit, or why it cannot be edited. */
type Target =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly form: 'own' | 'shared';
      readonly workspace: string;
      /** The profile to attach a new workspace to. */
      readonly profile?: string | undefined;
    }
  | { readonly kind: 'none'; readonly lines: readonly Printable[] };

const none = (...lines: readonly Printable[]): Target => ({ kind: 'none', lines });

const refused = (lines: readonly Printable[]): Kept => ({
  kind: 'refused',
  reason: lines.join(' ') as Printable,
});

type Place = Pick<WorkspaceEdit, 'workspace' | 'profile'>;

/** Saves to the configured workspaces, for a run with one of its profiles. */
export function configuredWorkspaceFile(edges: Edges, owner: WorkspaceOwner): WorkspaceFile {
  const make = async (shown: string, edit: (place: Place) => WorkspaceEdit): Promise<Kept> => {
    const target = await findTarget(edges, owner, shown);
    if (target.kind === 'none') return refused(target.lines);
    const { path, form, workspace, profile } = target;
    // Loaded on demand, because they are slow to load.
    const { editWorkspace } = await import('../config/edit-config.ts');
    const { rewriteFile } = await import('./replace-file.ts');
    const file = shownPath(path, edges.env);
    const written = await rewriteFile(
      path,
      {
        name: file,
        uid: edges.uid,
        shared: form === 'shared',
        maxBytes: MAX_CONFIG_BYTES,
        now: edges.clock.now,
      },
      (text) => {
        const edited = editWorkspace(text, edit({ workspace, profile }), form);
        if (edited.kind !== 'impossible') return edited;
        const reason = words`${file} cannot be edited by a program in this form: edit it by hand.`;
        return { kind: 'refused', lines: [reason] };
      },
    );
    if (written.kind === 'refused') return refused(written.lines);
    return { kind: written.kind, workspace: printable(workspace), file };
  };
  return {
    add: async (shown, kind, thing) =>
      owner.key.isIn(`${thing.id}\n${thing.name}`)
        ? refused([words`it holds the access key, which must be in no file.`])
        : make(shown, (place) => ({ ...place, kind: 'add', list: ITEM_KINDS[kind].key, thing })),
    saveFilter: async (shown, { name, filter }) =>
      owner.key.isIn(`${name}\n${filter}`)
        ? refused([words`it holds the access key, which must be in no file.`])
        : make(shown, (place) => ({ ...place, kind: 'filter', name, filter })),
    remove: (shown, kind, id) =>
      make(shown, ({ workspace }) => ({
        kind: 'remove',
        list: ITEM_KINDS[kind].key,
        workspace,
        id,
      })),
  };
}

/** The file that currently defines the workspace: the configuration, or one that it includes. */
async function findTarget(
  { env, uid }: Edges,
  owner: WorkspaceOwner,
  shown: string,
): Promise<Target> {
  const path = configPath(env);
  const file = await readConfigFile(path, uid);
  if (path === undefined || file.kind === 'absent') {
    return none(words`the configuration no longer exists; warren init writes one.`);
  }
  if (file.kind === 'refused') return none(...file.lines);
  if (file.kind === 'faulty') {
    return none(words`the configuration has errors; warren config check shows them.`);
  }
  const { workspaces, profiles } = file.config;
  const profile = profiles?.get(owner.profile);
  const name = printable(owner.profile);
  if (!profile) return none(words`the configuration no longer has the profile ${name}.`);
  const workspace = workspaces?.has(shown) ? shown : profile.workspace?.value;
  if (workspace !== undefined) return standingIn(file.config, { path, uid, workspace });
  return workspaces?.has(owner.profile)
    ? none(words`profile ${name} names no workspace; write one below it.`)
    : { kind: 'file', path, form: 'own', workspace: owner.profile, profile: owner.profile };
}

async function standingIn(
  { include }: Config,
  {
    path,
    uid,
    workspace,
  }: { readonly path: string; readonly uid: number | undefined; readonly workspace: string },
): Promise<Target> {
  const { readForm } = await import('../config/read-config.ts');
  const { sharedForm } = await import('../config/config.ts');
  for (const { value } of include ?? []) {
    const other = resolve(dirname(path), value);
    const shared = readTrustedFile(other, { ...CONFIG, uid });
    const read = shared.kind === 'text' ? readForm(shared.text, sharedForm) : shared;
    if (read.kind === 'read' && read.value.workspaces?.has(workspace)) {
      return { kind: 'file', path: other, form: 'shared', workspace };
    }
  }
  return { kind: 'file', path, form: 'own', workspace };
}
