import type { ConsoleState } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { memoizeFacts } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { type DetailsLayout, detailsLayout } from '../../ui/details-layout.ts';
import { bodyRoom, sideBySide } from '../../ui/layout.ts';
import { type RowContent, type Span, type Styled, span } from '../../ui/line.ts';
import { lineItem, pageCount, pageOf, recordLines } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { nothingWatched } from '../nothing-watched.ts';
import { changesPage, comparedPage } from './changes-page.ts';
import { checkPage, exceeded } from './check-page.ts';
import { endpointsPage } from './endpoints-page.ts';
import {
  indentedLines,
  type Page,
  type PageFacts,
  type PageTable,
  type SectionMarks,
  sentences,
} from './page.ts';
import { problemMark } from './problems.ts';
import { sendPage } from './send-page.ts';
import {
  type Comparison,
  fileOf,
  type GuardianState,
  isComparing,
  type Returned,
  type SectionId,
  type SpecificationFile,
  workOf,
  type ZoneWork,
} from './state.ts';

/** Lines above a section: zone tabs, file, section tabs. */
export const HEAD = 3;
/** Minimum lines of a list; the lines above it are cut. */
const MIN_LIST = 5;
/** Maximum width of a text, for readability. */
const MAX_TEXT = 100;

interface SectionLayout {
  readonly page: Page;
  /** The room of all `lines`, and of the details. */
  readonly layout: DetailsLayout;
  readonly lines: readonly RowContent[];
  /** Lines of the list alone. */
  readonly listRows: number;
}

interface DetailFacts {
  readonly preview: boolean;
  /** The requested page of the details. */
  readonly detail: number | null;
  /** The key that turns it. */
  readonly key: Printable;
}

/** Lays `page` out in the room below the pane's head. */
export function layOutPage(page: Page, room: Room, facts: DetailFacts): SectionLayout {
  return page.table
    ? listLayout({ ...page, table: page.table }, room, facts)
    : textLayout(page, room, facts);
}

/**
 * The head above the list. Details opened below the list take the head's room. On short screens the details have the
 * whole head at their end.
 */
function listLayout(
  page: Page & { readonly table: PageTable },
  room: Room,
  { preview, detail, key }: DetailFacts,
): SectionLayout {
  const { table, detail: rowDetails } = page;
  const isPreviewed = preview && rowDetails !== null;
  const wide = sideBySide(room, isPreviewed, detail !== null);
  const isOpenBelow = detail !== null && rowDetails !== null && !wide;
  const own = wide ? { ...room, columns: wide.list } : room;
  const whole = indentedLines(page.head, own);
  const headRows = Math.max(0, room.rows - MIN_LIST);
  const isCut = whole.length > headRows && rowDetails !== null;
  const details = isCut
    ? (at: Room) => [...rowDetails(at), lineItem([]), ...page.head(at)]
    : rowDetails;
  // One line has no room to count the others.
  const shown = isCut && headRows > 1 ? pageOf(whole, { ...own, rows: headRows }, 0, key) : whole;
  const head = isOpenBelow ? [] : shown.slice(0, headRows);
  const hasWhy = details !== null && !wide && !isOpenBelow;
  const { list, ...below } = detailsLayout(
    {
      page: detail,
      preview: isPreviewed,
      details,
      why: hasWhy && rowDetails ? rowDetails(room) : [],
      hasWhy,
      listLines: table.height,
      key,
    },
    wide ? room : { ...room, rows: room.rows - head.length },
  );
  const listRows = wide ? list.rows - head.length : list.rows;
  return {
    page,
    layout: { ...below, list: { ...list, rows: head.length + listRows } },
    lines: [...head, ...table.lines({ ...room, ...list, rows: listRows })],
    listRows,
  };
}

/** Text with pages; beside it, or before it on narrow screens, what the page has of details. */
function textLayout(page: Page, room: Room, { preview, detail, key }: DetailFacts): SectionLayout {
  const wide = page.detail ? sideBySide(room, preview) : null;
  const columns = wide?.list ?? room.columns;
  const own = { ...room, columns: room.kind === 'spoken' ? columns : Math.min(MAX_TEXT, columns) };
  const before = wide ? null : page.detail;
  const text = indentedLines(
    (at) => [...(before ? [...before(at), lineItem([])] : []), ...page.head(at)],
    own,
  );
  const shownOf = (lines: readonly Styled[], width: number) =>
    pageOf(lines, { columns: width, rows: room.rows }, detail ?? 0, key);
  const beside = { ...room, columns: wide?.detail ?? 0 };
  const besides = wide && page.detail ? recordLines(page.detail(beside), beside) : [];
  const of = Math.max(pageCount(text.length, room.rows), pageCount(besides.length, room.rows));
  return {
    page,
    layout: {
      list: { columns, rows: room.rows },
      details: wide && {
        where: 'beside',
        lines: shownOf(besides, wide.detail),
        columns: wide.detail,
        rows: room.rows,
      },
      shown: { page: detail ?? 0, of },
    },
    lines: shownOf(text, columns),
    listRows: room.rows,
  };
}

