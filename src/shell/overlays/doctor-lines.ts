import { type CheckResult, type CheckStatus, MARKS } from '../../doctor/check.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { compose, type Line, type Styled, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

/** What a run of the doctor has come to so far. */
interface Found {
  readonly found: readonly CheckResult[];
  /** What has not been looked at yet; the first of them is being looked at. */
  readonly waiting: readonly Printable[];
}

/** A line of the list: a finding, or what will be one. Its id is its place in the order of looking. */
type DoctorRow = { readonly id: string } & (
  | CheckResult
  | { readonly result: 'waiting'; readonly what: Printable }
);

/** What needs somebody before the rest. */
const ORDER: readonly DoctorRow['result'][] = ['failed', 'noted', 'waiting', 'passed', 'skipped'];

/** The lines, the worst first, those alike in the order of looking. */
export function doctorRows({ found, waiting }: Found): readonly DoctorRow[] {
  const rows: readonly DoctorRow[] = [
    ...found.map((each, at) => ({ ...each, id: String(at) })),
    ...waiting.map((what) => ({ result: 'waiting', what, id: `waiting ${what}` }) as const),
  ];
  return rows.toSorted((a, b) => ORDER.indexOf(a.result) - ORDER.indexOf(b.result));
}

const STYLES: Readonly<Record<CheckStatus, Style>> = {
  passed: theme.good,
  failed: theme.bad,
  noted: theme.warn,
  skipped: theme.faint,
};

export const DOCTOR_COLUMNS: readonly Column<DoctorRow>[] = [
  {
    id: 'result',
    title: words`RESULT`,
    width: 7,
    cell: ({ result }) =>
      result === 'waiting' ? span(words`…`, theme.faint) : span(MARKS[result], STYLES[result]),
  },
  {
    id: 'what',
    title: words`WHAT`,
    width: 20,
    cell: ({ what, result }) =>
      span(what, result === 'failed' || result === 'noted' ? theme.strong : theme.plain),
  },
  {
    id: 'detail',
    title: words`DETAIL`,
    width: 20,
    enough: 56,
    grow: 2,
    cell: (row) =>
      row.result === 'waiting'
        ? span(words`not checked yet`, theme.faint)
        : span(row.detail, row.result === 'skipped' ? theme.faint : theme.plain),
  },
  {
    id: 'advice',
    title: words`WHAT TO DO`,
    width: 30,
    grow: 1,
    leaves: 1,
    extra: true,
    isQuiet: (row) => row.result === 'waiting' || row.advice === '',
    cell: (row) => span(row.result === 'waiting' ? words`` : row.advice),
  },
];

const SIGNS: Readonly<Record<CheckStatus, Printable>> = {
  failed: words`✖`,
  noted: words`!`,
  passed: words`✓`,
  skipped: words`○`,
};

/** What was found, and what to do about it. */
export function doctorWhy(row: DoctorRow): readonly RecordItem[] {
  if (row.result === 'waiting') {
    return [textItem(words`Not checked yet: checks run one after the other.`, theme.faint)];
  }
  const { result, detail, advice } = row;
  return [
    signItem(SIGNS[result], detail, STYLES[result]),
    ...(advice === '' ? [] : [signItem(words`→`, advice)]),
  ];
}

export const doctorDetails = (row: DoctorRow): readonly RecordItem[] => [
  headingItem(row.what),
  ...doctorWhy(row),
];

/** All that needs somebody or may, in full. */
export const problemItems = (rows: readonly DoctorRow[]): readonly RecordItem[] =>
  rows.flatMap((row): readonly RecordItem[] =>
    row.result === 'failed' || row.result === 'noted'
      ? [
          signItem(SIGNS[row.result], words`${row.what}: ${row.detail}`, STYLES[row.result]),
          ...(row.advice === '' ? [] : [signItem(words` →`, row.advice)]),
        ]
      : [],
  );

/** How many came to what; while it runs, what is looked at. */
export function summaryLine({ found, waiting }: Found, columns: number): Styled {
  const [next] = waiting;
  if (next !== undefined) {
    const done = words` (${count(found.length)} done, ${count(waiting.length)} to go)`;
    return compose([span(words` Checking: ${next}`), span(done, theme.faint)], columns);
  }
  const many = (status: CheckStatus) => found.filter(({ result }) => result === status).length;
  const failures = many('failed');
  const said: Line = [
    failures === 0
      ? span(words` Nothing failed.`, theme.good)
      : span(words` ✖ ${count(failures)} failed.`, theme.bad),
    ...(many('noted') > 0 ? [span(words` ! ${count(many('noted'))} to look at.`, theme.warn)] : []),
    span(words` ✓ ${count(many('passed'))} ok.`, theme.faint),
    ...(many('skipped') > 0
      ? [span(words` ○ ${count(many('skipped'))} skipped.`, theme.faint)]
      : []),
  ];
  return compose(said, columns);
}
