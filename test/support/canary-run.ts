import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { realClock } from '../../src/edges/clock.ts';
import { type CanarySearch, canarySearch } from './canary-search.ts';
import { openPlatform, type Platform } from './observed-platform.ts';
import { PROGRAM } from './program.ts';
import { startInPty } from './pty.ts';
import { seededRandom } from './random.ts';

/** The ways to give the program a key. */
const WAYS = ['environment', 'file', 'command'] as const;
type Way = (typeof WAYS)[number];

/** What was run, and what was searched for the key. */
interface CanaryRun extends Pick<CanarySearch, 'found' | 'bytes' | 'files'> {
  readonly commands: number;
  readonly consoles: number;
  /** Starts of the editor. */
  readonly edits: number;
  /** Requests to the platform. */
  readonly requests: number;
  /** Diagnostic reports written by Node. */
  readonly reports: number;
  /** Child processes whose environment and command line were searched. */
  readonly processes: number;
}

const SPECIFICATION = resolve(import.meta.dirname, '../samples/openapi/petstore.yaml');

/** A key with characters that some encodings change. */
export function keyFrom(seed: number): string {
  const random = seededRandom(seed);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=%~!';
  return Array.from({ length: 48 }, () => letters[random.below(letters.length)]).join('');
}

/** A service that repeats the key it was sent everywhere in its answers. */
async function openEcho(key: string) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url?.includes('search') ? 200 : 400, key.replaceAll(/[^!-~]/g, ''), {
      'content-type': 'application/json',
      'cdn-requestid': key,
      'x-echo': key,
    });
    response.end(
      JSON.stringify({
        Query: key,
        Total: 1,
        SearchResults: [{ Type: key, Id: 1, Name: `${key} in a name` }],
        errorKey: key,
        message: `The key ${key} may not do that.`,
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const commandsOf = ({ world }: Platform): readonly (readonly string[])[] => {
  const app = world.applications[0]?.id ?? '';
  const zone = String(world.shieldZones[0]?.id);
  return [
    ['app', 'overview', app],
    ['events', zone, '--limit', '20'],
    ['dns', 'scan', String(world.dnsZones[0]?.id)],
    ['rate-limit', String(world.rateLimits[0]?.id)],
    ['search', 'shop'],
    ['script', 'add-variable', String(world.scripts[0]?.id), 'REGION', '--default', 'x'],
    ['guardian', 'check', SPECIFICATION],
    ['guardian', 'upload', zone, SPECIFICATION],
    [
      'app',
      'delete',
      world.applications[1]?.id ?? '',
      '--confirm',
      world.applications[1]?.id ?? '',
    ],
    ['app', 'overview', 'none-such'],
    ['config', 'show'],
    ['config', 'check'],
    ['doctor'],
    ['audit'],
  ];
};

/** Opens panes, details, the request list and the doctor, and adds a variable whose value is edited in an editor. */
const KEYS = [
  ...['d', '\u001b', '@', '\u001b', '2', '4', '/', 'shop\r', '\u001b', ':doctor\r', '\u001b'],
  ...['7', 'a', 'NAME', '\t', '\t', '\u0018'],
];

/** The descendants of process `pid`. */
function below(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const children = text.match(/\d+/g)?.map(Number) ?? [];
    return children.flatMap((child) => [child, ...below(child)]);
  } catch {
    return [];
  }
}

/**
 * Runs the program with a canary key, given in every way, against a platform, a service that echoes it and no service.
 * Searches files, output and child processes for the key.
 *
 * @param isLong runs every command with every way and format; otherwise each at least once
 */
export async function runCanary({
  isLong,
  seed,
}: {
  readonly isLong: boolean;
  readonly seed: number;
}): Promise<CanaryRun> {
  const key = keyFrom(seed);
  const search = canarySearch(key);
  const folder = await mkdtemp(join(tmpdir(), 'warren-canary-'));
  const [platform, echo] = await Promise.all([
    openPlatform({ clock: realClock(), seed: 7, accessKey: key }),
    openEcho(key),
  ]);
  const services = [platform.baseUrl, echo.baseUrl, 'http://127.0.0.1:9'];
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  const seen = join(folder, 'seen');
  await mkdir(seen);
  const spy = join(folder, 'spy');
  await writeFile(
    spy,
    `#!/bin/sh\nenv >"${seen}/$$"\ntr '\\0' ' ' </proc/$$/cmdline >>"${seen}/$$"\n`,
  );
  await chmod(spy, 0o700);

  /** The environment for a service at `baseUrl`, with a new home directory. */
  async function environment(way: Way, baseUrl: string): Promise<Record<string, string>> {
    const home = await mkdtemp(join(folder, 'home-'));
    const source = {
      environment: '',
      file: `, access_key_file: ${keyFile}`,
      command: `, access_key_command: '${spy}; cat ${keyFile}'`,
    }[way];
    await mkdir(join(home, '.config/warren'), { recursive: true, mode: 0o700 });
    await writeFile(
      join(home, '.config/warren/config.yaml'),
      `default_profile: prod\nprofiles: {prod: {base_url: '${baseUrl}'${source}, workspace: shop}}\nworkspaces: {shop: {apps: [{id: '${platform.world.applications[2]?.id}'}], shield_zones: [{id: '${platform.world.shieldZones[0]?.id}'}], scripts: [{id: '${platform.world.scripts[0]?.id}'}]}}\n`,
      { mode: 0o600 },
    );
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: home,
      LANG: 'C.UTF-8',
      EDITOR: spy,
      WARREN_DEBUG: '1',
      ...(way === 'environment' ? { WARREN_ACCESS_KEY: key } : {}),
    };
  }

  async function runCommand(way: Way, baseUrl: string, argv: readonly string[], ...node: string[]) {
    const env = await environment(way, baseUrl);
    const child = spawn(process.execPath, [...node, PROGRAM, ...argv], {
      cwd: env['HOME'] ?? '/',
      env,
    });
    child.stdin.end();
    const where = `${argv.join(' ')} (${way}, ${baseUrl})`;
    for (const stream of [child.stdout, child.stderr]) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => search.look(where, Buffer.concat(chunks)));
    }
    search.look(`${where}: command line`, Buffer.from(child.spawnargs.join(' ')));
    await once(child, 'close');
  }

  /** Makes Node write a diagnostic report while the program follows a log, as a user may with a signal. */
  async function runReported(): Promise<number> {
    const env = await environment('environment', platform.baseUrl);
    const home = env['HOME'] ?? '/';
    const zone = String(platform.world.shieldZones[0]?.id);
    const child = spawn(
      process.execPath,
      [
        ...['--report-on-signal', '--report-signal=SIGUSR2', PROGRAM],
        ...['--allow-debugging', 'events', zone, '--follow', '-o', 'ndjson'],
      ],
      { cwd: home, env, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    // By its first output the program has read and sent the key.
    await once(child.stdout, 'data');
    child.stdout.resume();
    const reports = () => readdirSync(home).filter((name) => name.startsWith('report.'));
    child.kill('SIGUSR2');
    await once(child, 'close');
    return reports().length;
  }

  /** How often the editor was opened on the file of a value. */
  const editsSeen = () =>
    readdirSync(seen).filter((name) =>
      readFileSync(join(seen, name), 'utf8').includes('/value.txt'),
    ).length;

  let processes = 0;
  async function runConsole(way: Way, baseUrl: string) {
    const env = await environment(way, baseUrl);
    const console = startInPty({
      file: process.execPath,
      args: [PROGRAM],
      columns: 120,
      rows: 36,
      env,
    });
    const where = `console (${way}, ${baseUrl})`;
    await console.until((screen) => screen.some((line) => line.includes('Rate limits')));
    for (const keys of KEYS) {
      console.send(keys);
      await console.quiet(200);
      for (const each of below(console.pid)) {
        processes += 1;
        try {
          const commandLine = readFileSync(`/proc/${each}/cmdline`);
          // Between fork and exec, the child is a copy of the console with its environment.
          if (commandLine.equals(readFileSync(`/proc/${console.pid}/cmdline`))) continue;
          search.look(`${where}: command line of a child`, commandLine);
          search.look(
            `${where}: environment of ${commandLine.toString('latin1')}`,
            readFileSync(`/proc/${each}/environ`),
          );
        } catch {
          // The process has ended.
        }
      }
    }
    // Starting the editor may take long on a busy machine.
    for (let looks = 0; looks < 100 && editsSeen() === 0; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Makes its watchdog write a crash note.
    process.kill(console.pid, 'SIGKILL');
    await console.exited;
    search.look(where, Buffer.concat(console.arrivals.map(({ bytes }) => bytes)));
  }

  try {
    const lines = commandsOf(platform);
    const formats = ['table', 'json', 'ndjson', 'csv'];
    const runs: (() => Promise<void>)[] = [];
    for (const [at, line] of lines.entries()) {
      for (const [inWay, way] of WAYS.entries()) {
        for (const [inFormats, format] of formats.entries()) {
          for (const [inServices, service] of services.entries()) {
            const isChosen = inWay === at % 3 && inFormats === at % 4 && inServices === at % 2;
            if (isLong || isChosen) {
              runs.push(() => runCommand(way, service, [...line, '-o', format]));
            }
          }
        }
      }
    }
    // Diagnostic reports that the user has asked Node for.
    const report = ['--report-on-fatalerror', '--report-uncaught-exception'];
    runs.push(() =>
      runCommand('environment', services[0] ?? '', ['--allow-debugging', 'doctor'], ...report),
    );
    const workers = Array.from({ length: 2 }, async () => {
      for (let next = runs.shift(); next; next = runs.shift()) await next();
    });
    const commands = runs.length + workers.length;
    await Promise.all(workers);
    const reports = await runReported();
    const consoles = WAYS.flatMap((way) =>
      services.map((service) => [way, service] as const),
    ).filter((_, at) => isLong || at === 0);
    for (const [way, service] of consoles) await runConsole(way, service);
    search.lookThrough(folder, [keyFile]);
    const { found, bytes, files } = search;
    const requests = platform.served.requests.length;
    return {
      commands,
      consoles: consoles.length,
      requests,
      edits: editsSeen(),
      processes,
      reports,
      found,
      bytes,
      files,
    };
  } finally {
    await Promise.all([
      platform.close(),
      echo.close(),
      rm(folder, { recursive: true, force: true }),
    ]);
  }
}
