/**
 * How fast a day of events is read over HTTP from another process, and the pauses that causes in the drawing thread:
 * `node test/bench/intake.ts [entries] [--runs N] [--beside FOLDER]`. `--beside` runs another checkout in turn, so that
 * the load of the machine affects both alike. Compare the ratios.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { cpuTime, quantile, threadTime } from './measures.ts';
import { watchPauses } from './pauses.ts';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    beside: { type: 'string' },
    /** Internal: runs once with the checkout in this folder and prints JSON. */
    one: { type: 'string' },
  },
  allowPositionals: true,
});
const entries = Number(positionals[0] ?? 200_000);

/** The aim of each figure; `lower` where there is none and less is better. */
const FIGURES = {
  'rows a second': '100,000',
  'main thread, ms a page': 'lower',
  'all threads, ms a page': 'lower',
  '  of it the thread that reads pages': 'lower',
  '  of it decompression': 'lower',
  '  of it compiling and collecting garbage': 'lower',
  'the platform’s processor time, ms a page': 'its own',
  'pause of the event loop, p99, ms': 'lower',
  'pause of the event loop, p99.9, ms': '6',
  '  of it at work, ms': 'lower',
  'longest pause, ms': 'lower',
  'memory, MB': 'lower',
} as const;
type Figures = Record<keyof typeof FIGURES, number>;

if (values.one !== undefined) await one(values.one);
else await all();

async function all(): Promise<void> {
  const sides = [resolve(import.meta.dirname, '../..'), ...(values.beside ? [values.beside] : [])];
  const runs: Figures[][] = sides.map(() => []);
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const [at, side] of sides.entries()) runs[at]?.push(await inProcess(side));
  }
  const heads = ['', 'aim', 'warren', ...(values.beside ? ['beside', 'ratio'] : [])];
  console.log(`${entries} entries in pages of 1,000, medians of ${values.runs} runs`);
  console.log(line(heads));
  for (const [name, aim] of Object.entries(FIGURES)) {
    const medians = runs.map((side) =>
      quantile(
        side.map((figures) => figures[name as keyof Figures]),
        0.5,
      ),
    );
    const [own = Number.NaN, other] = medians;
    const ratio = other === undefined ? [] : [(own / other).toFixed(2)];
    console.log(line([name, aim, ...medians.map((value) => value.toFixed(1)), ...ratio]));
  }
}

function line([what = '', ...cells]: readonly string[]): string {
  return what.padEnd(44) + cells.map((cell) => cell.padStart(12)).join('');
}

/** One run in a fresh process, so that memory and compiled code of other runs do not count. */
function inProcess(folder: string): Promise<Figures> {
  const script = fileURLToPath(import.meta.url);
  const args = [script, String(entries), '--one', folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((done, failed) => {
    child.on('close', (code) =>
      code === 0 ? done(JSON.parse(said)) : failed(new Error(`${folder} ended with ${code}`)),
    );
  });
}

async function one(folder: string): Promise<void> {
  // As in `main.ts`.
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--min-semi-space-size=4');
  const from = (path: string) => import(pathToFileURL(join(folder, 'src', path)).href);
  const { realClock } = await from('edges/clock.ts');
  const { EventStore } = await from('events/store.ts');
  const { followZone } = await from('feeds/follow-zone.ts');
  const { createWake } = await from('feeds/scheduling.ts');
  const { parseBaseUrl } = await from('http/base-url.ts');
  const { createClient } = await from('http/client.ts');
  const { WorkerThread } = await from('events/worker/worker-thread.ts').catch(() => ({}));
  const { startPlatform } = await from('../test/bench/platform.ts');

  // The last moment of a day, so that the whole day is loaded and nothing is added to it.
  const at = Date.UTC(2026, 2, 14, 23, 59, 59, 999);
  const clock = { ...realClock(), now: () => at };
  const platform = await startPlatform({
    events: { perDay: entries },
    pageSize: 1000,
    clock: { kind: 'frozen', at },
  });
  const call = createClient({
    baseUrl: parseBaseUrl(platform.baseUrl).baseUrl,
    accessKey: () => platform.accessKey,
    userAgent: 'warren-bench',
    clock,
    drift: { note() {}, add() {} },
    reader: WorkerThread && new WorkerThread(),
    onExchange() {},
  });
  const store = new EventStore();
  const end = new AbortController();
  const loaded = Promise.withResolvers<void>();
  const begun = performance.now();
  const [main, every, served] = [
    process.threadCpuUsage(),
    process.cpuUsage(),
    cpuTime(platform.pid),
  ];
  const before = Object.fromEntries(
    ['WorkerThread', 'libuv-worker', 'V8Worker'].map((name) => [
      name,
      threadTime(process.pid, name),
    ]),
  );
  const watch = watchPauses();
  const following = followZone({
    call,
    clock,
    store,
    signal: end.signal,
    wake: createWake(),
    random: Math.random,
    zone: platform.zone,
    from: utcDay(startOfDay(utcDay(at))),
    interval: () => 2000,
    paused: () => false,
    grown() {},
    progress({ failure, phase, end: why }: { failure: unknown; phase: string; end: unknown }) {
      if (failure) loaded.reject(failure);
      if (phase === 'following' && why !== null) loaded.resolve();
    },
  });
  following.catch(loaded.reject);
  await loaded.promise;
  const took = performance.now() - begun;
  const { wall, own } = watch.end();
  const pages = store.size / 1000;
  const perPage = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000 / pages;
  const threads = (name: string) => (threadTime(process.pid, name) - (before[name] ?? 0)) / pages;
  const figures: Figures = {
    'rows a second': (store.size / took) * 1000,
    'main thread, ms a page': perPage(process.threadCpuUsage(main)),
    'all threads, ms a page': perPage(process.cpuUsage(every)),
    '  of it the thread that reads pages': threads('WorkerThread'),
    '  of it decompression': threads('libuv-worker'),
    '  of it compiling and collecting garbage': threads('V8Worker'),
    'the platform’s processor time, ms a page': (cpuTime(platform.pid) - served) / pages,
    'pause of the event loop, p99, ms': quantile(wall, 0.99),
    'pause of the event loop, p99.9, ms': quantile(wall, 0.999),
    '  of it at work, ms': quantile(own, 0.999),
    'longest pause, ms': quantile(wall, 1),
    'memory, MB': process.memoryUsage.rss() / 1e6,
  };
  console.log(JSON.stringify(figures));
  end.abort();
  await platform.close();
  process.exit(0);
}
