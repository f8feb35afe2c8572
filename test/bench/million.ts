/**
 * Queries over a day of a million entries: `node test/bench/million.ts [entries] [--page-size N] [--runs N]`.
 *
 * The embedded platform, in another process, serves the day page by page to the real client, feed and store. The store is
 * then asked what an operator asks, and lnav, if installed, is asked the same about the same entries in a file. Times
 * depend on the machine, so compare the columns.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { realClock } from '../../src/edges/clock.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { answering } from '../../src/events/questions/ask.ts';
import type { Question, Scope } from '../../src/events/questions/question.ts';
import { LABELS } from '../../src/events/storage/columns.ts';
import { EventStore } from '../../src/events/store.ts';
import { bucketsOf } from '../../src/events/time-range.ts';
import { WorkerThread } from '../../src/events/worker/worker-thread.ts';
import { followZone } from '../../src/feeds/follow-zone.ts';
import type { DayProgress } from '../../src/feeds/pages-feed.ts';
import { createWake, yieldToEventLoop } from '../../src/feeds/scheduling.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { platformClient } from '../support/platform-client.ts';
import { shows } from '../support/pty.ts';
import { ready } from './keys.ts';
import { ENTRIES, lnavOver, writeEntries } from './lnav.ts';
import { cpuTime, memoryOf, quantile } from './measures.ts';
import { watchPauses } from './pauses.ts';
import { startPlatform } from './platform.ts';
import { scanning } from './scanning.ts';
import { builtHere, installed, LOAD_DAY, warrenOn } from './subject.ts';

const { values, positionals } = parseArgs({
  options: {
    'page-size': { type: 'string', default: '1000' },
    runs: { type: 'string', default: '9' },
  },
  allowPositionals: true,
});
const entries = Number(positionals[0] ?? 1_000_000);
const pageSize = Number(values['page-size']);

const runs = Number(values.runs);
/** The console searches in slices of this many milliseconds. */
const SLICE = 8;
const SUBSTRING = 'ORA-01756';
const REGEX = 'select.*chrome/1[12]';

/** The last moment of a day, so that the whole day is loaded and nothing is added to it. */
const at = Date.UTC(2026, 2, 14, 23, 59, 59, 999);
const day = utcDay(at);
const clock = { ...realClock(), now: () => at };
const moment = { now: at, day: startOfDay(day), offsetMinutes: 0 };

interface Row {
  readonly what: string;
  readonly warren: string;
  readonly aim?: string;
  readonly lnav?: string;
  readonly scan?: string;
}
const row = ({ what, warren, aim = '', lnav = '', scan = '' }: Row): void =>
  console.log(
    what.padEnd(44) +
      warren.padStart(16) +
      aim.padStart(12) +
      lnav.padStart(16) +
      scan.padStart(16),
  );
