import { type Coverage, earlier, later, merged, subtracted } from '../../events/coverage.ts';
import type { TimeUnit } from '../../events/storage/time-unit.ts';
import type { TimeRange } from '../../events/time-range.ts';
import type { UtcDay } from '../../text/time.ts';
import type { Engine } from './engine.ts';
import { RowBinary } from './row-binary.ts';

/** A page whose entries are written. */
interface WrittenPage {
  readonly zone: string;
  readonly day: UtcDay;
  readonly coverage: Coverage;
  readonly withdrawn: readonly TimeRange[];
}

/** What this writer has recorded about a day. */
interface DayRecord {
  readonly pages: number;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly order: Coverage['order'];
  /** Claimed ranges, as written. */
  readonly claims: ReadonlySet<string>;
  /** The ends of the withdrawn ranges, by their start. */
  readonly withdrawn: ReadonlyMap<number, number>;
}

const EMPTY_RECORD: DayRecord = {
  pages: 0,
  oldest: null,
  newest: null,
  order: 'unknown',
  claims: new Set(),
  withdrawn: new Map(),
};

const CLAIM_COLUMNS = ['zone', 'day', 'writer', 'withdrawn', 'since', 'until'];
const DAY_COLUMNS = [
  ...['zone', 'day', 'writer', 'pages', 'page_order', 'stopped', 'unit', 'oldest', 'newest'],
];

/** Records what one writer has loaded of each day, in the tables `day` and `claim`. */
export class DayRecords {
  readonly #engine: Engine;
  readonly #writer: string;
  readonly #records = new Map<string, DayRecord>();

  constructor(engine: Engine, writer: string) {
    this.#engine = engine;
    this.#writer = writer;
  }

  /** @param pages in order of arrival. A repeated call after a failure records them once */
  async write(
    pages: readonly WrittenPage[],
    units: ReadonlyMap<string, TimeUnit>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const [days, claims] = [new RowBinary(), new RowBinary()];
    const records = new Map<string, DayRecord>();
    for (const [name, ofDay] of Map.groupBy(pages, ({ zone, day }) => `${day} ${zone}`)) {
      const record = this.#writeClaims(claims, ofDay, this.#records.get(name) ?? EMPTY_RECORD);
      records.set(name, record);
      // The latest page has the current state.
      const { zone, day, coverage } = ofDay.at(-1) as WrittenPage;
      days.text(zone.toWellFormed());
      days.day(day);
      days.text(this.#writer);
      days.count(record.pages);
      days.text(record.order);
      days.textOrNull(coverage.stopped?.toWellFormed());
      days.textOrNull(units.get(zone));
      days.numberOrNull(record.oldest);
      days.numberOrNull(record.newest);
    }
    await this.#engine.insert('day', DAY_COLUMNS, days.take(), { signal });
    if (claims.length > 0) {
      await this.#engine.insert('claim', CLAIM_COLUMNS, claims.take(), { signal });
    }
    for (const [name, record] of records) this.#records.set(name, record);
  }

  /** Writes what pages of one day withdraw and claim together: rows of one insert have no order of their own. */
  #writeClaims(rows: RowBinary, pages: readonly WrittenPage[], before: DayRecord): DayRecord {
    let { oldest, newest, order } = before;
    let claimed: readonly TimeRange[] = [];
    for (const { coverage, withdrawn } of pages) {
      claimed = merged([...subtracted(claimed, withdrawn), ...coverage.loaded]);
      oldest = earlier(oldest, coverage.oldest);
      newest = later(newest, coverage.newest);
      if (coverage.order !== 'unknown') order = coverage.order;
    }
    // A row replaces an earlier one with the same start, so it must withdraw as much.
    const withdrawn = merged(pages.flatMap((page) => page.withdrawn)).map(({ from, until }) => ({
      from,
      until: Math.max(until, before.withdrawn.get(from) ?? until),
    }));
    // What is withdrawn must be claimed again.
    const known = withdrawn.length > 0 ? new Set<string>() : before.claims;
    const [{ zone, day }] = pages as readonly [WrittenPage];
    const write = ({ from, until }: TimeRange, isWithdrawn: boolean) => {
      rows.text(zone.toWellFormed());
      rows.day(day);
      rows.text(this.#writer);
      rows.byte(isWithdrawn ? 1 : 0);
      rows.number(from);
      rows.number(until);
    };
    for (const range of withdrawn) write(range, true);
    for (const range of claimed) if (!known.has(rangeName(range))) write(range, false);
    return {
      pages: before.pages + pages.length,
      oldest,
      newest,
      order,
      claims: new Set([...known, ...claimed.map(rangeName)]),
      withdrawn: new Map([
        ...before.withdrawn,
        ...withdrawn.map(({ from, until }) => [from, until] as const),
      ]),
    };
  }
}

const rangeName = ({ from, until }: TimeRange): string => `${from} ${until}`;
