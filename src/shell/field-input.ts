import { EventEmitter } from 'node:events';

/** What Ink is handed as its standard input, and how keys get into it. */
export interface FieldInput {
  readonly stream: NodeJS.ReadableStream;
  /** Hands one key, or one pasted text, to the text field that is listening. */
  feed(raw: string): void;
}

/**
 * A terminal's input as far as Ink asks for one, fed one key at a time by our own keyboard. The real
 * input never reaches Ink: chunks are taken apart, replies of the terminal swallowed and pastes cleaned
 * before this, and only what belongs in a text field goes in.
 */
export function createFieldInput(): FieldInput {
  const queue: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    isTTY: true,
    read: () => queue.shift() ?? null,
    setEncoding() {},
    setRawMode() {},
    ref() {},
    unref() {},
    resume() {},
    pause() {},
  });
  return {
    // Ink uses these members of a readable terminal and no others (see its App component).
    stream: stream as unknown as NodeJS.ReadableStream,
    feed(raw) {
      queue.push(raw);
      stream.emit('readable');
    },
  };
}
