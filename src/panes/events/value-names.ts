import { type Split, stoppedShare } from '../../events/outcome.ts';
import { ruleFamily } from '../../events/rule-families.ts';
import type { ColumnName } from '../../events/storage/columns.ts';
import { lazy } from '../../text/memoize.ts';
import { count, percent } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import type { RecordField } from '../../ui/record-lines.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { AsnNames } from '../pane.ts';

/** Made when the first country is named: the names of all countries are much data. */
const regions = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));

/** The name of a country by its code; undefined for what is no code of one. */
function countryName(code: string): Printable | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = regions().of(code);
  return name === undefined ? undefined : printable(name);
}

const NO_NAMES: AsnNames = new Map();

/**
 * A value with the name that it is known by: `IE Ireland`, `942330 SQL injection`, `13335 Cloudflare`; the value alone
 * where it has none.
 */
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

/** The share of requests that were stopped: calm where all were, loud where something passed. */
export const stoppedColumn = <Row extends { readonly outcomes: Split }>(
  column: Pick<Column<Row>, 'width' | 'leaves'>,
): Column<Row> =>
  figureColumn(({ outcomes }) => stoppedShare(outcomes), {
    ...{ id: 'stopped', title: words`STOPPED`, ...column },
    cell: ({ outcomes }) =>
      span(percent(stoppedShare(outcomes)), outcomes.logged > 0 ? theme.passed : theme.faint),
  });

/** A figure of each row, which rows can be sorted by. */
export const figureColumn = <Row>(
  of: (row: Row) => number,
  column: Pick<Column<Row>, 'id' | 'title' | 'width'> & Partial<Column<Row>>,
): Column<Row> => ({
  align: 'right',
  cell: (row) => span(count(of(row))),
  sortBy: of,
  ...column,
});

/** What became of the requests, for details; what passed alone is loud. */
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
