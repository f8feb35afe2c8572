import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PROGRAM } from '../program.ts';
import { type PtyProgram, shows, startInPty, writtenBy } from '../pty.ts';
import { faultsOfFiles } from './files-left.ts';
import type { Death } from './list.ts';
import { modesLeft } from './modes.ts';
import type { Place } from './places.ts';

/** A running console, and the ways to end it. */
export interface DyingConsole {
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to the whole job, as a terminal does: the console, its parent and its children. */
  signalJob(name: NodeJS.Signals): void;
  killWatchdog(): void;
  type(keys: string): void;
  hangUp(): void;
  /** Resolves once the console has responded to a key. */
  answers(): Promise<void>;
}

/** The state after the console has ended. */
interface Remains {
  /** The exit status; null if the shell is gone too. */
  readonly status: number | null;
  /** The first line on the restored terminal. */
  readonly said: string;
  /** Everything that was not restored. */
  readonly faults: readonly string[];
}

const SCRIPTS = resolve(import.meta.dirname, '..');
/** Tenths of a second that restoring the terminal may take. */
const PATIENCE = 40;
/** The interval of checks for a process, milliseconds. */
const AGAIN = 20;
const WITHIN = 30_000;

/*
 * The shell survives signals to the job, except for the loss of its terminal. It runs the console and writes down its
 * process id. What it finds afterwards goes to a file, because the screen of a multiplexer is gone by then.
 */
const SCRIPT = `
trap : INT QUIT TERM
[ -n "$HANGS_UP" ] || trap : HUP
report=$1 limit=$2; shift 2
before=$(stty -g)
sh -c 'echo $$ >"$0.pid"; [ -z "$1" ] || ulimit -f "$1"; shift; exec "$@"' "$report" "$limit" "$@"
code=$?
echo >"$report.over"
until [ -e "$report.alone" ]; do sleep 0.05; done
tries=0
until [ "$(stty -g)" = "$before" ] || [ $tries -ge ${PATIENCE} ]; do sleep 0.1; tries=$((tries + 1)); done
[ "$(stty -g)" = "$before" ] && same=yes || same=no
if [ -n "$TMUX" ]; then
  tmux capture-pane -p >"$report.screen"
  tmux display -p 'alternate #{alternate_on} cursor #{cursor_flag} mouse #{mouse_any_flag} wrap #{wrap_flag}' >"$report.modes"
fi
echo "$code $same" >"$report.new" && mv "$report.new" "$report"
echo "ENDED"
`;

const TMUX_MODES = 'alternate 0 cursor 1 mouse 0 wrap 1';

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** The result of `look` as soon as it is not undefined. */
async function found<Value>(look: () => Value | undefined, what: string): Promise<Value> {
  for (const until = performance.now() + WITHIN; performance.now() < until; await wait(AGAIN)) {
    const value = look();
    if (value !== undefined) return value;
  }
  throw new Error(`${what} within ${WITHIN} ms`);
}

const childrenOf = (id: number): readonly number[] =>
  textOf(`/proc/${id}/task/${id}/children`)?.match(/\d+/g)?.map(Number) ?? [];

const isRunning = (id: number): boolean => !/^$|\) [ZX] /.test(textOf(`/proc/${id}/stat`) ?? '');

/** The two watchdog shells of a console, once the second one is counting. */
function watchdogOf(id: number): readonly number[] | undefined {
  for (const first of childrenOf(id)) {
    for (const second of childrenOf(first)) {
      if (childrenOf(second).some((each) => textOf(`/proc/${each}/comm`) === 'sleep\n')) {
        return [first, second];
      }
    }
  }
  return undefined;
}

/** The process group, which is the job. */
const jobOf = (id: number): number =>
  Number((textOf(`/proc/${id}/stat`) ?? '').replace(/^.*\) /s, '').split(' ')[2]);

