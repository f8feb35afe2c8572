import { createWake } from '../../feeds/scheduling.ts';
import { issueText } from '../../state/app-issues.ts';
import { deletionOf } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type Freshness, IN_BACKGROUND, oldest, periodOf } from '../../state/freshness.ts';
import { EMPTY_LIST, pinned, selectedId } from '../../state/list.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { PANE_TABS } from '../../state/pane-tabs.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { beside, compose, isStyled, span } from '../../ui/line.ts';
import { freshnessIn } from '../freshness.ts';
import type { Pane, PaneContext } from '../pane.ts';
import { summary } from './cells.ts';
import { appsCommands } from './commands.ts';
import { pollApps } from './feed.ts';
import { visibleNodes } from './filters.ts';
import { appListLines, visibleApps, worstInShort, worstLines } from './list.ts';
import {
  type AppsState,
  appRow,
  deletedRow,
  EMPTY_APPS,
  insideRow,
  isDeleted,
  withKnown,
} from './state.ts';
import { nodeCopies } from './tree.ts';
import { appsView } from './view.tsx';

/** Apps: every watched application's overview, live (operation 4). */
export function openApps(context: PaneContext): Pane {
  const { store } = context;
  const slice = context.slices.create(EMPTY_APPS);
  const wake = createWake();
  let onScreen = false;
  /** How long it last took to ask for all of them, milliseconds. */
  let round = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  /** Rows follow the workspace; what is known of those that stay is kept. */
  const follow = ({ workspace }: ConsoleState) => {
    slice.setState(({ rows, inside }) => {
      const known = new Map(rows.map((row) => [row.id, row]));
      return {
        rows: workspace.apps.map(({ id, name }) => known.get(id) ?? appRow(id, name)),
        inside: workspace.apps.some(({ id }) => id === inside) ? inside : null,
      };
    });
  };
  follow(store.getState());
  store.subscribe((state, before) => {
    if (state.workspace.apps !== before.workspace.apps) {
      follow(state);
      wake.now();
    }
  });

  store.subscribe(({ changes }, before) => {
    if (changes === before.changes) return;
    slice.setState(({ rows }) => ({
      rows: rows.map((row) => {
        const deletion = deletionOf(changes, row.id);
        const asked = deletion?.begun ?? null;
        const seen = deletion?.watch?.sightings.at(-1);
        const known = asked === row.deletionAsked ? row : { ...row, deletionAsked: asked };
        return seen?.kind === 'gone' && !isDeleted(row) ? deletedRow(known, seen.at) : known;
      }),
    }));
  });

  const { slice: past } = context.history;
  past.subscribe((state, before) => {
    if (state.health === before.health && state.watched === before.watched) return;
    slice.setState(({ rows }) => ({ rows: withKnown(rows, state) }));
  });

  // What is read in the tree stays readable when an answer comes without it.
  slice.subscribe((state, before) => {
    const { cursor } = state.tree;
    if (state.rows === before.rows || state.inside !== before.inside || cursor === null) return;
    const row = insideRow(before);
    const last = row && lastLoaded(row.overview);
    const has = (apps: AppsState) => visibleNodes(apps).some(({ id }) => id === cursor);
    if (last && has(before) && !has(state)) {
      slice.setState({ lost: { id: cursor, overview: last.value, at: last.at } });
    }
  });

  const isIdle = () => slice.getState().rows.every(isDeleted);
  const every = () => store.getState().interval * (onScreen ? 1 : IN_BACKGROUND);
  const fresh = (): Freshness | null => {
    const apps = slice.getState();
    const row = insideRow(apps);
    const shown = row ? [row] : apps.rows.filter((each) => !isDeleted(each));
    const loadable = oldest(shown.map(({ overview }) => overview));
    return loadable && { loadable, every: periodOf(every(), round) };
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
            // All are known, and in order: from here on what is read stays under the cursor, whatever goes bad meanwhile.
            const { now, interval } = store.getState();
            slice.setState((apps) => {
              if (apps.list.cursor !== null) return {};
              const ids = visibleApps(apps, now, interval).map(({ id }) => id);
              return { list: pinned(apps.list, ids) };
            });
          },
          held: () => store.getState().pausedAt !== null || isIdle(),
        },
        signal,
      ),
    );

  return {
    ...PANE_TABS.apps,
    commands: appsCommands(context, slice),
    heading(state) {
      const apps = slice.getState();
      const row = insideRow(apps);
      const left: Printable = row ? words`${printable(row.name)}` : summary(apps.rows);
      return { left: [span(left)], right: freshnessIn(state, fresh()) };
    },
    fresh,
    worst: (state) => worstLines(slice.getState(), state.now),
    inShort: (state) => worstInShort(slice.getState(), state.now),
    badges(state) {
      const apps = slice.getState();
      if (apps.inside !== null || (apps.list.filter === '' && !apps.onlyProblems)) return [];
      const hidden = apps.rows.length - visibleApps(apps, state.now, state.interval).length;
      const what = apps.onlyProblems ? words`ONLY PROBLEMS` : words`FILTER`;
      return [words`${what} (hid ${count(hidden)})`];
    },
    view: (room) => appsView({ store, slice, ...room }),
    firstPaint(state, room) {
      const apps = slice.getState();
      if (apps.inside !== null) return undefined;
      const visible = visibleApps(apps, state.now, state.interval);
      const { list, details } = appListLines({ ...state, apps, visible }, room);
      if (details?.where === 'beside') return beside(list, details, room.rows);
      const lines = Array.from({ length: list.rows }, (_, at) => list.lines[at] ?? compose([], 0));
      return [...lines, ...(details?.lines ?? [])].filter(isStyled);
    },
    subject(state) {
      const apps = slice.getState();
      const visible = visibleApps(apps, state.now, state.interval);
      const id =
        apps.inside ??
        selectedId(
          apps.list,
          visible.map((row) => row.id),
        );
      const row = apps.rows.find((each) => each.id === id);
      if (!row) return null;
      const loadedAt = lastLoaded(row.overview)?.at.elapsed ?? null;
      return { kind: 'apps', id: row.id, name: row.name, loadedAt };
    },
    shown(subject) {
      onScreen = true;
      if (subject) slice.setState({ inside: subject.id, tree: EMPTY_LIST, branches: new Map() });
      if (start() === 'running') wake.now();
    },
    hidden() {
      onScreen = false;
    },
    copies() {
      const state = slice.getState();
      const { now, interval } = store.getState();
      const id =
        state.inside ??
        selectedId(
          state.list,
          visibleApps(state, now, interval).map((row) => row.id),
        );
      const row = state.rows.find((each) => each.id === id);
      if (!row) return [];
      const last = lastLoaded(row.overview);
      const nodes = state.inside === null ? [] : visibleNodes(state);
      const node = selectedId(
        state.tree,
        nodes.map((each) => each.id),
      );
      const under = nodes.find((each) => each.id === node);
      // What was there is gone: nothing else is to be taken for it.
      if (state.inside !== null && nodes.length > 0 && !under) return [];
      return [
        ...(under ? nodeCopies(under) : []),
        { what: words`application id`, text: row.id },
        { what: words`name`, text: row.name },
        ...(row.issues.length > 0
          ? [{ what: words`issues`, text: row.issues.map(issueText).join('; ') }]
          : []),
        ...(last ? [{ what: words`overview as JSON`, text: jsonText(last.value) }] : []),
      ];
    },
    refresh() {
      refreshedAt = context.clock.elapsed();
      wake.now();
    },
    wayBack() {
      const { detail, inside, tree, list, onlyProblems } = slice.getState();
      const show = (change: Partial<AppsState>) => () => slice.setState(change);
      if (detail !== null) return show({ detail: null });
      if (inside !== null)
        return show(tree.filter === '' ? { inside: null } : { tree: EMPTY_LIST });
      if (list.filter !== '') return show({ list: { ...list, filter: '' } });
      return onlyProblems ? show({ onlyProblems: false }) : undefined;
    },
  };
}
