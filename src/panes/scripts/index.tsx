import { listCommands } from '../../commands/list-commands.ts';
import { pendingChanges } from '../../state/change.ts';
import { type ListState, movedTo, selectedId } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { withItem } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { words } from '../../text/printable.ts';
import { layoutOf } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import { askFilter } from '../filter-prompt.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { variableForm } from './form.ts';
import { variableFormOf } from './form-commands.ts';
import { EMPTY_SCRIPTS, scriptColumns, visibleScripts } from './state.ts';

import { listHeight, ScriptsView } from './view.tsx';

/** Scripts: variables are added to the watched ones (operation 2). Nothing about them can be read. */
export function openScripts(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_SCRIPTS);
  const group = 'Scripts' as const;

  const visible = () =>
    visibleScripts(slice.getState(), store.getState().workspace.scripts, store.getState().changes);
  const ids = () => visible().map(({ id }) => id);
  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
    ids,
  };
  const height = () => {
    const layout = layoutOf(store.getState().size, store.getState().fullPane);
    return layout.kind === 'emergency' ? 1 : listHeight(layout.body, ids().length) - 1;
  };
  const underCursor = () => {
    const id = selectedId(slice.getState().list, ids());
    return visible().find((script) => script.id === id);
  };

  const form = variableFormOf(context, slice);
  return {
    ...PANE_TABS.scripts,
    form,
    commands: [
      {
        id: 'scripts.add',
        keys: ['a', 'enter'],
        label: words`Add a variable to the script`,
        footer: words`add a variable`,
        group,
        danger: true,
        unavailable: () => {
          const script = underCursor();
          if (!script) return words`There is no script under the cursor.`;
          return pendingChanges(store.getState().changes).some(
            ({ subject }) => subject.kind === 'script' && subject.id === script.id,
          )
            ? words`A change of this script is under way. Wait for its outcome.`
            : undefined;
        },
        run: () => {
          const script = underCursor();
          if (!script) return;
          const { id, name } = script;
          slice.setState({ form: variableForm({ id, name }, context.moment().elapsed) });
        },
      },
      ...listCommands({
        ...list,
        height,
        sortable: () =>
          scriptColumns.filter(({ sortBy }) => sortBy !== undefined).map(({ id }) => id),
        filter: () => askFilter(context, { ...list, ids }),
      }),
    ],
    heading: (state) => ({
      left: [span(words`${count(state.workspace.scripts.length)} watched`)],
      right: [],
    }),
    badges(state) {
      const own = slice.getState();
      if (own.list.filter === '') return [];
      const { scripts } = state.workspace;
      const hidden = scripts.length - visibleScripts(own, scripts, state.changes).length;
      return [words`FILTER (hid ${count(hidden)})`];
    },
    view: (room) => <ScriptsView store={store} slice={slice} changed={form.changed} {...room} />,
    subject(state) {
      const own = slice.getState();
      const rows = visibleScripts(own, state.workspace.scripts, state.changes);
      const id = selectedId(
        own.list,
        rows.map((row) => row.id),
      );
      const row = rows.find((each) => each.id === id);
      return row ? { kind: 'scripts', id: row.id, name: row.name, loadedAt: null } : null;
    },
    shown(subject) {
      if (!subject) return;
      store.setState(({ workspace }) => ({ workspace: withItem(workspace, 'scripts', subject) }));
      slice.setState(({ list: before }) => ({
        list: movedTo(before, ids(), subject.id, height()),
      }));
    },
    hidden() {},
    refresh() {},
    wayBack() {
      const { list: before } = slice.getState();
      if (before.filter === '') return undefined;
      return () => slice.setState({ list: { ...before, filter: '' } });
    },
  };
}
