import type { Change } from '../../state/change.ts';
import { EMPTY_LIST, type ListState } from '../../state/list.ts';
import type { Watched } from '../../state/workspace.ts';
import { sortedRows } from '../../ui/table.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { scriptColumns } from './columns.ts';
import type { VariableForm } from './form.ts';
import type { ScriptRow } from './script-row.ts';

/** The pane's state. The value in the form is kept where no copy of the state holds it. */
export interface ScriptsState {
  readonly list: ListState;
  /** The variable being put together, or null on the list. */
  readonly form: VariableForm | null;
}

export const EMPTY_SCRIPTS: ScriptsState = { list: EMPTY_LIST, form: null };

/** The scripts on screen. */
export function visibleScripts(
  { list }: ScriptsState,
  scripts: readonly Watched[],
  changes: readonly Change[],
): readonly ScriptRow[] {
  const rows = scripts
    .filter(({ id, name }) => matchesFilter(list.filter, `${name} ${id}`))
    .map((script) => ({
      ...script,
      changes: changes
        .filter(({ subject }) => subject.kind === 'script' && subject.id === script.id)
        .reverse(),
    }));
  return sortedRows(rows, scriptColumns, list.sort);
}
