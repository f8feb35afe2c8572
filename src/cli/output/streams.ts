import type { Clock } from '../../edges/clock.ts';
import type { OutputStream } from '../../session/edges.ts';
import { type Printable, words } from '../../text/printable.ts';
import { fit } from '../../text/width.ts';

/** Where text goes, until nobody takes it any more. Nothing here throws or rejects. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Cells in a line; undefined when it is no terminal. */
  readonly columns: number | undefined;
  /** Aborts when nothing can be written any more. */
  readonly gone: AbortSignal;
  /** Why, unless the reader has simply closed the pipe: `ENOSPC`. */
  readonly failure: string | undefined;
  write(text: string): Promise<void>;
  /** Resolves when everything has been handed over, or it is gone. */
  flushed(): Promise<void>;
}

/** What a stream says when its reader has gone: `head` has its lines, the terminal was closed. */
const READER_GONE: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED', 'EIO']);

const DEFAULT_COLUMNS = 80;

/** A sink over a stream of the process. Only one is made for each, as it takes the stream's errors. */
export function createSink(stream: OutputStream): Sink {
  const gone = new AbortController();
  let failure: string | undefined;
  const end = (code: string) => {
    if (gone.signal.aborted) return;
    if (!READER_GONE.has(code)) failure = code;
    gone.abort();
  };
  stream.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'EIO'));
  stream.on('close', () => end('EPIPE'));
  const isTerminal = stream.isTTY === true;

  return {
    isTerminal,
    columns: isTerminal ? stream.columns || DEFAULT_COLUMNS : undefined,
    gone: gone.signal,
    get failure() {
      return failure;
    },
    write: (text) =>
      new Promise((resolve) => {
        if (gone.signal.aborted || stream.write(text)) return resolve();
        const done = () => {
          stream.off('drain', done);
          gone.signal.removeEventListener('abort', done);
          resolve();
        };
        stream.on('drain', done);
        gone.signal.addEventListener('abort', done);
      }),
    flushed: () =>
      new Promise((resolve) => {
        if (gone.signal.aborted) return resolve();
        gone.signal.addEventListener('abort', () => resolve());
        stream.write('', () => resolve());
      }),
  };
}

/** Milliseconds between two progress lines. */
const PROGRESS_INTERVAL_MS = 100;

/** Words for people beside the data: on stderr, never on stdout. */
export function createMessages(stderr: Sink, clock: Clock) {
  let shown = false;
  let nextAt = Number.NEGATIVE_INFINITY;
  const room = (stderr.columns ?? 1) - 1;
  const clearProgress = () => {
    if (shown) void stderr.write(`\r${' '.repeat(room)}\r`);
    shown = false;
  };
  return {
    print(line: Printable) {
      clearProgress();
      void stderr.write(words`${line}\n`);
    },
    /** Where long work stands: one line that the next one overwrites, and only on a terminal. */
    progress(line: Printable) {
      const now = clock.elapsed();
      if (!stderr.isTerminal || now < nextAt) return;
      nextAt = now + PROGRESS_INTERVAL_MS;
      shown = true;
      void stderr.write(`\r${fit(line, room)}`);
    },
    /** Takes the progress line away. */
    clearProgress,
  };
}

export type Messages = ReturnType<typeof createMessages>;
