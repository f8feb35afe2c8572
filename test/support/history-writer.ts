/**
 * One console as far as its history goes: `node test/support/history-writer.ts DIRECTORY SEED START`. It asks ten times a
 * second how an application stands, which changes as {@link statusAt} says, and keeps what it sees until it is killed.
 */
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { realClock } from '../../src/edges/clock.ts';
import { keepHistory } from '../../src/history/keep-history.ts';
import { createSlices } from '../../src/state/slice.ts';
import { consoleStore } from './console-store.ts';
import { changesOf, statusAt } from './history-schedule.ts';
import { overviewOf } from './overviews.ts';

const [directory = '', seed = '', start = ''] = process.argv.slice(2);
const changes = changesOf(Number(seed), Number(start));
const clock = realClock();
const store = consoleStore();
const { history, run } = keepHistory({ store, slices: createSlices(), clock, directory });
const answer = async () => overviewOf({ status: statusAt(changes, clock.now()) });
const call = history.recording(answer as unknown as Call, clock.now);
void run(new AbortController().signal);
process.stdout.write('ready\n');
for (;;) {
  await call(appOverview, { appId: 'a1' });
  await clock.sleep(100);
}
