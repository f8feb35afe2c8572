import { type Command, command } from '../../commands/command.ts';
import { listCommands } from '../../commands/list-commands.ts';
import { createWake } from '../../feeds/scheduling.ts';
import { issueText } from '../../state/app-issues.ts';
import { dataInterval } from '../../state/connection.ts';
import { addToWorkspace, type ConsoleState, type ConsoleStore } from '../../state/console-state.ts';
import { EMPTY_LIST, movedTo, pinned, selectedId, selectedRow } from '../../state/list.ts';
import {
  type Freshness,
  IN_BACKGROUND,
  lastLoaded,
  type Moment,
  periodOf,
} from '../../state/loadable.ts';
import { PANE_TABS, type PaneId } from '../../state/pane-tabs.ts';
import type { Slice } from '../../state/slice.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { keyFor } from '../../text/key-names.ts';
import { idsOf } from '../../text/list-window.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { beside, compose, isStyled, type Styled, span } from '../../ui/line.ts';
import { sortsOf } from '../../ui/table.ts';
import { freshnessIn, freshnessOfList, viewedIn } from '../freshness.ts';
import { nothingWatched } from '../nothing-watched.ts';
import type { Copyable, Pane, PaneContext } from '../pane.ts';
import { filterBadge, listWithDetails, problemsBadge } from '../pane-list.tsx';
import { askFilter } from '../prompts.ts';
import { summaries } from './cells.ts';
import { orderingColumns } from './columns.ts';
import { followConsole, followViewing, pollApps, viewSince } from './feed.ts';
import { appGrammar, nodeGrammar, visibleNodes } from './filters.ts';
import {
  appListLines,
  listLayout,
  treeLayout,
  visibleApps,
  withoutProblems,
  worstInShort,
  worstLines,
} from './list.ts';
import {
  type AppRow,
  type AppsState,
  EMPTY_APPS,
  insideRow,
  isDeleted,
  liveRows,
  sinceOfRow,
} from './state.ts';
import { nodeCopies, openNodes, worstNode } from './tree.ts';
import { AppsView } from './view.tsx';

/** The panes that show overviews: Timeline lists the changes between them. */
const SHOWN_IN: ReadonlySet<string> = new Set(['apps', 'timeline'] satisfies readonly PaneId[]);

/** Apps: every watched application's overview, live (operation 4). */
export function openApps(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_APPS);
  const wake = createWake();
  let round = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  followConsole(slice, context, wake.now);
  followViewing(slice, context);

  const isIdle = () => liveRows(slice.getState()).every(isDeleted);
  const every = () => {
    const { interval, pane } = store.getState();
    return interval * (SHOWN_IN.has(pane) ? 1 : IN_BACKGROUND);
  };
  const fresh = ({ pane }: ConsoleState): Freshness | null => {
    const apps = slice.getState();
    const live = liveRows(apps);
    const row = pane === 'timeline' ? undefined : live.find(({ id }) => id === apps.inside);
    const known = row ? freshnessOfList([row.overview]) : freshnessOfAll(live);
    return (
      known && {
        ...known,
        // The open application is requested on its own, however long a round takes.
        every: row ? every() : periodOf(every(), round),
        dataInterval: dataInterval(store.getState()),
      }
    );
  };

  const start = () =>
    context.feeds.run('apps', 'all', (signal) =>
      pollApps(
        {
          context,
          slice,
          wake,
          interval: every,
          refreshedAt: () => refreshedAt,
          took(ms) {
            round = ms;
            // The order is final once all rows are loaded: from now on the cursor keeps its row.
            const { now } = store.getState();
            slice.setState((apps) => {
              if (apps.list.cursor !== null) return {};
              return { list: pinned(apps.list, idsOf(visibleApps(apps, now))) };
            });
          },
          paused: () => store.getState().pausedAt !== null || isIdle(),
        },
        signal,
      ),
    );

  /** Polls now, and from now on at the interval for visible panes. */
  const ask = () => {
    if (start() === 'running') wake.now();
  };
  store.subscribe(({ pane }, before) => {
    if (pane === 'timeline' && before.pane !== 'timeline') ask();
  });

  return {
    ...PANE_TABS.apps,
    showsPast: true,
    commands: [
      ...appsCommands(context, slice),
      viewSince(context, () => timeUnderCursor(slice.getState(), store.getState())),
    ],
    heading(state) {
      const apps = slice.getState();
      const row = insideRow(apps);
      const right = viewedIn(state) ?? freshnessIn(state, fresh(state));
      if (row) return { left: [span(printable(row.name))], right };
      const [whole, ...shorter] = summaries(apps.rows).map((text) => [span(text)]);
      return { left: whole ?? [], shorter, right };
    },
    fresh,
    // The worst issue is always that of the present.
    worst: (state) => worstLines(nowOf(slice.getState()), state.now),
    inShort: () => worstInShort(nowOf(slice.getState())),
    badges: (state) => badgesOf(slice.getState(), state.now),
    view: (room) => <AppsView store={store} slice={slice} {...room} />,
    firstPaint: (state, room) => firstLines(slice.getState(), state, room),
    subject(state) {
      const row = rowUnderCursor(slice.getState(), state);
      if (!row) return null;
      const loadedAt = lastLoaded(row.overview)?.at.elapsed ?? null;
      return { kind: 'apps', id: row.id, name: row.name, loadedAt };
    },
    shown(subject, where) {
      if (where === 'row') {
        const { rows, list } = slice.getState();
        const row = rows.find(({ id }) => id === subject?.id);
        slice.setState({ inside: null, ...(row && { list: { ...list, cursor: row.id } }) });
      } else if (subject) {
        // A removed application is watched again: nothing is known of it otherwise.
        addToWorkspace(store, 'apps', subject);
        slice.setState({ inside: subject.id, tree: EMPTY_LIST, branches: new Map() });
      }
      ask();
    },
    hidden() {},
    place: appsPlace(context, slice),
    copies: () => copiesOf(slice.getState(), store.getState()),
    refresh() {
      refreshedAt = context.clock.elapsed();
      wake.now();
    },
    wayBack: () => wayBackOf(store, slice),
  };
}

