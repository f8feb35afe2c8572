import { allProblems } from '../../state/app-problems.ts';
import { type KeyNames, keyFor } from '../../state/key-names.ts';
import { selectedId } from '../../state/list.ts';
import { lastLoaded, type Moment } from '../../state/loadable.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { sideBySide } from '../../ui/layout.ts';
import { type Block, compose, type Styled, span } from '../../ui/line.ts';
import { sortedRows, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { appColumns } from './columns.ts';
import { appDetail } from './detail.ts';
import { type AppRow, type AppsState, isRefused } from './state.ts';

/** The rows on screen: those the filter and "only problems" leave, in the order asked for. */
export function visibleApps(state: AppsState, now: Moment, interval: number): readonly AppRow[] {
  const { filter, sort } = state.list;
  const kept = state.rows.filter((row) => {
    const last = lastLoaded(row.overview);
    if (state.onlyProblems) {
      const troubled =
        isRefused(row.overview) ||
        (last ? allProblems(last.value, last.at.wall).length > 0 : row.overview.kind === 'failed');
      if (!troubled) return false;
    }
    return (
      filter === '' || matchesFilter(filter, `${row.name} ${row.id} ${last?.value.status ?? ''}`)
    );
  });
  // Looked at with every answer: columns are made only for an order.
  return sort === null ? kept : sortedRows(kept, appColumns(now, interval), sort);
}

/** What the list of applications is drawn from. */
export interface AppListFacts {
  readonly apps: AppsState;
  /** Its rows that are on screen, of `visibleApps`. */
  readonly visible: readonly AppRow[];
  readonly now: Moment;
  /** Milliseconds between polls. */
  readonly interval: number;
  /** Whether the row under the cursor is shown beside the list, where there is room. */
  readonly preview: boolean;
  readonly keyNames: KeyNames;
}

/** The list, and beside it the application under the cursor. */
interface AppListLines {
  readonly list: Block;
  readonly detail: Block | undefined;
}

export function appListLines(facts: AppListFacts, room: Room): AppListLines {
  const { apps, visible, now, interval } = facts;
  const wide = sideBySide(room, facts.preview);
  const width = wide ? wide.list : room.columns;
  const ids = visible.map(({ id }) => id);
  const lines =
    visible.length === 0
      ? emptyLines(apps, facts.keyNames, width)
      : tableLines({
          columns: appColumns(now, interval),
          rows: visible,
          ids,
          list: apps.list,
          room: { ...room, columns: width },
          focused: true,
        });
  const list = { lines, columns: width };
  if (!wide) return { list, detail: undefined };
  const id = selectedId(apps.list, ids);
  const row = visible.find((each) => each.id === id);
  return {
    list,
    detail: { lines: row ? appDetail(row, wide.detail, room.rows) : [], columns: wide.detail },
  };
}

function emptyLines(apps: AppsState, keyNames: KeyNames, columns: number): readonly Styled[] {
  const say = (text: Printable) => [
    compose([], columns),
    compose([span(words`  ${text}`, theme.faint)], columns),
  ];
  if (apps.rows.length === 0) {
    return say(words`No application is watched. Type :add app ID, or start with --app ID.`);
  }
  if (apps.list.filter !== '') {
    return say(
      words`No application matches “${printable(apps.list.filter)}”. ${keyFor(keyNames, 'back', words`Esc`)} clears the filter.`,
    );
  }
  return say(
    words`No watched application has an issue (${apps.rows.length}). ${keyFor(keyNames, 'apps.only-problems', words`!`)} shows all.`,
  );
}
