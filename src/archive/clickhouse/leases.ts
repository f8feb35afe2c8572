import { type Engine, sqlText } from './engine.ts';

/** Lease duration in seconds. */
const TERM = 30;
/** How long the state of a lease is cached, in milliseconds. */
const CACHE_MS = 10_000;

/**
 * Decides which writer of a zone writes first. A lease is advisory: the writer without it waits a little and writes
 * what the other has not. Correctness does not depend on it, so two writers may believe that they hold one.
 */
export class Leases {
  readonly #engine: Engine;
  readonly #writer: string;
  readonly #known = new Map<string, { readonly isOurs: boolean; readonly at: number }>();

  constructor(engine: Engine, writer: string) {
    this.#engine = engine;
    this.#writer = writer;
  }

  /** Whether this writer holds the lease of a zone. Takes a free one. */
  async has(zone: string): Promise<boolean> {
    const known = this.#known.get(zone);
    if (known && performance.now() - known.at < CACHE_MS) return known.isOurs;
    const { select, run, table } = this.#engine;
    const holder = async () =>
      (
        await select(
          `SELECT writer FROM ${table('lease')} FINAL WHERE zone = ${sqlText(zone)} AND until > now64(3)`,
        )
      )[0]?.['writer'];
    const before = await holder();
    const isFree = before === undefined || before === this.#writer;
    if (isFree) {
      await run(
        `INSERT INTO ${table('lease')} (zone, writer, until) SELECT ${sqlText(zone)}, ${sqlText(this.#writer)}, now64(3) + INTERVAL ${TERM} SECOND`,
      );
    }
    const isOurs = isFree && (before !== undefined || (await holder()) === this.#writer);
    this.#known.set(zone, { isOurs, at: performance.now() });
    return isOurs;
  }

  /** Releases all leases, if the server is reachable. */
  async release(): Promise<void> {
    const ours = [...this.#known].filter(([, { isOurs }]) => isOurs).map(([zone]) => zone);
    this.#known.clear();
    for (const zone of ours) {
      const { run, table } = this.#engine;
      await run(
        `INSERT INTO ${table('lease')} (zone, writer, until) SELECT ${sqlText(zone)}, ${sqlText(this.#writer)}, now64(3)`,
      ).catch(() => {});
    }
  }
}