const ms = (value: number) =>
  Number.isNaN(value) ? '–' : `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

// Without a forced garbage collection, because the console does not force one either.
const rss = () => process.memoryUsage.rss();

const platform = await startPlatform({
  events: { perDay: entries },
  pageSize,
  clock: { kind: 'frozen', at },
});
let bytes = 0;
/** The console has one too. It starts with the first page. */
const thread = new WorkerThread();
const call = platformClient(platform, {
  clock,
  reader: thread,
  onExchange: ({ outcome }) => {
    if (outcome.kind === 'answered') bytes += outcome.bytes;
  },
});

const store = new EventStore();
const end = new AbortController();
const loaded = Promise.withResolvers<DayProgress>();
const before = rss();
const began = performance.now();
const cpuBefore = process.cpuUsage();
const watch = watchPauses();
const following = followZone({
  call,
  clock,
  signal: end.signal,
  wake: createWake(),
  store,
  zone: platform.zone,
  from: day,
  interval: () => 2000,
  paused: () => false,
  random: Math.random,
  grown: () => {},
  progress: (progress) => {
    if (progress.failure) loaded.reject(progress.failure.error);
    if (progress.phase === 'following' && progress.end !== null) loaded.resolve(progress);
  },
});
following.catch(loaded.reject);
const progress = await loaded.promise;
const took = performance.now() - began;
const pauses = watch.end();
const cpu = process.cpuUsage(cpuBefore);
const peak = rss();
end.abort();
await following;
const served = cpuTime(platform.pid);
// Released memory is returned to the system within seconds.
await wait(3000);
const settled = rss();

console.log(
  `${store.size} entries of ${(bytes / store.size).toFixed(0)} bytes of JSON, ${progress.pages} pages of ` +
    `${pageSize}; served by another process in ${ms(served)} of its processor time.\n`,
);

const folder = await mkdtemp(join(tmpdir(), 'warren-million-'));
const program = await ready(warrenOn(platform, builtHere(folder)), [
  { keys: '2', full: shows('following') },
  { ...LOAD_DAY, full: shows(`${store.size.toLocaleString('en')} loaded`) },
]);
await program.quiet(3000);
const consoleMemory = memoryOf(program.pid);
await program.close();
await platform.close();
const lnav = installed('lnav') ? lnavOver(folder) : undefined;
await writeEntries(folder, store);
for (const peer of ['lnav', 'grep', 'awk']) {
  if (!installed(peer)) console.log(`${peer} is not installed and is left out.\n`);
}
const scan = scanning(join(folder, ENTRIES));
// Reads the file into the page cache.
await scan.substring('');
const loading = lnav ? await lnav.load() : Number.NaN;
/** The time that lnav takes in addition to loading the file. */
const beyond = async (...commands: readonly string[]): Promise<string> =>
  lnav ? ms(Math.max(0, (await lnav.run(commands)) - loading)) : '';

row({
  what: '',
  warren: 'warren',
  aim: 'aim',
  lnav: lnav ? 'lnav' : '',
  scan: 'grep, awk',
});
row({
  what: 'rows a second, read over HTTP and stored',
  warren: `${Math.round(store.size / took)}k`,
  aim: '100k',
  lnav: lnav ? `${Math.round(store.size / loading)}k` : '',
});
row({
  what: 'processor time a row',
  warren: `${((cpu.user + cpu.system) / store.size).toFixed(1)} µs`,
});
const pause = (what: string, share: number, aim = '') => {
  row({ what: `pause of the event loop, ${what}`, warren: ms(quantile(pauses.wall, share)), aim });
  row({ what: '  of it processor time', warren: ms(quantile(pauses.own, share)), aim });
};
pause('p99', 0.99);
pause('p99.9', 0.999, '6 ms');
pause('longest', 1);
row({
  what: 'memory of the console',
  warren: mega(consoleMemory),
  aim: '300 MB',
  lnav: lnav ? mega(lnav.memory()) : '',
});
row({ what: 'memory of this process', warren: mega(settled) });
row({ what: '  after the last page', warren: mega(peak) });
row({ what: '  growth', warren: mega(settled - before) });
row({
  what: 'memory per entry in the store',
  warren: `${Math.round(store.byteLength / store.size)} bytes`,
});

/** The shortest of `runs` runs, milliseconds: the one that was disturbed least. */
const timed = (run: () => void): number =>
  Math.min(
    ...Array.from({ length: runs }, () => {
      const from = performance.now();
      run();
      return performance.now() - from;
    }),
  );

const range = { from: startOfDay(day), until: startOfDay(day + 1) - 1 };
const everything: Scope = { filter: parseFilter('').filter, moment };
const narrowed: Scope = { ...everything, range };
const answered = (asked: Question) =>
  timed(() => {
    const steps = answering(store, asked);
    while (!steps.next().done);
  });
const facets = (columns: readonly (typeof LABELS)[number][], scope: Scope) =>
  answered({
    kind: 'facets',
    scope,
    columns,
    most: 10,
    baseline: null,
    order: 'count',
    direction: 'descending',
  });
const counted = (...columns: readonly string[]) =>
  columns.map(
    (column) =>
      `;SELECT "labels/${column}", count(*) FROM warren_log GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
  );

