import { count } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { PaneContext } from './pane.ts';

/** What is written into a file. */
interface Exported {
  /** Names the prompt. */
  readonly id: string;
  /** The name of the file that is offered, without what follows the dot: `warren-dns-shop.example-2026-03-14`. */
  readonly name: string;
  /** What the file will hold, as a clause: `46 records`. Asked when it is written. */
  held(): Printable;
  /** Lines with their ends. */
  lines(format: 'csv' | 'ndjson'): Iterable<string>;
}

/** Asks for the name of a new file, and writes what is shown into it: the ending decides how. */
export function askExport(
  context: Pick<PaneContext, 'ask' | 'say' | 'writeNewFile'>,
  { id, name, held, lines }: Exported,
): void {
  context.ask({
    id,
    label: words`Export to`,
    value: `${name}.ndjson`,
    placeholder: words`a file name ending in .ndjson or .csv`,
    changed: () => {},
    cancelled: () => {},
    accepted: (path) => {
      const format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson';
      const what = held();
      return context.writeNewFile(path, lines(format)).then(
        (bytes) =>
          context.say(
            words`Wrote ${what}: ${count(bytes)} bytes to ${printable(path)}, readable by you only.`,
          ),
        (error: unknown) => context.say(whyNot(path, error), 'bad'),
      );
    },
  });
}

const whyNot = (path: string, error: unknown): Printable =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'
    ? words`${printable(path)} is there already; nothing was written.`
    : words`${printable(error instanceof Error ? error.message : String(error))} Nothing was written.`;

/** A name as a part of that of a file. */
export const fileNamePart = (name: string): string =>
  name.replace(/[^a-z0-9.-]/gi, '').slice(0, 60);
