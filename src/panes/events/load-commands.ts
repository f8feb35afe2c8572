import type { CommandSet } from '../../commands/command.ts';
import { parseDuration } from '../../config/duration.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { duration, startOfDay, utcDay } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import type { Feeding } from './feeding.ts';
import { type EventsState, fileName } from './state.ts';

/** How much of the log is loaded: `B` and `:load`. */
export function loadCommands(
  context: Pick<PaneContext, 'say' | 'moment'>,
  slice: Slice<EventsState>,
  loading: Feeding['loading'],
): CommandSet {
  const notFollowed = (): Printable | undefined =>
    slice.getState().source.kind === 'archive'
      ? words`An archive is open: what it has is loaded.`
      : undefined;
  return {
    commands: [
      {
        id: 'events.load-more',
        keys: ['B'],
        label: words`Load another hour of what came before`,
        unavailable: () => {
          if (loading.restsAt() !== null) return undefined;
          return notFollowed() ?? words`All that was asked for is loaded, or on its way.`;
        },
        run() {
          const isArchive = slice.getState().source.kind === 'archive';
          loading.more();
          context.say(
            isArchive
              ? words`Listing what passes the filters and came before, as much as fits into memory. r lists the newest again.`
              : words`Loading another hour, or 50 MB.`,
          );
        },
      },
    ],
    verbs: [
      {
        name: 'load',
        usage: words`load 6h|day`,
        help: words`Load older events, or the whole day`,
        values: () => ['6h', 'day'],
        run(rest) {
          const reason = notFollowed();
          if (reason !== undefined) return reason;
          const { archiving } = slice.getState();
          if (archiving.kind === 'on') {
            context.say(
              words`All of today is loaded while it is kept in ${fileName(archiving.path)}, back to its beginning (UTC).`,
            );
            return undefined;
          }
          const now = context.moment().wall;
          const today = startOfDay(utcDay(now));
          const ms = rest === 'day' ? now - today : parseDuration(rest);
          if (ms === undefined) return words`Type it as: ${this.usage}`;
          loading.backTo(Math.max(today, now - ms));
          context.say(
            now - ms < today
              ? words`Loading today from 00:00 UTC; warren events ZONE --since ${printable(rest)} reads further back.`
              : words`Loading the last ${duration(ms)}.`,
          );
          return undefined;
        },
      },
    ],
  };
}
