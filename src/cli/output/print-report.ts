import { stamp } from '../../text/moments.ts';
import type { Context } from '../context.ts';
import { formatOf } from './format.ts';
import { renderReport } from './render-report.ts';
import type { Report } from './report.ts';

/** Writes reports: data to stdout, words to stderr. Of a series, all by one printer. */
export interface Printer {
  print(report: Report): Promise<void>;
}

/** @param kind whether there will be one report or a series */
export function printerFor(
  { stdout, words, edges }: Context,
  format: string | undefined,
  kind: 'one' | 'series',
): Printer {
  let place: 'only' | 'first' | 'further' = kind === 'one' ? 'only' : 'first';
  return {
    async print(report) {
      const { data, notes } = renderReport(report, {
        format: formatOf(format, stdout.isTerminal, kind === 'one' ? 'json' : 'ndjson'),
        isTerminal: stdout.isTerminal,
        columns: stdout.columns,
        place,
        stamp: stamp(edges.clock.now(), 'utc'),
      });
      if (place === 'first') place = 'further';
      words.settle();
      await stdout.write(data);
      for (const note of notes) words.say(note);
    },
  };
}
