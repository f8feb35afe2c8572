import { type TextBlock, TextWindow } from '../filter/block.ts';
import type { TextTest } from '../filter/test.ts';
import { type TextFilter, textTest } from '../filter/text-test.ts';
import { PatternTooSlow, Watchdog } from '../filter/watchdog.ts';
import { BlockReader } from '../storage/blocks.ts';
import type { SearchResult, SearchTask } from './text-search.ts';

/** Messages to the searching thread. */
export type SearchRequest =
  | {
      readonly kind: 'begin';
      /** Identifies the search. */
      readonly search: number;
      readonly texts: readonly TextFilter[];
      /** A shared flag, 1 once the search has ended; remaining tasks are then void. */
      readonly ended: Int32Array;
    }
  | { readonly kind: 'look'; readonly search: number; readonly task: SearchTask }
  | { readonly kind: 'end'; readonly search: number };

/** The answer to a `look`. */
export interface SearchResponse {
  readonly kind: 'found';
  readonly search: number;
  readonly serial: number;
  readonly found: SearchResult;
}

interface Open {
  readonly tests: readonly TextTest[];
  readonly ended: Int32Array;
}

/** Executes requests one at a time. */
export class SearchRequestHandler {
  readonly #answer: (answer: SearchResponse) => void;
  readonly #searches = new Map<number, Open>();
  readonly #blocks = new BlockReader();

  constructor(answer: (answer: SearchResponse) => void) {
    this.#answer = answer;
  }

  handle(order: SearchRequest): void {
    const { search } = order;
    if (order.kind === 'begin') {
      const watchdog = new Watchdog();
      const tests = order.texts.map((filter) => textTest(filter, watchdog));
      this.#searches.set(search, { tests, ended: order.ended });
    } else if (order.kind === 'end') this.#searches.delete(search);
    else {
      const open = this.#searches.get(search);
      if (!open || Atomics.load(open.ended, 0) === 1) return;
      const { task } = order;
      const found = this.#look(task, open.tests);
      this.#answer({ kind: 'found', search, serial: task.serial, found });
    }
  }

  #look(task: SearchTask, tests: readonly TextTest[]): SearchResult {
    const block = new PackedText(task, this.#blocks);
    try {
      return tests.map((test) => {
        const bits = task.candidates.slice();
        test.narrow(block, bits);
        return bits;
      });
    } catch (error) {
      if (error instanceof PatternTooSlow) return null;
      throw error;
    }
  }
}

/** The log texts of a task, unpacked on first use. */
class PackedText implements TextBlock {
  readonly from = 0;
  readonly to: number;
  readonly offsets: Uint32Array;
  readonly #task: SearchTask;
  readonly #blocks: BlockReader;
  #bytes: Buffer | undefined;
  #window: TextWindow | undefined;

  constructor(task: SearchTask, blocks: BlockReader) {
    this.#task = task;
    this.#blocks = blocks;
    this.offsets = task.offsets;
    this.to = task.offsets.length - 1;
  }

  bytes(): Buffer {
    const length = this.offsets[this.to] as number;
    this.#bytes ??= this.#blocks.unpack(this.#task.packed, length);
    return this.#bytes;
  }

  log(row: number): string {
    if (!this.#task.ascii) return this.bytes().toString('utf8', this.#start(row), this.#end(row));
    this.#window ??= new TextWindow(this.bytes(), this.offsets, this.to);
    return this.#window.at(row);
  }

  #start(row: number): number {
    return this.offsets[row] as number;
  }

  #end(row: number): number {
    return (this.offsets[row + 1] as number) - 1;
  }
}
