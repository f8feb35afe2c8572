/**
 * What the event store costs: `node test/bench/events-store.ts [entries]` (1,000,000 when not said).
 *
 * Entries are made in memory, the same in every run, and parsed from JSON page by page as the client does;
 * only the store's own work is timed. Queries are the best of a few runs, since a run that was disturbed
 * says nothing. What the numbers should be stands beside them; on a slow or busy machine compare with the
 * floors, which are measured in the same run.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { answering } from '../../src/events/questions/ask.ts';
import type { Question, Scope } from '../../src/events/questions/question.ts';
import { type ColumnName, LABELS } from '../../src/events/storage/columns.ts';
import { EventStore } from '../../src/events/store.ts';
import { bucketsOf } from '../../src/events/time-range.ts';
import { SAMPLE_DAY, sampleEntries } from '../events/sample-entries.ts';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const PAGE = 1000;
const SLICE = 8;
const RUNS = 5;
const MEGA = 1e6;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const rows: Record<string, { readonly measured: string; readonly aim: string }> = {};
const note = (what: string, measured: string, aim = '') => {
  rows[what] = { measured, aim };
};

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** The shortest of some runs. */
function best(run: () => void): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < RUNS; round += 1) {
    const began = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}

const page = sampleEntries(1);
let rawBytes = 0;
let parsing = 0;
function nextPage(): EventLogEntry[] {
  const text = JSON.stringify(page(PAGE));
  rawBytes += text.length;
  const began = performance.now();
  const entries = JSON.parse(text) as EventLogEntry[];
  parsing += performance.now() - began;
  return entries;
}

// What making and parsing pages leaves behind in the heap is not the store's.
for (let round = 0; round < 50; round += 1) sampleEntries(2)(PAGE);
collect();
const before = process.memoryUsage.rss();

const store = new EventStore({ maxBytes: 2 ** 30 });
let spent = 0;
const pauses: number[] = [];
for (let made = 0; made < ENTRIES; made += PAGE) {
  const slices = store.ingest('120431', nextPage(), 'backfill', SLICE);
  for (;;) {
    const began = performance.now();
    const step = slices.next();
    const took = performance.now() - began;
    spent += took;
    if (step.done) break;
    pauses.push(took);
  }
}
const peak = process.memoryUsage.rss();
collect();
pauses.sort((a, b) => a - b);
const growth = process.memoryUsage.rss() - before;

note('entries', `${store.size} of ${(rawBytes / ENTRIES).toFixed(0)} bytes`);
const perSecond = (took: number) => `${Math.round(ENTRIES / took)}k rows/s`;
note('JSON.parse of the pages', perSecond(parsing), 'the floor');
note(
  'ingest',
  `${perSecond(spent)}, ${(spent / parsing).toFixed(1)} of the floor`,
  '200k, then 400k',
);
note('worst pause of a slice', ms(pauses.at(-1) ?? 0), '16 ms at p99.9');
note('pause p99.9', ms(pauses[Math.floor(pauses.length * 0.999)] ?? 0), '16 ms');
note('RSS growth', `${Math.round(growth / MEGA)} MB`, '200 MB');
note('RSS growth, before a collection', `${Math.round((peak - before) / MEGA)} MB`);
note(
  'store',
  `${Math.round(store.byteLength / MEGA)} MB, ${Math.round(store.byteLength / store.size)} B an entry`,
);

const span = store.span ?? { oldest: SAMPLE_DAY, newest: SAMPLE_DAY };
const range = { from: span.oldest, until: span.newest + 1 };
const moment = { now: span.newest, day: SAMPLE_DAY, offsetMinutes: 0 };

const everything: Scope = { filter: parseFilter('').filter, moment };

/** Answers a question to its end; gives its longest step. */
function answer(asked: Question, views: readonly FilteredView[] = []): number {
  const steps = answering(store, asked, { views });
  let longest = 0;
  for (;;) {
    const began = performance.now();
    const { done } = steps.next();
    longest = Math.max(longest, performance.now() - began);
    if (done) return longest;
  }
}

const facets = (columns: readonly ColumnName[], scope: Scope): Question => ({
  ...{ kind: 'facets', scope, columns, most: 10, baseline: null },
  ...{ order: 'count', direction: 'descending' },
});
const bars = (scope: Scope): Question => ({
  ...{ kind: 'histogram', scope, buckets: bucketsOf(range, 60_000), stackBy: 'status', most: 4 },
});
const brushed: Scope = { ...everything, range };

