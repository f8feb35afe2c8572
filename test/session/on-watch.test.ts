import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { runOnWatch } from '../../src/session/on-watch.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const env = {
  PATH: process.env['PATH'],
  WARREN_ACCESS_KEY: 'the key',
  WARREN_ARCHIVE_PASSWORD: 'the password',
};

it('A9: is run without a shell, with what was found as JSON and without the key or the password of an archive', async () => {
  const file = join(temporaryDirectory(), 'out');
  const script = 'cat > "$1"; env >> "$1"; echo "$2" >> "$1"';
  const argv = ['/bin/sh', '-c', script, 'sh', file, '$(reboot); `x`'];
  await runOnWatch(argv, { text: 'it is "so"' }, { env, clock: realClock() });
  const out = readFileSync(file, 'utf8');
  expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual({ text: 'it is "so"' });
  expect(out).toContain('$(reboot); `x`');
  expect(out).not.toMatch(/the (?:key|password)/);
});

it('says why it failed, and is ended with all that it started after ten seconds', async () => {
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
