import fc from 'fast-check';
import { parseEngineAddress } from '../../src/archive/address.ts';
import { contentHash } from '../../src/archive/archive.ts';
import { conditionOf } from '../../src/archive/clickhouse/condition.ts';
import { connectEngine, type Engine } from '../../src/archive/clickhouse/engine.ts';
import { openEventArchive } from '../../src/archive/open.ts';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { parseFilter } from '../../src/events/filter/parse.ts';
import { FilteredView } from '../../src/events/filtered-view.ts';
import { EventStore } from '../../src/events/store.ts';
import { utcDay } from '../../src/text/time.ts';
import { anyEntry } from '../events/arbitrary-entries.ts';
import { filterText } from '../events/arbitrary-filter.ts';
import { SAMPLE_DAY } from '../events/sample-entries.ts';
import { startEngine, type TestEngine } from './engine.ts';

const MOMENT = { now: SAMPLE_DAY + 60_000, day: SAMPLE_DAY, offsetMinutes: 90 };
const ZONES = ['0815', '4711'] as const;
const DAY = utcDay(SAMPLE_DAY);

/** The result of a trial. */
interface Verdict {
  readonly compared: number;
  readonly exact: number;
  /** Filters that keep some entries but not all. */
  readonly telling: number;
  /** One sentence for each difference, with the filter as typed. */
  readonly wrong: readonly string[];
}

/** Applies random filters to the same random entries in the store and in an engine. */
export class FilterTrial {
  readonly #server: TestEngine;

  private constructor(server: TestEngine) {
    this.#server = server;
  }

  static async open(): Promise<FilterTrial> {
    return new FilterTrial(await startEngine());
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async run(wanted: { sets: number; filters: number; seed: number }): Promise<Verdict> {
    let compared = 0;
    let exact = 0;
    let telling = 0;
    const wrong: string[] = [];
    for (let set = 0; set < wanted.sets; set += 1) {
      const seed = wanted.seed + set;
      const place = await this.#server.archive();
      const entries = fc
        .sample(anyEntry, { numRuns: 300, seed })
        .filter(({ timestamp }) => !Number.isNaN(timestamp));
      const store = await filled(place, entries);
      const engine = await connectTo(place);
      for (const typed of fc.sample(filterText, { numRuns: wanted.filters, seed: seed * 31 })) {
        const { filter } = parseFilter(typed);
        const { where, isExact } = conditionOf(filter, MOMENT);
        const want = keptBy(store, new FilteredView(store, filter, MOMENT));
        const got = await keptIn(engine, where);
        compared += 1;
        if (isExact) exact += 1;
        if (want.size > 0 && want.size < store.size) telling += 1;
        const lacking = [...want].filter((name) => !got.has(name)).length;
        const over = isExact ? [...got].filter((name) => !want.has(name)).length : 0;
        if (lacking + over > 0)
          wrong.push(`${typed}: ${lacking} missing, ${over} too many, seed ${seed}`);
      }
      await engine.close();
    }
    return { compared, exact, telling, wrong };
  }
}

const nameOf = (zone: string, entry: EventLogEntry) =>
  `${zone} ${Buffer.from(contentHash(entry)).readBigUInt64LE()}`;

async function filled(place: string, entries: readonly EventLogEntry[]): Promise<EventStore> {
  const store = new EventStore({ unit: 'ms' });
  const archive = await openEventArchive(place);
  for (const [at, zone] of ZONES.entries()) {
    const own = entries.filter((_, index) => index % ZONES.length === at);
    store.add(zone, own);
    // The first page of a zone determines the unit of its timestamps.
    await archive.append(zone, DAY, own, noCoverage(DAY));
  }
  await archive.close();
  return store;
}

async function connectTo(place: string): Promise<Engine> {
  const parsed = parseEngineAddress(place);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return connectEngine(parsed.address, '');
}

function keptBy(store: EventStore, view: FilteredView): ReadonlySet<string> {
  while (view.advance(1000));
  const names = new Set<string>();
  for (let rank = 0; rank < store.size; rank += 1) {
    const id = store.at(rank);
    if (id === undefined || view.stateOf(id) !== 'match') continue;
    const { zone, logId, timestamp, log, labels } = store.entry(id);
    names.add(nameOf(zone, { logId, timestamp, log, labels }));
  }
  return names;
}

async function keptIn(engine: Engine, where: string): Promise<ReadonlySet<string>> {
  const rows = await engine.select(
    `SELECT zone, toString(hash) AS name FROM ${engine.table('entry')} FINAL WHERE ${where}`,
  );
  return new Set(rows.map(({ zone, name }) => `${String(zone)} ${String(name)}`));
}
