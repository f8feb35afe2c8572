import type { Preflight, Problem } from '../../guardian/preflight.ts';
import type { Severity } from '../../guardian/specification.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { pad, width } from '../../text/width.ts';
import { gap, type Line, type Span, span } from '../../ui/line.ts';
import { headingItem, lineItem, type RecordItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { pointerWords } from './change-rows.ts';
import type { RowKind } from './page.ts';

interface ProblemRow {
  readonly id: string;
  readonly problem: Problem;
}

const SIGNS: Readonly<Record<Severity, Span>> = {
  error: span(words`✖ error`, theme.bad),
  warning: span(words`! warning`, theme.warn),
  note: span(words`· note`, theme.faint),
};

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

const COLUMNS: readonly Column<ProblemRow>[] = [
  column('severity', words`PROBLEM`, 9, {
    cell: ({ problem }) => SIGNS[problem.severity],
    sortBy: ({ problem }) => RANK[problem.severity],
  }),
  column('place', words`LINE:COL`, 9, {
    spoken: words`line and column`,
    align: 'right',
    cell: ({ problem }) => span(words`${problem.line}:${problem.column}`, theme.data),
    sortBy: ({ problem }) => problem.line,
  }),
  column('sentence', words`WHAT IT IS`, 30, {
    grow: 1,
    cell: ({ problem }) => span(printableStart(problem.sentence)),
  }),
];

export const PROBLEMS: RowKind<ProblemRow> = {
  columns: COLUMNS,
  grammar: {
    fields: [
      { name: 'severity', kind: 'value', read: ({ problem }) => problem.severity },
      { name: 'line', kind: 'number', read: ({ problem }) => problem.line },
    ],
    text: ({ problem }) => `${problem.severity} ${problem.line} ${problem.sentence}`,
  },
};

export const problemRows = ({ problems }: Preflight): readonly ProblemRow[] =>
  problems.map((problem, at) => ({ id: String(at), problem }));

/** `2 errors · 1 warning`; empty kinds are left out. `over`: the number of exceeded plan limits. */
export function problemCountLine({ problems, problemCounts }: Preflight, over: number): Line {
  const { error, warning, note } = problemCounts;
  const spans = [
    ...(over > 0 ? [span(words`${counted(over, words`plan limit`)} exceeded`, theme.bad)] : []),
    ...(error > 0 ? [span(counted(error, words`error`), theme.bad)] : []),
    ...(warning > 0 ? [span(counted(warning, words`warning`), theme.warn)] : []),
    ...(note > 0 ? [span(counted(note, words`note`), theme.plain)] : []),
  ];
  if (spans.length === 0) return [span(words`No problem was found.`, theme.good)];
  const hidden = error + warning + note - problems.length;
  return [
    ...spans.flatMap((piece, at) => (at > 0 ? [span(words` · `, theme.faint), piece] : [piece])),
    ...(hidden > 0 ? [span(words` · the worst ${problems.length} are listed`, theme.faint)] : []),
  ];
}

export function problemMark({ problemCounts: { error, warning } }: Preflight, over: number): Span {
  const bad = error + over;
  if (bad > 0) return span(words`✖ ${count(bad)}`, theme.bad);
  if (warning > 0) return span(words`! ${count(warning)}`, theme.warn);
  return span(words`✓`, theme.good);
}

/** Lines of the file shown before and after a problem, as far as the first page of details has room. */
const AROUND = { least: 1, most: 6 } as const;
/** Lines around the excerpt, and the marked ones in it. */
const OTHER_LINES = 7;

const linesAround = (rows: number): number =>
  Math.max(AROUND.least, Math.min(AROUND.most, (rows - OTHER_LINES) >> 1));

export const problemDetail = (
  { problem }: ProblemRow,
  content: string,
  { columns, rows }: Pick<Room, 'columns' | 'rows'>,
): readonly RecordItem[] => [
  textItem(printable(problem.sentence)),
  lineItem([
    SIGNS[problem.severity],
    span(words` in line ${problem.line}, column ${problem.column}`, theme.strong),
  ]),
  ...(problem.pointer === '' ? [] : [textItem(pointerWords(problem.pointer), theme.faint)]),
  headingItem(words`In the file`),
  ...excerpt(content, problem, { around: linesAround(rows), columns }).map(
    (line): RecordItem => lineItem(line),
  ),
];

/** Counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** Characters of a long line shown before the place: minified JSON is one line. */
const BEFORE = 24;

/** Lines `first` to `last`, found without splitting the whole text. */
export function linesBetween(text: string, first: number, last: number): readonly string[] {
  let start = 0;
  for (let line = 1; line < first; line += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return [];
    start = end + 1;
  }
  const found: string[] = [];
  for (let line = first; line <= last; line += 1) {
    const end = text.indexOf('\n', start);
    found.push(text.slice(start, end < 0 ? undefined : end).replace(/\r$/, ''));
    if (end < 0) break;
    start = end + 1;
  }
  return found;
}

/** Numbered lines around a place, its column marked. Long lines are all cut to start shortly before that column. */
export function excerpt(
  text: string,
  { line, column }: Place,
  { around, columns }: { readonly around: number; readonly columns: number },
): readonly Line[] {
  const first = Math.max(1, line - around);
  const shown = linesBetween(text, first, line + around);
  const digits = String(first + shown.length).length;
  const room = Math.max(8, columns - digits - 4);
  const skipped = column + BEFORE > room ? Math.max(0, column - 1 - BEFORE) : 0;
  return shown.flatMap((content, index): Line[] => {
    const number = first + index;
    const isHere = number === line;
    const label = pad(String(number) as Printable, digits, 'right');
    // Cut before it is made printable: lines may be megabytes.
    const part = printable(content.slice(skipped, skipped + 4 * room));
    const gutter = span(words` ${label} │ `, isHere ? theme.warn : theme.faint);
    const drawn: Line = [gutter, span(part, isHere ? theme.plain : theme.faint)];
    if (!isHere) return [drawn];
    const until = width(printable(content.slice(skipped, column - 1)));
    return [drawn, [gap(digits + 4 + until), span(words`▲`, theme.warn)]];
  });
}
