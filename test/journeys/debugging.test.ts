import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from '../support/program.ts';

function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { HOME: '/nonexistent', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.err += text;
  });
  return { child, output, ended: once(child, 'close') };
}

it('A8: SIGUSR1 opens nothing', async () => {
  const { child, output, ended } = started(['platform']);
  await expect.poll(() => output.out, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out) ?? [];
  child.kill('SIGUSR1');
  // The inspector prints its address before the program continues.
  for (let request = 0; request < 5; request += 1) await fetch(url);
  child.kill('SIGTERM');
  await ended;
  expect(output.err).not.toContain('Debugger');
});

it('A13: a start that would expose the access key is refused, and the message says by what', async () => {
  const { output, ended } = started(['app', 'overview', 'x'], {
    NODE_DEBUG: 'http',
    WARREN_BASE_URL: 'http://127.0.0.1:9',
    WARREN_ACCESS_KEY: 'SECRET-4711',
  });
  expect((await ended)[0]).toBe(2);
  expect(output.err).toContain('warren: NODE_DEBUG prints headers of requests.');
  expect(output.out + output.err).not.toContain('4711');
});