function firstLines(
  apps: AppsState,
  state: ConsoleState,
  room: Room,
): readonly Styled[] | undefined {
  if (apps.inside !== null) return undefined;
  const visible = visibleApps(apps, state.now);
  const none = nothingWatched(state, 'apps');
  const facts = { ...state, interval: dataInterval(state), apps, visible, none };
  const { layout, lines } = appListLines(facts, room);
  const { list, details } = layout;
  if (details?.where === 'beside') return beside({ ...list, lines }, details, room.rows);
  const all = Array.from({ length: list.rows }, (_, at) => lines[at] ?? compose([], 0));
  return [...all, ...(details?.lines ?? [])].filter(isStyled);
}

function badgesOf(apps: AppsState, now: Moment): readonly Printable[] {
  const { inside, rows, list, tree, onlyProblems } = apps;
  if (inside !== null) {
    const hidden = openNodes(apps).length - visibleNodes(apps).length;
    return tree.filter === '' ? [] : [filterBadge(hidden)];
  }
  const fine = onlyProblems ? withoutProblems(apps, now) : 0;
  return [
    ...(onlyProblems ? [problemsBadge(fine)] : []),
    ...(list.filter === ''
      ? []
      : [filterBadge(rows.length - fine - visibleApps(apps, now).length)]),
  ];
}

/** Closes or clears the innermost open part. */
function wayBackOf(store: ConsoleStore, slice: Slice<AppsState>): (() => void) | undefined {
  const { detail, inside, tree, list, onlyProblems } = slice.getState();
  const show = (change: Partial<AppsState>) => () => slice.setState(change);
  if (detail !== null) return show({ detail: null });
  if (store.getState().viewing !== null) return () => store.setState({ viewing: null });
  if (inside !== null)
    return show(tree.filter === '' ? { inside: null } : { tree: { ...tree, filter: '' } });
  if (list.filter !== '') return show({ list: { ...list, filter: '' } });
  return onlyProblems ? show({ onlyProblems: false }) : undefined;
}

const appsPlace = (
  { store, history }: PaneContext,
  slice: Slice<AppsState>,
): NonNullable<Pane['place']> => ({
  get() {
    const { inside, list } = slice.getState();
    const shown = inside === null ? [] : [{ kind: 'apps' as const, id: inside }];
    return { shown, where: list.filter };
  },
  go({ where = '', at }) {
    slice.setState(({ list }) => ({ list: { ...list, filter: where, top: 0 } }));
    if (at === undefined || at === null) return;
    // Past answers are available once the history is loaded.
    const view = () => store.setState({ viewing: at });
    if (history.slice.getState().facts.length > 0) return view();
    const stop = history.slice.subscribe(({ keeping }, before) => {
      if (keeping === before.keeping) return;
      stop();
      view();
    });
  },
});

const freshnessOfAll = memoizeLast((rows: readonly AppRow[]) =>
  freshnessOfList(rows.filter((row) => !isDeleted(row)).map(({ overview }) => overview)),
);

