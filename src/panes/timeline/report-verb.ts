import { parseDuration } from '../../config/duration.ts';
import { reportLines } from '../../history/report.ts';
import { printable, words } from '../../text/printable.ts';
import type { PaneContext, PaneVerb } from '../pane.ts';

/** How far back a report goes unless told, milliseconds. */
const REPORTED = 2 * 3_600_000;

/** `:report 2h FILE`: what changed as Markdown, for a ticket: into a new file, or to the clipboard. */
export function reportVerb(context: PaneContext): PaneVerb {
  const { store, history, clock } = context;
  return {
    name: 'report',
    usage: words`report [DURATION] [FILE]`,
    help: words`What changed in the last two hours, or DURATION, as Markdown: copied, or written to FILE`,
    run(rest) {
      const [first = '', ...more] = rest.split(/\s+/).filter(Boolean);
      const span = parseDuration(first);
      const file = span === undefined ? rest : more.join(' ');
      const { workspace, profile } = store.getState();
      const until = clock.now();
      const lines = reportLines(history.slice.getState(), {
        workspace,
        service: words`${profile.name}, ${profile.host}`,
        since: until - (span ?? REPORTED),
        until,
      });
      if (file === '') {
        context.copy(lines);
        return undefined;
      }
      void context
        .writeNewFile(
          file,
          lines.map((line) => `${line}\n`),
        )
        .then(
          () => context.say(words`Report written to ${printable(file)}.`),
          (error: unknown) => {
            const why = error instanceof Error ? error.message : String(error);
            context.say(words`No report was written: ${printable(why)}`, 'bad');
          },
        );
      return undefined;
    },
  };
}
