import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startForTest } from '../support/bundled.ts';
import { PROGRAM } from '../support/program.ts';
import { type PtyProgram, shows, writtenBy } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/* The bundled program in a real pseudo-terminal, in the milliseconds after its first output. */

const TAKEN = '\u001b[?1049h';
const GIVEN_BACK = '\u001b[?7h\u001b[?25h\u001b[?1049l';

const start = (file: string, ...before: readonly string[]): PtyProgram =>
  startForTest({ file, args: [...before, PROGRAM, '--demo', '--seed', '7'] });

/** A console that has just taken the terminal, before its streams are set up. */
async function justStarted(): Promise<PtyProgram> {
  const console = start(process.execPath);
  await console.until(() => writtenBy(console).includes(TAKEN));
  return console;
}

describe('a console that has only just taken the terminal restores it', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGTERM', 143],
    // E10
    ['SIGUSR2', 140],
    ['SIGALRM', 142],
    ['SIGXCPU', 152],
    ['SIGVTALRM', 154],
    ['SIGPROF', 155],
  ] as const)('on %s', async (signal, code) => {
    const console = await justStarted();
    process.kill(console.pid, signal);
    expect(await console.exited).toBe(code);
    expect(writtenBy(console).endsWith(GIVEN_BACK)).toBe(true);
  });

  it('while it is suspended, and takes it again afterwards', async () => {
    const shell = startForTest({ file: 'bash', args: ['--norc', '-i'] });
    shell.send(`${process.execPath} ${PROGRAM} --demo --seed 7\n`);
    await shell.until(shows(' starting'));
    shell.send('\u001a');
    await shell.until(shows('Stopped'));
    shell.send('fg; echo code=$?\n');
    await shell.until(shows('checkout'));
    shell.send('q');
    await shell.until(shows('code=0'));
  });
});

it('Ctrl-Z changes nothing where no shell could continue the console, and says so', async () => {
  const console = start(process.execPath);
  await console.until(shows('checkout'));
  console.send('\u001a');
  await console.until(shows('There is no shell to suspend to. :q quits.', 'checkout'));
  console.send('q');
  expect(await console.exited).toBe(0);
});

it('runs under Node’s profiler, which sends signals to the process', async () => {
  const profile = [
    '--cpu-prof',
    '--cpu-prof-interval=500',
    `--cpu-prof-dir=${temporaryDirectory()}`,
  ];
  const console = start(process.execPath, ...profile);
  await console.until(shows('checkout'));
  console.send('q');
  expect(await console.exited).toBe(0);
});

it('a resize while the shell has the terminal takes effect afterwards', async () => {
  const shell = startForTest({ file: 'bash', args: ['--norc', '-i'] });
  shell.send(`${process.execPath} ${PROGRAM} --demo --seed 7\n`);
  await shell.until(shows('checkout'));
  shell.send('\u001a');
  await shell.until(shows('Stopped'));
  shell.resize(70, 20);
  shell.send('fg\n');
  const isOfThatSize = (screen: readonly string[]) =>
    screen.length === 20 && shows('checkout')(screen) && (screen.at(-1) ?? '').includes('? help');
  await shell.until(isOfThatSize);
  shell.send('q');
  await shell.until((screen) => !shows('checkout')(screen));
});

it('use 18: after SIGSTOP and fg the screen is complete and keys work', async () => {
  const shell = startForTest({ file: 'bash', args: ['--norc', '-i'] });
  shell.send(`${process.execPath} ${PROGRAM} --demo --seed 7\n`);
  const header = 'warren  DEMO';
  await shell.until((screen) => shows(header)(screen) && shows('1/28')(screen));
  const children = await readFile(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8');
  process.kill(Number(children.trim()), 'SIGSTOP');
  await shell.until(shows('Stopped'));
  shell.send("printf '\\033[2J'\n");
  await shell.until((screen) => !shows(header)(screen));
  shell.send('fg\n');
  await shell.until((screen) => shows(header)(screen) && !shows('Stopped')(screen));
  shell.send('?');
  await shell.until(shows('Show details'));
  shell.send('\u001b');
  await shell.until((screen) => !shows('Show details')(screen));
  shell.send('q');
  await shell.until((screen) => !shows(header)(screen));
  shell.send('stty -a\n');
  await shell.until((screen) => / icanon\b.* echo\b/s.test(screen.join(' ')));
});

it('keys typed before the terminal is in raw mode are not lost', async () => {
  const console = start(process.execPath);
  console.send('?');
  await console.until(shows('Show details'));
});

it('in the background it is suspended before it writes anything', async () => {
  const script =
    '"$0" "$@" & until jobs -s | grep -q .; do sleep 0.02; done; echo stopped; kill -9 %1';
  const shell = start('bash', '-mc', script, process.execPath);
  await shell.until(shows('stopped'));
  expect(writtenBy(shell)).not.toContain('\u001b');
});
