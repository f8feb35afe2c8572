import type { Watched, Workspace } from '../state/workspace.ts';
import type { ConsoleFlags } from './parse/launch.ts';

/** The flags that name what to watch. */
type WatchFlags = Pick<ConsoleFlags, 'app' | 'zone' | 'dns' | 'script' | 'rate-limit'>;

/** The workspace that the flags name; the given one where they name nothing at all. */
export function flaggedWorkspace(flags: WatchFlags, otherwise: Workspace): Workspace {
  const named = (ids: readonly string[]): readonly Watched[] => ids.map((id) => ({ id, name: id }));
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
