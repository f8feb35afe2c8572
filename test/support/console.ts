// The program imports these on demand. Under vitest that takes any number of turns, so they are loaded beforehand.
import 'node:sqlite';
import 'node:worker_threads';
import 'node:zlib';
import '../../src/platform/faults/inject.ts';
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { KeyBinding } from '../../src/commands/key-binding.ts';
import {
  type ConsoleOptions,
  type RunningConsole,
  startConsole,
} from '../../src/console/console.ts';
import type { Ending } from '../../src/console/lifecycle.ts';
import { driftLog } from '../../src/contract/drift.ts';
import type { Call } from '../../src/contract/operation.ts';
import { passed } from '../../src/doctor/check.ts';
import type { DoctorFacts } from '../../src/doctor/terminal-checks.ts';
import { type Machine, ownName } from '../../src/edges/machine.ts';
import type { ClientOptions } from '../../src/http/client.ts';
import { createLinePainter } from '../../src/painter/line-painter.ts';
import { createPainter, type Painter } from '../../src/painter/painter.ts';
import { openedRecording, openReplaySession } from '../../src/session/replay-session.ts';
import { demoWorkspace } from '../../src/session/session.ts';
import { fixedKey } from '../../src/session/session-key.ts';
import { noWorkspaceFile, type Workspace, type WorkspaceFile } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { type FakeTerminal, fakeTerminal } from './fake-terminal.ts';
import { judged } from './judged-frames.ts';
import { memoryDirectories } from './memory-directories.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';
import { openPlatform, type Platform, type PlatformOptions } from './observed-platform.ts';
import { platformClient } from './platform-client.ts';
import { playedSize, SIZE, seenFrames } from './seen-frames.ts';
import { foreignTo } from './strict-terminal.ts';

/**
 * A whole console on an embedded platform, with a clock that the test advances. It ends with the test, and the test fails
 * if anything other than the painter's own sequences was written to its terminal.
 */
export interface ConsoleUnderTest {
  readonly clock: FakeClock;
  readonly platform: Platform;
  readonly terminal: FakeTerminal;
  readonly console: RunningConsole;
  /** The files that the console reads and writes. */
  readonly files: MemoryFiles;
  /** Types the keys, each as one chunk, and waits until the console is idle. */
  press(...keys: readonly string[]): Promise<void>;
  /** Pastes `text` as a terminal with bracketed paste does. */
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Advances the clock by `ms`. Whatever one timer starts has ended before the next timer fires. */
  pass(ms: number): Promise<void>;
  /** All rows of the screen, without trailing blanks. */
  screen(): Promise<readonly string[]>;
  /** Every frame that was handed to the painter. */
  readonly frames: readonly string[];
  /** The screen as one text. */
  text(): Promise<string>;
  /** The first line of the screen that contains `what`. Fails with the screen if there is none. */
  line(what: string | RegExp): Promise<string>;
  /** The lines spoken since the last call, without cursor moves. */
  said(): Promise<readonly string[]>;
  /** The line that the cursor is on. */
  cursor(): Promise<string>;
  /** Advances the clock until the screen shows `what`. Fails with the screen after `limit` milliseconds. */
  until(what: string | RegExp, limit?: number): Promise<void>;
  /** How the run ended; undefined while it is running. */
  ending(): Promise<Ending | undefined>;
  /** Ends the console before the test ends. */
  close(): Promise<void>;
}

