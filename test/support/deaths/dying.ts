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

/** A console that is about to die, and what can be done to it. */
export interface DyingConsole {
  signal(name: NodeJS.Signals): void;
  /** To the console, what it started and what started it, as a terminal sends signals. */
  signalJob(name: NodeJS.Signals): void;
  killWatchdog(): void;
  type(keys: string): void;
  hangUp(): void;
  /** Resolves once it has answered a key. */
  answers(): Promise<void>;
}

/** What was left of a console. */
interface Remains {
  /** What it ended with; null where there is nobody to tell. */
  readonly status: number | null;
  /** What it said on the terminal that it gave back: its first line. */
  readonly said: string;
  /** All that is not as it was before; none where everything is. */
  readonly faults: readonly string[];
}

const SCRIPTS = resolve(import.meta.dirname, '..');
/** Seconds that a terminal may take to be restored, in tenths. */
const PATIENCE = 40;
/** What waits for a process looks so often, milliseconds. */
const AGAIN = 20;
const WITHIN = 30_000;

/*
 * The shell survives what is sent to all of the job, but for the loss of its terminal, and runs the console in a process whose id it writes down. What it
 * finds afterwards goes into a file: a multiplexer takes its screen away with it.
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

/** What `look` finds, once it finds anything. */
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

/** The two shells that watch a console, once the second one counts. */
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

/** The group of a process: its job. */
const jobOf = (id: number): number =>
  Number((textOf(`/proc/${id}/stat`) ?? '').replace(/^.*\) /s, '').split(' ')[2]);

/** A console in a place: started, ready to die, and what to look at afterwards. */
async function startConsole(
  { within, fileLimit, losesTerminal }: Death,
  place: Place,
  home: string,
) {
  const report = join(home, '..', 'report');
  const preload = within ? ['--require', join(SCRIPTS, `${within.script}.cjs`)] : [];
  // So that memory runs out soon.
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

/** Lets a console die in a place, `pause` milliseconds after it is ready, and looks at what it has left. */
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

/** What the shell says of the terminal, and what the terminal shows and was told. */
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

/** The processes that are still there once those of them that end have ended. */
async function processesLeft(ids: readonly number[]): Promise<readonly string[]> {
  for (let tries = 0; tries < 10 * PATIENCE && ids.some(isRunning); tries += 1) await wait(AGAIN);
  const left = ids.filter(isRunning);
  for (const id of left) process.kill(id, 'SIGKILL');
  return left.map((id) => `process ${id} is still there`);
}
