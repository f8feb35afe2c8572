import { type Printable, words } from '../../text/printable.ts';
import { type Line, lineWidth, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** How many spans of what was counted are clauses that fit; a figure that is cut is another figure. */
function fittingSpans(told: Line, columns: number, end: Line = []): number {
  if (lineWidth(told) <= columns) return told.length;
  const starts = told.flatMap(({ text }, at) => (at > 0 && text.startsWith(CLAUSE) ? [at] : []));
  const last = starts.findLast((at) => lineWidth([...told.slice(0, at), ...end]) <= columns);
  return last ?? starts[0] ?? told.length;
}

/** The title with what was counted, whose last clauses stand on a line of their own where one has no room for all. */
export function titleLines(head: Line, told: Line, extent: Line, columns: number): readonly Line[] {
  const whole = [...head, ...told, ...extent];
  if (lineWidth(whole) <= columns) return [whole];
  const end = fittingSpans(told, columns - lineWidth(head));
  const rest = told.slice(end);
  const shown = fittingSpans(rest, columns - NEXT.length - lineWidth(extent), [MORE]);
  const more = shown < rest.length ? [MORE] : [];
  const [first, ...others] = [...rest.slice(0, shown), ...more, ...extent];
  if (!first) return [whole];
  const next = span(first.text.slice(CLAUSE.length) as Printable, first.style);
  return [
    [...head, ...told.slice(0, end)],
    [span(NEXT), next, ...others],
  ];
}

const CLAUSE = ' · ';
/** Left of the second line of a title. */
const NEXT = words`   `;

const MORE = span(words` …`, theme.faint);
