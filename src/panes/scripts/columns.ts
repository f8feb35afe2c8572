import { count } from '../../text/figures.ts';
import { printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { outcomeSpan } from '../change-lines.ts';
import type { ScriptRow } from './script-row.ts';

const added = ({ changes }: ScriptRow): number =>
  changes.filter(({ state }) => state.kind === 'accepted').length;

export const scriptColumns: readonly Column<ScriptRow>[] = [
  {
    id: 'name',
    title: words`SCRIPT`,
    width: 18,
    grow: 2,
    cell: ({ name }) => span(printable(name)),
    sortBy: ({ name }) => name.toLowerCase(),
  },
  {
    id: 'id',
    title: words`ID`,
    width: 10,
    cell: ({ id }) => span(printable(id), theme.faint),
    sortBy: ({ id }) => Number(id) || 0,
  },
  {
    id: 'added',
    title: words`ADDED`,
    width: 5,
    align: 'right',
    cell: (row) => span(count(added(row))),
    sortBy: added,
  },
  {
    id: 'last',
    title: words`LAST CHANGE`,
    width: 22,
    grow: 1,
    leaves: 1,
    cell: ({ changes: [last] }) => (last ? outcomeSpan(last) : span(words`–`, theme.faint)),
  },
];
