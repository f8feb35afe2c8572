import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startConsole } from '../../../src/console/console.ts';
import type { Ending } from '../../../src/console/lifecycle.ts';
import type { Call } from '../../../src/contract/operation.ts';
import { passed } from '../../../src/doctor/check.ts';
import { createPainter } from '../../../src/painter/painter.ts';
import { createWorld } from '../../../src/platform/world/world.ts';
import { demoWorkspace } from '../../../src/session/session.ts';
import { noWorkspaceFile } from '../../../src/state/workspace.ts';
import { words } from '../../../src/text/printable.ts';
import { DAY_MS } from '../../../src/text/time.ts';
import { fakeClock } from '../fake-clock.ts';
import { fakeTerminal } from '../fake-terminal.ts';
import { memoryDirectories } from '../memory-directories.ts';
import { memoryFiles } from '../memory-files.ts';
import { platformClient } from '../platform-client.ts';
import { seededRandom } from '../random.ts';
import { nextTask, REST, SIZES } from './operator.ts';
import type { Sample } from './samples.ts';

/** A simulated day, played on a fake clock. */
export interface DayOptions {
  readonly seed: number;
  /** Hours that the console runs, without the time it sleeps. */
  readonly hours: number;
  /** Approximate number of entries of the busiest zone, including bursts and the time asleep. */
  readonly entries: number;
  /** One minute in `every` has `perSecond` entries a second. */
  readonly burst?: { readonly every: number; readonly perSecond: number };
  readonly outages: number;
  readonly sleeps: number;
  /** The longest pause between two tasks of the operator, milliseconds. */
  readonly rest: number;
  /** The script of the platform's thread. */
  readonly platform: URL;
  /** The script that measures what a process holds. */
  readonly probe: string;
  /** The real time limit, milliseconds. */
  readonly atMost: number;
  /** Called every simulated half hour. */
  progress(line: string): void;
}