interface LayoutFacts extends PageSource, Pick<ConsoleState, 'preview' | 'size' | 'fullPane'> {
  readonly state: GuardianState;
}

/** Caches the layout per state: a key needs it several times, and details may have thousands of lines. */
export function cachedLayout(slice: Slice<GuardianState>) {
  const laidOut = memoizeFacts(({ state, preview, size, fullPane, ...console }: LayoutFacts) => {
    const room = bodyRoom({ size, fullPane }) ?? { ...size, rows: HEAD + 1 };
    const key = keyFor(console.keyNames, 'list.details', words`d`);
    const page = sectionPage(state, console);
    const { detail } = state;
    return layOutPage(page, { ...room, rows: room.rows - HEAD }, { preview, detail, key });
  });
  return (console: ConsoleState) => {
    const { workspace, profile, changes, timeZone, keyNames, preview, size, fullPane } = console;
    const none = nothingWatched(console, 'shieldZones');
    const source = { workspace, profile, changes, timeZone, keyNames, none };
    return laidOut({ state: slice.getState(), preview, size, fullPane, ...source });
  };
}

export type SectionLayoutOf = ReturnType<typeof cachedLayout>;

const PAGES: Readonly<Record<SectionId, (work: ZoneWork, facts: PageFacts) => Page>> = {
  check: checkPage,
  changes: changesPage,
  send: sendPage,
  endpoints: endpointsPage,
  compared: comparedPage,
};

export interface PageSource
  extends Pick<ConsoleState, 'workspace' | 'profile' | 'changes' | 'timeZone' | 'keyNames'> {
  /** Said where no zone is watched. */
  readonly none: Printable;
}

export function sectionPage(state: GuardianState, console: PageSource): Page {
  const zone = console.workspace.shieldZones.find(({ id }) => id === state.zone);
  if (!zone) return sentences(console.none);
  return PAGES[state.section](workOf(state), {
    zone,
    host: console.profile.host,
    readOnly: console.profile.readOnly,
    list: state.list,
    changes: console.changes,
    uploads: state.uploads,
    stamps: console.timeZone,
    keyNames: console.keyNames,
  });
}

export function sectionMarks(work: ZoneWork, changes: ConsoleState['changes']): SectionMarks {
  const file = fileOf(work);
  const { returned, comparison } = work;
  return {
    check: file ? checkMark(file, returned) : undefined,
    changes: changesMark(work),
    send: sendMark(work, changes),
    endpoints: returned ? span(count(returned.data.endpoints.length), theme.faint) : undefined,
    compared: comparison ? comparedMark(comparison) : undefined,
  };
}

function checkMark({ preflight }: SpecificationFile, returned: Returned | null): Span {
  const limits = returned?.data.configuration ?? null;
  return problemMark(preflight, exceeded(preflight, limits).length);
}

const comparedMark = ({ deviations }: Comparison): Span =>
  deviations.length === 0
    ? span(words`✓`, theme.good)
    : span(words`! ${count(deviations.length)}`, theme.warn);

function changesMark(work: ZoneWork): Span | undefined {
  const diff = work.assessment?.against?.diff;
  if (diff) {
    const changes = diff.removed.length + diff.changed.length + diff.added.length;
    return span(count(changes), diff.removed.length > 0 ? theme.bad : theme.plain);
  }
  if (fileOf(work)?.preflight.kind !== 'read') return undefined;
  return span(isComparing(work.assessment) ? words`…` : words`?`, theme.warn);
}

function sendMark({ sending }: ZoneWork, changes: ConsoleState['changes']): Span | undefined {
  switch (sending.kind) {
    case 'nothing':
      return undefined;
    case 'looking':
      return span(words`…`, theme.warn);
    case 'stopped':
      return span(words`✖`, theme.bad);
    case 'sent': {
      const change = changes.find(({ attempt }) => attempt === sending.attempt);
      if (!change || change.state.kind === 'pending') return span(words`…`, theme.warn);
      if (change.state.kind === 'accepted') return span(words`✓`, theme.good);
      return change.state.kind === 'unknown'
        ? span(words`?`, theme.bad)
        : span(words`✖`, theme.bad);
    }
  }
}
