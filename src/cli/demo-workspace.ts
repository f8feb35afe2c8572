import type { World } from '../platform/world/world.ts';
import type { Watched, Workspace } from '../state/workspace.ts';

const watched = ({
  id,
  name,
}: {
  readonly id: string | number;
  readonly name: string;
}): Watched => ({
  id: String(id),
  name,
});

/** Everything the embedded platform's world has: the demo watches all of it. */
export function demoWorkspace(world: World): Workspace {
  return {
    name: 'demo',
    apps: world.applications.map(watched),
    shieldZones: world.shieldZones.map(({ id, host }) => watched({ id, name: host })),
    dnsZones: world.dnsZones.map(({ id, domain }) => watched({ id, name: domain })),
    scripts: world.scripts.map(watched),
    rateLimits: world.rateLimits.map(watched),
  };
}
