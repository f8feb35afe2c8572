import { type Engine, sqlText } from './engine.ts';

/** A lease is good for so long, seconds. */
const TERM = 30;
/** What is known of a lease is looked at again after so long, milliseconds. */
const LOOK_AGAIN = 10_000;

/**
 * Which zones this writer writes first. A lease is advice: of two writers of a zone the one without waits a little,
 * and writes what the other has not. Nothing depends on it, so that nothing need decide between two that both have it.
 */
export class Leases {
  readonly #engine: Engine;
  readonly #writer: string;
  readonly #known = new Map<string, { readonly isOurs: boolean; readonly at: number }>();

  constructor(engine: Engine, writer: string) {
    this.#engine = engine;
    this.#writer = writer;
  }

  /** Whether the lease of a zone is ours, which it becomes when nobody has it. */
  async has(zone: string): Promise<boolean> {
    const known = this.#known.get(zone);
    if (known && performance.now() - known.at < LOOK_AGAIN) return known.isOurs;
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

  /** Leaves the zones to others, as far as the server can be told. */
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
