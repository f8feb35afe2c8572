import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it, type TestContext } from 'vitest';
import { PROGRAM } from '../support/program.ts';
import { type PtyProgram, shows, startInPty, writtenBy } from '../support/pty.ts';

/* The bundled program in a shell in a real pseudo-terminal, when it cannot restore the terminal itself. */

const FREEZE = resolve(import.meta.dirname, '../support/freeze.cjs');
const KEY = 'CANARY-4711-SECRET';
/** Longer than the watchdog's limit, seconds. */
const LONG = 9;

const childrenOf = async (process: number): Promise<number[]> =>
  (await readFile(`/proc/${process}/task/${process}/children`, 'utf8').catch(() => ''))
    .match(/\d+/g)
    ?.map(Number) ?? [];

const nameOf = (process: number) =>
  readFile(`/proc/${process}/comm`, 'utf8').catch(() => 'it has ended');

/** The two shells of the watchdog, once the second one is counting: it runs a sleep of one second at a time. */
async function watchdogOf(console: number): Promise<number[]> {
  for (const first of await childrenOf(console)) {
    for (const second of await childrenOf(first)) {
      for (const each of await childrenOf(second)) {
        if ((await nameOf(each)) === 'sleep\n') return [first, second];
      }
    }
  }
  return [];
}

interface Started {
  readonly shell: PtyProgram;
  readonly home: string;
  readonly console: number;
  /** The watchdog's two shells. */
  readonly watchdog: readonly number[];
}

async function ended({ expect }: TestContext, processes: readonly number[]): Promise<void> {
  for (const each of processes) {
    // The process may be a zombie.
    const state = () => readFile(`/proc/${each}/stat`, 'latin1').catch(() => 'gone');
    await expect.poll(state, { timeout: 20_000 }).toMatch(/^gone$|\) Z /);
  }
}

/** A shell that runs the console as a job, prints the state of the terminal afterwards, and waits for Enter. */
async function started({ expect, onTestFinished }: TestContext, freeze?: string): Promise<Started> {
  const home = await mkdtemp(join(tmpdir(), 'warren-'));
  const shell = startInPty({
    file: 'sh',
    args: [
      '-c',
      'before=$(stty -g); "$0" "$@"; echo status $?; until [ "$(stty -g)" = "$before" ]; do sleep 0.1; done; echo same terminal; read -r end',
      process.execPath,
      ...(freeze === undefined ? [] : ['--require', FREEZE]),
      PROGRAM,
      ...['--demo', '--seed', '7'],
    ],
    columns: 100,
    rows: 30,
    env: {
      HOME: home,
      WARREN_ACCESS_KEY: KEY,
      ...(freeze === undefined ? {} : { FREEZE: freeze }),
    },
  });
  onTestFinished(async () => {
    // A suspended console would keep the terminal open.
    for (const each of await childrenOf(shell.pid)) process.kill(each, 'SIGKILL');
    await shell.close();
    await rm(home, { recursive: true, force: true });
  });
  await shell.until(shows('1/28'));
  const [console = 0] = await childrenOf(shell.pid);
  let watchdog: number[] = [];
  const look = async () => {
    watchdog = await watchdogOf(console);
    return watchdog;
  };
  await expect.poll(look, { timeout: 20_000 }).toHaveLength(2);
  return { shell, home, console, watchdog };
}

/** Ends the shell once `text` is on screen, too: the watchdog may write it after it has restored the terminal. */
async function exitOf(
  shell: PtyProgram,
  text = 'same terminal',
): Promise<Awaited<typeof shell.exited>> {
  await shell.until((screen) => shows('same terminal')(screen) && shows(text)(screen));
  shell.send('\r');
  return shell.exited;
}

/** Resolves when the watchdog has counted this many seconds. Each is a new sleep process. */
async function counted(
  { expect }: TestContext,
  seconds: number,
  { watchdog: [, second = 0] }: Started,
): Promise<void> {
  const slept = new Set<number>();
  const look = async () => {
    if ((await nameOf(second)) !== 'sh\n') throw new Error('The watchdog has ended.');
    for (const process of await childrenOf(second)) {
      if ((await nameOf(process)) === 'sleep\n') slept.add(process);
    }
    return slept.size;
  };
  await expect.poll(look, { timeout: 40_000, interval: 100 }).toBeGreaterThan(seconds);
}

/** The crash notes left in the state directory. */
async function crashNotes(home: string): Promise<readonly string[]> {
  const names = await readdir(join(home, '.local/state/warren')).catch(() => []);
  return names.filter((name) => name !== 'preferences');
}

async function note({ expect }: TestContext, home: string): Promise<string> {
  const directory = join(home, '.local/state/warren');
  const [name = '', ...others] = await crashNotes(home);
  expect(others).toEqual([]);
  expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  return readFile(join(directory, name), 'utf8');
}

/** Expects the main screen and a visible cursor. */
function expectRestored({ expect }: TestContext, shell: PtyProgram): void {
  const restored = '\u001b[?7h\u001b[?25h\u001b[?1049l';
  const all = writtenBy(shell);
  expect(all.lastIndexOf(restored)).toBeGreaterThan(all.lastIndexOf('\u001b[?1049h'));
}

