import type { Clock } from '../../edges/clock.ts';
import type { OutputStream } from '../../session/edges.ts';
import { type Printable, words } from '../../text/printable.ts';
import { fit } from '../../text/width.ts';

/** A text output that may go away. Its methods never throw or reject. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Terminal width in cells; undefined if it is not a terminal. */
  readonly columns: number | undefined;
  /** Aborts when nothing can be written any more. */
  readonly gone: AbortSignal;
  /** The error code, such as `ENOSPC`; undefined if the reader just closed the pipe. */
  readonly failure: string | undefined;
  write(text: string): Promise<void>;
  /** Resolves when everything is written, or the output is gone. */
  flushed(): Promise<void>;
}

/** Error codes that mean that the reader is gone, for example after `head`, or the terminal was closed. */
const READER_GONE: ReadonlySet<string> = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED', 'EIO']);

export const DEFAULT_COLUMNS = 80;

/** Wraps a process stream. Only one sink per stream, because it handles the stream's errors. */
export function createSink(stream: OutputStream): Sink {
  const gone = new AbortController();
  let failure: string | undefined;
  let isUsed = false;
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
        isUsed = true;
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
        // Even an empty write fails on a full device.
        if (gone.signal.aborted || !isUsed) return resolve();
        gone.signal.addEventListener('abort', () => resolve());
        stream.write('', () => resolve());
      }),
  };
}

const PROGRESS_INTERVAL_MS = 100;

/** Messages for people, on stderr. */
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
    /** Shows progress in one line that is overwritten, on terminals only. */
    progress(line: Printable) {
      const now = clock.elapsed();
      if (!stderr.isTerminal || now < nextAt) return;
      nextAt = now + PROGRESS_INTERVAL_MS;
      shown = true;
      void stderr.write(`\r${fit(line, room)}`);
    },
    clearProgress,
  };
}

export type Messages = ReturnType<typeof createMessages>;
