import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseJson } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { damaged, type Row } from '../sqlite/database.ts';
import { transaction } from '../sqlite/format.ts';
import { greatest } from '../text/numbers.ts';

/** Consecutive entries: the number of the first, and how many. */
type Run = readonly [first: number, count: number];

/** Entries written together. */
interface Block {
  readonly first: number;
  readonly entries: readonly Json[];
  /** Size of the JSON. */
  readonly bytes: number;
}

/** Number of entries remembered to detect repetitions. */
const MAX_KNOWN = 200_000;
/** Limit of an inflated page in bytes, above the client's limit. */
const MAX_PAGE_BYTES = 32 << 20;
/** Cache limits: unpacked blocks and their bytes. */
const MAX_UNPACKED = 64;
const MAX_UNPACKED_BYTES = 64 << 20;
/** Number of pages inspected when pruning entries. */
const PAGES_INSPECTED = 500;

/** Answers that are log pages. */
const PAGES =
  "(SELECT answer, oldest FROM call JOIN question ON question.number = call.question WHERE operation = 'event-logs')";

const statementsOf = (database: DatabaseSync) => ({
  add: database.prepare('INSERT INTO entries (first, count, body) VALUES (?, ?, ?)'),
  find: database.prepare(
    'SELECT first, count, body FROM entries WHERE first <= ? ORDER BY first DESC LIMIT 1',
  ),
  next: database.prepare('SELECT max(first + count) AS next FROM entries'),
  oldestPages: database.prepare(
    `SELECT number, body FROM answer WHERE number IN (SELECT answer FROM ${PAGES})
      ORDER BY number LIMIT ${PAGES_INSPECTED}`,
  ),
  pagesReachingBack: database.prepare(
    // Entries first stored by a pruned page are older than the oldest call: a later page that needs them reaches back
    // as far.
    `SELECT number, body FROM answer WHERE number IN (SELECT answer FROM ${PAGES} WHERE answer > ?
        AND coalesce(oldest, 0) <= (SELECT time FROM call ORDER BY number LIMIT 1))
      ORDER BY number LIMIT ${PAGES_INSPECTED}`,
  ),
  blocksUntil: database.prepare(
    // The newest stay: numbering continues after them, and a reused number would make an old page show new entries.
    `SELECT first, count FROM entries WHERE first <= ? AND first < (SELECT max(first) FROM entries)
      ORDER BY first`,
  ),
  removeBlock: database.prepare('DELETE FROM entries WHERE first = ?'),
});

/**
 * Log entries, each stored once: the first page is requested again and again and changes little. A page is stored as
 * runs of entries.
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

  /** Stores the entries of a page, each as JSON, and returns its runs. */
  keep(entries: readonly string[]): readonly Run[] {
    let next = Number(this.#statements.next.get()?.['next'] ?? 0) || 1;
    const first = next;
    const fresh: string[] = [];
    const numbers = entries.map((entry) => {
      const hash = createHash('sha1').update(entry).digest('base64');
      const known = this.#known.get(hash);
      if (known !== undefined) return known;
      if (this.#known.size >= MAX_KNOWN) this.#forgetHalf();
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

  /** Entries of a rolled-back transaction do not exist. */
  forget(): void {
    this.#known.clear();
  }

  /**
   * The entries of runs; undefined if some were pruned. Bounded, since a small file may reference the same entries
   * again and again.
   *
   * @throws DatabaseError for more than any page has
   */
  read(runs: readonly Run[]): readonly Json[] | undefined {
    const entries: Json[] = [];
    const all = runs.reduce((sum, [, count]) => sum + count, 0);
    if (all > MAX_RUN) throw damaged(this.#path, 'a page has more entries than any');
    let bytes = 0;
    for (const [first, count] of runs) {
      for (let number = first; number < first + count; ) {
        const block = this.#block(number);
        if (!block) return undefined;
        const from = number - block.first;
        const taken = block.entries.slice(from, from + first + count - number);
        if (taken.length === 0) return undefined;
        bytes += (block.bytes * taken.length) / block.entries.length;
        if (bytes > MAX_PAGE_BYTES) throw damaged(this.#path, 'a page is longer than any');
        // Not push(...taken): the number of arguments is limited.
        for (const entry of taken) entries.push(entry);
        number += taken.length;
      }
    }
    return entries;
  }

  /** Removes entries that no page needs. */
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
      if (pages.length === PAGES_INSPECTED) {
        // Entries stored later belong to pages that were not inspected.
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
    const plain = inflateRawSync(body, { maxOutputLength: MAX_PAGE_BYTES });
    const entries = parseJson(plain.toString());
    if (!Array.isArray(entries)) throw damaged(this.#path, 'entries are no list');
    if (entries.length > MAX_RUN) throw damaged(this.#path, 'a page has more entries than any');
    this.#unpackedBytes += plain.length;
    if (this.#unpacked.size >= MAX_UNPACKED || this.#unpackedBytes > MAX_UNPACKED_BYTES) {
      this.#unpacked.clear();
      this.#unpackedBytes = plain.length;
    }
    const block = { first, entries, bytes: plain.length };
    this.#unpacked.set(first, block);
    return block;
  }

  #forgetHalf(): void {
    for (const hash of this.#known.keys().take(MAX_KNOWN / 2)) this.#known.delete(hash);
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

/** The runs that share no entry with `needed`, in order. */
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

/** The runs of a stored page; none if it cannot be read. */
function runsIn(body: unknown): readonly Run[] {
  if (!(body instanceof Uint8Array)) return [];
  try {
    const json = parseJson(inflateRawSync(body, { maxOutputLength: MAX_PAGE_BYTES }).toString());
    return isObject(json) ? readRuns(json['logs']) : [];
  } catch {
    return [];
  }
}

/** Validates stored runs. */
export function readRuns(json: Json | undefined): readonly Run[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((run): readonly Run[] => {
    if (!Array.isArray(run)) return [];
    const [first, count] = run;
    const isRun = Number.isSafeInteger(first) && Number.isSafeInteger(count);
    return isRun && Number(count) > 0 && Number(count) <= MAX_RUN
      ? [[Number(first), Number(count)]]
      : [];
  });
}

/** Above the number of entries in any page. */
const MAX_RUN = 1 << 17;
