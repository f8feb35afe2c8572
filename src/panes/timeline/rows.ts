import { type ListGrammar, rowFilter } from '../../commands/list-filter.ts';
import type { FactSeverity } from '../../history/fact.ts';
import {
  FACT_SIGNS,
  type FactGroup,
  groupSentence,
  SEVERITY_ORDER,
} from '../../history/fact-text.ts';
import type { ItemKind } from '../../state/item-kinds.ts';
import type { ListState } from '../../state/list.ts';
import { lazy, memoizeLast } from '../../text/memoize.ts';
import { printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { nameLine, span } from '../../ui/line.ts';
import { type Column, column, sortedRows, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

export const FACT_STYLES: Readonly<Record<FactSeverity, Style>> = {
  bad: theme.bad,
  warn: theme.warn,
  good: theme.good,
  info: theme.plain,
};

export const timelineGrammar: ListGrammar<FactGroup> = {
  fields: [
    { name: 'kind', kind: 'value', read: ({ facts: [{ kind }] }) => kind },
    { name: 'severity', kind: 'value', read: ({ facts: [{ severity }] }) => severity },
    { name: 'app', kind: 'text', read: (row) => nameIf(row, 'apps') },
    { name: 'dns', kind: 'text', read: (row) => nameIf(row, 'dnsZones') },
    { name: 'zone', kind: 'text', read: (row) => nameIf(row, 'shieldZones') },
    { name: 'limit', kind: 'text', read: (row) => nameIf(row, 'rateLimits') },
    { name: 'place', kind: 'text', read: ({ facts }) => facts.map(({ place }) => place).join(' ') },
  ],
  text: (row) => `${row.name} ${groupSentence(row)}`,
};

const nameIf = ({ name, facts: [{ subject }] }: FactGroup, kind: ItemKind): string | null =>
  subject.kind === kind ? `${name} ${subject.id}` : null;

/** Sorted rows with facts about all of them: there may be ten thousand. */
export interface TimelineRows {
  readonly rows: readonly FactGroup[];
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Earliest and latest time in milliseconds; null without rows. */
  readonly times: readonly [oldest: number, newest: number] | null;
}

/** Columns without rows, for sorting. */
export const orderingColumns = lazy(() =>
  timelineColumns({ rows: [], ids: [], names: [], times: null }, 0, 'utc'),
);

/** Filtered and sorted rows, cached: many keys need them. */
export const timelineRows = memoizeLast(
  (
    all: readonly FactGroup[],
    filter: string,
    onlyProblems: boolean,
    sort: ListState['sort'],
  ): TimelineRows => {
    const isKept = rowFilter(timelineGrammar, filter);
    const kept = all.filter((row) => (!onlyProblems || isProblem(row)) && isKept(row));
    const rows = sortedRows(kept, orderingColumns(), sort);
    const times = rows.map(({ facts: [{ by }] }) => by);
    const [oldest, newest] = [
      times.reduce((least, by) => Math.min(least, by), Number.POSITIVE_INFINITY),
      times.reduce((most, by) => Math.max(most, by), Number.NEGATIVE_INFINITY),
    ];
    return {
      rows,
      ids: rows.map(({ id }) => id),
      names: [...new Set(rows.map(({ name }) => name))],
      times: rows.length === 0 ? null : [oldest, newest],
    };
  },
);

export const isProblem = ({ facts: [{ severity }] }: FactGroup) =>
  severity === 'bad' || severity === 'warn';

export function timelineColumns(
  { names, times }: TimelineRows,
  now: number,
  zone: TimeZone,
): readonly Column<FactGroup>[] {
  const time = ({ facts: [{ by }] }: FactGroup) => timeNear(now, by, zone);
  return [
    column(
      'time',
      words`TIME`,
      widestOf(times ?? [], (by) => timeNear(now, by, zone), 8),
      { cell: (row) => span(time(row), theme.faint), sortBy: ({ facts: [{ by }] }) => -by },
    ),
    column('name', words`NAME`, 12, {
      spoken: words``,
      enough: Math.min(
        40,
        widestOf(names, (name) => printable(name), 12),
      ),
      cell: ({ name }) => nameLine(name),
      sortBy: ({ name }) => name.toLowerCase(),
    }),
    column('what', words`WHAT CHANGED`, 24, {
      spoken: words``,
      grow: 1,
      cell(row, columns) {
        const { severity } = row.facts[0];
        const sign = words`${FACT_SIGNS[severity]} `;
        const said = groupSentence(row, columns - width(sign));
        return span(words`${sign}${said}`, FACT_STYLES[severity]);
      },
      sortBy: ({ facts: [{ severity }] }) => SEVERITY_ORDER.indexOf(severity),
    }),
  ];
}
