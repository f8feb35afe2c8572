import type { ConsoleState } from '../../state/console-state.ts';
import type { Slice } from '../../state/slice.ts';
import { keyFor } from '../../text/key-names.ts';
import { memoizeFacts } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { whyLines, whyRows } from '../../ui/details-layout.ts';
import { layoutOf, sideBySide } from '../../ui/layout.ts';
import { compose, type Line, type Styled, span } from '../../ui/line.ts';
import { recordLines } from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { changesPage, comparedPage } from './changes-page.ts';
import { checkPage } from './check-page.ts';
import { endpointsPage } from './endpoints-page.ts';
import {
  type Mark,
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
  type SectionId,
  workOf,
  type ZoneWork,
} from './state.ts';

/** Lines above a section: zone tabs, file, section tabs. */
export const HEAD = 3;
const MIN_BELOW = 2;
/** Minimum lines of a table with its head; the lines above it are cut. */
const MIN_TABLE = 5;

interface TextBlock {
  readonly columns: number;
  readonly lines: readonly Styled[];
}

/** Layout of a page: a table with optional details, or one or two texts. */
export type PageLayout =
  | {
      readonly kind: 'table';
      readonly head: readonly Line[];
      readonly table: PageTable;
      readonly room: Room;
      /** For lines that the table leaves blank. */
      readonly spare: readonly Line[];
      readonly below: readonly Styled[];
      readonly beside: TextBlock | null;
    }
  | { readonly kind: 'text'; readonly text: TextBlock; readonly beside: TextBlock | null };

/** Lays `page` out in the room below the pane's head. */
export function layOutPage(
  page: Page,
  room: Room,
  {
    preview,
    detail,
    key = words`d`,
  }: {
    readonly preview: boolean;
    readonly detail: boolean;
    readonly key?: Printable;
  },
): PageLayout {
  const wide = page.detail ? sideBySide(room, preview, detail && page.table !== null) : null;
  const beside =
    wide && page.detail ? textOf(page.detail, { ...room, columns: wide.detail }) : null;
  const columns = wide ? wide.list : room.columns;
  const own: Room = { ...room, columns };
  if (page.table) {
    if (detail && !wide && page.detail) {
      return { kind: 'text', text: indented(page.detail, own), beside: null };
    }
    const head = page.head(own).slice(0, Math.max(0, room.rows - MIN_TABLE));
    const rows = room.rows - head.length;
    // Blank lines of a short table, without head and rule. Independent of the cursor, so that the table stands still.
    const least = whyRows(rows);
    const left = page.spare ? 0 : rows - page.table.ids.length - 2;
    const blank = left < MIN_BELOW ? 0 : left;
    const below =
      wide || !page.detail || room.kind === 'spoken'
        ? []
        : whyLines(page.detail(own), { columns, rows: Math.max(least, blank) }, key);
    return {
      kind: 'table',
      room: { ...own, rows: rows - below.length },
      head,
      table: page.table,
      spare: page.spare?.(own) ?? [],
      below,
      beside,
    };
  }
  const before =
    !wide && page.detail ? [...indented(page.detail, own).lines, compose([], columns)] : [];
  const lines = [...page.head(own), ...page.body(own)].map((line) => compose(line, columns));
  return { kind: 'text', text: { columns, lines: [...before, ...lines] }, beside };
}

function indented(detail: NonNullable<Page['detail']>, room: Room): TextBlock {
  const { lines } = textOf(detail, { ...room, columns: room.columns - 2 * MARGIN });
  return { columns: room.columns, lines: lines.map((line) => ` ${line}` as Styled) };
}

const MARGIN = 1;

const textOf = (detail: NonNullable<Page['detail']>, room: Room): TextBlock => ({
  columns: room.columns,
  lines: recordLines(detail(room), room),
});

export function scrolledText(layout: PageLayout, detail: boolean): TextBlock | null {
  if (layout.kind === 'table') return detail ? layout.beside : null;
  return layout.text;
}

export const lastTop = (lines: number, rows: number): number => Math.max(0, lines - rows);

