import { isPseudoTerminal, writeAtOnce } from './pseudo-terminal.ts';

/** The terminal the console draws on and reads from. */
export interface Terminal {
  /** Size in cells, as of now. */
  size(): { readonly columns: number; readonly rows: number };
  /** Hands bytes to the terminal; false while more than the stream's high-water mark waits. */
  write(bytes: string): boolean;
  /** How many bytes wait to be written. */
  pending(): number;
  /** Resolves when what waits has been written, or the terminal is gone. */
  drained(): Promise<void>;
  /** Switches between keys as they are pressed (raw) and lines as the shell edits them. */
  setRaw(raw: boolean): void;
  /** Each subscription returns its end. */
  onInput(listener: (chunk: Uint8Array) => void): () => void;
  onResize(listener: () => void): () => void;
  /** The other side is gone: closed pseudo-terminal, dropped ssh. */
  onGone(listener: () => void): () => void;
}

/** Falls back where a terminal does not tell its size (0 x 0 over some serial lines). */
const UNKNOWN_SIZE = { columns: 80, rows: 24 };

/** The process that owns the terminal. Its streams are made when they are first looked at, which takes 4 ms. */
export type TerminalOwner = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'platform'>;

const INPUT = 0;
const OUTPUT = 1;

/** Whether `owner` reads from a terminal and writes to one. */
export const isAtTerminal = (owner: TerminalOwner): boolean =>
  (isPseudoTerminal(INPUT, owner.platform) && isPseudoTerminal(OUTPUT, owner.platform)) ||
  (owner.stdin.isTTY && owner.stdout.isTTY);

/**
 * The terminal behind the process's own streams. Until anything but a write is asked of it, what is written
 * goes to the device: the first picture need not wait for the streams.
 */
export function processTerminal(owner: TerminalOwner): Terminal {
  let streams:
    | { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream }
    | undefined;
  const open = () => {
    streams ??= { input: owner.stdin, output: owner.stdout };
    return streams;
  };
  return {
    size: () => {
      const { output } = open();
      return {
        columns: output.columns || UNKNOWN_SIZE.columns,
        rows: output.rows || UNKNOWN_SIZE.rows,
      };
    },
    write: (bytes) => {
      const rest =
        streams || !isPseudoTerminal(OUTPUT, owner.platform) ? bytes : writeAtOnce(OUTPUT, bytes);
      return rest === '' || open().output.write(rest);
    },
    pending: () => streams?.output.writableLength ?? 0,
    drained: () =>
      new Promise((resolve) => {
        const { output } = open();
        if (!output.writableNeedDrain || output.destroyed) return resolve();
        const done = () => {
          output.off('drain', done);
          output.off('close', done);
          resolve();
        };
        output.on('drain', done);
        output.on('close', done);
      }),
    setRaw: (raw) => {
      const { input } = open();
      if (input.isTTY) input.setRawMode(raw);
    },
    onInput: (listener) => {
      const { input } = open();
      input.on('data', listener);
      input.resume();
      return () => {
        input.off('data', listener);
        // Somebody else may still listen.
        if (input.listenerCount('data') === 0) input.pause();
      };
    },
    onResize: (listener) => {
      const { output } = open();
      output.on('resize', listener);
      return () => output.off('resize', listener);
    },
    onGone: (listener) => {
      const { input, output } = open();
      // Without listeners of their own a write to a closed terminal (EIO, EPIPE) would be an uncaught error.
      output.on('error', listener);
      input.on('error', listener);
      input.on('end', listener);
      return () => {
        input.off('end', listener);
      };
    },
  };
}
