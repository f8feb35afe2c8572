import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConsoleOptions, startConsole } from '../../src/console/console.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call, Operation } from '../../src/contract/operation.ts';
import { passed } from '../../src/doctor/check.ts';
import { createPainter } from '../../src/painter/painter.ts';
import { openRecorder } from '../../src/recording/recorder.ts';
import { openRecording } from '../../src/recording/recording-file.ts';
import { openReplaySession } from '../../src/session/replay-session.ts';
import { noWorkspaceFile, type Workspace } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { consoleStore } from './console-store.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { memoryDirectories } from './memory-directories.ts';
import { memoryFiles } from './memory-files.ts';
import { noDrift } from './no-drift.ts';
import { type Random, seededRandom } from './random.ts';

/** The result of a seed. */
interface ReplayedFrames {
  readonly frames: number;
  /** The first frame that differs from the live one, and both frames. */
  readonly different: {
    readonly at: string;
    readonly live: string;
    readonly replayed: string;
  } | null;
}

const PANES = ['apps', 'timeline', 'limits', 'dns', 'events'] as const;
const SIZES: readonly [Parts['size'], ...Parts['size'][]] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 50 },
];

/** An answer and all its effects are on screen after this many milliseconds. */
const DRAWN = 700;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Records a console on a random service, with a frame every second. Then opens the recording in another console, goes to the
 * same seconds in order, and compares the frames without badges and keys, which differ in a recording.
 */
export async function replayFrames(seed: number, seconds: number): Promise<ReplayedFrames> {
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'warren-replay-'));
  const pane = random.pick(PANES);
  const size = random.pick(SIZES);
  try {
    const path = join(folder, 'r.db');
    const clock = fakeClock(undefined, quiet);
    const recorder = await openRecorder({
      path,
      clock,
      store: consoleStore({ workspace: WORKSPACE }),
      about: {
        version: '1.2.3',
        profile: 'prod',
        host: 'api.example.net',
        interval: 5000,
        service: 'https://api.example.net',
        workspace: JSON.stringify(WORKSPACE),
      },
      failed(why) {
        throw new Error(why);
      },
    });
    const ending = new AbortController();
    const written = recorder.run(ending.signal);
    const call = recorder.recording(serviceOf(random, clock));
    const live = consoleOn({ clock, frameClock: clock, pane, size, call });
    await untilDrawn(live, clock);
    const looks: { readonly at: number; readonly shown: string }[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await clock.advance(1000);
      looks.push({ at: clock.now(), shown: await live.body() });
    }
    ending.abort();
    await written;
    live.console.stop();
    return await compare(path, looks, { pane, size });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compare(
  path: string,
  looks: readonly { readonly at: number; readonly shown: string }[],
  how: Pick<Parts, 'pane' | 'size'>,
): Promise<ReplayedFrames> {
  const clock = fakeClock(undefined, quiet);
  const times = await openRecording(path, 'read');
  // A pane without requests has no recording.
  if (!times.extent()) return { frames: 0, different: null };
  const session = await openReplaySession(path, { clock });
  const { player } = session.replay;
  const { from, until } = player.state.getState();
  player.seek(from);
  const replayed = consoleOn({ ...how, ...session, clock: player.clock, frameClock: clock });
  await untilDrawn(replayed, clock);
  let frames = 0;
  try {
    for (const { at, shown } of looks) {
      for (;;) {
        const next = times.neighbour(player.clock.now(), 'later');
        if (next === null || next > at) break;
        player.step('later');
        await clock.advance(20);
      }
      // Skips the time after the last answer, which a recording does not have, and frames just after an answer.
      if (at < from || at > until || (times.neighbour(at + 1, 'earlier') ?? 0) > at - DRAWN)
        continue;
      player.seek(at);
      await clock.advance(1000);
      frames += 1;
      const now = await replayed.body();
      if (now === shown) continue;
      return { frames, different: { at: new Date(at).toISOString(), live: shown, replayed: now } };
    }
    return { frames, different: null };
  } finally {
    replayed.console.stop();
    times.close();
    await session.close();
  }
}

/** Resolves when the console is idle. */
async function quiet(): Promise<void> {
  for (let turns = 0; turns < 8; turns += 1) await turn();
}

/** Waits for the drawing modules, which are loaded from files in real time. */
async function untilDrawn({ body }: { body(): Promise<string> }, clock: FakeClock): Promise<void> {
  const limit = performance.now() + 10_000;
  while ((await body()).trim() === '') {
    if (performance.now() > limit) throw new Error('Nothing was ever drawn');
    await clock.advance(1);
  }
}

interface Parts
  extends Partial<Pick<ConsoleOptions, 'replay' | 'workspace' | 'profile' | 'connect'>> {
  readonly clock: ConsoleOptions['clock'];
  readonly frameClock: FakeClock;
  readonly pane: string;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly call?: Call;
}

function consoleOn({ clock, frameClock, pane, size, call, ...parts }: Parts) {
  const terminal = fakeTerminal(size.columns, size.rows, 'shown');
  const painter = createPainter({ ...size, output: terminal, clock: frameClock, colour: true });
  const files = memoryFiles();
  const console = startConsole({
    terminal,
    painter,
    clock,
    frameClock,
    pane,
    machine: {
      files,
      directories: memoryDirectories(files.contents),
      operator: { user: 'tester', tty: null, ssh: null },
      stateDirectory: '/state',
      newId: () => '1',
    },
    connect: () => call ?? (() => Promise.reject(new ApiError({ kind: 'aborted', title: '' }))),
    surroundings: {
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      program: passed(words`program`, words`under test`),
      checkFiles: async () => [],
      drift: () => [],
    },
    profile: {
      name: words`prod`,
      host: words`api.example.net`,
      baseUrl: 'https://api.example.net',
      demo: false,
      readOnly: false,
    },
    workspace: WORKSPACE,
    workspaceFile: noWorkspaceFile(words`a proof has none.`),
    interval: 5000,
    version: '',
    keys: [],
    historyDirectory: null,
    stopProcess() {},
    random: () => 0,
    ...parts,
  });
  return {
    console,
    async body() {
      await quiet();
      // Not awaited, because it would wait for late answers.
      void console.settled();
      painter.flush();
      await quiet();
      const lines = await terminal.lines();
      return lines.slice(1, -2).join('\n').replace(UNLIKE, ' ');
    },
  };
}

/**
 * What differs in the title of a recording that is stopped: where the Timeline is kept and how often the service is
 * asked, with the latency, which a long interval displaces, and the rule beside them.
 */
const UNLIKE =
  / ─+ (?=.*as of )|kept for this run only|as recorded| · (?:every \S+ \S+ · )?\d+ ms/g;

const things = (kind: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(700 + at), name: `${kind}-${at}` }));

