/**
 * A week of four zones in an archive: `node test/bench/archive.ts [entries] [--runs N] [--in FOLDER]`. The same entries are
 * in an SQLite file and in ClickHouse. Both are asked what the console asks when it opens a week of one zone; ClickHouse
 * is also asked about all zones. `--in` keeps the filled archives for the next run.
 *
 * `engine` is the time during which ClickHouse works on statements of the question, `cpu` the processor time of its
 * process meanwhile, `total` the time from the question to the complete answer.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { OpenedArchive } from '../../src/archive/archive.ts';
import { readEventArchive } from '../../src/archive/open.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import type {
  Answered,
  PageQuestion,
  Question,
  Scope,
} from '../../src/events/questions/question.ts';
import { bucketsFor } from '../../src/events/time-range.ts';
import { largeArchive } from '../../src/panes/events/archive.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { ensureEngine } from '../engine/ensure.ts';
import { NOBODY, startEngine } from '../support/engine.ts';
import { DAYS, type Filled, WEEK_END, ZONES } from './archive-fill.ts';
import { cpuTime, median } from './measures.ts';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, in: { type: 'string' } },
  allowPositionals: true,
});
const entries = Number(positionals[0] ?? 200_000);
const runs = Number(values.runs);
const NEVER = new AbortController().signal;
const [ZONE = ''] = ZONES;
const day = startOfDay(utcDay(WEEK_END));
const RANGE = { from: startOfDay(utcDay(WEEK_END) - DAYS + 1), until: WEEK_END + 1 };
const SUBSTRING = 'ORA-01756';

if (!ensureEngine()) process.exit(0);
const folder = values.in ?? (await mkdtemp(join(tmpdir(), 'warren-bench-')));
const file = join(folder, 'file', 'week.db');
mkdirSync(join(folder, 'file'), { recursive: true, mode: 0o700 });
const server = await startEngine({}, join(folder, 'engine'));

const isFilled = existsSync(file);
const place = isFilled ? server.url('team1') : await server.archive();
if (!isFilled) await fillBoth();

const scopeOf = (filter: string): Scope => ({
  filter: parseFilter(filter).filter,
  moment: { now: WEEK_END, day, offsetMinutes: 0 },
  range: RANGE,
});
const facets = (scope: Scope): Question => ({
  kind: 'facets',
  scope,
  columns: ['country'],
  most: 10,
  baseline: null,
  order: 'count',
  direction: 'descending',
});
const bars = (scope: Scope): Question => ({
  kind: 'histogram',
  scope,
  buckets: bucketsFor(RANGE, 200),
  stackBy: 'status',
  most: 5,
});
const newest: PageQuestion = { kind: 'page', scope: scopeOf(''), most: 1000, after: null };

/** A question, and the aim for ClickHouse in milliseconds. */
interface Ask {
  readonly what: string;
  readonly aim?: number;
  readonly zones?: readonly string[];
  /** False for questions that would take a file minutes. */
  readonly isForFile?: false;
  readonly work: (archive: OpenedArchive, zones: readonly string[]) => Promise<unknown>;
}

const asking =
  (question: Question) =>
  async (archive: OpenedArchive, zones: readonly string[]): Promise<Answered> => {
    let last: Answered | undefined;
    for await (const answered of archive.answerer(zones).ask(question, NEVER)) last = answered;
    if (!last) throw new Error(`${question.kind}: no answer`);
    return last;
  };
/** Where the newest page of each archive ends. */
const places = new Map<OpenedArchive, string | null>();
const nextPage = (archive: OpenedArchive, zones: readonly string[]) =>
  asking({ ...newest, after: places.get(archive) ?? null })(archive, zones);
const newestPage = async (archive: OpenedArchive, zones: readonly string[]) => {
  const { answer } = await asking(newest)(archive, zones);
  if ('next' in answer) places.set(archive, answer.next);
};

const ASKED: readonly Ask[] = [
  { what: 'zones and days', work: (archive, zones) => largeArchive(archive, zones, () => {}) },
  { what: 'facet country', aim: 100, work: asking(facets(scopeOf(''))) },
  { what: 'histogram by status', aim: 150, work: asking(bars(scopeOf(''))) },
  { what: 'newest page of 1,000', aim: 60, work: newestPage },
  { what: 'next page of 1,000', aim: 60, work: nextPage },
  { what: 'facet of a substring’s matches', work: asking(facets(scopeOf(`log:${SUBSTRING}`))) },
  ...[
    { what: 'facet country, all zones', work: asking(facets(scopeOf(''))) },
    { what: 'histogram by status, all zones', work: asking(bars(scopeOf(''))) },
    { what: 'newest page, all zones', work: newestPage },
    { what: 'next page, all zones', work: nextPage },
  ].map((ask) => ({ ...ask, zones: ZONES, isForFile: false as const })),
];

const shown = (value: number | undefined) =>
  value === undefined ? '–' : `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const line = (...cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(12))).join(''));

const [engine, sqlite] = [await readEventArchive(place, NOBODY), await readEventArchive(file)];
const { bytes, rows } = await engine.status();
const inFile = (await stat(file)).size;
console.log(
  `${rows} entries; bytes a row: engine ${(bytes / rows).toFixed(0)}, SQLite ${(inFile / rows).toFixed(0)}`,
);
line('one zone, a week', 'aim', 'engine', 'cpu', 'total', 'SQLite', 'SQLite/total');
let misses = 0;
for (const { what, aim, zones = [ZONE], isForFile = true, work } of ASKED) {
  const [spans, busy, here]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    await server.spent();
    const [before, began] = [cpuTime(server.pid()), performance.now()];
    await work(engine, zones);
    here.push(performance.now() - began);
    busy.push(cpuTime(server.pid()) - before);
    spans.push(await server.spent());
  }
  const began = performance.now();
  if (isForFile) await work(sqlite, zones);
  const own = isForFile ? performance.now() - began : undefined;
  const [span, client] = [median(spans), median(here)];
  if (aim !== undefined && span > aim) misses += 1;
  line(
    what,
    aim === undefined ? '' : `${aim} ms`,
    `${aim !== undefined && span > aim ? '! ' : ''}${shown(span)}`,
    shown(median(busy)),
    shown(client),
    shown(own),
    own === undefined ? '–' : (own / client).toFixed(1),
  );
}
console.log(misses === 0 ? 'every aim is met' : `${misses} aims are missed`);
await engine.close();
await sqlite.close();
await server.close();
if (values.in === undefined) await rm(folder, { recursive: true });

async function fillBoth(): Promise<void> {
  const fill = async (into: string): Promise<Filled> => {
    const script = join(import.meta.dirname, 'archive-fill.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, into, `${entries}`]);
    return JSON.parse(stdout);
  };
  const [written, kept] = await Promise.all([fill(place), fill(file)]);
  const rate = ({ rows: amount, seconds, processor }: Filled) =>
    `${(amount / seconds).toFixed(0)} (${(amount / processor).toFixed(0)} a second of processor time)`;
  console.log(`rows a second written: engine ${rate(written)}, SQLite ${rate(kept)}`);
  // The server does this by itself an hour after a day has ended.
  for (let back = 1; back < DAYS; back += 1) {
    await server.run(`OPTIMIZE TABLE team1.warren_entry PARTITION ID '${partition(back)}' FINAL`);
  }
}

/** The id of a day's partition: `20260313`. */
function partition(back: number): string {
  const date = new Date(startOfDay(utcDay(WEEK_END) - back));
  return date.toISOString().slice(0, 10).replaceAll('-', '');
}
