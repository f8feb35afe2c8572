import type { Command } from '../../commands/command.ts';
import { exportLines } from '../../events/export.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import type { Shown } from './engine.ts';
import type { EventsModel } from './model.ts';

/** What the file holds, as a clause: `312 of 5,000 loaded entries`. */
function holdings({ store, view }: Shown, marked: number): Printable {
  const { matched, total, scanned, complete } = view.counts;
  if (marked > 0) return words`${count(marked)} marked entries`;
  const { evicted } = store.counts;
  const unread = complete ? words`` : words`, ${count(total - scanned)} not looked at yet`;
  const gone = evicted > 0 ? words`, ${count(evicted)} older ones evicted` : words``;
  return words`${count(matched)} of ${count(total)} loaded entries${unread}${gone}`;
}

/** Ctrl-S: what the list shows, or what is marked, into a new file. */
export function exportCommand(context: PaneContext, model: EventsModel): Command {
  const { slice } = model;
  return {
    id: 'events.export',
    keys: ['ctrl-s'],
    label: words`Export (NDJSON/CSV): the list, or the marked entries`,
    group: 'Events',
    unavailable: () =>
      (model.shown()?.view.size ?? 0) === 0 ? words`There is no entry to export.` : undefined,
    run: () => {
      const shown = model.shown();
      if (!shown) return;
      const now = context.clock.now();
      const zone = shown.zones
        .join('-')
        .replace(/[^a-z0-9-]/gi, '')
        .slice(0, 40);
      context.ask({
        id: 'events-export',
        label: words`Export to`,
        value: `warren-events-${zone}-${dayOf(now, 'utc')}.ndjson`,
        placeholder: words`a file name ending in .ndjson or .csv`,
        changed: () => {},
        cancelled: () => {},
        accepted: (path) => {
          const { list, notes } = slice.getState();
          const marks = [...list.marks]
            .map(Number)
            .sort((a, b) => shown.store.rankOf(a) - shown.store.rankOf(b));
          const ids = marks.length > 0 ? marks : shown.view.ids();
          const held = holdings(shown, marks.length);
          const format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson';
          return context.writeNewFile(path, exportLines(shown.store, ids, format, notes)).then(
            (bytes) =>
              context.say(
                words`Wrote ${held}: ${count(bytes)} bytes to ${printable(path)}, readable by you only.`,
              ),
            (error: unknown) =>
              context.say(
                isThere(error)
                  ? words`${printable(path)} is there already; nothing was written.`
                  : words`${printable(error instanceof Error ? error.message : String(error))} Nothing was written.`,
                'bad',
              ),
          );
        },
      });
    },
  };
}

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';
