import { OUTCOMES, type Outcome, type Split, sumOf } from '../../events/outcome.ts';
import type { Printable } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** What passed is the loudest, with colours and without: `░` blocked, `▒` challenged, `█` logged. */
const PARTS: Readonly<Record<Outcome, { readonly sign: string; readonly style: Style }>> = {
  blocked: { sign: '░', style: theme.faint },
  challenged: { sign: '▒', style: theme.plain },
  logged: { sign: '█', style: theme.passed },
  other: { sign: '·', style: theme.faint },
};

/** A bar of `columns` cells, divided as the entries are; of what there is any of there is a cell, while there are cells. */
export function splitBar(split: Split, columns: number): Line {
  const all = sumOf(split);
  const there = OUTCOMES.filter((outcome) => split[outcome] > 0);
  if (all === 0 || columns <= 0) return [];
  const cells = new Map(
    there.map((outcome) => [outcome, Math.max(1, Math.floor((split[outcome] / all) * columns))]),
  );
  // What is left over goes to the largest, and what is too much is taken from it.
  const largest = there.reduce((most, each) => (split[each] > split[most] ? each : most));
  const taken = [...cells.values()].reduce((sum, each) => sum + each, 0);
  cells.set(largest, Math.max(0, (cells.get(largest) ?? 0) + columns - taken));
  return there.map((outcome) =>
    span(PARTS[outcome].sign.repeat(cells.get(outcome) ?? 0) as Printable, PARTS[outcome].style),
  );
}
