import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ArchivePasswords } from '../../src/archive/archive.ts';
import { initArchive } from '../../src/archive/open.ts';

const SERVER = fileURLToPath(new URL('../engine/server.cjs', import.meta.url));

/** Whether an engine is available. `npm run test:archive` provides one. */
export const hasEngine = process.env['WARREN_TEST_ENGINE'] === 'yes';

/** For an engine without authentication. */
export const NOBODY: ArchivePasswords = { of: async () => '', refused() {} };

/** A ClickHouse engine with a data directory of its own. */
export interface TestEngine {
  /** Creates an archive. Returns its URL. */
  archive(): Promise<string>;
  /** The URL of the database of that name, which may not exist. */
  url(database: string): string;
  /** Kills it, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again at the same address, with `more` added to its environment. */
  start(more?: NodeJS.ProcessEnv): Promise<void>;
  /** Runs one statement without a time limit. */
  run(sql: string): Promise<string>;
  /** How long it has worked on statements since the last call, milliseconds. */
  spent(): Promise<number>;
  pid(): number;
  close(): Promise<void>;
}

type Run = ChildProcessByStdio<Writable, Readable, null>;

const started = async (directory: string, port: number, env: NodeJS.ProcessEnv) => {
  const run: Run = spawn(process.execPath, [SERVER, directory, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ready = await new Promise<string>((resolve, reject) => {
    run.stdout.once('data', (chunk) => resolve(String(chunk)));
    run.once('exit', () => reject(new Error('the engine ended before it was ready')));
  });
  return { run, port: Number(/ready (\d+)/.exec(ready)?.[1]) };
};

/**
 * Starts an engine.
 *
 * @param env `ENGINE_USER` and `ENGINE_PASSWORD` for authentication; `ENGINE_GRANTS`, see `test/engine/server.cjs`
 * @param kept its data directory; by default a temporary one
 */
export async function startEngine(env: NodeJS.ProcessEnv = {}, kept?: string): Promise<TestEngine> {
  const directory = kept ?? (await mkdtemp(join(tmpdir(), 'warren-engine-')));
  let { run, port } = await started(directory, 0, env);
  let databases = 0;
  const url = (database: string) => `clickhouse://warren@127.0.0.1:${port}/${database}`;
  const kill = async () => {
    const ended = new Promise((resolve) => run.once('exit', resolve));
    if (run.exitCode !== null || run.signalCode !== null) return;
    run.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    async archive() {
      databases += 1;
      const place = url(`team${databases}`);
      // Without a retention period, because it would delete the days of the tests, which are in the past.
      await initArchive(place, null, NOBODY);
      return place;
    },
    kill,
    async start(more) {
      ({ run, port } = await started(directory, port, { ...env, ...more }));
    },
    async run(sql) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: sql });
      const said = await answer.text();
      if (!answer.ok) throw new Error(said);
      return said;
    },
    async spent() {
      const answer = await fetch(`http://127.0.0.1:${port}/spent`);
      return Number(await answer.text());
    },
    pid: () => run.pid ?? 0,
    async close() {
      await kill();
      if (kept === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
