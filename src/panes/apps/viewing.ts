import type { Command } from '../../commands/command.ts';
import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { issuesOf } from '../../state/app-issues.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { type AppRow, type AppsState, appRow } from './state.ts';

/** Shows the applications as they were answered at the minute that is viewed, while one is. */
export function followViewing(
  slice: Slice<AppsState>,
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
): void {
  store.subscribe(({ viewing }, before) => {
    if (viewing === before.viewing) return;
    const { rows, live } = slice.getState();
    const current = live ?? rows;
    if (viewing === null) return slice.setState({ rows: current, live: null });
    slice.setState({ rows: current.map(blankOf), live: current });
    void Promise.all(current.map((row) => rowAt(row, history, viewing))).then((seen) => {
      const isShown = store.getState().viewing === viewing && slice.getState().live === current;
      if (isShown) slice.setState({ rows: seen });
    });
  });
}

/** What is of the past does not grow old. */
const NEVER_STALE = Number.MAX_SAFE_INTEGER;

const blankOf = ({ id, name }: AppRow): AppRow => ({ ...appRow(id, name), isPast: true });

/** A row as it was answered at or before a time, wall clock; waiting where nothing was kept by then. */
async function rowAt(row: AppRow, history: PaneContext['history'], time: number): Promise<AppRow> {
  const blank = blankOf(row);
  // The second that is shown to be viewed, whole: a round of polls takes some of it.
  const seen = await history.at({ kind: 'apps', id: row.id }, Math.floor(time / 1000) * 1000 + 999);
  if (!seen) return blank;
  // `history.at` has decoded it as what it was kept as.
  const value = seen.answer as AppOverview;
  const at = { wall: seen.at, elapsed: NEVER_STALE };
  return {
    ...blank,
    overview: { kind: 'loaded', value, at, took: 0 },
    issues: issuesOf(value, seen.at),
  };
}

/** Goes to the time that the row under the cursor tells of: since when it is as it is, or its last heartbeat. */
export function viewingCommands(
  { store }: Pick<PaneContext, 'store'>,
  time: () => number | undefined,
): readonly Command[] {
  return [
    {
      id: 'apps.view-since',
      keys: ['x'],
      label: words`View the minute in which this began`,
      unavailable: () =>
        time() === undefined ? words`Since when it is as it is was not seen.` : undefined,
      run: () => store.setState({ viewing: time() ?? null }),
    },
  ];
}
