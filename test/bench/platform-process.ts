// The process of an embedded platform for a benchmark, started by `platform.ts`.
import { setPriority } from 'node:os';
import { frozenClock, realClock } from '../../src/edges/clock.ts';
import { openPlatform } from '../../src/platform/platform.ts';
import { demoWorkspace } from '../../src/session/session.ts';
import { ITEM_KINDS, itemKinds } from '../../src/state/item-kinds.ts';
import type { PlatformAddress, PlatformNeeds } from './platform.ts';

const { events, pageSize, clock } = JSON.parse(process.argv[2] ?? '') as PlatformNeeds;

// The real service is another machine. At a lower priority the platform takes less time from the measured program.
setPriority(10);

const real = realClock();
const platform = await openPlatform({
  seed: 7,
  clock:
    clock.kind === 'frozen'
      ? frozenClock(clock.at)
      : { ...real, now: () => real.now() + clock.shift },
  events,
  dialect: { 'log-page-size': pageSize },
});
const { baseUrl, accessKey, world, faults } = platform;
const workspace = demoWorkspace(world);
// Zones are sorted by how much they log.
const address: PlatformAddress = {
  baseUrl,
  accessKey,
  zone: String(world.shieldZones[0]?.id),
  items: itemKinds.flatMap((kind) =>
    workspace[kind].flatMap(({ id }) => [`--${ITEM_KINDS[kind].option}`, id]),
  ),
};
process.send?.(address);
process.on('message', (isReachable) => {
  void (isReachable ? faults.acceptConnections() : faults.refuseConnections());
});
process.on('disconnect', () => process.exit());