const WORKSPACE: Workspace = {
  name: 'proof',
  apps: things('app', 5),
  shieldZones: things('zone', 1),
  dnsZones: things('dns', 2),
  scripts: [],
  rateLimits: things('limit', 2),
};

/** A random service: its answers change, come late and fail. */
function serviceOf(random: Random, clock: FakeClock): Call {
  const breaches = new Map<string, number>();
  let logged = 0;
  const entries: unknown[] = [];
  const answer = (operation: Operation<unknown, unknown>, input: object): unknown => {
    switch (operation.id) {
      case 'app-overview':
        return overview(random, clock.now());
      case 'rate-limit-metrics': {
        const total = (breaches.get(JSON.stringify(input)) ?? 0) + random.below(30);
        breaches.set(JSON.stringify(input), total);
        const overview = { totalBreaches: total, totalBlocked: total, totalLogged: 0 };
        return { data: { overview } };
      }
      case 'dns-scan':
        return { Status: random.pick([1, 2, 2, 2, 3]), Records: [] };
      default:
        for (let more = random.below(5); more > 0; more -= 1) {
          logged += 1;
          entries.unshift({
            logId: `log-${logged}`,
            timestamp: clock.now() - more,
            log: JSON.stringify({ uri: `/p/${random.below(9)}` }),
            labels: { status: random.pick(['Blocked', 'Logged']), country: 'DE', method: 'GET' },
          });
        }
        return { logs: entries.slice(0, 200), hasMoreData: false, continuationToken: null };
    }
  };
  return async (operation, input) => {
    await clock.sleep(random.below(900));
    if (random.oneIn(12)) {
      const kind = random.pick(['not-found', 'refused'] as const);
      throw new ApiError({ kind, status: 404, title: 'There is no such thing', requestId: 'r-1' });
    }
    const value = answer(operation as Operation<unknown, unknown>, input as object);
    return operation.answer.decode(value, noDrift);
  };
}

function overview(random: Random, now: number) {
  const pods = Array.from({ length: 1 + random.below(2) }, (_, at) => ({
    name: `pod-${at}`,
    status: random.pick(['ready', 'scheduled']),
    lastHeartBeat: new Date(now - random.below(200_000)).toISOString(),
    containers: [
      {
        id: `c-${at}`,
        name: 'web',
        image: `shop:${random.below(3)}`,
        numberOfRestarts: random.below(4),
        status: random.pick(['ready', 'started']),
        reason: random.pick(['', 'CrashLoopBackOff']),
        exitCode: random.below(2),
      },
    ],
  }));
  return {
    status: random.pick(['active', 'active', 'failing', 'progressing']),
    currentLatency: { indicator: random.below(90) },
    targetLatency: { indicator: 40 },
    averageCPU: { indicator: random.below(100) },
    desiredInstances: 2,
    activeInstances: { indicator: random.below(3) },
    regions: [{ region: 'DE', isRequired: true, instances: pods.length, status: 'active', pods }],
  };
}
