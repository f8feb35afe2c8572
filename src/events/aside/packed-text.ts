import type { TextBlock } from '../filter/text-block.ts';
import { TextWindow } from '../filter/text-window.ts';
import type { LogScanner } from '../storage/log-scanner.ts';
import type { ReusingUnpacker } from '../storage/reusing-unpacker.ts';
import type { TextTask } from './text-searcher.ts';

/** What the texts of a task are read with. */
export interface TextReader {
  readonly unpacker: ReusingUnpacker;
  readonly scanner: LogScanner;
}

/** The log texts of a task, unpacked once somebody needs them. */
export class PackedText implements TextBlock {
  readonly from = 0;
  readonly to: number;
  readonly offsets: Uint32Array;
  readonly #task: TextTask;
  readonly #reader: TextReader;
  #bytes: Buffer | undefined;
  #window: TextWindow | undefined;

  constructor(task: TextTask, reader: TextReader) {
    this.#task = task;
    this.#reader = reader;
    this.offsets = task.offsets;
    this.to = task.offsets.length - 1;
  }

  bytes(): Buffer {
    const length = this.offsets[this.to] as number;
    this.#bytes ??= this.#reader.unpacker.unpack(this.#task.packed, length);
    return this.#bytes;
  }

  log(row: number): string {
    if (!this.#task.ascii) return this.bytes().toString('utf8', this.#start(row), this.#end(row));
    this.#window ??= new TextWindow(this.bytes(), this.offsets, this.to);
    return this.#window.at(row);
  }

  url(row: number): string | null {
    const { scanner } = this.#reader;
    scanner.scan(this.bytes(), this.#start(row), this.#end(row));
    return scanner.url ?? null;
  }

  #start(row: number): number {
    return this.offsets[row] as number;
  }

  #end(row: number): number {
    return (this.offsets[row + 1] as number) - 1;
  }
}
