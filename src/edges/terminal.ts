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

/** The terminal behind the process's own streams. */
export function processTerminal(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Terminal {
  return {
    size: () => ({
      columns: output.columns || UNKNOWN_SIZE.columns,
      rows: output.rows || UNKNOWN_SIZE.rows,
    }),
    write: (bytes) => output.write(bytes),
    pending: () => output.writableLength,
    drained: () =>
      new Promise((resolve) => {
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
      if (input.isTTY) input.setRawMode(raw);
    },
    onInput: (listener) => {
      input.on('data', listener);
      input.resume();
      return () => {
        input.off('data', listener);
        // Somebody else may still listen.
        if (input.listenerCount('data') === 0) input.pause();
      };
    },
    onResize: (listener) => {
      output.on('resize', listener);
      return () => output.off('resize', listener);
    },
    onGone: (listener) => {
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
