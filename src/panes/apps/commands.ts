import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { EMPTY_LIST, type ListState, movedTo, pinned, selectedId } from '../../state/list.ts';
import { cameEvery } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import { nextPage } from '../../ui/details-layout.ts';
import { bodyRoom } from '../../ui/layout.ts';
import { sortsOf } from '../../ui/table.ts';
import type { PaneContext } from '../pane.ts';
import { askFilter } from '../prompts.ts';
import { orderingColumns } from './columns.ts';
import { appGrammar, nodeGrammar, visibleNodes } from './filters.ts';
import { listLayout, treeLayout, visibleApps } from './list.ts';
import type { AppsState } from './state.ts';
import { openNodes, worstNode } from './tree.ts';

/** The keys of the Apps pane, on the list and in the tree. */
export function appsCommands(context: PaneContext, slice: Slice<AppsState>): readonly Command[] {
  const console = () => context.store.getState();
  const inside = () => slice.getState().inside !== null;
  const apps = () => visibleApps(slice.getState(), console().now);
  const ids = () => (inside() ? visibleNodes(slice.getState()) : apps()).map(({ id }) => id);
  const list = {
    get: () => (inside() ? slice.getState().tree : slice.getState().list),
    set: (next: ListState) =>
      slice.setState(({ inside, tree, list, detail }) => {
        const before = inside === null ? list : tree;
        // Another row is read from its beginning.
        const page = detail === null || next.cursor === before.cursor ? detail : 0;
        return inside === null ? { list: next, detail: page } : { tree: next, detail: page };
      }),
    ids,
  };
  const height = () => {
    // Without the table's head.
    return Math.max(1, (drawn()?.list.rows ?? 0) - 1);
  };

  /** The list as it is drawn, with what is said of its row; null where the screen is too small for panes. */
  const drawn = () => {
    const room = bodyRoom(console());
    if (!room) return null;
    const facts = { ...console(), interval: cameEvery(console()), apps: slice.getState() };
    return inside()
      ? treeLayout(facts, visibleNodes(slice.getState()), room)
      : listLayout(facts, apps(), room);
  };

  const turnDetails = () => {
    const layout = drawn();
    if (layout) slice.setState({ detail: nextPage(layout) });
  };

  const enter = () => {
    const id = selectedId(list.get(), ids());
    if (id === null) return;
    if (!inside()) return goInside(slice, id, height);
    const node = visibleNodes(slice.getState()).find((each) => each.id === id);
    if (!node || node.branch === 'leaf') turnDetails();
    else
      slice.setState(({ branches }) => ({
        branches: new Map(branches).set(id, node.branch === 'closed'),
      }));
  };

  const nothingHere = () => {
    if (selectedId(list.get(), ids()) !== null) return undefined;
    return slice.getState().rows.length === 0
      ? words`There is no application in the workspace. Type :add app ID to add one.`
      : words`There is no row under the cursor. Move to one first.`;
  };

  return [
    command('apps.enter', 'enter', words`Open: regions, pods, containers`, {
      footer: words`open`,
      unavailable: nothingHere,
      run: enter,
    }),
    command('apps.detail', 'd', words`Show details`, {
      footer: words`details`,
      unavailable: nothingHere,
      run: turnDetails,
    }),
    command('apps.only-problems', '!', words`Problems only on/off`, {
      footer: words`problems`,
      unavailable: () =>
        inside() ? words`That is for the list of applications. Esc goes back to it.` : undefined,
      run: () => {
        slice.setState(({ onlyProblems }) => ({ onlyProblems: !onlyProblems }));
        list.set(pinned({ ...list.get(), top: 0 }, ids()));
      },
    }),
    ...listCommands({
      ...list,
      height,
      sortable: () => (inside() ? [] : sortsOf(orderingColumns())),
      filter: () =>
        inside()
          ? askFilter(context, list, {
              grammar: nodeGrammar,
              rows: () => openNodes(slice.getState()),
            })
          : askFilter(context, list, { grammar: appGrammar, rows: () => slice.getState().rows }),
      marks: true,
    }),
  ];
}

/** Shows the parts of an application, the cursor on the worst. */
function goInside(slice: Slice<AppsState>, id: string, height: () => number): void {
  slice.setState({ inside: id, tree: EMPTY_LIST, branches: new Map(), detail: null });
  const nodes = visibleNodes(slice.getState());
  const worst = worstNode(nodes);
  if (worst === null) return;
  const ids = nodes.map((node) => node.id);
  slice.setState({ tree: movedTo(EMPTY_LIST, ids, worst, height()) });
}
