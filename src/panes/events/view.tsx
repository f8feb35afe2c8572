import { Box } from 'ink';
import type { EventStore } from '../../events/store.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import type { ListState } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { cursorPlace, type IdList } from '../../text/cursor.ts';
import type { Zone } from '../../text/moments.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { windowOf } from '../../text/window.ts';
import { sideBySide } from '../../ui/layout.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { tableLines } from '../../ui/table.ts';
import { tabStrip } from '../../ui/tabs.ts';
import { Rows } from '../../ui/text.tsx';
import { theme } from '../../ui/theme.ts';
import { useSelected } from '../../ui/use-selected.ts';
import { troubleLine } from '../freshness.ts';
import type { Room } from '../pane.ts';
import { eventColumns } from './columns.ts';
import { followingWords } from './following.ts';
import { inspectorLines } from './inspector.ts';
import type { EventsState } from './state.ts';

/** Zone tabs and the line about how the day is followed. */
export const HEAD = 2;

/** Lines of the inspector under the list, where it is not beside it. */
export const inspectorHeight = (rows: number): number => Math.floor(rows / 2);

/** What the pane draws from. */
export interface EventsParts {
  readonly slice: Slice<EventsState>;
  /** The store of the zone on screen. */
  store(): EventStore | null;
  /** The entries shown, in order. */
  entries(): IdList;
}

/** The visible part of the list. Only it is looked at, however long the list is. */
function listLines(
  store: EventStore,
  entries: IdList,
  list: ListState,
  zone: Zone,
  width: number,
  height: number,
): readonly Styled[] {
  const place = cursorPlace(list, entries);
  const cursor = place.kind === 'none' ? -1 : place.index;
  const { top, end } = windowOf({
    length: entries.length,
    height: height - 1,
    top: list.top,
    cursor,
  });
  const ids: string[] = [];
  for (let at = top; at < end; at += 1) ids.push(entries.at(at) ?? '');
  return tableLines({
    columns: eventColumns(store, zone),
    rows: ids.map(Number),
    ids,
    list: { ...list, at: list.at - top, top: 0 },
    width,
    height,
    focused: true,
  });
}

export function EventsView({ parts, columns, rows }: Room & { readonly parts: EventsParts }) {
  const { slice } = parts;
  const state = useSelected(slice.store, slice.of);
  const zones = useSelected(slice.store, zonesOf);
  const stamps = useSelected(slice.store, stampsOf);
  const wide = sideBySide(columns, useSelected(slice.store, previewOf));
  const store = parts.store();
  const entries = parts.entries();
  const trouble = troubleLine(state.page, stamps);
  const head = [
    tabStrip(
      zones.map(({ name }) => printable(name)),
      zones.findIndex(({ id }) => id === state.zone),
      columns,
    ),
    compose(
      trouble.length > 0
        ? [span(words` `), ...trouble]
        : [span(words` ${followingWords(state.days)}`, theme.faint)],
      columns,
    ),
  ];
  if (!store || entries.length === 0) {
    const lines = [
      ...head,
      compose([], 0),
      compose([span(words`  ${emptiness(state)}`, theme.faint)], columns),
    ];
    return <Rows lines={lines} columns={columns} rows={rows} />;
  }
  const body = rows - HEAD;
  const below = !wide && state.inspecting ? inspectorHeight(rows) : 0;
  const place = cursorPlace(state.list, entries);
  const selected = place.kind === 'on' ? entries.at(place.index) : undefined;
  const inspected = (width: number, height: number) =>
    selected === undefined
      ? [compose([span(words`No entry is under the cursor.`, theme.faint)], width)]
      : inspectorLines(store, Number(selected), stamps, width).slice(
          state.inspectorTop,
          state.inspectorTop + height,
        );
  return (
    <Box flexDirection="column">
      <Rows lines={head} columns={columns} rows={HEAD} />
      <Box gap={2} height={body - below}>
        <Rows
          lines={listLines(
            store,
            entries,
            state.list,
            stamps,
            wide ? wide.list : columns,
            body - below,
          )}
          columns={wide ? wide.list : columns}
          rows={body - below}
        />
        {wide && <Rows lines={inspected(wide.detail, body)} columns={wide.detail} rows={body} />}
      </Box>
      {below > 0 && (
        <Rows
          lines={[
            compose([span('─'.repeat(columns) as Printable, theme.rule)], columns),
            ...inspected(columns, below - 1),
          ]}
          columns={columns}
          rows={below}
        />
      )}
    </Box>
  );
}

/** Why there is nothing to see. */
function emptiness({ zone, page, days }: EventsState): Printable {
  if (zone === null)
    return words`No shield zone is watched. Type :add zone ID, or start with --zone ID.`;
  if (page.kind === 'failed') {
    switch (page.error.kind) {
      case 'outside-window':
        return words`The service keeps the last 72 hours only; this day is not among them.`;
      case 'unauthorised':
        return words`The key was not accepted. r tries again.`;
      case 'not-found':
        return words`The service knows no such zone.`;
      default:
        return words`Nothing is loaded yet.`;
    }
  }
  const walked = [...days.values()].some(({ phase }) => phase !== 'walking');
  return walked ? words`The zone has been silent today (UTC).` : words`Loading the day…`;
}

const zonesOf = (state: ConsoleState) => state.workspace.shieldZones;
const stampsOf = (state: ConsoleState) => state.zone;
const previewOf = (state: ConsoleState) => state.preview;
