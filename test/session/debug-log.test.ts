import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange, ExchangeOutcome } from '../../src/contract/operation.ts';
import { exchangeLine, openDebugLog, openRotatedFile } from '../../src/session/debug-log.ts';
import { fixedKey } from '../../src/session/session-key.ts';
import { servedPrompt } from '../cli/served.ts';
import { testEdges } from '../support/edges.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SOURCE = new URL('../../src/', import.meta.url).href;
const served = servedPrompt();
let home: string;
let directory: string;
let path: string;
beforeEach(() => {
  home = temporaryDirectory();
  directory = join(home, 'state', 'warren');
  path = join(directory, 'debug.log');
});

const run = (argv: readonly string[], debug = '1') =>
  served.run(argv, {
    env: { HOME: home, XDG_STATE_HOME: join(home, 'state'), WARREN_DEBUG: debug },
  });
const log = () => readFile(join(home, 'state', 'warren', 'debug.log'), 'utf8').catch(() => null);

describe('the debug log', () => {
  it('describes the environment, and every call with its outcome', async () => {
    await run(['search', 'checkout']);
    const lines = (await log())?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => line.replace(/^\S+Z 8000 /, ''))).toEqual([
      'warren 1.2.3 on Node 26.0.0, linux x64, TERM=',
      expect.stringMatching(/^→ #1 search GET \/search\?/),
      expect.stringMatching(/^← #1 search 200 \d+ ms \d+ B/),
    ]);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  });

  it('contains neither the key, even as an identifier, nor typed or received text', async () => {
    const { accessKey } = served.platform;
    served.platform.faults.set({ kind: 'answer', status: 400, body: 'problem' });
    await run(['search', 'checkout']);
    await run(['app', 'overview', accessKey]);
    const text = await log();
    expect(text).toContain('#1 search 400');
    expect(text).not.toContain('checkout');
    expect(text).not.toContain(accessKey);
  });

  it('is not written by default', async () => {
    await run(['search', 'checkout'], '');
    expect(await log()).toBeNull();
  });

  it('is reported by the doctor', async () => {
    const finding = async (debug: string) => {
      const { findings } = JSON.parse((await run(['doctor'], debug)).stdout);
      return findings.find(({ what }: { what: string }) => what === 'debug log');
    };
    expect(await finding('')).toMatchObject({
      result: 'noted',
      detail: expect.stringMatching(/^off; .*debug\.log does not exist yet\.$/),
      advice: 'WARREN_DEBUG=1 switches it on.',
    });
    await run(['search', 'x']);
    expect(await finding('1')).toMatchObject({
      result: 'noted',
      detail: expect.stringMatching(/^on: .*debug\.log$/),
    });
  });
});

