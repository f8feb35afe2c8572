import { ABSENT, columnIndex, FIRST_VALUE } from './columns.ts';
import { countCodes } from './facets.ts';
import { LONGEST_PATTERN } from './filter/pattern.ts';
import { quoted } from './filter/write-term.ts';
import { type MessagePattern, PatternMiner, SLOT, type Template } from './pattern-miner.ts';
import { ALL, type SelectedRows, type Selection, selectedRows } from './selection.ts';
import { hasBit } from './storage/bits.ts';
import { entryId } from './storage/entry-id.ts';
import type { Codes } from './storage/segment.ts';
import type { EventStore } from './store.ts';

const MESSAGE = columnIndex('message');
/** Texts taken in between two looks at the clock. */
const STRIDE = 64;

/** A template, and whether it is one of messages or of whole logs that have none. */
export interface FoundPattern extends MessagePattern {
  readonly of: 'message' | 'log';
}

/**
 * The templates of the selected entries' messages, found bit by bit. Messages that the dictionary holds
 * are taken each once, with their count; an entry without a message is taken by its whole log text.
 */
export class PatternSearch {
  readonly #store: EventStore;
  readonly #messages = new PatternMiner();
  readonly #logs = new PatternMiner();
  readonly #work: Iterator<number, void, void>;
  #read = 0;
  #complete = false;

  constructor(store: EventStore, selection: Selection = ALL) {
    this.#store = store;
    this.#work = this.#texts(selection);
  }

  /** Entries taken in so far. */
  get read(): number {
    return this.#read;
  }

  get complete(): boolean {
    return this.#complete;
  }

  /** Entries that came when there was no room for another template. */
  get unplaced(): number {
    return this.#messages.unplaced + this.#logs.unplaced;
  }

  /** The templates found so far, most frequent first. */
  get patterns(): readonly FoundPattern[] {
    const messages = this.#messages.patterns.map((one) => ({ ...one, of: 'message' as const }));
    const logs = this.#logs.patterns.map((one) => ({ ...one, of: 'log' as const }));
    return [...messages, ...logs].sort((a, b) => b.count - a.count);
  }

  /** Takes in more entries for about `budgetMs`; false when there are no more. */
  advance(budgetMs: number): boolean {
    const until = this.#store.elapsed() + budgetMs;
    do {
      const step = this.#work.next();
      if (step.done) {
        this.#complete = true;
        return false;
      }
      this.#read += step.value;
    } while (this.#store.elapsed() < until);
    return true;
  }

  *#texts(selection: Selection): Generator<number, void, void> {
    const dictionary = this.#store.dictionary('message');
    // What is selected now; entries that come later, or that eviction takes, are not in it.
    const rows = [...selectedRows(this.#store, selection)].map(({ segment, bits }) => ({
      segment,
      bits: bits?.slice(),
      rows: segment.rows,
    }));
    const counts = countCodes(this.#store, 'message', selection);
    for (let code = FIRST_VALUE; code < counts.length; code += 1) {
      const count = counts[code] as number;
      if (count === 0) continue;
      this.#messages.add(dictionary.valueOf(code) ?? '', count);
      yield count;
    }
    for (const one of rows) yield* this.#rest(one, one.rows);
  }

  /** The rows whose message has no code. */
  *#rest({ segment, bits }: SelectedRows, rows: number): Generator<number, void, void> {
    const codes = segment.codes[MESSAGE] as Codes;
    let taken = 0;
    for (let row = 0; row < rows; row += 1) {
      const code = codes[row] as number;
      if (code >= FIRST_VALUE || (bits && !hasBit(bits, row))) continue;
      const id = entryId(segment.serial, row);
      if (!this.#store.has(id)) return;
      if (code === ABSENT) this.#logs.add(this.#store.log(id) ?? '');
      else this.#messages.add(this.#store.value(id, 'message') ?? '');
      taken += 1;
      if (taken % STRIDE === 0) {
        yield taken;
        taken = 0;
      }
    }
    yield taken;
  }
}

/** A template as people read it, with `‹*›` for its slots. */
export const templateText = (template: Template): string =>
  template.map((token) => (token === SLOT ? '‹*›' : token)).join('');

/** The term that keeps the entries of a template; of a very long one, those that begin as it does. */
export function templateTerm(template: Template, of: FoundPattern['of'] = 'message'): string {
  let source = '^';
  for (const token of template) {
    const part = token === SLOT ? '[^]*' : token.replace(SYNTAX, '\\$&');
    if (source.length + part.length >= LONGEST_PATTERN) return `${of}~${quoted(source)}`;
    source += part;
  }
  return `${of}~${quoted(`${source}$`)}`;
}

/** What has a meaning in a regular expression; `-` and `/` have none outside of classes. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;
