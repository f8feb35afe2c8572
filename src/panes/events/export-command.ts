import type { Command } from '../../commands/command.ts';
import { exportLines } from '../../events/export.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import { askExport, fileNamePart } from '../export-prompt.ts';
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
      askExport(context, {
        id: 'events-export',
        name: `warren-events-${fileNamePart(shown.zones.join('-'))}-${dayOf(now, 'utc')}`,
        held: () => holdings(shown, slice.getState().list.marks.size),
        lines: (format) => {
          const { list, notes } = slice.getState();
          const marks = [...list.marks]
            .map(Number)
            .sort((a, b) => shown.store.rankOf(a) - shown.store.rankOf(b));
          return exportLines(
            shown.store,
            marks.length > 0 ? marks : shown.view.ids(),
            format,
            notes,
          );
        },
      });
    },
  };
}
