import { type Command, command } from '../../commands/command.ts';
import { listCommands, zoneTabCommands } from '../../commands/list-commands.ts';
import { covers } from '../../events/coverage.ts';
import { parseTime, resolveTime } from '../../events/filter/time-point.ts';
import { type Direction, nextGap } from '../../events/navigation.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { type KeyNames, keyFor } from '../../text/key-names.ts';
import { stepped } from '../../text/list-window.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { duration, startOfDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import { hiddenAsNewer, orderOf } from './engine.ts';
import { exportCommands } from './export.ts';
import { filterCommands, noFilter, openFacetsCommand } from './filter-commands.ts';
import { scrolledList } from './list.ts';
import type { EventsModel } from './model.ts';
import { searchCommands } from './search-commands.ts';
import type { EventsState, TimeColumn } from './state.ts';
import { noTimes, type TimeJumps, timeCommands } from './time-commands.ts';

/** Opens the inspector; not offered while it is open. */
export const INSPECT = 'events.inspect';

export function eventsCommands(
  context: PaneContext,
  model: EventsModel,
  restsAt: () => number | null,
): readonly Command[] {
  const { slice } = model;
  const nothingLoaded = () =>
    model.entries().length === 0 ? words`There is no entry to go to.` : undefined;

  return [
    command(INSPECT, ['enter', 'd'], words`Inspect the entry: filter by or copy fields`, {
      footer: words`inspect`,
      unavailable: nothingLoaded,
      run: () => model.inspect(true),
    }),
    command('events.follow', 'F', words`Follow the newest entry on/off`, {
      footer: words`follow`,
      run: () => model.follow(!slice.getState().following),
    }),
    command('events.last', ['G', 'end'], words`Jump to the newest entry and follow`, () =>
      model.follow(true),
    ),
    ...filterCommands(context, model),
    openFacetsCommand(context, model),
    ...searchCommands(context, model),
    ...timeCommands(context, model),
    ...exportCommands(context, model, restsAt),
    ...zoneTabCommands({
      ids: () => model.watched().map(({ id }) => id),
      current: () => slice.getState().zones[0] ?? null,
      show: (zone) => model.showZones([zone]),
    }),
    ...listCommands({
      get: () => slice.getState().list,
      set: model.moveTo,
      ids: model.entries,
      height: model.height,
      describes(place) {
        // While following, the position would change with every entry.
        const state = slice.getState();
        const { following } = state;
        const newer = hiddenAsNewer(state, model.shown());
        if (following && newer > 0) return words`newest in range · ${count(newer)} newer hidden`;
        if (following) return words`newest`;
        const loaded = model.shown()?.store.size ?? 0;
        return model.entries().length === loaded
          ? words`${place} loaded`
          : words`${place} of ${count(loaded)} loaded`;
      },
    }),
  ];
}

/** A silence longer than this is a gap, in milliseconds. */
const GAP = 60_000;

const NEXT_TIME_COLUMN: Readonly<Record<TimeColumn, TimeColumn>> = {
  time: 'elapsed',
  elapsed: 'none',
  none: 'time',
};
function timesShown(timeColumn: TimeColumn, keyNames: KeyNames): Printable {
  if (timeColumn === 'time') return words`Times only.`;
  if (timeColumn === 'none') {
    return words`Times hidden. ${keyFor(keyNames, 'events.stamps', words`t`)} shows them.`;
  }
  const marks = keyFor(keyNames, 'events.mark', words`m`);
  return words`Times, and elapsed time since the previous mark (${marks} sets marks).`;
}

const END_RIGHT = words`Nothing further right.`;
const END_LEFT = words`The list is not scrolled.`;

/** Context sizes in the order that C cycles through. */
const CONTEXT: readonly number[] = [0, 2, 5];

/** Commands for reading: jumps in time, and how lines are shown. */
export function readingCommands(context: PaneContext, model: EventsModel, jumps: TimeJumps) {
  const own = jumpCommands(context, model, jumps);
  return {
    ...own,
    commands: [...own.commands, ...gapCommands(context, model), ...displayCommands(context, model)],
  };
}

function jumpCommands(context: PaneContext, model: EventsModel, jumps: TimeJumps) {
  const nothing = noTimes(model);
  const jump = (text: string): Printable | undefined => {
    const shown = model.shown();
    const read = parseTime(text.trim());
    if (!read) return words`Type a time as 14:02, 14:02:30, 15m ago, or 2026-03-14T14:02.`;
    const time = resolveTime(read.point, model.moment());
    if (!shown) return words`There is no entry to go to.`;
    jumps.go({ time, range: { from: time, until: time + Math.max(1, read.length) } });
    return undefined;
  };

  return {
    commands: [
      command('events.jump', 'J', words`Go to a time: the first entry at or after it`, {
        unavailable: nothing,
        run: () =>
          context.ask({
            id: 'events-jump',
            label: words`Go to`,
            value: '',
            placeholder: words`14:02, 14:02:30, 15m ago, 2026-03-14T14:02`,
            accepted: (text) => {
              const reason = jump(text);
              if (reason !== undefined) context.say(reason, 'warn');
            },
          }),
      }),
    ],
    typed: { at: { run: jump } },
  };
}

