import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseJson } from '../contract/read-answer.ts';
import type { Json } from '../contract/values.ts';
import { damaged } from '../sqlite/database.ts';

/** Entries that stand one behind the other: the number of the first, and how many there are. */
type Run = readonly [first: number, count: number];

/** So many of the newest entries are known again when a page repeats them. */
const MOST_KNOWN = 200_000;
/** Bytes of the entries of a page, inflated: more than the client takes. */
const LONGEST_PAGE = 32 << 20;
/** Blocks that are kept unpacked. */
const MOST_UNPACKED = 64;

/**
 * Entries of logs, each kept once: the page at the live end is asked for again and again, and is nearly the same each
 * time. A page is written as the runs of entries that make it up.
 */
export class LogPages {
  readonly #path: string;
  readonly #add: ReturnType<DatabaseSync['prepare']>;
  readonly #find: ReturnType<DatabaseSync['prepare']>;
  readonly #last: ReturnType<DatabaseSync['prepare']>;
  readonly #known = new Map<string, number>();
  readonly #unpacked = new Map<number, readonly Json[]>();

  constructor(database: DatabaseSync, path: string) {
    this.#path = path;
    this.#add = database.prepare('INSERT INTO entries (first, count, body) VALUES (?, ?, ?)');
    this.#find = database.prepare(
      'SELECT first, count, body FROM entries WHERE first <= ? ORDER BY first DESC LIMIT 1',
    );
    this.#last = database.prepare('SELECT max(first + count) AS next FROM entries');
  }

  /** Keeps the entries of a page, each as JSON, and gives its runs. */
  keep(entries: readonly string[]): readonly Run[] {
    let next = Number(this.#last.get()?.['next'] ?? 0) || 1;
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
      this.#add.run(first, fresh.length, body);
    }
    return runsOf(numbers);
  }

  /** What was kept in a transaction that failed is not there. */
  forget(): void {
    this.#known.clear();
  }

  /** The entries of runs; undefined where some were taken away since. */
  read(runs: readonly Run[]): readonly Json[] | undefined {
    const entries: Json[] = [];
    for (const [first, count] of runs) {
      for (let number = first; number < first + count; ) {
        const block = this.#block(number);
        if (!block) return undefined;
        const from = number - block.first;
        const taken = block.entries.slice(from, from + first + count - number);
        if (taken.length === 0) return undefined;
        entries.push(...taken);
        number += taken.length;
      }
    }
    return entries;
  }

  #block(
    number: number,
  ): { readonly first: number; readonly entries: readonly Json[] } | undefined {
    const row = this.#find.get(number);
    if (!row) return undefined;
    const first = Number(row['first']);
    if (number >= first + Number(row['count'])) return undefined;
    const known = this.#unpacked.get(first);
    if (known) return { first, entries: known };
    const { body } = row;
    if (!(body instanceof Uint8Array)) throw damaged(this.#path, 'entries are no data');
    const json = parseJson(inflateRawSync(body, { maxOutputLength: LONGEST_PAGE }).toString());
    if (!Array.isArray(json)) throw damaged(this.#path, 'entries are no list');
    if (this.#unpacked.size >= MOST_UNPACKED) this.#unpacked.clear();
    this.#unpacked.set(first, json);
    return { first, entries: json };
  }

  #forgetHalf(): void {
    let left = MOST_KNOWN / 2;
    for (const hash of this.#known.keys()) {
      if (left === 0) break;
      this.#known.delete(hash);
      left -= 1;
    }
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
