import { OUTCOMES, type Outcome, type Split, stoppedShare, sumOf } from '../../events/outcome.ts';
import { ruleFamily } from '../../events/rule-families.ts';
import { COLUMN_FACTS, COLUMNS, type ColumnName } from '../../events/storage/columns.ts';
import { lazy } from '../../text/memoize.ts';
import { count, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import type { RecordField } from '../../ui/record-lines.ts';
import type { Column } from '../../ui/table.ts';
import { theme, valueStyle } from '../../ui/theme.ts';
import type { AsnNames } from '../pane.ts';

/** Created on first use, because it loads the names of all countries. */
const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

function countryName(code: string): Printable | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = regions().of(code);
  return name === undefined ? undefined : printable(name);
}

const NO_NAMES: AsnNames = new Map();

/** A value with its name: `IE Ireland`, `942330 SQL injection`, `13335 Cloudflare`; the value alone if it has none. */
export function namedValue(
  column: ColumnName,
  value: string | null,
  asns: AsnNames = NO_NAMES,
): Printable {
  if (value === null) return words`(none)`;
  const name =
    column === 'country'
      ? countryName(value)
      : column === 'ruleId'
        ? ruleFamily(value)
        : column === 'asn'
          ? asns.get(value)
          : undefined;
  const own = printableStart(value === '' ? '(empty)' : value);
  return name === undefined ? own : words`${own} ${name}`;
}

/** Share of stopped requests; it stands out if any passed. */
export const stoppedColumn = <Row extends { readonly outcomes: Split }>(
  column: Pick<Column<Row>, 'width' | 'leaves'>,
): Column<Row> =>
  figureColumn(({ outcomes }) => stoppedShare(outcomes), {
    id: 'stopped',
    title: words`STOPPED`,
    ...column,
    cell: ({ outcomes }) =>
      span(percent(stoppedShare(outcomes)), outcomes.logged > 0 ? theme.passed : theme.faint),
  });

/** A number of distinct values, of which there may be more than were told apart. */
export const distinctText = (distinct: number, more: boolean): Printable =>
  words`${more ? words`≥` : words``}${count(distinct)}`;

export const figureColumn = <Row>(
  of: (row: Row) => number,
  column: Pick<Column<Row>, 'id' | 'title' | 'width'> & Partial<Column<Row>>,
): Column<Row> => ({
  align: 'right',
  cell: (row) => span(count(of(row))),
  sortBy: of,
  ...column,
});

/** The filter that a row adds, for details. */
export const filterField = (term: string): RecordField => ({
  name: words`filter`,
  value: printableStart(term),
});

/** What happened to the requests, for details. Passed ones stand out. */
export const outcomeField = (outcomes: Split): RecordField => {
  const { blocked, challenged, logged, other } = outcomes;
  const others = [
    ...(blocked > 0 ? [words`${count(blocked)} blocked`] : []),
    ...(challenged > 0 ? [words`${count(challenged)} challenged`] : []),
    ...(other > 0 ? [words`${count(other)} without a known status`] : []),
  ];
  const name = words`outcome`;
  if (logged === 0) return { name, value: others.join(' · ') as Printable };
  const rest = others.map((each) => words` · ${each}`).join('') as Printable;
  return { name, value: words`${count(logged)} logged: they passed`, style: theme.passed, rest };
};

/** Passed stands out with and without colours: `░` blocked, `▒` challenged, `█` logged. */
const PARTS: Readonly<Record<Outcome, { readonly sign: string; readonly style: Style }>> = {
  blocked: { sign: '░', style: theme.faint },
  challenged: { sign: '▒', style: theme.plain },
  logged: { sign: '█', style: theme.passed },
  other: { sign: '·', style: theme.faint },
};

/** A bar of `columns` cells, divided like the entries. Every outcome that occurs has a cell while there are enough. */
export function splitBar(split: Split, columns: number): Line {
  const all = sumOf(split);
  const there = OUTCOMES.filter((outcome) => split[outcome] > 0);
  if (all === 0 || columns <= 0) return [];
  const smallestFirst = there.toSorted((a, b) => split[a] - split[b]);
  const cells = new Map(smallestFirst.map((outcome, at) => [outcome, at < columns ? 1 : 0]));
  // Remaining cells go, one by one, to the part furthest below its share.
  for (let left = columns - there.length; left > 0; left -= 1) {
    const lack = (of: Outcome) => (split[of] / all) * columns - (cells.get(of) ?? 0);
    const most = there.reduce((before, each) => (lack(each) > lack(before) ? each : before));
    cells.set(most, (cells.get(most) ?? 0) + 1);
  }
  return there.map((outcome) =>
    span(PARTS[outcome].sign.repeat(cells.get(outcome) ?? 0) as Printable, PARTS[outcome].style),
  );
}

/**
 * Known status words; others are drawn plain. Blocked is dealt with; logged matched a rule and passed, so it may need
 * attention.
 */
const OF_STATUS: Readonly<Record<string, Style>> = {
  blocked: theme.faint,
  challenged: theme.plain,
  logged: theme.passed,
};

/** A status in its style. */
export const statusCell = (status: string | null): Span => {
  const folded = (status ?? '').toLowerCase();
  return span(
    printableStart(status || '–'),
    Object.hasOwn(OF_STATUS, folded) ? OF_STATUS[folded] : theme.plain,
  );
};

/** The style of a value in a coloured column; `other` elsewhere. */
export const colouredStyle = (column: ColumnName, value: string | null, other: Style): Style =>
  value && COLUMN_FACTS[column].coloured ? valueStyle(value) : other;

/** Columns by their field name in an entry, such as `RemoteIp`, in lower case. */
const BY_NAME: ReadonlyMap<string, ColumnName> = new Map(
  COLUMNS.map((column) => [column.toLowerCase(), column]),
);

export function colouredField(key: string, value: string, other: Style): Style {
  const column = BY_NAME.get(key.toLowerCase());
  return column ? colouredStyle(column, value, other) : other;
}
