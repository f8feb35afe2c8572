import type { Config, ThingConfig } from '../../config/config.ts';
import { EMPTY_WORKSPACE, type Watched, type Workspace } from '../../state/workspace.ts';

const watched = (things: readonly ThingConfig[] | undefined): readonly Watched[] =>
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
