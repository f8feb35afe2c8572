import { NAMED, rowFilter } from '../../commands/list-filter.ts';
import type { AuditedChange } from '../../mutations/audit.ts';
import type { Change } from '../../state/change.ts';
import { EMPTY_LIST_WITH_DETAILS, type ListWithDetails } from '../../state/list.ts';
import type { WorkspaceItem } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { printableStart, words } from '../../text/printable.ts';
import { nameLine, span } from '../../ui/line.ts';
import { type Column, column, sortedRows } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { outcomeSpan } from '../record-items.ts';
import type { VariableForm } from './form.ts';

/** State of the pane. The form's value is kept where no copy of the state contains it. */
export interface ScriptsState extends ListWithDetails {
  readonly form: VariableForm | null;
  readonly audited: readonly AuditedChange[];
}

export const EMPTY_SCRIPTS: ScriptsState = {
  ...EMPTY_LIST_WITH_DETAILS,
  form: null,
  audited: [],
};

/** Variables that earlier sessions added with this profile and host. */
export const addedEarlier = (
  { audited }: Pick<ScriptsState, 'audited'>,
  changes: readonly Change[],
  { name, host }: { readonly name: string; readonly host: string },
): readonly AuditedChange[] => {
  const own = new Set(changes.map(({ attempt }) => attempt));
  return audited.filter(
    (each) =>
      each.operation === 'script-add-variable' &&
      each.profile === name &&
      each.host === host &&
      !own.has(each.attempt),
  );
};

export function visibleScripts(
  { list }: Pick<ScriptsState, 'list'>,
  scripts: readonly WorkspaceItem[],
  changes: readonly Change[],
): readonly ScriptRow[] {
  const rows = scripts.filter(rowFilter(NAMED, list.filter)).map((script) => ({
    ...script,
    changes: changes
      .filter(({ subject }) => subject.kind === 'script' && subject.id === script.id)
      .reverse(),
  }));
  return sortedRows(rows, scriptColumns, list.sort);
}

/** A script with this run's changes, newest first. */
export interface ScriptRow extends WorkspaceItem {
  readonly changes: readonly Change[];
}

const added = ({ changes }: ScriptRow): number =>
  changes.filter(({ state }) => state.kind === 'accepted').length;

export const scriptColumns: readonly Column<ScriptRow>[] = [
  column('name', words`SCRIPT`, 18, {
    grow: 2,
    cell: ({ name }) => nameLine(name),
    sortBy: ({ name }) => name.toLowerCase(),
  }),
  column('id', words`ID`, 10, {
    cell: ({ id }) => span(printableStart(id), theme.faint),
    sortBy: ({ id }) => Number(id) || 0,
  }),
  column('added', words`ADDED`, 5, {
    align: 'right',
    cell: (row) => span(count(added(row))),
    sortBy: added,
  }),
  column('last', words`LAST CHANGE`, 22, {
    grow: 1,
    leaves: 1,
    isQuiet: ({ changes }) => changes.length === 0,
    cell: ({ changes: [last] }) => (last ? outcomeSpan(last) : span(words`–`, theme.faint)),
  }),
];