const nowOf = (apps: AppsState): AppsState => ({ ...apps, rows: liveRows(apps) });

function timeUnderCursor(apps: AppsState, state: ConsoleState): number | undefined {
  const node = apps.inside === null ? undefined : nodeUnderCursor(apps);
  if (node?.kind === 'pod') {
    const beat = Date.parse(node.pod.lastHeartBeat ?? '');
    return Number.isNaN(beat) ? undefined : beat;
  }
  const row = rowUnderCursor(apps, state);
  return row && sinceOfRow(row)?.at;
}

const nodeUnderCursor = (apps: AppsState) => selectedRow(apps.tree, visibleNodes(apps));

const rowUnderCursor = (apps: AppsState, { now }: ConsoleState): AppRow | undefined =>
  apps.inside === null ? selectedRow(apps.list, visibleApps(apps, now)) : insideRow(apps);

function copiesOf(apps: AppsState, state: ConsoleState): readonly Copyable[] {
  const row = rowUnderCursor(apps, state);
  if (!row) return [];
  const last = lastLoaded(row.overview);
  const nodes = apps.inside === null ? [] : visibleNodes(apps);
  const under = selectedRow(apps.tree, nodes);
  // The node no longer exists: copying another one would be misleading.
  if (nodes.length > 0 && !under) return [];
  const issues = row.issues.map(issueText).join('; ');
  return [
    ...(under ? nodeCopies(under) : []),
    { what: words`application id`, text: row.id },
    { what: words`name`, text: row.name },
    ...(issues === '' ? [] : [{ what: words`issues`, text: issues }]),
    ...(last ? [{ what: words`overview as JSON`, text: jsonText(last.value) }] : []),
  ];
}

function appsCommands(context: PaneContext, slice: Slice<AppsState>): readonly Command[] {
  const console = () => context.store.getState();
  const keyNames = () => console().keyNames;
  const inside = () => slice.getState().inside !== null;
  const apps = () => visibleApps(slice.getState(), console().now);
  const ids = () => idsOf(inside() ? visibleNodes(slice.getState()) : apps());
  const { list, turnPage } = listWithDetails(context, {
    get() {
      const { inside, tree, list, detail } = slice.getState();
      return { list: inside === null ? list : tree, detail };
    },
    set: ({ list, detail }) => slice.setState(inside() ? { tree: list, detail } : { list, detail }),
    ids,
    layout(room, state) {
      const facts = { ...state, interval: dataInterval(state), apps: slice.getState() };
      return inside()
        ? treeLayout(facts, visibleNodes(slice.getState()), room)
        : listLayout(facts, apps(), room);
    },
  });

  const enter = () => {
    const id = selectedId(list.get(), ids());
    if (id === null) return;
    if (!inside()) return goInside(slice, id, list.height);
    const node = visibleNodes(slice.getState()).find((each) => each.id === id);
    if (!node || node.branch === 'leaf') turnPage();
    else
      slice.setState(({ branches }) => ({
        branches: new Map(branches).set(id, node.branch === 'closed'),
      }));
  };

  const nothingHere = () => {
    if (selectedId(list.get(), ids()) !== null) return undefined;
    if (slice.getState().rows.length === 0) return nothingWatched(console(), 'apps');
    return ids().length === 0
      ? words`There is nothing to open yet.`
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
      run: turnPage,
    }),
    command('apps.only-problems', '!', words`Problems only on/off`, {
      footer: () => (inside() ? undefined : words`problems`),
      unavailable: () =>
        inside()
          ? words`That is for the list of applications. ${keyFor(keyNames(), 'back', words`Esc`)} goes back to it.`
          : undefined,
      run: () => {
        slice.setState(({ onlyProblems }) => ({ onlyProblems: !onlyProblems }));
        list.set(pinned({ ...list.get(), top: 0 }, ids()));
      },
    }),
    ...listCommands({
      ...list,
      sortable: () => (inside() ? [] : sortsOf(orderingColumns())),
      keyNames,
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

/** Opens an application with the cursor on its worst node. */
function goInside(slice: Slice<AppsState>, id: string, height: () => number): void {
  slice.setState({ inside: id, tree: EMPTY_LIST, branches: new Map(), detail: null });
  const nodes = visibleNodes(slice.getState());
  const worst = worstNode(nodes);
  if (worst === null) return;
  const ids = nodes.map((node) => node.id);
  slice.setState({ tree: movedTo(EMPTY_LIST, ids, worst, height()) });
}
