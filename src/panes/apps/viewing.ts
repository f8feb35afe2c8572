import type { Command } from '../../commands/command.ts';
import type { AppOverview } from '../../contract/operations/app-overview.ts';
import { issuesOf } from '../../state/app-issues.ts';
import type { Slice } from '../../state/slice.ts';
import { words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';
import { type AppRow, type AppsState, appRow, sinceOfRow } from './state.ts';

/** Shows the applications as they were answered at the minute that is viewed, while one is. */
export function followViewing(
  slice: Slice<AppsState>,
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
): void {
  store.subscribe(({ viewing }, before) => {
    if (viewing === before.viewing) return;
    slice.setState(({ rows, live }) => {
      const current = live ?? rows;
      if (viewing === null) return { rows: current, live: null };
      return { rows: current.map((row) => rowAt(row, history, viewing)), live: current };
    });
  });
}

/** What is of the past does not grow old. */
const NEVER_STALE = Number.MAX_SAFE_INTEGER;

/** A row as it was answered at or before a time, wall clock; waiting where nothing was kept by then. */
function rowAt({ id, name }: AppRow, history: PaneContext['history'], time: number): AppRow {
  const blank: AppRow = { ...appRow(id, name), isPast: true };
  const seen = history.at({ kind: 'apps', id }, time);
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

/** Goes from change to change of applications in time, and to the minute in which a row became as it is. */
export function viewingCommands(
  { store, history }: Pick<PaneContext, 'store' | 'history'>,
  selected: () => AppRow | undefined,
): readonly Command[] {
  const times = () => [
    ...new Set(
      history.slice
        .getState()
        .facts.filter(({ subject }) => subject.kind === 'apps')
        .map(({ by }) => by),
    ),
  ];
  const earlier = () => {
    const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
    return times().findLast((time) => time < from);
  };
  const since = () => {
    const row = selected();
    return row && sinceOfRow(row)?.at;
  };
  return [
    {
      id: 'apps.view-earlier',
      keys: ['('],
      label: words`View the applications as they were at the change before`,
      unavailable: () =>
        earlier() === undefined ? words`No earlier change of an application is known.` : undefined,
      run: () => store.setState({ viewing: earlier() ?? null }),
    },
    {
      id: 'apps.view-later',
      keys: [')'],
      label: words`View them at the change after it, then as they are now`,
      unavailable: () =>
        store.getState().viewing === null
          ? words`This is now. ( views the change before.`
          : undefined,
      run() {
        const from = store.getState().viewing ?? Number.POSITIVE_INFINITY;
        store.setState({ viewing: times().find((time) => time > from) ?? null });
      },
    },
    {
      id: 'apps.view-since',
      keys: ['x'],
      label: words`View the minute in which it became as it is`,
      unavailable: () =>
        since() === undefined ? words`Since when it is as it is was not seen.` : undefined,
      run: () => store.setState({ viewing: since() ?? null }),
    },
  ];
}
