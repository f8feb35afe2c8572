import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseJson } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { damaged, type Row } from '../sqlite/database.ts';
import { transaction } from '../sqlite/format.ts';
import { greatest } from '../text/numbers.ts';

/** Entries that stand one behind the other: the number of the first, and how many there are. */
type Run = readonly [first: number, count: number];

/** Entries that were written at once. */
interface Block {
  readonly first: number;
  readonly entries: readonly Json[];
  /** As JSON. */
  readonly bytes: number;
}

/** So many of the newest entries are known again when a page repeats them. */
const MOST_KNOWN = 200_000;
/** Bytes of the entries of a page, inflated: more than the client takes. */
const LONGEST_PAGE = 32 << 20;
/** Blocks that are kept unpacked, and their bytes. */
const MOST_UNPACKED = 64;
const MOST_UNPACKED_BYTES = 64 << 20;
/** Entries stay that so many of the oldest pages need, or of later ones that reach back as far. */
const PAGES_LOOKED_AT = 500;

/** The calls that were answered with a page. */
const PAGES =
  "(SELECT answer, oldest FROM call JOIN question ON question.number = call.question WHERE operation = 'event-logs')";

/** What tells which entries are needed, and takes others away. */
const statementsOf = (database: DatabaseSync) => ({
  add: database.prepare('INSERT INTO entries (first, count, body) VALUES (?, ?, ?)'),
  find: database.prepare(
    'SELECT first, count, body FROM entries WHERE first <= ? ORDER BY first DESC LIMIT 1',
  ),
  next: database.prepare('SELECT max(first + count) AS next FROM entries'),
  oldestPages: database.prepare(
    `SELECT number, body FROM answer WHERE number IN (SELECT answer FROM ${PAGES})
      ORDER BY number LIMIT ${PAGES_LOOKED_AT}`,
  ),
  pagesReachingBack: database.prepare(
    // What a page that went has kept is older than the oldest call: a later page that needs it reaches back as far.
    `SELECT number, body FROM answer WHERE number IN (SELECT answer FROM ${PAGES} WHERE answer > ?
        AND coalesce(oldest, 0) <= (SELECT time FROM call ORDER BY number LIMIT 1))
      ORDER BY number LIMIT ${PAGES_LOOKED_AT}`,
  ),
  blocksUntil: database.prepare(
    // The newest stay: entries are numbered after them, and a number that was given again would have an old page show new ones.
    `SELECT first, count FROM entries WHERE first <= ? AND first < (SELECT max(first) FROM entries)
      ORDER BY first`,
  ),
  removeBlock: database.prepare('DELETE FROM entries WHERE first = ?'),
});

/**
 * Entries of logs, each kept once: the page at the live end is asked for again and again, and is nearly the same each
 * time. A page is written as the runs of entries that make it up.
 */
