import type { Coverage } from '../../events/coverage.ts';
import { coverageMap, mapLine } from '../../events/coverage-map.ts';
import type { EventStore } from '../../events/store.ts';
import { zoneCounts } from '../../events/zone-counts.ts';
import type { Watched } from '../../state/workspace.ts';
import { count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { type Column, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { newestDay, PHASE } from './following.ts';
import type { EventsState, ZoneChoice } from './state.ts';

/** What the choice is drawn from. */
export interface ZoneChoiceFacts {
  readonly zones: readonly Watched[];
  readonly state: EventsState;
  readonly choice: ZoneChoice;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly store: EventStore;
  readonly width: number;
  readonly height: number;
}

/** Pieces of the day on a zone's map: an hour each. */
const PIECES = 24;

/** Every zone with what is loaded of its newest day, one a line. */
export function zoneChoiceLines(facts: ZoneChoiceFacts): readonly Styled[] {
  const { zones, choice, width, height } = facts;
  const head = words` Space marks, * marks all, Enter lists what is marked as one`;
  return [
    compose([span(head, theme.faint)], width),
    ...tableLines({
      columns: columnsOf(facts),
      rows: zones,
      ids: zones.map(({ id }) => id),
      list: choice.list,
      width,
      height: height - 1,
      focused: true,
    }),
  ];
}

const columnsOf = ({ state, now, store }: ZoneChoiceFacts): readonly Column<Watched>[] => {
  const coverage = ({ id }: Watched) => (state.zones.includes(id) ? coverageFor(state, id) : null);
  const counts = zoneCounts(store);
  return [
    {
      id: 'zone',
      title: words`ZONE`,
      width: 12,
      grow: 1,
      cell: ({ name }) => span(printable(name)),
    },
    {
      id: 'entries',
      title: words`ENTRIES`,
      live: true,
      width: 9,
      align: 'right',
      cell: (zone) => span(coverage(zone) ? count(counts.get(zone.id) ?? 0) : words`–`),
    },
    {
      id: 'map',
      title: words`NEWEST DAY`,
      picture: true,
      width: PIECES + 6,
      cell: (zone) => {
        const known = coverage(zone);
        return span(
          known
            ? (mapLine(
                coverageMap(known, PIECES, { now, horizon: store.horizon }),
                'blocks',
              ) as Printable)
            : words``,
          theme.accent,
        );
      },
    },
    {
      id: 'state',
      title: words`STATE`,
      width: 15,
      leaves: 1,
      cell: ({ id }) => stateOf(state, id),
    },
  ];
};

function coverageFor({ source, days }: EventsState, zone: string): Coverage | null {
  if (source.kind === 'service') return newestDay(days.get(zone) ?? new Map())?.coverage ?? null;
  const of = source.coverage.get(zone);
  return of?.get(Math.max(...of.keys())) ?? null;
}

function stateOf({ source, zones, days }: EventsState, zone: string) {
  if (!zones.includes(zone)) return span(words`not listed`, theme.faint);
  if (source.kind === 'archive') return span(words`archived`);
  const day = newestDay(days.get(zone) ?? new Map());
  if (!day) return span(words`asking…`, theme.faint);
  return day.trouble ? span(printable(day.trouble.error.title), theme.bad) : span(PHASE[day.phase]);
}
