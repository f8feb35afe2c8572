import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { onWatchInTurn, runOnWatch } from '../../src/session/on-watch.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const env = {
  PATH: process.env['PATH'],
  WARREN_ACCESS_KEY: 'the key',
  WARREN_ARCHIVE_PASSWORD: 'the password',
};

it('A9: runs without a shell, with the alarm as JSON and without secrets', async () => {
  const file = join(temporaryDirectory(), 'out');
  const script = 'cat > "$1"; env >> "$1"; echo "$2" >> "$1"';
  const argv = ['/bin/sh', '-c', script, 'sh', file, '$(reboot); `x`'];
  await runOnWatch(argv, { text: 'it is "so"' }, { env, clock: realClock() });
  const out = readFileSync(file, 'utf8');
  expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual({ text: 'it is "so"' });
  expect(out).toContain('$(reboot); `x`');
  expect(out).not.toMatch(/the (?:key|password)/);
});

it('reports why it failed, and is killed with all its children after ten seconds', async () => {
  const clock = fakeClock();
  const run = (...argv: string[]) => runOnWatch(argv, {}, { env, clock });
  await expect(run('/nowhere/at/all')).rejects.toThrow('ENOENT');
  await expect(run('/bin/sh', '-c', 'exit 3')).rejects.toThrow('exit code 3');
  const slow = run('/bin/sh', '-c', 'sleep 100 & sleep 100');
  const failure = expect(slow).rejects.toThrow('it took more than ten seconds');
  await expect.poll(() => clock.sleeping).toBe(1);
  await clock.advance(10_000);
  await failure;
});

it('runs four commands at a time, in order, and rejects more than a hundred waiting ones', async () => {
  const folder = temporaryDirectory();
  // Each says how many run beside it.
  const script =
    'read x; touch "$1/run.$$"; ls "$1"/run.* | wc -l >> "$1/seen"; sleep 0.02; rm "$1/run.$$"; echo "$x" >> "$1/done"';
  const run = onWatchInTurn(['/bin/sh', '-c', script, 'sh', folder], { env, clock: realClock() });
  const ends = await Promise.allSettled(Array.from({ length: 110 }, (_, at) => run(at)));
  expect(ends.map(({ status }) => status).filter((each) => each === 'fulfilled')).toHaveLength(104);
  expect(ends.at(-1)).toMatchObject({ reason: { message: '100 wait for their turn already' } });
  const numbers = (name: string) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n').map(Number);
  expect(Math.max(...numbers('seen'))).toBeLessThanOrEqual(4);
  expect(numbers('done').sort((a, b) => a - b)).toEqual(Array.from({ length: 104 }, (_, at) => at));
  await run('later');
});

it('A12: is killed when the console ends', async () => {
  const file = join(temporaryDirectory(), 'pid');
  const module = new URL('../../src/session/on-watch.ts', import.meta.url);
  const script = `import { onWatchInTurn, runOnWatch } from ${JSON.stringify(module.href)};
    import { existsSync } from 'node:fs';
    const clock = { sleep: () => new Promise(() => {}) };
    void runOnWatch(['/bin/sh', '-c', 'sleep 100 & echo $$ > "$1.new"; mv "$1.new" "$1"; wait', 'sh', ${JSON.stringify(file)}], {}, { env: process.env, clock });
    setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 5);`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const pid = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => runs(pid)).toBe(false);
});

/** Whether a process does something yet: one that was killed stays until somebody asks how it ended. */
function runs(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}