export class LogPages {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #known = new Map<string, number>();
  readonly #unpacked = new Map<number, Block>();
  #unpackedBytes = 0;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    this.#statements = statementsOf(database);
  }

  /** Keeps the entries of a page, each as JSON, and gives its runs. */
  keep(entries: readonly string[]): readonly Run[] {
    let next = Number(this.#statements.next.get()?.['next'] ?? 0) || 1;
    const first = next;
    const fresh: string[] = [];
    const numbers = entries.map((entry) => {
      const hash = createHash('sha1').update(entry).digest('base64');
      const known = this.#known.get(hash);
      if (known !== undefined) return known;
      if (this.#known.size >= MOST_KNOWN) this.#forgetHalf();
      this.#known.set(hash, next);
      fresh.push(entry);
      next += 1;
      return next - 1;
    });
    if (fresh.length > 0) {
      const body = deflateRawSync(`[${fresh.join(',')}]`, { level: 3 });
      this.#statements.add.run(first, fresh.length, body);
    }
    return runsOf(numbers);
  }

  /** What was kept in a transaction that failed is not there. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * The entries of runs; undefined where some were taken away since. However few bytes a file has, its runs may name
   * the same entries again and again.
   *
   * @throws DatabaseError for more than any page has
   */
  read(runs: readonly Run[]): readonly Json[] | undefined {
    const entries: Json[] = [];
    const all = runs.reduce((sum, [, count]) => sum + count, 0);
    if (all > LONGEST_RUN) throw damaged(this.#path, 'a page has more entries than any');
    let bytes = 0;
    for (const [first, count] of runs) {
      for (let number = first; number < first + count; ) {
        const block = this.#block(number);
        if (!block) return undefined;
        const from = number - block.first;
        const taken = block.entries.slice(from, from + first + count - number);
        if (taken.length === 0) return undefined;
        bytes += (block.bytes * taken.length) / block.entries.length;
        if (bytes > LONGEST_PAGE) throw damaged(this.#path, 'a page is longer than any');
        // Not as arguments, of which there may not be so many.
        for (const entry of taken) entries.push(entry);
        number += taken.length;
      }
    }
    return entries;
  }

  /** Takes away entries that no page needs. */
  removeUnneeded(): void {
    const statements = this.#statements;
    transaction(this.#database, () => {
      const needed = new Map<number, number>();
      const look = ({ body }: Row) => {
        for (const [first, count] of runsIn(body)) {
          needed.set(first, Math.max(count, needed.get(first) ?? 0));
        }
      };
      const pages = statements.oldestPages.all();
      pages.forEach(look);
      let until = Number.MAX_SAFE_INTEGER;
      if (pages.length === PAGES_LOOKED_AT) {
        // What was kept after these is of pages that were not looked at.
        until = Math.max(0, greatest(needed.keys()));
        statements.pagesReachingBack.all(Number(pages.at(-1)?.['number'])).forEach(look);
      }
      const blocks = Array.from(
        statements.blocksUntil.iterate(until),
        ({ first, count }): Run => [Number(first), Number(count)],
      );
      for (const [first] of unneeded(blocks, [...needed])) statements.removeBlock.run(first);
    });
  }

  #block(number: number): Block | undefined {
    const row = this.#statements.find.get(number);
    if (!row) return undefined;
    const first = Number(row['first']);
    if (number >= first + Number(row['count'])) return undefined;
    const known = this.#unpacked.get(first);
    if (known) return known;
    const { body } = row;
    if (!(body instanceof Uint8Array)) throw damaged(this.#path, 'entries are no data');
    const plain = inflateRawSync(body, { maxOutputLength: LONGEST_PAGE });
    const entries = parseJson(plain.toString());
    if (!Array.isArray(entries)) throw damaged(this.#path, 'entries are no list');
    if (entries.length > LONGEST_RUN) throw damaged(this.#path, 'a page has more entries than any');
    this.#unpackedBytes += plain.length;
    if (this.#unpacked.size >= MOST_UNPACKED || this.#unpackedBytes > MOST_UNPACKED_BYTES) {
      this.#unpacked.clear();
      this.#unpackedBytes = plain.length;
    }
    const block = { first, entries, bytes: plain.length };
    this.#unpacked.set(first, block);
    return block;
  }

  #forgetHalf(): void {
    for (const hash of this.#known.keys().take(MOST_KNOWN / 2)) this.#known.delete(hash);
  }
}

function runsOf(numbers: readonly number[]): readonly Run[] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === number) last[1] += 1;
    else runs.push([number, 1]);
  }
  return runs;
}

/** Those of some runs that have nothing of others, `needed`; the first come first. */
function unneeded(runs: readonly Run[], needed: readonly Run[]): readonly Run[] {
  const sorted = needed.toSorted(([one], [other]) => one - other);
  let at = 0;
  let until = 0;
  return runs.filter(([first, count]) => {
    for (let run = sorted[at]; run && run[0] < first + count; run = sorted[at]) {
      until = Math.max(until, run[0] + run[1]);
      at += 1;
    }
    return until <= first;
  });
}

/** The runs of a page as a file has it; none of one that cannot be read. */
function runsIn(body: unknown): readonly Run[] {
  if (!(body instanceof Uint8Array)) return [];
  try {
    const json = parseJson(inflateRawSync(body, { maxOutputLength: LONGEST_PAGE }).toString());
    return isObject(json) ? readRuns(json['logs']) : [];
  } catch {
    return [];
  }
}

/** Runs as a file has them; none where it has something else. */
export function readRuns(json: Json | undefined): readonly Run[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((run): readonly Run[] => {
    if (!Array.isArray(run)) return [];
    const [first, count] = run;
    const isRun = Number.isSafeInteger(first) && Number.isSafeInteger(count);
    return isRun && Number(count) > 0 && Number(count) <= LONGEST_RUN
      ? [[Number(first), Number(count)]]
      : [];
  });
}

/** As many entries as a page can have. */
const LONGEST_RUN = 1 << 17;
