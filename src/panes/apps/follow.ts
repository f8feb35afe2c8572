import { deletionOf } from '../../state/change.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { lastLoaded } from '../../state/loadable.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneContext } from '../pane.ts';
import { visibleNodes } from './filters.ts';
import {
  type AppsState,
  appRow,
  deletedRow,
  insideRow,
  isDeleted,
  liveRows,
  withKnown,
  withLive,
} from './state.ts';

/**
 * Keeps rows true to the workspace, to what was asked of them, and to what earlier runs know.
 *
 * @param wake called when other applications are watched than before
 */
export function followConsole(
  slice: Slice<AppsState>,
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
  wake: () => void,
): void {
  /** Rows follow the workspace; what is known of those that stay is kept. */
  const follow = ({ workspace }: ConsoleState) => {
    slice.setState((apps) => {
      const { inside } = apps;
      const known = new Map(liveRows(apps).map((row) => [row.id, row]));
      const watched = () => workspace.apps.map(({ id, name }) => known.get(id) ?? appRow(id, name));
      return {
        ...withLive(apps, watched),
        inside: workspace.apps.some(({ id }) => id === inside) ? inside : null,
      };
    });
  };
  follow(store.getState());
  store.subscribe((state, before) => {
    if (state.workspace.apps !== before.workspace.apps) {
      follow(state);
      wake();
    }
  });

  store.subscribe(({ changes }, before) => {
    if (changes === before.changes) return;
    slice.setState((apps) =>
      withLive(apps, (rows) =>
        rows.map((row) => {
          const deletion = deletionOf(changes, row.id);
          const asked = deletion?.begun ?? null;
          const seen = deletion?.watch?.sightings.at(-1);
          const known = asked === row.deletionAsked ? row : { ...row, deletionAsked: asked };
          return seen?.kind === 'gone' && !isDeleted(row) ? deletedRow(known, seen.at) : known;
        }),
      ),
    );
  });

  const { slice: past } = history;
  past.subscribe((state, before) => {
    if (state.health === before.health && state.watched === before.watched) return;
    slice.setState((apps) => withLive(apps, (rows) => withKnown(rows, state)));
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
}
