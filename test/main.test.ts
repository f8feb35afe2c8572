import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventArchive } from '../src/archive/open.ts';
import { realClock } from '../src/edges/clock.ts';
import { noCoverage } from '../src/events/coverage.ts';
import { openHistoryFile } from '../src/history/read-history.ts';
import { utcDay } from '../src/text/time.ts';
import { reaching } from './cli/prompt.ts';
import { entryWith } from './support/event-entries.ts';
import { openPlatform } from './support/observed-platform.ts';
import { PROGRAM } from './support/program.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

/* Whole processes, from the bundle as it is shipped. */

const NODE = process.execPath;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-'));
});
afterAll(() => rm(folder, { recursive: true }));

const environment = (env = {}) => ({ PATH: process.env['PATH'], HOME: folder, ...env });

function warren(argv: readonly string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(NODE, [PROGRAM, ...argv], {
    encoding: 'utf8',
    env: environment(env),
  });
  return { status, stdout, stderr };
}

describe('a process', () => {
  it('helps, and says its version and its manual, with code 0', () => {
    expect(warren(['--help'])).toMatchObject({ status: 0, stderr: '' });
    expect(warren(['--version'])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^warren \d+\.\d+\.\d+\n$/),
      stderr: '',
    });
    expect(warren(['--man']).stdout).toMatch(/^\.TH WARREN 1/);
    expect(warren(['help', 'events']).stdout).toContain('usage: warren events [ZONE]');
  });

  it.each([
    [['--mann'], 'warren: Unknown option "--mann". Did you mean --man?\nSee warren --help.\n'],
    [['--token=SECRET'], expect.stringContaining('The access key is not taken from arguments')],
    [[], expect.stringContaining('The console needs a terminal')],
    [['evnts'], expect.stringContaining('Did you mean events?')],
    [['search', 'x'], expect.stringContaining('No service is configured.')],
  ])('ends with code 2 for %j, with words on stderr alone', (argv, stderr) => {
    expect(warren(argv)).toEqual({ status: 2, stdout: '', stderr });
  });

  it('waits for what a thread finds out: the events of an archive are in a report', async () => {
    const home = temporaryDirectory();
    const service = 'http://127.0.0.1:9';
    (await openHistoryFile(join(home, '.local/state/warren'), service, 'write')).close();
    const file = join(home, 'shop.db');
    const now = Date.now();
    const archive = await openEventArchive(file);
    const entries = [entryWith({ logId: 'a', timestamp: now })];
    await archive.append('7', utcDay(now), entries, noCoverage(utcDay(now)));
    await archive.close();
    const env = { HOME: home, WARREN_BASE_URL: service, WARREN_ACCESS_KEY: 'k' };
    const { status, stdout } = warren(['report', '--since', '1h', '--from', file], env);
    expect(status).toBe(0);
    expect(stdout).toContain('Of 1 event in the archive, 1 is of this time');
  });

  it('gives JSON to a pipe', () => {
    const { status, stdout } = warren(['--demo', 'search', 'shop', '-o', 'json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ Query: 'shop' });
  });

  it('ends at once, with code 0, when head has its lines', async () => {
    const platform = await openPlatform({ seed: 7, clock: realClock() });
    const zone = String(platform.world.shieldZones[0]?.id);
    const shell = spawn(
      'bash',
      [
        '-c',
        `"${NODE}" "${PROGRAM}" events ${zone} --follow -o ndjson | head -5; echo "\${PIPESTATUS[@]}"`,
      ],
      { env: environment(reaching(platform)) },
    );
    let stdout = '';
    let stderr = '';
    shell.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    shell.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    await once(shell, 'close');
    await platform.close();
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('0 0');
    expect(lines.slice(0, -1).map((line) => typeof JSON.parse(line).logId)).toEqual(
      Array(5).fill('string'),
    );
    expect(stderr).toBe('');
  });

  it('serves a platform whose answers are compressed as the client takes them', async () => {
    const child = spawn(NODE, [PROGRAM, 'platform', '-o', 'json'], { env: environment() });
    const [chunk] = await once(child.stdout, 'data');
    const { WARREN_BASE_URL: url, WARREN_ACCESS_KEY: accesskey } = JSON.parse(String(chunk));
    for (const [accepted, encoding] of [
      ['gzip, zstd', 'zstd'],
      ['gzip', null],
    ] as const) {
      const headers = { accesskey, 'accept-encoding': accepted };
      const answer = await fetch(`${url}/search?search=shop`, { headers });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(await answer.json()).toMatchObject({ Query: 'shop' });
    }
    child.kill();
    await once(child, 'close');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends with %s as shells expect: code %i', async (signal, code) => {
    const child = spawn(NODE, [PROGRAM, 'platform', '-o', 'json'], { env: environment() });
    await once(child.stdout, 'data');
    child.kill(signal);
    const [status] = await once(child, 'close');
    expect(status).toBe(code);
  });
});

const SOURCE = resolve(import.meta.dirname, '../src');
const STATIC = /(?:^|\n)(?:import|export)\s(?!type\b)[^'"]*?from\s+'([^']+)'/g;
const DYNAMIC = /(?<!typeof )\bimport\(\s*'([^']+)'\s*\)/g;

/** What is loaded from `start`: outside packages by name, our own files by path. */
function loadedFrom(start: string, follow: 'static' | 'all'): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const name = relative(SOURCE, path);
    if (seen.has(name)) return;
    seen.add(name);
    const text = readFileSync(path, 'utf8');
    const patterns = follow === 'static' ? [STATIC] : [STATIC, DYNAMIC];
    for (const [, target = ''] of patterns.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (target.startsWith('.')) visit(resolve(dirname(path), target));
      else seen.add(target);
    }
  };
  visit(join(SOURCE, start));
  return seen;
}

const packages = (loaded: ReadonlySet<string>): readonly string[] =>
  [...loaded].filter((name) => !name.startsWith('node:') && !existsSync(join(SOURCE, name))).sort();

/** How wide characters are, which is a table of numbers and lies in the bundle beside what reads it. */
const TABLES = 'get-east-asian-width';

describe('the code loaded', () => {
  it('by a command is never Ink, React or yoga', () => {
    expect(packages(loadedFrom('cli/run.ts', 'all'))).toEqual([
      // In a file of its own, which is read by those alone who name such an archive.
      '@clickhouse/client',
      TABLES,
      'got',
      'jsonc-parser',
      'yaml',
      'zustand/vanilla',
    ]);
  });

  it('before the first frame, or before help, includes no package except the widths of characters', () => {
    expect(packages(loadedFrom('main.ts', 'static'))).toEqual([TABLES]);
    expect(packages(loadedFrom('cli/help/help-text.ts', 'static'))).toEqual([TABLES]);
  });

  it('by completion is neither the parser nor the client', () => {
    const loaded = packages(loadedFrom('cli/complete.ts', 'static'));
    expect(loaded).toEqual([TABLES]);
  });
});