describe.concurrent('the watchdog', () => {
  describe('a console whose main thread hangs is ended, and the terminal is restored', () => {
    // Each keeps a core busy for seconds. `npm run proof:deaths` tests the others.
    it.for(['a render', 'SQLite'])('in %s', async (where, context) => {
      const { expect } = context;
      const { shell, home } = await started(context, where);
      shell.send('Zj');
      expect(await exitOf(shell, 'Crash note: /')).toBe(0);
      expectRestored(context, shell);
      const screen = (await shell.screen()).join('\n');
      expect(screen).toContain('warren did not answer for 5 seconds and was ended. Crash note: /');
      expect(screen).toContain('status 137');
      expect(screen).toContain('same terminal');
      const text = await note(context, home);
      expect(text).toMatch(
        /^warren [\d.]+, Node [\d.]+, linux x64\n\d{4}-.*Z\nThe console did not answer for 5 seconds and was ended\.\nState, .*: R/,
      );
      expect(text + screen).not.toContain('4711');
    });
  });

  describe('E10: a console that is killed', () => {
    it.for(['SIGKILL', 'SIGSEGV', 'SIGABRT'])('by %s', async (signal, context) => {
      const { expect } = context;
      const { shell, console, home } = await started(context);
      process.kill(console, signal);
      expect(await exitOf(shell, 'Crash note: /')).toBe(0);
      expectRestored(context, shell);
      const screen = (await shell.screen()).join('\n');
      expect(screen).toContain('warren was killed, or crashed. Crash note: /');
      expect(screen).toContain('same terminal');
      expect(await note(context, home)).toContain(
        'The console was killed, ran out of memory, or crashed.',
      );
    });
  });

  describe('the watchdog does not end', () => {
    const goesOn = async ({ expect }: TestContext, { shell, home }: Started) => {
      shell.send('?');
      await shell.until(shows('Show details'));
      shell.send('\u001b');
      await shell.until((screen) => !shows('Show details')(screen));
      shell.send('q');
      expect(await exitOf(shell)).toBe(0);
      const screen = (await shell.screen()).join('\n');
      expect(screen).toContain('status 0\nsame terminal');
      expect(await crashNotes(home)).toEqual([]);
    };

    it('E4: a console that waits for a disk, however long that takes', async (context) => {
      const run = await started(context, 'a disk that stalls');
      run.shell.send('Z');
      await counted(context, LONG, run);
      await goesOn(context, run);
    });

    it('a console that was stopped alone', async (context) => {
      const run = await started(context);
      process.kill(run.console, 'SIGSTOP');
      await counted(context, LONG, run);
      process.kill(run.console, 'SIGCONT');
      await goesOn(context, run);
    });

    it('a console that was stopped together with the watchdog', async (context) => {
      const { expect } = context;
      const run = await started(context);
      const all = [run.console, ...run.watchdog];
      for (const each of all) process.kill(each, 'SIGSTOP');
      const sleep = await childrenOf(run.watchdog[1] ?? 0);
      await expect
        .poll(() => readFile(`/proc/${sleep[0]}/stat`, 'utf8'), { timeout: 20_000 })
        .toContain(' Z ');
      for (const each of all) process.kill(each, 'SIGCONT');
      await goesOn(context, run);
    });

    it('a console whose terminal takes no output for a while, as over a stalled connection', async (context) => {
      const run = await started(context);
      run.shell.stall(true);
      for (let pane = 0; pane < 40; pane += 1) run.shell.send(`${1 + (pane % 3)}`);
      await counted(context, LONG, run);
      run.shell.stall(false);
      run.shell.send('1');
      await run.shell.until(shows('1/28'));
      await goesOn(context, run);
    });
  });

  it('the watchdog ends with the console, and its own death changes nothing', async (context) => {
    const { expect } = context;
    const { shell, home, watchdog } = await started(context);
    // The other shell gets no heartbeat from now on, and must not take the console for frozen.
    process.kill(watchdog[0] ?? Number.NaN, 'SIGKILL');
    await ended(context, watchdog);
    shell.send('?');
    await shell.until(shows('Show details'));
    shell.send('\u001b');
    await shell.until((screen) => !shows('Show details')(screen));
    shell.send('q');
    expect(await exitOf(shell)).toBe(0);
    expect(await crashNotes(home)).toEqual([]);

    const other = await started(context);
    other.shell.send('q');
    expect(await exitOf(other.shell)).toBe(0);
    await ended(context, other.watchdog);
  });

  it('the watchdog has no secrets', async (context) => {
    const { expect } = context;
    const { shell, watchdog } = await started(context);
    for (const each of watchdog) {
      const environment = await readFile(`/proc/${each}/environ`, 'latin1');
      expect(environment.split('\0').filter(Boolean).sort()).toEqual([
        'LC_ALL=C',
        'PATH=/usr/bin:/bin',
      ]);
      expect(await readFile(`/proc/${each}/cmdline`, 'latin1')).not.toContain('4711');
    }
    shell.send('q');
    await exitOf(shell);
  });
});