/** The visible part of a text; the last line tells how many lines follow. */
export function textWindow(
  { lines, columns }: TextBlock,
  top: number,
  rows: number,
): readonly Styled[] {
  const first = Math.min(top, lastTop(lines.length, rows));
  const shown = lines.slice(first, first + rows);
  const below = lines.length - first - rows;
  if (below <= 0 || rows < 2) return shown;
  return [
    ...shown.slice(0, rows - 1),
    compose([span(words` … ${below + 1} more lines`, theme.faint)], columns),
  ];
}

interface LayoutFacts extends PageSource, Pick<ConsoleState, 'preview' | 'size' | 'fullPane'> {
  readonly state: GuardianState;
}

/** Caches the layout per state: a key needs it several times, and details may have thousands of lines. */
export function cachedLayout(slice: Slice<GuardianState>) {
  const laidOut = memoizeFacts(({ state, ...console }: LayoutFacts) => {
    const { size, preview } = console;
    const frame = layoutOf(size, console.fullPane);
    const rows = frame.kind === 'emergency' ? 1 : frame.body - HEAD;
    const page = pageOf(state, console);
    const key = keyFor(console.keyNames, 'guardian.open', words`d`);
    const layout = layOutPage(page, { ...size, rows }, { preview, detail: state.detail, key });
    return { page, layout, rows };
  });
  return (console: ConsoleState) => {
    const { workspace, profile, changes, timeZone, preview, size, fullPane, keyNames } = console;
    const state = slice.getState();
    const shown = { preview, size, fullPane, keyNames };
    return laidOut({ state, workspace, profile, changes, timeZone, ...shown });
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

export type PageSource = Pick<
  ConsoleState,
  'workspace' | 'profile' | 'changes' | 'timeZone' | 'keyNames'
>;

export function pageOf(state: GuardianState, console: PageSource): Page {
  const zone = console.workspace.shieldZones.find(({ id }) => id === state.zone);
  if (!zone) {
    return sentences(words`No shield zone is watched. Type :add zone ID, or start with --zone ID.`);
  }
  return PAGES[state.section](workOf(state), {
    zone,
    host: console.profile.host,
    readOnly: console.profile.readOnly,
    list: state.lists[state.section],
    changes: console.changes,
    stamps: console.timeZone,
    keyNames: console.keyNames,
  });
}

export function sectionMarks(work: ZoneWork, changes: ConsoleState['changes']): SectionMarks {
  const file = fileOf(work);
  const { returned, comparison } = work;
  return {
    check: file ? problemMark(file.preflight) : undefined,
    changes: changesMark(work),
    send: sendMark(work, changes),
    endpoints: returned
      ? { text: count(returned.data.endpoints.length), style: theme.faint }
      : undefined,
    compared: comparison ? comparedMark(comparison) : undefined,
  };
}

const comparedMark = ({ deviations }: Comparison): Mark =>
  deviations.length === 0
    ? { text: words`✓`, style: theme.good }
    : { text: words`! ${count(deviations.length)}`, style: theme.warn };

function changesMark(work: ZoneWork): Mark | undefined {
  const diff = work.assessment?.against?.diff;
  if (diff) {
    const changes = diff.removed.length + diff.changed.length + diff.added.length;
    return { text: count(changes), style: diff.removed.length > 0 ? theme.bad : theme.plain };
  }
  if (fileOf(work)?.preflight.kind !== 'read') return undefined;
  return { text: isComparing(work.assessment) ? words`…` : words`?`, style: theme.warn };
}

function sendMark({ sending }: ZoneWork, changes: ConsoleState['changes']): Mark | undefined {
  switch (sending.kind) {
    case 'nothing':
      return undefined;
    case 'looking':
      return { text: words`…`, style: theme.warn };
    case 'stopped':
      return { text: words`✖`, style: theme.bad };
    case 'sent': {
      const change = changes.find(({ attempt }) => attempt === sending.attempt);
      if (!change || change.state.kind === 'pending') return { text: words`…`, style: theme.warn };
      if (change.state.kind === 'accepted') return { text: words`✓`, style: theme.good };
      return change.state.kind === 'unknown'
        ? { text: words`?`, style: theme.bad }
        : { text: words`✖`, style: theme.bad };
    }
  }
}