/** Moves to the next gap. */
function gapCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const unavailable = noTimes(model);
  const gap = (to: Direction) => () => {
    const shown = model.shown();
    const here = model.here();
    if (!shown || here === undefined) return;
    const order = orderOf(shown, slice.getState().unmatched);
    const id = nextGap(order, here, to, GAP);
    if (id === undefined) {
      context.say(
        to === 'newer'
          ? words`No newer gap of more than ${duration(GAP)} in the list.`
          : words`No older gap of more than ${duration(GAP)} in the list.`,
      );
      return;
    }
    model.goTo(id);
    const rank = order.rankOf(id);
    const other = order.at(to === 'newer' ? rank - 1 : rank + 1);
    const times = [id, other].map((each) => (each === undefined ? null : shown.store.time(each)));
    const known = times.filter((time) => time !== null).sort((a, b) => a - b);
    const [from, until] = known;
    if (from === undefined || until === undefined) return;
    const side = to === 'newer' ? words`before` : words`after`;
    context.say(
      words`${duration(until - from)} of silence ${side} it.${unloaded(slice.getState(), { from, until })}`,
    );
  };

  return [
    command('events.gap-newer', '>', words`Next gap of more than a minute, newer`, {
      unavailable,
      run: gap('newer'),
    }),
    command('events.gap-older', '<', words`Next gap of more than a minute, older`, {
      unavailable,
      run: gap('older'),
    }),
  ];
}

function displayCommands(context: PaneContext, model: EventsModel): readonly Command[] {
  const { slice } = model;
  const nothing = noTimes(model);
  const scrolled = (to: 'left' | 'right'): number | null | undefined => {
    const shown = model.shown();
    const state = slice.getState();
    return shown
      ? scrolledList(
          {
            entries: model.entries(),
            state,
            columns: model.columns(shown),
            room: { columns: model.width(), rows: model.height() + 1 },
          },
          to,
        )
      : null;
  };
  const scroll = (to: 'left' | 'right') => slice.setState({ scrolled: scrolled(to) ?? null });

  return [
    command('events.stamps', 't', words`Time column: time, elapsed since mark, none`, () => {
      const timeColumn = NEXT_TIME_COLUMN[slice.getState().timeColumn];
      slice.setState({ timeColumn });
      context.say(timesShown(timeColumn, context.store.getState().keyNames));
    }),
    command('events.colours', 'v', words`Colour equal values, on/off`, {
      unavailable: () =>
        context.store.getState().hasColours
          ? undefined
          : words`There are no colours here: values cannot be coloured.`,
      run() {
        const coloured = !slice.getState().coloured;
        slice.setState({ coloured });
        context.say(
          coloured
            ? words`Equal values share a colour; different values may share one, too.`
            : words`Values are not coloured.`,
        );
      },
    }),
    command('events.wrap', 'w', words`Show the whole log line on/off`, () =>
      slice.setState(({ wrap }) => ({ wrap: !wrap })),
    ),
    command('events.scroll-right', ['right', 'l'], words`Scroll the list right`, {
      unavailable: () => nothing() ?? (scrolled('right') === undefined ? END_RIGHT : undefined),
      run: () => scroll('right'),
    }),
    command('events.scroll-left', ['left', 'h'], words`Scroll the list left`, {
      unavailable: () => (slice.getState().scrolled === null ? END_LEFT : undefined),
      run: () => scroll('left'),
    }),
    command('events.context', 'C', words`Context around matches: 2, 5 or none`, {
      unavailable: noFilter(context, model),
      run: () => {
        const around = stepped(CONTEXT, slice.getState().context);
        slice.setState({ context: around });
        context.say(
          around === 0
            ? words`Matches only.`
            : words`${around} entries of context on either side, dimmed; the cursor skips them.`,
        );
      },
    }),
  ];
}

/** A warning if the range is not completely loaded, because the gap may not be real. */
function unloaded({ source, zones, days }: EventsState, range: TimeRange): Printable {
  const whole = zones.every((zone) => {
    for (let day = utcDay(range.from); day <= utcDay(range.until); day += 1) {
      const coverage =
        source.kind === 'archive'
          ? source.coverage.get(zone)?.get(day)
          : days.get(zone)?.get(day)?.coverage;
      const part = {
        from: Math.max(range.from, startOfDay(day)),
        until: Math.min(range.until, startOfDay(day + 1)),
      };
      if (part.from < part.until && !(coverage && covers(coverage, part))) return false;
    }
    return true;
  });
  return whole ? words`` : words` Not all of that time is loaded.`;
}
