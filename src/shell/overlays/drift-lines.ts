import type { DriftEntry, DriftKind } from '../../contract/drift.ts';
import { type ListState, selectedId } from '../../state/list.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { wrapLines } from '../../text/width.ts';
import { compose, type RowContent, type Styled, span } from '../../ui/line.ts';

import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

const KINDS: Readonly<Record<DriftKind, Printable>> = {
  'unknown-field': words`unknown field`,
  'unknown-value': words`unknown value`,
  'wrong-type': words`another type`,
  'missing-field': words`missing field`,
};

const COLUMNS: readonly Column<DriftEntry>[] = [
  {
    id: 'kind',
    title: words`WHAT`,
    width: 13,
    cell: ({ kind }) => span(KINDS[kind], theme.warn),
  },
  {
    id: 'times',
    title: words`TIMES`,
    width: 7,
    align: 'right',
    cell: (entry) => span(count(entry.count)),
  },
  {
    id: 'path',
    title: words`WHERE`,
    width: 24,
    grow: 2,
    cell: ({ path }) => span(printableStart(path)),
  },
  {
    id: 'sample',
    title: words`FIRST SEEN AS`,
    width: 14,
    grow: 1,
    cell: ({ kind, sample }) =>
      span(kind === 'missing-field' ? words`–` : printable(sample), theme.faint),
  },
];

/** What tells a difference from the others. */
export const driftId = ({ kind, path }: DriftEntry): string => `${kind} ${path}`;

/** What the lines are drawn from. */
interface DriftFacts {
  readonly drift: readonly DriftEntry[];
  readonly list: ListState;
  /** For the table, its heads among its rows. */
  readonly room: Room;
  /** Lines of the detail under it. */
  readonly detail: number;
}

/** The ways in which answers differed from the contract, and under them the one under the cursor in full. */
export function driftLines({ drift, list, room, detail }: DriftFacts): readonly RowContent[] {
  const { columns, rows } = room;
  const ids = drift.map(driftId);
  const table = tableLines({
    columns: COLUMNS,
    rows: drift,
    ids,
    list,
    room,
    focused: true,
  });
  const entry = drift[ids.indexOf(selectedId(list, ids) ?? '')];
  const blank = Array<Styled>(Math.max(0, rows - table.length)).fill(compose([], 0));
  if (!entry) return [...table, ...blank];
  const inFull = [
    ...wrapLines(words`${KINDS[entry.kind]} ${printable(entry.path)}`, columns - 2),
    ...(entry.kind === 'missing-field'
      ? []
      : wrapLines(words`first seen as ${printable(entry.sample)}`, columns - 2)),
  ];
  return [
    ...table,
    ...blank,
    compose([span(words`Drift from the contract`, theme.heading)], columns),
    ...inFull.slice(0, detail - 1).map((line) => compose([span(words` ${line}`)], columns)),
  ];
}