export interface Setting {
  readonly columns?: number;
  readonly rows?: number;
  readonly platform?: Partial<PlatformOptions>;
  readonly at?: string;
  /** The service's clock minus the console's, milliseconds. */
  readonly skew?: number | (() => number);
  readonly pane?: string;
  /** The place within the pane. */
  readonly place?: ConsoleOptions['place'];
  /** By default the history is in memory. */
  readonly historyDirectory?: string;
  /** The path of an archive of events to open. */
  readonly archive?: string;
  /** The path of a recording to open instead of the service. */
  readonly recording?: string;
  /** Bytes of entries that one log may keep in memory. */
  readonly logMemory?: number;
  readonly readOnly?: boolean;
  /** An archive without a service. */
  readonly offline?: true;
  /** Nothing is configured. */
  readonly newcomer?: true;
  /** The tour for newcomers. */
  readonly tour?: boolean;
  /** The terminal supports links. */
  readonly links?: true;
  /** False for NO_COLOR. */
  readonly colour?: boolean;
  readonly ascii?: boolean;
  /** Speaks lines instead of drawing a screen. */
  readonly lines?: 'reader' | 'plain';
  /** By default the platform's own key. */
  readonly accessKey?: string;
  /** Key bindings chosen by the operator. */
  readonly keys?: readonly KeyBinding[];
  /** By default the workspace is not saved. */
  readonly workspaceFile?: WorkspaceFile;
  readonly workspace?: (demo: Workspace) => Workspace;
  /** Wraps calls to the service. The console counts as idle while the wrapper holds a call back. */
  readonly call?: (call: Call) => Call;
  /** Client timeouts, in real milliseconds. */
  readonly timeouts?: ClientOptions['timeouts'];
  /** Replaces parts of the machine in memory. */
  readonly machine?: Partial<Machine>;
  /** What the doctor examines. By default nothing is wrong. */
  readonly surroundings?: DoctorFacts;
  /** What Ctrl-Z does. */
  readonly stopProcess?: () => void;
  /** Typed before the first frame. */
  readonly early?: readonly string[];
  /** The test copies text. In all others, anything sent to the clipboard is a failure. */
  readonly copies?: true;
  /** The test ends the run by a bug. */
  readonly crashes?: true;
}

/** The bytes of special keys. */
export const KEYS = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  shiftRight: '\u001b[1;2C',
  shiftLeft: '\u001b[1;2D',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  home: '\u001b[H',
  end: '\u001b[F',
  f1: '\u001bOP',
  enter: '\r',
  tab: '\t',
  shiftTab: '\u001b[Z',
  escape: '\u001b',
  ctrlC: '\u0003',
  ctrlD: '\u0004',
  ctrlE: '\u0005',
  ctrlX: '\u0018',
  ctrlL: '\u000c',
  ctrlO: '\u000f',
  ctrlP: '\u0010',
  ctrlR: '\u0012',
  ctrlS: '\u0013',
  ctrlU: '\u0015',
  ctrlW: '\u0017',
  ctrlY: '\u0019',
  ctrlZ: '\u001a',
  backspace: '\u007f',
} as const;

/** The sequence that sends text to the terminal's clipboard. */
const COPY = /\u001b\]52;c;[A-Za-z0-9+/=]*\u0007/g;

/** The console is idle after this many turns of the event loop without activity. */
const QUIET_TURNS = 12;

/** Real files are read in threads, with pauses between reads. The console is idle after this many milliseconds without one. */
const FILES_QUIET = 10;
/** The longest wait for real files, milliseconds. */
const FILES_AT_MOST = 5000;

const filesAreUnderWay = (): boolean =>
  process.getActiveResourcesInfo().some((each) => each.startsWith('FSReq') || each === 'CloseReq');

/** Entries that a zone logs in a day by default: few, so that they load quickly. */
const FEW_EVENTS = { perDay: 12_000 };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Six applications of the demo. */
export const FEW: Setting = {
  workspace: (demo) => ({
    ...demo,
    apps: demo.apps.filter(({ name }) => !/image-resizer|price-feed/.test(name)).slice(0, 6),
  }),
};

/** A quarter of an hour of one zone, with about one entry per second. */
export const QUARTER_HOUR: Setting = {
  pane: 'events',
  columns: 120,
  rows: 30,
  at: '2026-03-14T00:15:00Z',
  platform: { events: { perSecond: 1 }, dialect: { 'log-page-size': 500 } },
};