note('facet of one label', ms(best(() => answer(facets(['country'], brushed)))), '10 ms');
note('facets of all eight', ms(best(() => answer(facets(LABELS, brushed)))), '50 ms');
note('histogram by the minute', ms(best(() => answer(bars(brushed)))), '3 ms');

/** A filter over everything: how long until the first match, and until all were looked at. */
function query(what: string, text: string, aim: string): void {
  const { filter } = parseFilter(text);
  let first = Number.POSITIVE_INFINITY;
  let longest = 0;
  let matched = 0;
  const total = best(() => {
    const view = new FilteredView(store, filter, moment);
    const began = performance.now();
    let worst = 0;
    for (let more = true; more; ) {
      const sliceBegan = performance.now();
      more = view.advance(SLICE);
      worst = Math.max(worst, performance.now() - sliceBegan);
      if (view.size > 0 && matched === 0) first = Math.min(first, performance.now() - began);
      if (view.size > 0) matched = view.size;
    }
    longest = worst;
    const { stopped } = view.counts;
    if (stopped) note(`${what}: stopped`, stopped.reason);
  });
  note(
    `${what}  ${text}`,
    `${ms(total)}, first ${ms(first)}, slice ${ms(longest)}, ${matched} found`,
    aim,
  );
}

const unpacking = best(() => {
  for (const segment of store.rows.segments) store.rows.text(segment, 'pass');
});
note('unpacking all text', ms(unpacking), 'the floor of what reads text');

query('labels', 'status:Blocked country:RU -method:GET', '');
query('substring', 'oci_parse', '300 ms, first 50 ms');
query('substring, nothing', 'zzzqqq', '300 ms');
query('substring, escaped', '<script>', '300 ms');
query('column glob', 'path:/admin*', '');
query('regex', 'log~"libinj.*firefox/1[23]"', '500 ms');
query('regex on a column', 'path~"(admin|login)/(v1|api)$"', '');
query('slow regex on a column', 'ua~"(a+)+$"', 'no freeze');

const view = new FilteredView(store, parseFilter('status:Blocked').filter, moment);
while (view.advance(1000));
const scope: Scope = { filter: view.filter, moment };
note('facets of all eight, filtered', ms(best(() => answer(facets(LABELS, scope), [view]))), '');
/** The least processor time that some runs take: what other programs take of the machine does not count. */
function atWork(work: () => void): number {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const runs = Array.from({ length: 5 }, () => {
    const began = now();
    work();
    return now() - began;
  });
  return Math.min(...runs);
}

/** A question over everything, beside a facet over the same entries in the same run. */
function question(asked: Question, aim: string): void {
  let longest = Number.POSITIVE_INFINITY;
  const took = atWork(() => {
    longest = Math.min(longest, answer({ ...asked, scope: brushed }));
  });
  const beside = atWork(() => answer(facets(['path'], brushed)));
  note(
    `question: ${asked.kind}${'limit' in asked && asked.limit ? ' with a limit' : ''}`,
    `${ms(took)} at work, ${(took / beside).toFixed(1)} facets, step ${ms(longest)}`,
    aim,
  );
}

const half = Math.round((range.from + range.until) / 2);
const hours = bucketsOf(range, 3_600_000);
question({ kind: 'actors', scope, order: 'count', most: 1000, buckets: hours }, '100 ms');
question(
  {
    kind: 'comparison',
    scope,
    a: { from: half, until: range.until },
    b: { from: range.from, until: half },
    most: 300,
  },
  '100 ms',
);
question({ kind: 'trial', scope, limit: null, most: 6 }, '100 ms');
question(
  { kind: 'trial', scope, limit: { by: 'address', requests: 20, seconds: 60 }, most: 6 },
  '100 ms',
);
question({ kind: 'heat-map', scope, column: 'path', most: 100, buckets: hours }, '30 ms');
question({ kind: 'zones', scope, buckets: hours }, '');
question({ kind: 'matches', scope, most: 100 }, '');

note('histogram, filtered', ms(best(() => answer(bars(scope), [view]))));
note(
  'RSS growth after the queries',
  `${Math.round((process.memoryUsage.rss() - before) / MEGA)} MB`,
);

console.table(rows);
