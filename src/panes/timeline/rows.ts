import type { ListGrammar } from '../../commands/list-filter.ts';
import type { FactSeverity } from '../../history/fact.ts';
import {
  FACT_SIGNS,
  type FactGroup,
  groupSentence,
  SEVERITY_ORDER,
} from '../../history/fact-text.ts';
import type { ItemKind } from '../../state/item-kinds.ts';
import { printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import { span } from '../../ui/line.ts';
import { nameLine } from '../../ui/names.ts';
import { type Column, widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

export const FACT_STYLES: Readonly<Record<FactSeverity, Style>> = {
  bad: theme.bad,
  warn: theme.warn,
  good: theme.good,
  info: theme.plain,
};

/** What the rows are filtered by: `kind:restart app:checkout`. */
export const timelineGrammar: ListGrammar<FactGroup> = {
  fields: [
    { name: 'kind', kind: 'value', read: ({ facts: [{ kind }] }) => kind },
    { name: 'severity', kind: 'value', read: ({ facts: [{ severity }] }) => severity },
    { name: 'app', kind: 'text', read: (row) => nameIf(row, 'apps') },
    { name: 'dns', kind: 'text', read: (row) => nameIf(row, 'dnsZones') },
    { name: 'place', kind: 'text', read: ({ facts }) => facts.map(({ place }) => place).join(' ') },
  ],
  text: (row) => `${row.name} ${groupSentence(row)}`,
};

const nameIf = ({ name, facts: [{ subject }] }: FactGroup, kind: ItemKind): string | null =>
  subject.kind === kind ? `${name} ${subject.id}` : null;

/** The columns: when, whom, what. */
export function timelineColumns(
  rows: readonly FactGroup[],
  now: number,
  zone: TimeZone,
): readonly Column<FactGroup>[] {
  const time = ({ facts: [{ by }] }: FactGroup) => timeNear(now, by, zone);
  return [
    {
      id: 'time',
      title: words`TIME`,
      width: widest(rows.map(time), 8),
      cell: (row) => span(time(row), theme.faint),
      sortBy: ({ facts: [{ by }] }) => -by,
    },
    {
      id: 'name',
      title: words`NAME`,
      width: 12,
      enough: Math.min(
        40,
        widest(
          rows.map(({ name }) => printable(name)),
          12,
        ),
      ),
      cell: ({ name }) => nameLine(name),
      sortBy: ({ name }) => name.toLowerCase(),
    },
    {
      id: 'what',
      title: words`WHAT CHANGED`,
      spoken: words``,
      width: 24,
      grow: 1,
      cell(row) {
        const { severity } = row.facts[0];
        return span(words`${FACT_SIGNS[severity]} ${groupSentence(row)}`, FACT_STYLES[severity]);
      },
      sortBy: ({ facts: [{ severity }] }) => SEVERITY_ORDER.indexOf(severity),
    },
  ];
}