export async function consoleUnderTest(setting: Setting = {}): Promise<ConsoleUnderTest> {
  let calls = 0;
  let onTheWire = 0;
  const leastQuiet = setting.historyDirectory || setting.archive ? FILES_QUIET : 0;
  /** Resolves when no request and no file read is pending and nothing has been requested or drawn for some turns. */
  const still = async () => {
    let sign = '';
    let since = performance.now();
    const end = since + FILES_AT_MOST;
    for (let turns = 0; turns < QUIET_TURNS || performance.now() - since < leastQuiet; ) {
      await turn();
      const now = `${calls} ${terminal.written().length}`;
      const reads = filesAreUnderWay() && performance.now() < end;
      const isStill = onTheWire === 0 && !reads && now === sign;
      turns = isStill ? turns + 1 : 0;
      if (!isStill) since = performance.now();
      sign = now;
    }
  };
  /** Resolves when the console is idle and its newest state is on the screen. */
  const quiet = async () => {
    await still();
    // Not awaited, because it would wait for a call that a test holds back.
    void console.settled();
    painter.flush();
    await still();
    const newest = frames.at(-1);
    if (newest !== undefined && !setting.lines) seen.stood(newest, terminal.size().columns);
  };

  const clock = fakeClock(setting.at, quiet);
  const { columns = 80, rows = 24 } = setting;
  const size = playedSize({ columns, rows });
  const terminal = fakeTerminal(size.columns, size.rows);
  const colour = setting.colour ?? true;
  const made = setting.lines
    ? createLinePainter({ ...terminal.size(), output: terminal, clock, kind: setting.lines })
    : createPainter({
        ...terminal.size(),
        output: terminal,
        clock,
        colour,
        links: setting.links ?? false,
        ascii: setting.ascii ?? false,
      });
  const frames: string[] = [];
  const seen = seenFrames();
  const painter: Painter =
    made.kind === 'screen'
      ? {
          ...made,
          paint(frame) {
            frames.push(frame);
            // After a resize, the frame of the old size is drawn once more before the new one is ready.
            if (frame.split('\n').length === terminal.size().rows) seen.saw(frame);
            made.paint(frame);
          },
          setTheme(palette) {
            seen.drawnWith(palette);
            made.setTheme(palette);
          },
        }
      : {
          ...made,
          speak(items) {
            frames.push(JSON.stringify(items));
            made.speak(items);
          },
        };
  const platform = await openPlatform({
    clock: {
      ...clock,
      now() {
        const { skew = 0 } = setting;
        return clock.now() + (typeof skew === 'number' ? skew : skew());
      },
    },
    seed: 1,
    events: FEW_EVENTS,
    ...setting.platform,
  });

  const drift = driftLog();
  const connect = (report: Parameters<Parameters<typeof startConsole>[0]['connect']>[0]): Call => {
    const client = platformClient(platform, {
      accessKey: () => setting.accessKey ?? platform.accessKey,
      clock,
      drift,
      onExchange: report,
      ...(setting.timeouts && { timeouts: setting.timeouts }),
    });
    const watched: Call = async (operation, input, signal) => {
      calls += 1;
      onTheWire += 1;
      try {
        return await client(operation, input, signal);
      } finally {
        onTheWire -= 1;
      }
    };
    return noted(setting.call?.(watched) ?? watched);
  };
  /** Registers all text in answers as data for the check of words. */
  const noted =
    (call: Call): Call =>
    async (operation, input, signal, onBody) => {
      seen.given(input);
      try {
        const answer = await call(operation, input, signal, onBody);
        seen.answered(answer);
        return answer;
      } catch (error) {
        seen.answered(error);
        throw error;
      }
    };

  // Shared archives show who writes: this user, on this machine.
  seen.given(ownName());

  const files = memoryFiles();
  let ids = 0;
  const machine: Machine = {
    files,
    directories: memoryDirectories(files.contents),
    operator: { user: 'tester', tty: '/dev/pts/7', ssh: '192.0.2.7 50022 22' },
    stateDirectory: '/state/warren',
    newId() {
      ids += 1;
      return `attempt-${ids}`;
    },
    ...setting.machine,
  };
  const demo = demoWorkspace(platform.world);
  const recorded = setting.recording && (await openReplaySession(setting.recording, { clock }));
  if (setting.recording) {
    const { file, extent } = await openedRecording(setting.recording);
    for (const call of file.between(extent.from - 1, extent.until, extent.calls)) {
      seen.answered(file.answer(call));
    }
    file.close();
  }
  const console = startConsole({
    terminal,
    clock,
    painter,
    machine,
    connect,
    drift,
    surroundings: setting.surroundings ?? {
      env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' },
      program: passed(words`program`, words`warren 1.2.3 on a test`),
      checkFiles: async () => [passed(words`configuration`, words`~/config.yaml`)],
      drift: drift.entries,
    },
    profile: {
      name: words`demo`,
      host: words`embedded platform`,
      // A stable address, because history is kept per service and the platform's port is random.
      baseUrl: setting.historyDirectory ? 'https://api.example.net' : platform.baseUrl,
      demo: true,
      readOnly: setting.readOnly ?? false,
      ...(setting.newcomer && { newcomer: true }),
      ...(setting.offline && { offline: true }),
    },
    workspace: setting.workspace?.(demo) ?? demo,
    workspaceFile: setting.workspaceFile ?? noWorkspaceFile(words`a test has none.`),
    interval: 5000,
    version: '',
    accessKey: fixedKey(setting.accessKey ?? platform.accessKey),
    keys: setting.keys ?? [],
    pane: setting.pane,
    place: setting.place,
    archive: setting.archive,
    logMemory: setting.logMemory,
    historyDirectory: setting.historyDirectory ?? null,
    tour: setting.tour ?? false,
    random: () => 0.5,
    stopProcess: setting.stopProcess ?? (() => {}),
    ...(recorded && {
      profile: recorded.profile,
      workspace: recorded.workspace,
      connect: (...parts: Parameters<typeof recorded.connect>) => noted(recorded.connect(...parts)),
      replay: recorded.replay,
      clock: recorded.replay.player.clock,
      frameClock: clock,
    }),
  });
  seen.typed(setting.early?.join('') ?? '');
  seen.given([setting.workspace?.(demo) ?? demo, setting.accessKey, machine.operator]);
  for (const bytes of setting.early ?? []) terminal.type(bytes);
  let heard = 0;
  let ending: Ending | undefined;
  void console.ended.then((how) => {
    ending = how;
  });

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      console.stop();
      await platform.close();
      if (ending?.kind === 'crash' && !setting.crashes) throw ending.error;
      const written = terminal.written();
      expect(foreignTo(setting.copies ? written.replace(COPY, '') : written)).toEqual([]);
      if (setting.lines) seen.heard(stripVTControlCharacters(written));
      seen.given([files.contents, machine.files, machine.stateDirectory, setting.keys]);
      seen.given(setting.historyDirectory);
      if (recorded) seen.given([recorded.workspace, recorded.profile]);
      if (setting.archive && existsSync(setting.archive))
        seen.answered(readFileSync(setting.archive));
      judged(seen);
    })();
    return closed;
  };
  onTestFinished(close);

  let looked = 0;
  const screen = async () => {
    await quiet();
    if (ending?.kind === 'crash' && !setting.crashes) throw ending.error;
    const lines = await terminal.lines();
    if (terminal.written().length !== looked) {
      looked = terminal.written().length;
      seen.painted(terminal.emulator.styles);
    }
    return lines;
  };
  const text = async () => (await screen()).join('\n');
  const shows = (what: string | RegExp, all: string) =>
    typeof what === 'string' ? all.includes(what) : what.test(all);
  const line = async (what: string | RegExp) => {
    const lines = await screen();
    const found = lines.find((each) => shows(what, each));
    if (found === undefined && SIZE !== undefined) return '';
    return found ?? expect.fail(`No line shows ${what}:\n${lines.join('\n')}`);
  };
  const pass = async (ms: number) => {
    await quiet();
    await clock.advance(ms);
    await quiet();
  };
  const type = async (bytes: string) => {
    seen.typed(bytes);
    terminal.type(bytes);
    // The key parser takes a lone escape for a key only after a pause.
    if (bytes.endsWith(KEYS.escape)) await pass(100);
    await quiet();
  };
  await quiet();

  return {
    clock,
    platform,
    terminal,
    console,
    files,
    frames,
    async press(...keys) {
      for (const key of keys) await type(key);
    },
    paste: (pasted) => type(`\u001b[200~${pasted}\u001b[201~`),
    async resize(columns, rows) {
      terminal.resizeTo(columns, rows);
      // Resizes are painted once per frame time.
      await pass(20);
    },
    pass,
    screen,
    text,
    line,
    async said() {
      await quiet();
      const bytes = terminal.written().slice(heard);
      heard = terminal.written().length;
      return bytes
        .replace(/\u001b\[[?\d]*[A-Za-z]|\r/g, '')
        .split('\n')
        .filter((line) => line !== '');
    },
    cursor: () => line('❯'),
    async until(what, limit = SIZE === undefined ? 60_000 : 10_000) {
      for (let passed = 0; passed <= limit; passed += 1000) {
        if (shows(what, await text())) return;
        await pass(1000);
      }
      if (SIZE !== undefined) return;
      expect.fail(`The screen never showed ${what}:\n${await text()}`);
    },
    async ending() {
      await quiet();
      return ending;
    },
    close,
  };
}