row({
  what: 'one facet of a time range',
  warren: ms(facets(['country'], narrowed)),
  aim: '2 ms',
  lnav: await beyond(...counted('country')),
});
row({
  what: 'all eight facets of a time range',
  warren: ms(facets(LABELS, narrowed)),
  aim: '10 ms',
  lnav: await beyond(...counted(...LABELS)),
});
row({
  what: 'all eight facets of everything',
  warren: ms(facets(LABELS, everything)),
  aim: '10 ms',
});
row({
  what: 'histogram by minute',
  warren: ms(
    answered({
      kind: 'histogram',
      scope: everything,
      stackBy: 'status',
      most: 4,
      buckets: bucketsOf(range, 60_000),
    }),
  ),
  scan: ms(await scan.minutes()),
});

interface Looked {
  readonly first: number;
  readonly all: number;
  /** Processor time of this thread. */
  readonly own: number;
  /** Processor time of all threads of the process. */
  readonly every: number;
  readonly longest: number;
  readonly found: number;
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;

/** Filters everything in slices, as the console does. The times to the first match and to the end, milliseconds. */
async function looked(text: string): Promise<Looked> {
  const tries: Looked[] = [];
  for (let run = 0; run < runs; run += 1) {
    const view = new FilteredView(store, parseFilter(text).filter, moment, thread);
    const [own, every] = [process.threadCpuUsage(), process.cpuUsage()];
    const from = performance.now();
    let first = Number.NaN;
    let longest = 0;
    for (let more = true; more; ) {
      const slice = performance.now();
      more = view.advance(SLICE);
      const now = performance.now();
      longest = Math.max(longest, now - slice);
      if (Number.isNaN(first) && view.size > 0) first = now - from;
      await yieldToEventLoop();
    }
    const all = performance.now() - from;
    tries.push({
      first,
      all,
      own: milliseconds(process.threadCpuUsage(own)),
      every: milliseconds(process.cpuUsage(every)),
      longest,
      found: view.size,
    });
  }
  const of = (figure: keyof Looked) => Math.min(...tries.map((each) => each[figure]));
  return {
    first: of('first'),
    all: of('all'),
    own: of('own'),
    every: of('every'),
    longest: of('longest'),
    found: of('found'),
  };
}

interface Asked {
  readonly text: string;
  readonly aim: string;
  readonly lnavFilter: string;
  readonly scanned: number;
}

async function query(name: string, { text, aim, lnavFilter, scanned }: Asked): Promise<void> {
  const { first, all, own, every, longest, found } = await looked(text);
  row({
    what: `${name}, all searched (${found} found)`,
    warren: ms(all),
    aim,
    lnav: await beyond(lnavFilter),
    scan: ms(scanned),
  });
  row({ what: '  processor time of this thread', warren: ms(own) });
  row({ what: '  processor time of all threads', warren: ms(every) });
  row({ what: `${name}, first match`, warren: ms(first), aim: '50 ms' });
  row({ what: `${name}, longest slice`, warren: ms(longest), aim: '16 ms' });
}

const substring = async (name: string, text: string) =>
  query(name, {
    text,
    aim: '300 ms',
    lnavFilter: `:filter-in ${text}`,
    scanned: await scan.substring(text),
  });
await substring('substring', SUBSTRING);
await substring('substring in none', 'zzzqqq');
await substring('substring in all', 'https');
await query('regular expression', {
  text: `log~"${REGEX}"`,
  aim: '500 ms',
  lnavFilter: `:filter-in ${REGEX}`,
  scanned: await scan.pattern(REGEX),
});
row({ what: 'memory of this process after all queries', warren: mega(rss()) });
await rm(folder, { recursive: true, force: true });
