import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { History } from '../../src/history/history.ts';
import { HistoryKeeper } from '../../src/history/history-keeper.ts';
import { NO_HISTORY } from '../../src/history/history-state.ts';
import { openHistoryFile } from '../../src/history/read-history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { overviewOf } from '../support/overviews.ts';
import { type Random, seededRandom } from '../support/random.ts';

const WEEK = 7 * 86_400_000;
/** One in this many answers differs from the one before. */
const CHANGES = 12;

/**
 * Writes the history of the past week to `folder` through the product's own recorder, with an answer for each application
 * every `every` milliseconds. Returns the size of the file and the number of changes it lists.
 */
export async function makeWeek(
  folder: string,
  service: string,
  apps: readonly string[],
  every: number,
): Promise<{ readonly bytes: number; readonly facts: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const random = seededRandom(7);
  let now = Date.now() - WEEK;
  const until = now + WEEK - every;
  let isMore = false;
  const history = new History({
    slice: createSlices().create(NO_HISTORY),
    keeper: new HistoryKeeper({
      open: () => openHistoryFile(folder, service, 'write'),
      openInMemory: () => Promise.reject(new Error('The file could not be used')),
      isKept: true,
      machine: { now: () => now, elapsed: () => now },
    }),
    wake: () => {
      isMore = true;
    },
  });
  await history.open(now);
  const answers = new Map(apps.map((id) => [id, overview(random)]));
  const call = history.recording(
    (async (_operation: unknown, { appId }: { appId: string }) => answers.get(appId)) as Call,
    () => now,
  );
  for (; now < until; now += every) {
    for (const appId of apps) {
      if (random.oneIn(CHANGES)) answers.set(appId, overview(random));
      await call(appOverview, { appId });
    }
    do {
      isMore = false;
      history.keep(now);
    } while (isMore);
  }
  const { length: facts } = history.slice.getState().facts;
  history.close(now);
  return { bytes: statSync(join(folder, 'history.db')).size, facts };
}

/** An overview of six regions with three pods each. Its random names and messages compress as badly as real ones. */
function overview(random: Random): ReturnType<typeof overviewOf> {
  const hex = () => Array.from({ length: 4 }, () => random.below(2 ** 30).toString(36)).join('');
  return overviewOf({
    status: random.pick(['active', 'active', 'active', 'progressing', 'failing']),
    currentLatency: { indicator: 20 + random.below(60) },
    targetLatency: { indicator: 45 },
    regions: ['DE', 'FR', 'UK', 'US', 'JP', 'BR'].map((region) => ({
      region,
      status: 'active',
      instances: 3,
      pods: ['5cWCKErKI9YC', 'lHAaLvqQf6NA', 'Zt0pRw3yXu8B'].map((name) => ({
        name: `${region}${name}`,
        status: 'ready',
        message: `on node ${hex()}`,
        containers: [
          {
            id: hex(),
            name: 'checkout',
            status: 'ready',
            image: `registry/shop@sha256:${hex()}`,
            imageDisplay: 'shop:3.18',
            numberOfRestarts: random.oneIn(20) ? 1 : 0,
          },
        ],
      })),
    })),
  });
}
