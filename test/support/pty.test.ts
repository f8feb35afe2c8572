import { afterEach, expect, it } from 'vitest';
import { foreground, INVERSE } from '../../src/text/style.ts';
import { type PtyProgram, startInPty } from './pty.ts';

let program: PtyProgram | undefined;
afterEach(() => program?.close());

/** Runs a line of JavaScript in a terminal of 20 x 4. */
function node(code: string): PtyProgram {
  program = startInPty({
    file: process.execPath,
    args: ['-e', code],
    columns: 20,
    rows: 4,
    env: { ADDED: 'yes' },
  });
  return program;
}

it('shows what a program draws, with its colours', async () => {
  const running = node(String.raw`process.stdout.write('a\r\n\x1b[7;32m漢\x1b[0m')`);
  await running.until((screen) => screen[1] === '漢');
  expect(await running.screen()).toEqual(['a', '漢', '', '']);
  const [, row] = await running.cells();
  expect(row?.slice(0, 3)).toEqual([
    { text: '漢', style: foreground(2, INVERSE) },
    { text: '', style: foreground(2, INVERSE) },
    { text: ' ', style: 0 },
  ]);
  expect(await running.exited).toBe(0);
});

it('is a terminal to the program: size, keys, environment', async () => {
  const running = node(`
    process.stdin.setRawMode(true).on('data', (key) => process.stdout.write(key));
    process.stdout.on('resize', () => console.log(process.stdout.columns));
    console.log(process.stdout.columns, process.env.ADDED, process.env.NODE_ENV);
  `);
  await running.until((screen) => screen[0] === '20 yes undefined');
  running.send('keys');
  await running.until((screen) => screen[1] === 'keys');
  running.resize(30, 4);
  await running.until((screen) => screen.some((line) => line.endsWith('30')));
});

it('keeps the bytes and when they came', async () => {
  const running = node(`process.stdout.write('é')`);
  await running.exited;
  expect(running.written()).toBe(2);
  expect(Buffer.concat(running.arrivals.map(({ bytes }) => bytes)).toString()).toBe('é');
  expect(running.arrivals[0]?.at).toBeLessThanOrEqual(running.now());
});

it('says what is on the screen when what is waited for does not come', async () => {
  const running = node(`console.log('something else'); setInterval(() => {}, 1000)`);
  await running.until((screen) => screen[0] !== '');
  await expect(running.until(() => false, 50)).rejects.toThrow(/within 50 ms:\nsomething else$/);
});

it('does not wait for a program that has ended', async () => {
  const running = node('process.exit(3)');
  await expect(running.until(() => false)).rejects.toThrow('The program ended with 3');
});

it('ends a program that would go on', async () => {
  const running = node('setInterval(() => {}, 1000)');
  await running.close();
  expect(await running.exited).toBe(128 + 9);
});
