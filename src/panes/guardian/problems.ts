import type { Severity } from '../../guardian/finding.ts';
import type { Preflight, Problem } from '../../guardian/preflight.ts';
import { count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { excerpt } from './excerpt.ts';
import { pointerWords } from './pointer-words.ts';
import type { Mark } from './sections.ts';

/** A problem as a row. */
export interface ProblemRow {
  readonly id: string;
  readonly problem: Problem;
}

const SIGNS: Readonly<Record<Severity, Span>> = {
  error: span(words`✖ error`, theme.bad),
  warning: span(words`! warning`, theme.warn),
  note: span(words`· note`, theme.faint),
};

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

export const problemColumns: readonly Column<ProblemRow>[] = [
  {
    id: 'severity',
    title: words`PROBLEM`,
    width: 9,
    cell: ({ problem }) => SIGNS[problem.severity],
    sortBy: ({ problem }) => RANK[problem.severity],
  },
  {
    id: 'place',
    title: words`LINE:COL`,
    width: 9,
    align: 'right',
    cell: ({ problem }) => span(words`${problem.line}:${problem.column}`, theme.accent),
    sortBy: ({ problem }) => problem.line,
  },
  {
    id: 'sentence',
    title: words`WHAT IT IS`,
    width: 30,
    grow: 1,
    cell: ({ problem }) => span(printable(problem.sentence)),
  },
];

/** The problems that the filter leaves, the worst first. */
export const problemRows = ({ problems }: Preflight, filter: string): readonly ProblemRow[] =>
  problems
    .map((problem, at): ProblemRow => ({ id: String(at), problem }))
    .filter(({ problem }) =>
      matchesFilter(filter, `${problem.severity} ${problem.line} ${problem.sentence}`),
    );

const counted = (amount: number, one: Printable, many: Printable): Printable =>
  words`${count(amount)} ${amount === 1 ? one : many}`;

/** `2 errors · 1 warning`; notes and what there is none of are left out. */
export function problemCountLine({ problems, problemCounts }: Preflight): Line {
  const { error, warning, note } = problemCounts;
  const spans = [
    ...(error > 0 ? [span(counted(error, words`error`, words`errors`), theme.bad)] : []),
    ...(warning > 0 ? [span(counted(warning, words`warning`, words`warnings`), theme.warn)] : []),
    ...(note > 0 ? [span(counted(note, words`note`, words`notes`), theme.plain)] : []),
  ];
  if (spans.length === 0) return [span(words` No problem was found.`, theme.good)];
  const hidden = error + warning + note - problems.length;
  return [
    span(words` `),
    ...spans.flatMap((piece, at) => (at > 0 ? [span(words` · `, theme.faint), piece] : [piece])),
    ...(hidden > 0 ? [span(words` · the worst ${problems.length} are listed`, theme.faint)] : []),
  ];
}

/** What the tab says: the number of the worst kind there is. */
export function problemMark({ problemCounts: { error, warning } }: Preflight): Mark {
  if (error > 0) return { text: words`✖ ${count(error)}`, style: theme.bad };
  if (warning > 0) return { text: words`! ${count(warning)}`, style: theme.warn };
  return { text: words`✓`, style: theme.good };
}

/** Lines of the file shown around a problem. */
const AROUND = 6;

/** Everything about one problem, with the lines of the file around it. */
export function problemDetail(
  { problem }: ProblemRow,
  content: string,
  columns: number,
): readonly Line[] {
  const { severity, sentence, pointer, line, column } = problem;
  return [
    [SIGNS[severity], span(words` in line ${line}, column ${column}`, theme.strong)],
    [],
    ...wrapLines(printable(sentence), columns).map((text): Line => [span(text)]),
    [],
    ...excerpt(content, problem, { around: AROUND, columns }),
    [],
    ...(pointer === ''
      ? []
      : wrapLines(pointerWords(pointer), columns).map((text): Line => [span(text, theme.faint)])),
  ];
}
