import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { realClock } from '../../src/edges/clock.ts';
import { auditArchiveOf, getAccessKey, keyFilePath } from '../../src/session/access-key.ts';
import type { KeySource } from '../../src/session/choose-service.ts';
import type { Edges } from '../../src/session/edges.ts';
import { UserError } from '../../src/session/errors.ts';
import { configOf } from '../config/config-of.ts';
import { testEdges, testPrompter } from '../support/edges.ts';
import { PROGRAM } from '../support/program.ts';
import { startInPty } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let home: string;
let interrupt: AbortController;
beforeEach(async () => {
  home = temporaryDirectory();
  interrupt = new AbortController();
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});

const edges = (env: Edges['env'] = {}) =>
  testEdges(
    { HOME: home, PATH: process.env['PATH'], ...env },
    { clock: realClock(), interrupted: interrupt.signal },
  );

/** The key, or the words of the refusal. */
async function got(way: KeySource, env?: Edges['env']): Promise<string> {
  try {
    return await getAccessKey(way, 'api.example', edges(env), testPrompter);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.lines.join(' | ').replaceAll(home, '~');
  }
}

/** Whether a process is there and has not ended. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) Z /.test(stat);
}

const command = (text: string): KeySource => ({ kind: 'command', command: text });

describe('the access key', () => {
  it('comes from the environment, a prompt, a file or a command', async () => {
    await writeFile(join(home, 'k'), 'file-key\n', { mode: 0o600 });
    expect(await got({ kind: 'environment' }, { WARREN_ACCESS_KEY: 'env-key' })).toBe('env-key');
    expect(await got({ kind: 'prompt' })).toBe('typed');
    expect(await got({ kind: 'file', path: '~/k' })).toBe('file-key');
    expect(await got(command('echo command-key; echo more'))).toBe('command-key');
  });

  it.each([
    ['key\r\n', 'key'],
    [' ', 'There is no access key in WARREN_ACCESS_KEY.'],
    [
      'SECRET-4711\nmore',
      'There is more than one line in WARREN_ACCESS_KEY: which one is the access key?',
    ],
    [
      'SECRET-4711\u00e4',
      'The access key in WARREN_ACCESS_KEY holds characters that no header can carry.',
    ],
  ])(
    'from the environment is validated like one from a file: %j',
    async (WARREN_ACCESS_KEY, words) => {
      expect(await got({ kind: 'environment' }, { WARREN_ACCESS_KEY })).toBe(words);
    },
  );

  it('in the environment for another service is mentioned in the question', async () => {
    const asked: string[] = [];
    const prompter = {
      ...testPrompter,
      secret: async (question: string, otherwise?: readonly string[]) => {
        asked.push(question, ...(otherwise ?? []));
        return 'typed';
      },
    };
    const env = { WARREN_ACCESS_KEY: 'elsewhere' };
    await getAccessKey({ kind: 'prompt' }, 'api.example', edges(env), prompter);
    expect(asked).toEqual([
      'Access key for api.example (WARREN_ACCESS_KEY is for another service): ',
      'There is no access key for this service, and no terminal to ask for it on.',
      'WARREN_ACCESS_KEY is for the service of WARREN_BASE_URL or, without that, of the default profile. This is another one.',
    ]);
  });

  it.each([
    ['~/a/k', '/home/a/k'],
    ['/etc/k', '/etc/k'],
    ['prod.key', '/home/.config/warren/prod.key'],
  ])('is in a file whose path %j means %j', (path, resolved) => {
    expect(keyFilePath(path, { HOME: '/home' })).toBe(resolved);
  });

  it('in a file that others can read is rejected', async () => {
    await writeFile(join(home, 'k'), 'SECRET-4711', { mode: 0o644 });
    expect(await got({ kind: 'file', path: '~/k' })).toBe(
      'Other users may read ~/k. | Run: chmod 600 ~/k',
    );
  });

  it.each([
    // E14
    ['absent', 'There is no access_key_file ~/absent.'],
    ['empty', 'There is no access key in the access_key_file.'],
    [
      'of two lines',
      'There is more than one line in the access_key_file: which one is the access key?',
    ],
    ['binary', 'The access key in the access_key_file holds characters that no header can carry.'],
  ])('is rejected when the file is %s', async (name, words) => {
    await writeFile(join(home, 'empty'), '\n', { mode: 0o600 });
    await writeFile(join(home, 'of two lines'), 'SECRET-4711\nmore\n', { mode: 0o600 });
    await writeFile(join(home, 'binary'), 'SECRET-4711\u0000', { mode: 0o600 });
    expect(await got({ kind: 'file', path: `~/${name}` })).toBe(words);
  });

  it.each([
    ['exit 3', 'The access_key_command ended with exit code 3.'],
    ['kill -9 $$', 'The access_key_command was ended by a signal.'],
    ['exec yes SECRET-4711', 'The access_key_command wrote more than 4 KiB.'],
    // Longer than the system takes in one argument.
    [`: ${'x'.repeat(140_000)}`, 'The access_key_command could not be started.'],
  ])('is rejected when the command does %.40j', async (text, words) => {
    expect(await got(command(text))).toContain(words);
  });

  it('of the environment is hidden from the command', async () => {
    const key = await got(command('echo "<$WARREN_ACCESS_KEY>"'), { WARREN_ACCESS_KEY: 'secret' });
    expect(key).toBe('<>');
  });

  it('A12: does not wait for background processes of the command', async () => {
    // Nobody ever writes into it: whoever waited for `cat` would wait for ever.
    const pipe = join(home, 'pipe');
    expect(await got(command(`mkfifo ${pipe}; echo key; cat ${pipe} &`))).toBe('key');
  });

  it('A12: stops waiting after Ctrl-C, and kills the whole command', async () => {
    const left = join(home, 'pid');
    const waiting = got(command(`sleep 60 & echo $! > ${left}; wait`));
    await expect.poll(() => readFile(left, 'utf8').catch(() => '')).toMatch(/\d\n/);
    interrupt.abort();
    expect(await waiting).toBe('The access_key_command was interrupted.');
    const pid = Number(await readFile(left, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('A12: kills the command and its children even if it may use the terminal', async () => {
    const left = join(home, 'pid');
    await writeFile(
      join(home, '.config', 'warren', 'config.yaml'),
      `default_profile: p\nprofiles: {p: {base_url: 'http://127.0.0.1:9', access_key_command: 'sh -c "sleep 600 & echo \\$! > ${left}; wait"'}}\n`,
      { mode: 0o600 },
    );
    const program = startInPty({
      file: process.execPath,
      args: [PROGRAM, 'search', 'x'],
      columns: 80,
      rows: 24,
      env: { HOME: home },
    });
    try {
      await expect
        .poll(() => readFile(left, 'utf8').catch(() => ''), { timeout: 20_000 })
        .toMatch(/\d\n/);
      process.kill(program.pid, 'SIGTERM');
      expect(await program.exited).toBe(143);
      const pid = Number(await readFile(left, 'utf8'));
      await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
    } finally {
      await program.close();
    }
  });

  it.each(['kill -INT $$', 'exit 130'])(
    'is given up without advice if Ctrl-C ends the command first: %s',
    async (text) => {
      expect(await got(command(text))).toBe('The access_key_command was interrupted.');
    },
  );

  it('stops waiting for a prompt after Ctrl-C, without advice about a command that did nothing wrong', async () => {
    const waiting = got(command('exec sleep 60'));
    interrupt.abort();
    expect(await waiting).toBe('The access_key_command was interrupted.');
  });
});

const URL = 'clickhouse://ann@db.example.net:8443/team';

const archiveOf = (text: string, env = {}) => auditArchiveOf(configOf(text), env);

it('audit entries are sent to the archive only if configured', () => {
  const archives = `archives: {team: {url: '${URL}', password_file: /p}}`;
  expect(archiveOf(`audit: archive\n${archives}`)).toBe(URL);
  expect(archiveOf(archives)).toBe(undefined);
  expect(archiveOf(`audit: file\n${archives}`)).toBe(undefined);
  const env = { WARREN_ARCHIVE_URL: URL, WARREN_ARCHIVE_PASSWORD: 'p' };
  expect(archiveOf(`audit: archive\narchives: {team: {url: '${URL}'}}`, env)).toBe(URL);
});

it.each([
  ['', 'audit: archive needs exactly one archive below archives.'],
  [
    `archives: {a: {url: '${URL}', password_file: /p}, b: {url: '${URL}', password_file: /p}}`,
    'audit: archive needs exactly one archive below archives.',
  ],
  [
    `archives: {a: {url: '${URL}'}}`,
    'audit: archive needs a password_file or a password_command for that archive.',
  ],
  [
    'archives: {a: {url: "clickhouse://ann:secret@db/team", password_file: /p}}',
    'The URL of an archive must not hold a password: see warren help team for where it belongs.',
  ],
])('audit: archive with %s is rejected before anything is sent', (archives, reason) => {
  expect(() => archiveOf(`audit: archive\n${archives}`)).toThrow(reason);
});
