import type { KeyBinding } from '../commands/key-binding.ts';
import type { Config, ThingConfig } from '../config/config.ts';
import { EMPTY_WORKSPACE, type Workspace, type WorkspaceItem } from '../state/workspace.ts';
import type { ConsoleFlags } from './options.ts';

const watched = (things: readonly ThingConfig[] | undefined): readonly WorkspaceItem[] =>
  (things ?? []).flatMap(({ id, name }) =>
    id ? [{ id: id.value, name: name?.value ?? id.value }] : [],
  );

/** A workspace of the configuration as the panes take it; an empty one when there is none of that name. */
export function configuredWorkspace(config: Config, name: string): Workspace {
  const configured = config.workspaces?.get(name);
  if (!configured) return EMPTY_WORKSPACE;
  return {
    name,
    apps: watched(configured.apps),
    shieldZones: watched(configured.shield_zones),
    dnsZones: watched(configured.dns_zones),
    scripts: watched(configured.scripts),
    rateLimits: watched(configured.rate_limits),
  };
}

/** What the configuration says of keys, in its order. */
export const configuredKeys = ({ keys }: Pick<Config, 'keys'>): readonly KeyBinding[] =>
  [...(keys ?? [])].map(([name, { value, line }]) => ({
    id: name.replace(/^-/, ''),
    kind: name.startsWith('-') ? 'without' : 'these',
    keys: value.map((key) => key.value),
    line,
  }));

/** The flags that name what to watch. */
type WatchFlags = Pick<ConsoleFlags, 'app' | 'zone' | 'dns' | 'script' | 'rate-limit'>;

/** The workspace that the flags name; the given one where they name nothing at all. */
export function flaggedWorkspace(flags: WatchFlags, otherwise: Workspace): Workspace {
  const named = (ids: readonly string[]): readonly WorkspaceItem[] =>
    ids.map((id) => ({ id, name: id }));
  const all = [flags.app, flags.zone, flags.dns, flags.script, flags['rate-limit']];
  if (all.every((ids) => ids.length === 0)) return otherwise;
  return {
    name: '',
    apps: named(flags.app),
    shieldZones: named(flags.zone),
    dnsZones: named(flags.dns),
    scripts: named(flags.script),
    rateLimits: named(flags['rate-limit']),
  };
}