it('redacts the key in any text, and keeps it on one line', async () => {
  const edges = testEdges(
    { XDG_STATE_HOME: join(home, 'state') },
    { random: () => 0, runtime: 'here' },
  );
  const debug = openDebugLog(edges, fixedKey('SECRET-4711').redact);
  debug.note('a SECRET-4711\nb\u001b[31m');
  await debug.settled();
  expect((await log())?.trimEnd().split('\n').at(-1)).toMatch(/ 0000 a ‹redacted›␊b␛\[31m$/);
});

const exchange = (
  outcome: ExchangeOutcome,
  path = '/search?search=my%20shop&size=20',
): Exchange => ({
  id: 7,
  at: 0,
  operation: 'search',
  method: 'GET',
  path,
  outcome,
});

const error = new ApiError({
  kind: 'refused',
  status: 400,
  title: 'no hunter2 here',
  detail: 'hunter2',
  fields: [{ field: 'hunter2', message: 'hunter2' }],
  errorKey: 'hunter2',
  requestId: 'hunter2',
});

describe('a line of the debug log', () => {
  it('has the request, without typed text', () => {
    expect(exchangeLine(exchange({ kind: 'in-flight' }))).toBe(
      '→ #7 search GET /search?search=‹7 characters›&size=20',
    );
    expect(exchangeLine(exchange({ kind: 'in-flight' }, '/mc/apps/a1/overview'))).toBe(
      '→ #7 search GET /mc/apps/a1/overview',
    );
  });

  it('has the outcome', () => {
    const answered = {
      kind: 'answered',
      status: 200,
      ms: 12.4,
      bytes: 345,
      skewMs: -1200.2,
      error: null,
      requestId: 'r1',
    } as const;
    expect(exchangeLine(exchange(answered))).toBe('← #7 search 200 12 ms 345 B skew -1200 ms');
    expect(exchangeLine(exchange({ kind: 'failed', ms: 3, error }))).toBe(
      '✖ #7 search refused after 3 ms',
    );
  });

  it('has no text from the service', () => {
    const line = exchangeLine(
      exchange({
        kind: 'answered',
        status: 400,
        ms: 1,
        bytes: 2,
        skewMs: null,
        error,
        requestId: 'hunter2',
      }),
    );
    expect(line).toBe('← #7 search 400 1 ms 2 B refused');
  });

  it('is a single line, whatever the path', () => {
    const path = `/a\n\u001b[31m${'b'.repeat(1000)}?c=\n`;
    expect(exchangeLine(exchange({ kind: 'in-flight' }, path))).toMatch(/^[^\n\u001b]{300,340}$/);
  });
});

const told: string[] = [];
beforeEach(() => {
  told.length = 0;
});

/** Adds lines at once, and waits until they are written. */
async function write(...lines: readonly string[]): Promise<void> {
  const file = openRotatedFile(path, 40, (text) => told.push(text));
  for (const line of lines) file.add(line);
  await file.settled();
}
const mode = async (of: string) => (await stat(of)).mode & 0o777;

describe('a rotated file', () => {
  it('is private to its owner, as is its directory, and has lines in order', async () => {
    await write('one', 'two');
    await write('three');
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n');
    expect(await mode(path)).toBe(0o600);
    expect(await mode(directory)).toBe(0o700);
    expect(told).toEqual([]);
  });

  it('is made private if it was not', async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(path, '', { mode: 0o644 });
    await write('one');
    expect(await mode(path)).toBe(0o600);
  });

  it('does not join a line to one that was cut', async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeFile(path, 'cu', { mode: 0o600 });
    await write('one');
    expect(await readFile(path, 'utf8')).toBe('cu\none\n');
  });

  it('is rotated when it is too large, and the oldest is deleted', async () => {
    for (let line = 1; line <= 19; line += 1) await write(`line number ${line}`);
    const names = (await readdir(directory)).sort();
    expect(names).toEqual(['debug.log', 'debug.log.1', 'debug.log.2']);
    const texts = await Promise.all(
      names.toReversed().map((name) => readFile(join(directory, name), 'utf8')),
    );
    const lines = texts.join('').trim().split('\n');
    expect(lines.at(-1)).toBe('line number 19');
    expect(lines).toEqual(lines.map((_, at) => `line number ${19 - lines.length + 1 + at}`));
    for (const name of names) {
      expect(await mode(join(directory, name))).toBe(0o600);
      expect((await stat(join(directory, name))).size).toBeLessThanOrEqual(40 + 16);
    }
  });

  it.each([
    ['a directory that others can look into', () => chmod(directory, 0o755), 'chmod 700'],
    ['a link', () => symlink(join(home, 'elsewhere'), path), 'symbolic link'],
    ['a directory in its place', () => mkdir(path), 'directory'],
  ])('is not written where there is %s, which is said once', async (_, spoil, why) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await spoil();
    const file = openRotatedFile(path, 40, (text) => told.push(text));
    for (const line of ['one', 'two']) {
      file.add(line);
      await file.settled();
    }
    expect(told).toEqual([expect.stringContaining(why)]);
    expect(told[0]).toMatch(/^The debug log misses calls: .*\.$/);
    expect(await readdir(home)).toEqual(['state']);
    const found = await stat(path).catch(() => null);
    expect(found?.isFile() ?? false).toBe(false);
  });

  it('is not written without a directory for it', async () => {
    await writeFile(join(home, 'state'), '');
    await write('one');
    expect(await readFile(join(home, 'state'), 'utf8')).toBe('');
    expect(told).toHaveLength(1);
  });

  it('has the lines that waited when the program ended with a bug, and is as private as ever', () => {
    const program = (file: string) => `
      const { existsSync } = await import('node:fs');
      const { openRotatedFile } = await import('${SOURCE}session/debug-log.ts');
      process.once('exit', () => console.log(existsSync('${path}') ? 'after' : 'before'));
      const file = openRotatedFile('${file}', 1000, () => {});
      for (const line of ['one', 'two', 'three']) file.add(line);
      process.exit(70);`;
    const end = (file: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', program(file)]);
    const { status, stdout } = end(path);
    expect(status).toBe(70);
    // What others do at the end, such as restoring the terminal, does not wait for the disk.
    expect(String(stdout)).toBe('before\n');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const link = join(directory, 'link.log');
    symlinkSync(path, link);
    expect(end(link).status).toBe(70);
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('is rotated by two runs at the same time without a complaint', async () => {
    const runs = [1, 2].map(() => openRotatedFile(path, 1, (text) => told.push(text)));
    for (let line = 0; line < 30; line += 1) {
      for (const file of runs) file.add('line');
      await Promise.all(runs.map((file) => file.settled()));
    }
    expect(told).toEqual([]);
  });

  it('neither delays nor keeps the program where the file system is hung', async () => {
    // The only thread for file operations waits for a writer of the pipe.
    execFileSync('mkfifo', [join(home, 'pipe')]);
    const program = `
      const { open } = await import('node:fs');
      const { atExit } = await import('${SOURCE}edges/own-process.ts');
      const { openRotatedFile } = await import('${SOURCE}session/debug-log.ts');
      open('${home}/pipe', 'r', () => {});
      const said = [];
      process.once('exit', () => console.log('earlier'));
      atExit(() => console.log('earlier, before others'));
      const file = openRotatedFile('${path}', 1000, (text) => said.push(text));
      for (let line = 0; line < 2000; line += 1) file.add('line');
      await file.settled();
      console.log(said.join());
      atExit(() => console.log('later, before others'));
      process.once('exit', (code) => console.log('later, with code ' + code));
      setTimeout(() => process.exit(3), 200);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => printed.push(data));
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    // What others do at the end, such as restoring the terminal, is done before.
    expect(String(Buffer.concat(printed)).trimEnd().split('\n')).toEqual([
      'The debug log misses calls: the file system does not answer.',
      'later, before others',
      'earlier, before others',
      'earlier',
      'later, with code 3',
    ]);
  });
});

it('a debug log that cannot be written is said once by a command, which goes on', async () => {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const { code, stderr } = await run(['search', 'checkout']);
  expect(code).toBe(0);
  expect(stderr.match(/debug log/g)).toHaveLength(1);
  expect(stderr).toContain('The debug log misses calls: ');
});
