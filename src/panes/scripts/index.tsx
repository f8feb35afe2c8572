import { FileError } from '../../edges/files.ts';
import { pendingChanges } from '../../state/change.ts';
import { movedTo } from '../../state/list.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { withItem } from '../../state/workspace.ts';
import { count } from '../../text/numbers.ts';
import { words } from '../../text/printable.ts';
import { bodyRoom } from '../../ui/layout.ts';
import { span } from '../../ui/line.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { paneList } from '../pane-list.ts';
import { variableForm } from './form.ts';
import { variableFormOf } from './form-commands.ts';
import { EMPTY_SCRIPTS, scriptColumns, visibleScripts } from './state.ts';
import { ScriptsView, scriptLayout } from './view.tsx';

/** Scripts: variables are added to the watched ones (operation 2). Nothing about them can be read. */
export function openScripts(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_SCRIPTS);

  const visible = () =>
    visibleScripts(slice.getState(), store.getState().workspace.scripts, store.getState().changes);
  const layout = () => {
    const state = store.getState();
    const room = bodyRoom(state);
    return room && scriptLayout(slice.getState(), state, visible(), room);
  };
  const list = paneList(context, {
    slice,
    columns: scriptColumns,
    rows: visible,
    total: () => store.getState().workspace.scripts.length,
    layout,
  });

  /** A file that cannot be read says nothing here: `:audit` says why. */
  const readAudited = async () => {
    try {
      slice.setState({ audited: await context.mutations.audited() });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
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
        danger: true,
        unavailable: () => {
          const script = list.selected();
          if (!script) return words`There is no script under the cursor: j and k move to one.`;
          return pendingChanges(store.getState().changes).some(
            ({ subject }) => subject.kind === 'script' && subject.id === script.id,
          )
            ? words`A change of this script is under way. Wait for its outcome.`
            : undefined;
        },
        run: () => {
          const script = list.selected();
          if (!script) return;
          const { id, name } = script;
          slice.setState({ form: variableForm({ id, name }, context.moment().elapsed) });
        },
      },
      ...list.commands,
    ],
    heading: (state) => ({
      left: [span(words`${count(state.workspace.scripts.length)} watched`)],
      right: [],
    }),
    badges: list.badges,
    view: (room) => <ScriptsView store={store} slice={slice} changed={form.changed} {...room} />,
    subject() {
      const row = list.selected();
      return row ? { kind: 'scripts', id: row.id, name: row.name, loadedAt: null } : null;
    },
    shown(subject) {
      context.feeds.run('scripts.audit', String(context.moment().elapsed), readAudited);
      if (!subject) return;
      store.setState(({ workspace }) => ({ workspace: withItem(workspace, 'scripts', subject) }));
      slice.setState(({ list: before }) => ({
        list: movedTo(before, list.ids(), subject.id, list.height()),
      }));
    },
    hidden() {},
    refresh() {},
    wayBack: list.wayBack,
  };
}
