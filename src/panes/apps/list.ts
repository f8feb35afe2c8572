import { rowFilter } from '../../commands/list-filter.ts';
import { ADVICE } from '../../state/connection.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type ListState, selectedRow } from '../../state/list.ts';
import { lastLoaded, type Moment } from '../../state/loadable.ts';
import { keyFor } from '../../text/key-names.ts';
import { keepList, memoizeFacts, memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { duration, type TimeZone, timeOfDay } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { placeColumns, wantedWidth } from '../../ui/columns.ts';
import {
  type DetailsLayout,
  detailsLayout,
  MIN_SPARE_ROWS,
  withSpare,
} from '../../ui/details-layout.ts';
import { type Line, nameLine, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import { emptyLines, listTable, sortedRows, withSorted } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { noMatch } from '../prompts.ts';
import { errorItems } from '../record-items.ts';
import {
  changedLately,
  failureOf,
  issuesSince,
  SIGNS,
  sinceInCell,
  staleAge,
  whyOf,
} from './cells.ts';
import { appColumns, orderingColumns } from './columns.ts';
import { appDetails, issueItems, nodeDetails, problemItems, whyItems } from './detail.ts';
import { appGrammar } from './filters.ts';
import {
  type AppRow,
  type AppsState,
  insideRow,
  isDeleted,
  isRefused,
  lastingIssues,
  SEVERITIES,
  type Severity,
  severityOf,
} from './state.ts';
import { hiddenNode, lostNode, type TreeNode } from './tree.ts';

/** Rows that pass the filter and "problems only", in the selected order, else the worst first. */
export const visibleApps = (
  { rows, list: { filter, sort }, onlyProblems }: Pick<AppsState, 'rows' | 'list' | 'onlyProblems'>,
  now: Moment,
): readonly AppRow[] => visibleRows({ rows, filter, sort, onlyProblems, now });

interface VisibleFacts
  extends Pick<AppsState, 'rows' | 'onlyProblems'>,
    Pick<ListState, 'filter' | 'sort'> {
  readonly now: Moment;
}

/** A frame asks for them a dozen times: its lines, title, badges and the state of each key. */
const visibleRows = memoizeFacts(({ rows, filter, sort, onlyProblems, now }: VisibleFacts) => {
  const isKept = rowFilter(appGrammar, filter);
  const kept = sameKept(
    rows.filter((row) => !(onlyProblems && rankOf(row, now) === 'fine') && isKept(row)),
  );
  return sort === null ? sameRows(worstFirst(kept, now)) : inOrder(kept, sort);
});

/** Keeps the array if its rows are the same: sorting and measuring thousands of rows is slow. */
const sameKept = keepList<AppRow>();
const sameRows = keepList<AppRow>();
const inOrder = memoizeLast((rows: readonly AppRow[], sort: ListState['sort']) =>
  sortedRows(rows, orderingColumns(), sort),
);

function worstFirst(rows: readonly AppRow[], now: Moment): readonly AppRow[] {
  const byRank = Map.groupBy(rows, (row) => rankOf(row, now));
  return SEVERITIES.flatMap((rank) => byRank.get(rank) ?? []);
}

export const withoutProblems = ({ rows }: Pick<AppsState, 'rows'>, now: Moment): number =>
  rows.filter((row) => rankOf(row, now) === 'fine').length;

/** The worst issue across all applications, for the smallest screens: a count, and one of them. */
export function worstLines({ rows }: Pick<AppsState, 'rows'>, now: Moment): readonly Line[] {
  const there = rows.filter((row) => !isDeleted(row));
  const wrong = worstFirst(withIssues(there), now);
  const [worst] = wrong;
  const why = worst && whyOf(worst);
  if (!why) {
    const known = there.filter((row) => lastLoaded(row.overview)).length;
    return known > 0
      ? [[span(words`no issues in ${count(known)} of ${count(there.length)}`, theme.good)]]
      : [];
  }
  const counts = there.some(({ overview }) => !lastLoaded(overview) && !isRefused(overview))
    ? words`${count(wrong.length)} with issues so far`
    : words`${count(wrong.length)} of ${count(there.length)} with issues`;
  return [
    [span(counts, theme.bad)],
    [...nameLine(worst.name || worst.id, theme.strong), span(words` `), why],
  ];
}

/** Rows with a current issue, as in the heading; recovered rows only keep their rank for a while. */
const withIssues = (rows: readonly AppRow[]) => rows.filter((row) => whyOf(row) !== null);

/** The worst state in two words; undefined until all applications are loaded. */
export function worstInShort({ rows }: Pick<AppsState, 'rows'>): Printable | undefined {
  const there = rows.filter((row) => !isDeleted(row));
  const failing = there.filter(
    ({ overview }) => lastLoaded(overview)?.value.status === 'failing',
  ).length;
  if (failing > 0) return words`✖ ${failing} failing`;
  if (there.length === 0 || there.some((row) => !lastLoaded(row.overview))) return undefined;
  const wrong = withIssues(there).length;
  return wrong > 0 ? words`! ${wrong} with issues` : words`● ok`;
}

/** The severity by which a row is ordered: bad also without any answer, warn also for a while after an issue. */
function rankOf(row: AppRow, now: Moment): Severity {
  if (isDeleted(row)) return 'fine';
  const severity = severityOf(row);
  const isLost = row.overview.kind === 'failed' && !row.overview.last;
  if (severity === 'bad' || isLost || isRefused(row.overview)) return 'bad';
  return severity === 'warn' || changedLately(row, now) ? 'warn' : 'fine';
}

/** Whether rows are drawn the same at both times: ages, stale marks and ranks. */
export const lookSame = (
  rows: readonly AppRow[],
  interval: number,
  [at, other]: readonly [Moment, Moment],
): boolean =>
  rows.every((row) => {
    const [age, otherAge] = [staleAge(row, at, interval), staleAge(row, other, interval)];
    const isSameAge =
      age === null || otherAge === null ? age === otherAge : duration(age) === duration(otherAge);
    return isSameAge && rankOf(row, at) === rankOf(row, other);
  });

export interface AppListFacts extends ListLayoutFacts {
  readonly visible: readonly AppRow[];
  /** Said where no application is watched. */
  readonly none: Printable;
}

export function appListLines(facts: AppListFacts, room: Room) {
  const { apps, visible, now, interval, timeZone } = facts;
  const layout = listLayout(facts, visible, room);
  const own = { ...room, ...layout.list };
  if (visible.length === 0) {
    return { layout, lines: emptyLines(whyEmpty(facts), own.columns) };
  }
  const columns = withSorted(
    appColumns({
      rows: visible,
      now,
      interval,
      zone: timeZone,
      hasDetails: layout.details?.where === 'beside',
    }),
    apps.list.sort,
  );
  const lines = listTable(columns, visible, apps.list, own, awayFrom(apps));
  if (own.rows - lines.length < MIN_SPARE_ROWS) return { layout, lines };
  const here = selectedRow(apps.list, visible);
  // Applications whose details are on screen are not repeated.
  const listed = [
    ...(here && !layout.details ? [here] : []),
    ...visible.filter((row) => row !== here),
  ];
  const placed = placeColumns(columns, own.columns, visible);
  const widthOf = (id: string) => placed.find(({ column }) => column.id === id)?.width ?? 0;
  const below = [
    ...failureItems(visible),
    ...withHere(
      layout.details ? undefined : here,
      issuesOf(listed, here?.id ?? null, widthOf('why'), timeZone),
    ),
    ...cutNames(listed, widthOf('name')),
  ];
  return { layout, lines: withSpare(lines, below, own) };
}

/** Issues of other applications come after a word about the one under the cursor, which may have none. */
function withHere(here: AppRow | undefined, issues: readonly RecordItem[]): readonly RecordItem[] {
  if (!here || issues.length === 0 || here.issues.length > 0 || !isLoaded(here)) return issues;
  const name = textItem(printable(here.name || here.id), theme.strong);
  return [name, signItem(words`✓`, words`no issues`, theme.good), ...issues];
}

const isLoaded = ({ overview }: AppRow): boolean => overview.kind === 'loaded';

/**
 * Why a row has no data. Rows with older data say enough in their cell: in an outage the reason is the same for all.
 */
const unknownOf = (row: AppRow) => (lastLoaded(row.overview) ? null : failureOf(row));

/** Whole names of applications that the list cuts and that are not named elsewhere below it. */
const cutNames = (rows: readonly AppRow[], columns: number): readonly RecordItem[] =>
  rows.flatMap((row) => {
    const name = printable(row.name || row.id);
    const isSaid = lastingIssues(row).length > 0 || unknownOf(row);
    return isSaid || width(name) <= columns ? [] : [textItem(name, theme.strong)];
  });

/**
 * The issues of each application; for `id` including intermittent ones. A failure is repeated only if the list cuts it.
 * `columns`: width of the WHY column.
 */
const issuesOf = (
  rows: readonly AppRow[],
  id: string | null,
  columns: number,
  zone: TimeZone,
): readonly RecordItem[] =>
  rows.flatMap((row) => {
    const issues = row.id === id ? row.issues : lastingIssues(row);
    const failure = unknownOf(row);
    if (issues.length === 0 && (!failure || width(failure.text) <= columns)) return [];
    const called = printable(row.name || row.id);
    const heading = [called, ...issuesSince(row, zone)].join(' · ') as Printable;
    const name = textItem(heading, theme.strong);
    if (issues.length === 0 && failure) {
      return [name, textItem(failure.text, failure.style)];
    }
    return [name, ...issueItems(issues)];
  });

/** Which requests failed and why, unless all did, and what to do about it. */
function failureItems(rows: readonly AppRow[]): readonly RecordItem[] {
  const failing = rows.flatMap((row) =>
    row.overview.kind === 'failed' && !isRefused(row.overview)
      ? [{ row, error: row.overview.error }]
      : [],
  );
  const kept = failing.filter(({ row }) => lastLoaded(row.overview));
  const alike =
    kept.length === rows.length ? [] : [...Map.groupBy(kept, ({ error }) => error.message)];
  const advice = new Set(
    rows.flatMap(({ overview }) =>
      overview.kind === 'failed' ? [ADVICE[overview.error.kind]] : [],
    ),
  );
  return [
    ...alike.map(([message, of]) =>
      signItem(
        SIGNS.warn,
        words`${printable(message)} (${of.map(({ row }) => printable(row.name || row.id)).join(', ') as Printable})`,
        theme.warn,
      ),
    ),
    ...[...advice].flatMap((text) => (text === '' ? [] : [signItem(words`→`, text)])),
  ];
}

function whyEmpty({ apps, none, keyNames }: AppListFacts): Printable {
  if (apps.rows.length === 0) return none;
  const all = keyFor(keyNames, 'apps.only-problems', words`!`);
  if (apps.list.filter !== '' && apps.onlyProblems) {
    return words`No application with issues matches “${printable(apps.list.filter)}”. ${all} looks through all applications.`;
  }
  if (apps.list.filter !== '') {
    return noMatch(words`No application`, apps.list.filter, keyNames);
  }
  return words`No watched application has an issue (${count(apps.rows.length)}). ${all} shows all.`;
}

export const TREE_HEAD = 2;

/** With this many spare lines below a list, all issues are listed there. */
const ENOUGH_SPARE = 10;

interface LayoutFacts extends Pick<ConsoleState, 'timeZone' | 'keyNames' | 'preview'> {
  readonly apps: AppsState;
}

interface ListLayoutFacts extends LayoutFacts {
  readonly now: Moment;
  /** Poll interval in milliseconds. */
  readonly interval: number;
}

const parts = ({ apps, preview, keyNames }: LayoutFacts) => ({
  page: apps.detail,
  preview,
  key: keyFor(keyNames, 'apps.detail', words`d`),
});

/** Why the cursor's application is not in the list; undefined if it is not watched or deleted. */
function awayFrom({ rows, list, onlyProblems }: AppsState): Printable | undefined {
  const row = rows.find(({ id }) => id === list.cursor);
  if (!row || isDeleted(row)) return undefined;
  return onlyProblems && severityOf(row) === 'fine'
    ? words`Row without issues now`
    : words`Row hidden by the filter`;
}

export function listLayout(
  facts: ListLayoutFacts,
  visible: readonly AppRow[],
  room: Room,
): DetailsLayout {
  const { apps, timeZone, now, interval } = facts;
  const about = { rows: visible, now, interval, zone: timeZone };
  const { sort } = apps.list;
  const columns = withSorted(appColumns({ ...about, hasDetails: true }), sort);
  const row = selectedRow(apps.list, visible);
  const since = placeColumns(withSorted(appColumns(about), sort), room.columns, visible).find(
    ({ column }) => column.id === 'since',
  );
  const isExact = (each: AppRow) =>
    since && width(sinceInCell(each, timeZone, 'second')) <= since.width;
  return detailsLayout(
    {
      ...parts(facts),
      wants: wantedWidth(columns),
      details: row ? ({ columns }) => appDetails(row, timeZone, columns) : null,
      why: row ? whyItems(row, issuesSince(row, timeZone).slice(isExact(row) ? 1 : 0)) : [],
      // A short list has room for all issues below it.
      hasWhy:
        visible.length + 1 + ENOUGH_SPARE > room.rows &&
        visible.some((each) => whyOf(each) !== null || each.overview.kind === 'failed'),
    },
    room,
  );
}

export function treeLayout(
  facts: LayoutFacts,
  nodes: readonly TreeNode[],
  room: Room,
): DetailsLayout {
  const { apps, timeZone } = facts;
  const found = selectedRow(apps.tree, nodes);
  const hidden = found ? undefined : hiddenNode(apps);
  const node = found ?? hidden ?? lostNode(apps);
  const head = found || !node ? [] : [hidden ? hiddenItem(node) : lostItem(apps, node, timeZone)];
  const row = insideRow(apps);
  const overview = row?.overview;
  const issues: readonly RecordItem[] =
    row && row.issues.length > 0 ? [headingItem(words`All issues`), ...issueItems(row.issues)] : [];
  const failure = overview?.kind === 'failed' ? errorItems(overview.error) : [];
  return detailsLayout(
    {
      ...parts(facts),
      details:
        node || failure.length > 0
          ? () => [...head, ...(node ? nodeDetails(node, timeZone) : []), ...issues, ...failure]
          : null,
      why: node ? [...head, ...problemItems(node.problems)] : [],
      hasWhy: nodes.some(({ problems }) => problems.length > 0) || head.length > 0,
    },
    { ...room, rows: room.rows - TREE_HEAD },
  );
}

const hiddenItem = ({ kind, name }: TreeNode): RecordItem =>
  textItem(
    words`${printable(kind)} ${printable(name ?? '?')} no longer matches the filter`,
    theme.warn,
  );

const lostItem = ({ lost }: AppsState, { kind, name }: TreeNode, zone: TimeZone): RecordItem =>
  textItem(
    words`${printable(kind)} ${printable(name ?? '?')} no longer exists; last seen ${lost ? timeOfDay(lost.at.wall, zone) : words`?`}`,
    theme.warn,
  );