/** Starts a console in a place and waits until the death can be inflicted. */
async function startConsole(
  { within, fileLimit, losesTerminal }: Death,
  place: Place,
  home: string,
) {
  const report = join(home, '..', 'report');
  const preload = within ? ['--require', join(SCRIPTS, `${within.script}.cjs`)] : [];
  // A small heap, so that memory runs out soon.
  const memory = within?.how === 'runs out of memory' ? ['--max-old-space-size=128'] : [];
  const [file = '', ...args] = place.command(SCRIPT, [
    ...[report, fileLimit === undefined ? '' : String(fileLimit)],
    ...[process.execPath, ...memory, ...preload, PROGRAM, '--demo', '--seed', '7'],
  ]);
  const pty = startInPty({
    file,
    args,
    columns: 100,
    rows: 30,
    env: {
      HOME: home,
      WARREN_HOME: home,
      WARREN_DEBUG: '1',
      ...(losesTerminal ? { HANGS_UP: 'yes' } : {}),
      ...(within ? { DIE: within.how, FREEZE: within.how } : {}),
    },
  });
  return { pty, report };
}

/** Ends a console in a place `pause` milliseconds after it is ready, and checks what it left behind. */
export async function die(death: Death, place: Place, pause: number): Promise<Remains> {
  const folder = await mkdtemp(join(tmpdir(), 'warren-'));
  const home = await mkdtemp(join(folder, 'home-'));
  const { pty, report } = await startConsole(death, place, home);
  try {
    const id = Number(await found(() => textOf(`${report}.pid`)?.match(/\d+\n/)?.[0], 'started'));
    if (death.isEarly) await pty.until((screen) => screen.some((line) => line !== ''));
    else await pty.until(shows('1/28'), WITHIN);
    const watchdog = death.isWatched
      ? await found(() => watchdogOf(id), 'watched')
      : childrenOf(id);
    await wait(pause);
    await death.inflict({
      signal: (name) => void process.kill(id, name),
      signalJob: (name) => void process.kill(-jobOf(id), name),
      killWatchdog: () => watchdog.forEach((each) => void process.kill(each, 'SIGKILL')),
      type: (keys) => pty.send(keys),
      hangUp: () => pty.hangUp(),
      async answers() {
        pty.send('?');
        await pty.until(shows('Show details'));
        pty.send('\u001b');
        await pty.until((screen) => !shows('Show details')(screen));
      },
    });
    if (!death.losesTerminal) await found(() => textOf(`${report}.over`), 'it has ended');
    const left = await processesLeft([id, ...watchdog]);
    await writeFile(`${report}.alone`, '');
    const told = death.losesTerminal ? undefined : await afterwards(pty, report, place);
    const faults = [...(told?.faults ?? []), ...left, ...(await faultsOfFiles(home))];
    const { status = null, said = '' } = told ?? {};
    const expected = [death.status].flat();
    if (status !== null && !expected.includes(status)) faults.push(`it ended with ${status}`);
    if (death.says && !death.says.test(said)) faults.push(`it said ${JSON.stringify(said)}`);
    return { status, said, faults };
  } finally {
    await pty.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The shell's report, and what the terminal shows and received. */
async function afterwards(pty: PtyProgram, report: string, place: Place) {
  const [status = '', same = ''] = (
    await found(() => textOf(report), 'the terminal was given back')
  )
    .trim()
    .split(' ');
  const faults: string[] = [];
  if (same !== 'yes') faults.push('the settings of the terminal are others');
  if (place.isDirect) {
    await pty.until(shows('ENDED'));
    const written = writtenBy(pty);
    faults.push(...modesLeft(written));
  } else if (textOf(`${report}.modes`)?.trim() !== TMUX_MODES) {
    faults.push(`modes are ${textOf(`${report}.modes`)}`);
  }
  const screen = place.isDirect
    ? await pty.screen()
    : (textOf(`${report}.screen`) ?? '').split('\n');
  const lines = screen.map((line) => line.trim()).filter((line) => line !== '' && line !== 'ENDED');
  const own = lines.filter((line) => line.startsWith('warren'));
  if (own.length > 1) faults.push(`it said ${own.length} things`);
  return { status: Number(status), said: own[0] ?? '', faults };
}

/** The processes of `ids` that are still running after a time to end. */
async function processesLeft(ids: readonly number[]): Promise<readonly string[]> {
  for (let tries = 0; tries < 10 * PATIENCE && ids.some(isRunning); tries += 1) await wait(AGAIN);
  const left = ids.filter(isRunning);
  for (const id of left) process.kill(id, 'SIGKILL');
  return left.map((id) => `process ${id} is still there`);
}
