import { appendFile, writeFile } from 'node:fs/promises';

const START = Date.parse('2026-03-14T00:00:00Z');

// About as long as a row of the console.
const line = (index: number): string =>
  `${new Date(START + index * 100).toISOString()} ${index % 7 === 0 ? 'WARN' : 'INFO'} 203.0.113.${index % 250} GET /checkout/${index} status=${index % 5 === 0 ? 403 : 200} bytes=${index * 37} agent=Mozilla/5.0 zone=shop.example\n`;

const lines = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => line(from + index)).join('');

/** A log file for programs that read one. */
export interface GrowingLog {
  readonly file: string;
  /** Adds ten lines a second until the result is called. */
  grow(): () => void;
}

/** Writes a log of `count` lines to `file`. */
export async function createLog(file: string, count: number): Promise<GrowingLog> {
  await writeFile(file, lines(0, count));
  let next = count;
  return {
    file,
    grow() {
      const timer = setInterval(() => {
        void appendFile(file, lines(next, 1));
        next += 1;
      }, 100);
      return () => clearInterval(timer);
    },
  };
}
