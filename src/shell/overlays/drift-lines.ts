import type { DriftEntry, DriftKind } from '../../contract/drift.ts';
import { type ListState, selectedBy } from '../../state/list.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, steadyLayout } from '../../ui/details-layout.ts';
import { type RowContent, span } from '../../ui/line.ts';
import type { RecordItem } from '../../ui/record-lines.ts';
import { type Column, column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

const KINDS: Readonly<Record<DriftKind, Printable>> = {
  'unknown-field': words`unknown field`,
  'unknown-value': words`unknown value`,
  'wrong-type': words`another type`,
  'missing-field': words`missing field`,
};

const COLUMNS: readonly Column<DriftEntry>[] = [
  column('kind', words`WHAT`, 13, ({ kind }) => span(KINDS[kind], theme.warn)),
  column('times', words`TIMES`, 7, { align: 'right', cell: (entry) => span(count(entry.count)) }),
  column('path', words`WHERE`, 24, { grow: 2, cell: ({ path }) => span(printableStart(path)) }),
  column('sample', words`FIRST SEEN AS`, 14, {
    grow: 1,
    cell: ({ kind, sample }) =>
      span(kind === 'missing-field' ? words`–` : printable(sample), theme.faint),
  }),
];

/** What tells a difference from the others. */
export const driftId = ({ kind, path }: DriftEntry): string => `${kind} ${path}`;

/** Below a list: a rule, the four fields, and lines for what is wrapped. */
const DETAIL_ROWS = 7;

/** All of a difference, whole. */
const driftItems = ({ kind, path, sample, count: times }: DriftEntry): readonly RecordItem[] => [
  { name: words`what`, value: KINDS[kind], style: theme.warn },
  { name: words`where`, value: printable(path) },
  ...(kind === 'missing-field' ? [] : [{ name: words`first seen as`, value: printable(sample) }]),
  { name: words`times`, value: count(times) },
];

/** How the room is divided between the differences and the one under the cursor, which is there unasked. */
export function driftLayout(
  { drift, list, preview, page, key }: DriftFacts,
  room: Room,
): DetailsLayout {
  const entry = selectedBy(driftId, list, drift);
  const rows = Math.min(drift.length + 1, Math.max(3, room.rows - DETAIL_ROWS));
  return steadyLayout(
    { page, preview, key, details: () => (entry ? driftItems(entry) : []) },
    rows,
    room,
  );
}

interface DriftFacts {
  readonly drift: readonly DriftEntry[];
  readonly list: ListState;
  readonly preview: boolean;
  readonly page: number | null;
  /** The key that turns the pages of details. */
  readonly key: Printable;
}

/** The ways in which answers differed from the contract. */
export const driftLines = (
  { drift, list }: Pick<DriftFacts, 'drift' | 'list'>,
  room: Room,
): readonly RowContent[] =>
  tableLines({
    columns: COLUMNS,
    rows: drift,
    ids: drift.map(driftId),
    list,
    room,
  });
