import type { InputStream } from '../edges.ts';

/** Lines from standard input, one at a time; in between, nothing is taken from it. */
export interface LineSource {
  /** The next line without its end; null when there are no more, or `signal` aborts. */
  next(signal: AbortSignal): Promise<string | null>;
}

/** Longer ones are no answers. */
const LONGEST = 4096;

export function lineSource(stdin: InputStream): LineSource {
  let waiting = '';
  let ended = false;

  const taken = (): string | null => {
    const end = waiting.indexOf('\n');
    if (end < 0) return null;
    const line = waiting.slice(0, end).replace(/\r$/, '');
    waiting = waiting.slice(end + 1);
    return line;
  };

  return {
    next(signal) {
      const line = taken();
      if (line !== null) return Promise.resolve(line);
      if (signal.aborted) return Promise.resolve(null);
      if (ended || stdin.readableEnded) {
        const rest = waiting === '' ? null : waiting;
        waiting = '';
        return Promise.resolve(rest);
      }
      return new Promise((resolve) => {
        const done = (result: string | null) => {
          stdin.off('data', take);
          stdin.off('end', end);
          signal.removeEventListener('abort', stop);
          stdin.pause();
          resolve(result);
        };
        const take = (chunk: Buffer | string) => {
          waiting += String(chunk);
          const line = taken();
          if (line !== null) done(line);
          else if (waiting.length > LONGEST) done(null);
        };
        const end = () => {
          ended = true;
          done(waiting === '' ? null : waiting);
          waiting = '';
        };
        const stop = () => done(null);
        stdin.on('data', take);
        stdin.on('end', end);
        signal.addEventListener('abort', stop);
        stdin.resume();
      });
    },
  };
}
