import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../../state/console-state.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { printable, printableStart, words } from '../../text/printable.ts';
import type { Room, SpokenItem } from '../../text/spoken.ts';
import { type TimeZone, timeOfDay } from '../../text/time.ts';
import { RowsWithField } from '../../ui/field.tsx';
import { type Line, type RowContent, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { composeRow } from '../../ui/spoken.ts';
import { tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import { changeLines, outcomeSpan } from '../change-lines.ts';
import { heading } from '../fact.ts';
import { formField, formLines } from './form-lines.ts';
import { type ScriptRow, type ScriptsState, scriptColumns, visibleScripts } from './state.ts';

/** Lines of the list; what this run did to the script under the cursor has the rest. */
export const listHeight = (rows: number, scripts: number): number =>
  Math.max(3, Math.min(scripts + 1, Math.ceil(rows / 2)));

/** What this run did to a script: the newest in full, the others in a line each. */
function changesOf(row: ScriptRow | undefined, columns: number, zone: TimeZone): readonly Line[] {
  if (!row) return [];
  const [newest, ...older] = row.changes;
  if (!newest) {
    return [
      [span(words` This run has added nothing to ${printableStart(row.name)}.`, theme.faint)],
      [span(words` What it has is not listed by any operation of the service.`, theme.faint)],
    ];
  }
  return [
    [span(words` `), ...heading(words`${printable(newest.what)} in ${printable(row.name)}`)],
    ...changeLines(newest, columns, zone),
    ...older.map(
      (change): Line => [
        span(words` ${timeOfDay(change.begun.wall, zone)} `, theme.faint),
        span(printableStart(change.what), theme.strong),
        span(words` `),
        outcomeSpan(change),
        span(
          words` ${printableStart(change.state.kind === 'accepted' ? (change.state.said ?? '') : '')}`,
          theme.faint,
        ),
      ],
    ),
  ];
}

/** The pane: the scripts and what was done to them, or the form. */
export function ScriptsView({
  store,
  slice,
  changed,
  ...room
}: Room & {
  readonly store: StoreApi<ConsoleState>;
  readonly slice: Slice<ScriptsState>;
  /** Takes what stands in the field of the form. */
  readonly changed: (text: string) => void;
}) {
  const state = useSelected(store, whole);
  const own = useSlice(slice);
  const { columns, rows } = room;
  const composed = (lines: readonly (Line | SpokenItem)[]): readonly RowContent[] =>
    lines.map((line) => composeRow(line, columns));
  if (own.form) {
    const field = formField(own.form);
    return (
      <RowsWithField
        lines={composed(formLines(own.form, state.profile, room))}
        field={field && { ...field, changed, inactive: state.prompt !== null }}
        columns={columns}
        rows={rows}
      />
    );
  }
  const shown = visibleScripts(own, state.workspace.scripts, state.changes);
  if (shown.length === 0) {
    return (
      <Rows lines={composed([[], emptiness(own, state.keyNames)])} columns={columns} rows={rows} />
    );
  }
  const ids = shown.map(({ id }) => id);
  const id = selectedId(own.list, ids);
  const table = tableLines({
    columns: scriptColumns,
    rows: shown,
    ids,
    list: own.list,
    room: { ...room, rows: listHeight(rows, shown.length) },
    focused: true,
  });
  const row = shown.find((script) => script.id === id);
  const below = composed([[], ...changesOf(row, columns, state.timeZone)]);
  return <Rows lines={[...table, ...below]} columns={columns} rows={rows} />;
}

const emptiness = ({ list }: ScriptsState, keyNames: KeyNames): Line => [
  span(
    list.filter === ''
      ? words`  No script is watched. Press ${keyFor(keyNames, 'show.search', words`4`)} to find one, or start with --script ID.`
      : words`  No script matches “${printable(list.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`,
    theme.faint,
  ),
];

const whole = (state: ConsoleState) => state;