/** The result of a day. */
export interface DayPlayed {
  /** Simulated hours: all of them, unless real time ran out. */
  readonly hours: number;
  readonly samples: readonly Sample[];
  readonly polls: number;
  readonly failed: number;
  readonly midnights: number;
  readonly outages: number;
  readonly sleeps: number;
  readonly tasks: number;
  readonly frames: number;
  /** Entries of the followed zone since the first loaded one: written by the platform, and received by the console. */
  readonly written: number;
  readonly taken: number;
  readonly faults: readonly string[];
  readonly screen: readonly string[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** 70 minutes before midnight, so that 24 hours and the sleeps contain two midnights. */
const BEGIN = Date.parse('2026-03-14T22:50:00Z');
/** About 100,000 requests in a day. */
const INTERVAL = 2.4 * SECOND;
/** Several polls, but less than the accepted difference between clocks. */
const SETTLED = 15 * SECOND;
const LONGEST_SLEEP = 20 * MINUTE;
/** The console is idle after this many turns of the event loop without activity. */
const QUIET_TURNS = 8;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Plays a day with the whole console: panes, painter, history on disk, client and sockets. */
export async function playDay(options: DayOptions): Promise<DayPlayed> {
  const { seed, hours, sleeps } = options;
  const random = seededRandom(seed);
  const { sample }: { sample(): Omit<Sample, 'at'> } = createRequire(import.meta.url)(
    options.probe,
  );
  const wall = hours * HOUR + (sleeps * LONGEST_SLEEP) / 2;
  const events = {
    perDay: Math.round((options.entries * DAY_MS) / wall),
    ...(options.burst && { burst: options.burst }),
  };

  const time = new SharedArrayBuffer(8);
  const shared = new Float64Array(time);
  shared[0] = BEGIN;
  const platform = new Worker(options.platform, {
    workerData: {
      time,
      options: { seed, events, compresses: false, dialect: { 'log-page-size': 1000 } },
    },
  });
  const told = () => new Promise<never>((resolve) => platform.once('message', resolve));
  const { baseUrl: url, accessKey }: { baseUrl: string; accessKey: string } = await told();
  const setReachable = async (isReachable: boolean) => {
    platform.postMessage(isReachable);
    await told();
  };

  const done = { polls: 0, failed: 0, outages: 0, sleeps: 0, tasks: 0, frames: 0 };
  let onTheWire = 0;
  let isPlatformStopped = false;
  const still = async () => {
    // The platform takes over the console's time before it answers pending requests.
    if (!isPlatformStopped) shared[0] = clock.now();
    let sign = '';
    for (let turns = 0; turns < QUIET_TURNS; ) {
      await turn();
      const now = `${done.polls} ${done.frames}`;
      turns = onTheWire === 0 && now === sign ? turns + 1 : 0;
      sign = now;
    }
  };
  const clock = fakeClock(BEGIN, still);
  const terminal = fakeTerminal(SIZES[0].columns, SIZES[0].rows, 'shown');
  const drawn = createPainter({ ...terminal.size(), output: terminal, clock, colour: true });
  const painter: typeof drawn = {
    ...drawn,
    paint(frame) {
      done.frames += 1;
      drawn.paint(frame);
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'warren-day-'));
  const files = memoryFiles();
  let ids = 0;
  const world = createWorld({ seed, startedAt: BEGIN, events });
  const demo = demoWorkspace(world);
  const [zone] = world.shieldZones;
  if (!zone) throw new Error('no zone');
  const running = startConsole({
    terminal,
    clock,
    painter,
    machine: {
      files,
      directories: memoryDirectories(files.contents),
      operator: { user: 'tester', tty: null, ssh: null },
      stateDirectory: '/state/warren',
      newId() {
        ids += 1;
        return `attempt-${ids}`;
      },
    },
    connect(report) {
      const client = platformClient(
        { baseUrl: url, accessKey },
        {
          clock,
          onExchange: report,
        },
      );
      const call: Call = async (operation, input, signal) => {
        done.polls += 1;
        onTheWire += 1;
        try {
          return await client(operation, input, signal);
        } catch (error) {
          done.failed += 1;
          throw error;
        } finally {
          onTheWire -= 1;
        }
      };
      return call;
    },
    surroundings: {
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      program: passed(words`program`, words`a simulated day`),
      checkFiles: async () => [],
      drift: () => [],
    },
    profile: {
      name: words`day`,
      host: words`embedded platform`,
      baseUrl: 'https://api.example.net',
      demo: true,
      readOnly: true,
    },
    workspace: { ...demo, apps: demo.apps.slice(0, 8), shieldZones: demo.shieldZones.slice(0, 1) },
    workspaceFile: noWorkspaceFile(words`a day has none.`),
    interval: INTERVAL,
    version: '',
    keys: [],
    historyDirectory: folder,
    tour: false,
    stopProcess() {},
    random: () => random.below(1000) / 1000,
  });
  let ending: Ending | undefined;
  void running.ended.then((how) => {
    ending = how;
  });

  const faults: string[] = [];
  const samples: Sample[] = [];
  const press = async (keys: readonly string[]) => {
    for (const key of keys) {
      terminal.type(key);
      await clock.advance(SECOND);
    }
  };
  const screen = async () => {
    await still();
    painter.flush();
    await still();
    return terminal.lines();
  };
  /** Entries of the zone received, including those that were evicted. */
  const taken = async () => {
    const text = (await screen()).join('\n');
    const of = (word: string) =>
      Number(new RegExp(`([\\d,]+) ${word}`).exec(text)?.[1]?.replaceAll(',', '') ?? 0);
    return of('loaded') + of('oldest evicted');
  };
  /** Entries that the platform wrote to the zone's logs. */
  const writtenBetween = (from: number, until: number) => {
    let sum = 0;
    for (let day = Math.floor(from / DAY_MS); day * DAY_MS <= until; day += 1) {
      const log = world.events.day(zone, day);
      sum += log.countBy(until) - log.countBy(from);
    }
    return sum;
  };

  const began = performance.now();
  /** Stops the platform's clock until the console has loaded everything written so far. */
  const catchUp = async (ms: number) => {
    const at = clock.now();
    isPlatformStopped = true;
    await clock.advance(ms);
    const counted = { taken: await taken(), at };
    isPlatformStopped = false;
    return counted;
  };

  await press(REST);
  await clock.advance(MINUTE);
  const first = await catchUp(SETTLED);
  const start = clock.elapsed();
  const end = start + hours * HOUR;
  /** Times of `times` events, spread over the console's hours. */
  const spread = (times: number) =>
    Array.from(
      { length: times },
      (_, at) => start + ((at + random.below(1000) / 1000) * hours * HOUR) / times,
    );
  const [outageTimes, sleepTimes] = [spread(options.outages), spread(sleeps)];
  let nextSample = start + HOUR / 4;
  let reachableAt = Number.POSITIVE_INFINITY;
  while (clock.elapsed() < end && performance.now() - began < options.atMost && !ending) {
    if (clock.elapsed() >= nextSample) {
      await press(REST);
      const at = clock.elapsed();
      samples.push({ at, ...sample(), timers: clock.sleeping });
      options.progress(
        `${(at / HOUR).toFixed(1)} h, ${done.polls} polls, ${await taken()} entries, ` +
          `${((samples.at(-1)?.live ?? 0) / 1e6).toFixed(1)} MB, ${((performance.now() - began) / SECOND).toFixed(0)} s`,
      );
      nextSample += HOUR / 4;
    }
    if (random.oneIn(20)) {
      const { columns, rows } = random.pick(SIZES);
      terminal.resizeTo(columns, rows);
    }
    await press([...nextTask(random), ...REST]);
    done.tasks += 1;
    await clock.advance(random.below(options.rest));
    const elapsed = clock.elapsed();
    if (elapsed >= (outageTimes[done.outages] ?? Number.POSITIVE_INFINITY)) {
      await setReachable(false);
      reachableAt = elapsed + (1 + random.below(9)) * MINUTE;
      done.outages += 1;
    }
    if (elapsed >= reachableAt) {
      await setReachable(true);
      reachableAt = Number.POSITIVE_INFINITY;
    }
    if (elapsed >= (sleepTimes[done.sleeps] ?? Number.POSITIVE_INFINITY)) {
      clock.shiftWall(random.below(LONGEST_SLEEP));
      done.sleeps += 1;
    }
  }

  if (reachableAt !== Number.POSITIVE_INFINITY) await setReachable(true);
  terminal.resizeTo(SIZES[2]?.columns ?? 200, SIZES[2]?.rows ?? 50);
  await press(REST);
  await clock.advance(options.rest);
  const { taken: came, at: stoppedAt } = await catchUp(SETTLED);
  const written = first.taken + writtenBetween(first.at, stoppedAt);
  if (came !== written) faults.push(`${written} entries were written, ${came} came`);
  if (ending) faults.push(`the console ended: ${JSON.stringify(ending)}`);
  const last = await screen();
  running.stop();
  await platform.terminate();
  await rm(folder, { recursive: true, force: true });
  return {
    ...done,
    hours: (Math.min(clock.elapsed(), end) - start) / HOUR,
    samples,
    midnights: Math.floor(stoppedAt / DAY_MS) - Math.floor(BEGIN / DAY_MS),
    written,
    taken: came,
    faults,
    screen: last,
  };
}
