// What the program imports on demand is there at once in its bundle, but takes vitest any number of turns.
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
 * A whole console over an embedded platform, under a clock that a test moves. It ends with the test, and
 * the test fails when anything but the painter's own sequences was ever written to its terminal.
 */
export interface ConsoleUnderTest {
  readonly clock: FakeClock;
  readonly platform: Platform;
  readonly terminal: FakeTerminal;
  readonly console: RunningConsole;
  /** What it wrote to and can read from. */
  readonly files: MemoryFiles;
  /** Types the keys, as one chunk each, and waits until nothing happens any more. */
  press(...keys: readonly string[]): Promise<void>;
  /** Pastes `text` as terminals do when told to bracket pastes. */
  paste(text: string): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Lets `ms` pass, wait by wait; whatever each wait sets off has ended before the next one does. */
  pass(ms: number): Promise<void>;
  /** The screen's lines, as many as the terminal has rows, without blanks at their ends. */
  screen(): Promise<readonly string[]>;
  /** Every frame that was handed to the painter. */
  readonly frames: readonly string[];
  /** The screen as one text. */
  text(): Promise<string>;
  /** The first line of the screen that holds `what`; fails with the screen when none does. */
  line(what: string | RegExp): Promise<string>;
  /** What was said since it was asked for last, without where the cursor went. */
  said(): Promise<readonly string[]>;
  /** The line with the cursor's mark. */
  cursor(): Promise<string>;
  /** Lets time pass until the screen shows `what`; fails with the screen after `limit` milliseconds of it. */
  until(what: string | RegExp, limit?: number): Promise<void>;
  /** How the run ended; undefined while it goes on. */
  ending(): Promise<Ending | undefined>;
  /** Ends it before the test does. */
  close(): Promise<void>;
}

export interface Setting {
  readonly columns?: number;
  readonly rows?: number;
  readonly platform?: Partial<PlatformOptions>;
  readonly at?: string;
  /** The service's clock minus the console's, milliseconds; a function where it changes. */
  readonly skew?: number | (() => number);
  readonly pane?: string;
  /** What of it is shown. */
  readonly place?: ConsoleOptions['place'];
  /** Where the history is kept; for the run only unless told. */
  readonly historyDirectory?: string;
  /** An archive of events to look at, by its path. */
  readonly archive?: string;
  /** A recording to look at instead of the service, by its path. */
  readonly recording?: string;
  /** Bytes of entries that one log may have in memory. */
  readonly logMemory?: number;
  readonly readOnly?: boolean;
  /** There is no service, but an archive. */
  readonly offline?: true;
  /** Nothing is configured. */
  readonly newcomer?: true;
  /** A newcomer is shown around. */
  readonly tour?: boolean;
  /** The terminal is known to have links. */
  readonly links?: true;
  /** False for what NO_COLOR asks for. */
  readonly colour?: boolean;
  readonly ascii?: boolean;
  /** Said in lines instead of drawn on a screen. */
  readonly lines?: 'reader' | 'plain';
  /** The key that is sent; the platform's own unless told. */
  readonly accessKey?: string;
  /** Keys that the operator wants otherwise. */
  readonly keys?: readonly KeyBinding[];
  /** Where the workspace is kept; nowhere unless told. */
  readonly workspaceFile?: WorkspaceFile;
  readonly workspace?: (demo: Workspace) => Workspace;
  /** Wraps the way to the service. A call that it holds back is not waited for. */
  readonly call?: (call: Call) => Call;
  /** Other timeouts of the client than the usual ones. They run on the machine's clock. */
  readonly timeouts?: ClientOptions['timeouts'];
  /** Instead of the parts of a machine in memory. */
  readonly machine?: Partial<Machine>;
  /** What the doctor looks at; all of it well unless told. */
  readonly surroundings?: DoctorFacts;
  /** What the console's Ctrl-Z does. */
  readonly stopProcess?: () => void;
  /** Typed before anything is drawn. */
  readonly early?: readonly string[];
  /** The test copies: nothing else may hand text to the clipboard. */
  readonly copies?: true;
  /** The run ends with a bug, and the test looks at that. */
  readonly crashes?: true;
}

/** Bytes of keys that are no characters. */
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

/** What hands text to the terminal's clipboard. */
const COPY = /\u001b\]52;c;[A-Za-z0-9+/=]*\u0007/g;

/** Enough turns of the event loop without a sign of life: nothing is under way. */
const QUIET_TURNS = 12;

/** Between two reads of a real file there are moments without a sign of it: quiet is at least this long, milliseconds. */
const FILES_QUIET = 10;
/** Real files answer in threads of their own, after any number of turns. Nothing is waited for longer than this, milliseconds. */
const FILES_AT_MOST = 5000;

const filesAreUnderWay = (): boolean =>
  process.getActiveResourcesInfo().some((each) => each.startsWith('FSReq') || each === 'CloseReq');

/** What a zone logs in a day unless a test says otherwise: little enough to be loaded in no time. */
const FEW_EVENTS = { perDay: 12_000 };

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Six applications of the demo. */
export const FEW: Setting = {
  workspace: (demo) => ({
    ...demo,
    apps: demo.apps.filter(({ name }) => !/image-resizer|price-feed/.test(name)).slice(0, 6),
  }),
};

/** A quarter of an hour of one zone, an entry about every second. */
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
  /** Resolves when no request is on the wire, no file is read, and nothing has been asked or drawn for some turns. */
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
  /** Resolves when nothing happens any more and the newest state is on the screen. */
  const quiet = async () => {
    await still();
    // Not waited for: a call that a test holds back keeps it waiting too.
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
            // The one before is drawn once more while that of another size is made.
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
  /** What is answered is data, whoever answers. */
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

  // Those who share an archive are told who writes: this user, on this machine.
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
  const { stopProcess } = setting;
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
      // What is kept is kept for one service, wherever it listens.
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
    isSecret: fixedKey(setting.accessKey ?? platform.accessKey).isIn,
    masked: fixedKey(setting.accessKey ?? platform.accessKey).masked,
    keys: setting.keys ?? [],
    pane: setting.pane,
    place: setting.place,
    archive: setting.archive,
    logMemory: setting.logMemory,
    historyDirectory: setting.historyDirectory ?? null,
    tour: setting.tour ?? false,
    random: () => 0.5,
    ...(stopProcess && { stopProcess }),
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
    // A lone escape is told from a sequence by the silence after it.
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
      // A storm of sizes is painted once, a frame's time after its beginning.
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
