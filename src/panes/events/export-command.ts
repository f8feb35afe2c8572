import type { Command } from '../../commands/command.ts';
import { exportLines } from '../../events/export.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, words } from '../../text/printable.ts';
import { dayOf } from '../../text/time.ts';
import { askExport, fileNamePart } from '../export-prompt.ts';
import type { PaneContext } from '../pane.ts';
import type { Shown } from './engine.ts';
import type { EventsModel } from './model.ts';
import { summaryLines } from './summary.ts';

/** What the file holds, as a clause: `312 of 5,000 loaded entries`. */
function holdings({ store, view }: Shown, marked: number): Printable {
  const { matched, total, scanned, complete } = view.counts;
  if (marked > 0) return words`${count(marked)} marked entries`;
  const { evicted } = store.counts;
  const unread = complete ? words`` : words`, ${count(total - scanned)} not looked at yet`;
  const gone = evicted > 0 ? words`, ${count(evicted)} older ones evicted` : words``;
  return words`${count(matched)} of ${count(total)} loaded entries${unread}${gone}`;
}

/** Ctrl-S: what the list shows, or what is marked, into a new file; `Y`: a summary of it to the clipboard. */
export function exportCommands(
  context: PaneContext,
  model: EventsModel,
  restsAt: () => number | null,
): readonly Command[] {
  const { slice } = model;
  const nothing = (what: Printable) => () =>
    (model.shown()?.view.size ?? 0) === 0 ? words`There is no entry to ${what}.` : undefined;
  /** The summary of what is shown now; undefined where the signal ends it. */
  const summary = (shown: Shown, signal: AbortSignal) => {
    const { timeZone: zone } = context.store.getState();
    const watched = model.watched();
    const names = shown.zones.map((id) => watched.find((each) => each.id === id)?.name ?? id);
    const facts = { shown, state: slice.getState(), names, zone, restsAt: restsAt() };
    return summaryLines(facts, signal);
  };
  /** What is marked, or else what the list shows. */
  const entryLines = (shown: Shown, ending: 'csv' | 'ndjson') => {
    const { list, notes } = slice.getState();
    const marks = [...list.marks]
      .map(Number)
      .sort((a, b) => shown.store.rankOf(a) - shown.store.rankOf(b));
    return exportLines(shown.store, marks.length > 0 ? marks : shown.view.ids(), ending, notes);
  };
  return [
    {
      id: 'events.export',
      keys: ['ctrl-s'],
      label: words`Export list or marks (CSV, NDJSON, Markdown)`,
      unavailable: nothing(words`export`),
      run: () => {
        const shown = model.shown();
        if (!shown) return;
        const now = context.clock.now();
        askExport(context, {
          id: 'events-export',
          name: `warren-events-${fileNamePart(shown.zones.join('-'))}-${dayOf(now, 'utc')}`,
          endings: ['csv', 'ndjson', 'md'],
          held: (ending) =>
            ending === 'md' ? words`a summary` : holdings(shown, slice.getState().list.marks.size),
          lines: async (ending) => {
            if (ending !== 'md') return entryLines(shown, ending);
            const lines = (await summary(shown, NEVER_ENDED)) ?? [];
            return lines.map((line) => `${line}\n`);
          },
        });
      },
    },
    {
      id: 'events.summary',
      keys: ['Y'],
      label: words`Copy a summary as Markdown`,
      unavailable: nothing(words`summarise`),
      run: () => {
        context.feeds.stop('events.summary');
        context.feeds.run('events.summary', '', async (signal) => {
          const shown = model.shown();
          const lines = shown && (await summary(shown, signal));
          if (lines) context.copy(lines, words`summary`);
        });
      },
    },
  ];
}

/** The signal of what nobody ends. */
const NEVER_ENDED = new AbortController().signal;
