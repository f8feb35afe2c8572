import type { Command } from '../../commands/command.ts';
import { exportLines } from '../../events/export.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import { dayOf, stamp } from '../../text/time.ts';
import type { PaneContext } from '../pane.ts';
import type { Shown } from './engine.ts';
import type { EventsModel } from './model.ts';

/** What the file holds, in words: it will be read without this console. */
function noteOf(
  { store, view, zones }: Shown,
  marked: number,
  { filters, notes }: { readonly filters: readonly string[]; readonly notes: readonly string[] },
  now: number,
): string {
  const { span, counts } = store;
  const parts = [
    zones.length === 1 ? `shield zone ${zones[0]}` : `shield zones ${zones.join(', ')}`,
    `written ${stamp(now, 'utc')}`,
    marked > 0
      ? `${marked} marked entries`
      : `${view.counts.matched} of ${view.counts.total} loaded entries`,
  ];
  if (filters.length > 0)
    parts.push(`filtered by ${filters.map((text) => JSON.stringify(text)).join(' and ')}`);
  if (notes.length > 0) parts.push(`notes: ${notes.join(', ')}`);
  if (span) parts.push(`loaded from ${stamp(span.oldest, 'utc')} to ${stamp(span.newest, 'utc')}`);
  if (!view.counts.complete)
    parts.push(`${view.counts.total - view.counts.scanned} entries were not looked at yet`);
  if (counts.evicted > 0)
    parts.push(`${counts.evicted} oldest entries had been let go to save memory`);
  return parts.join('; ');
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
          const { list, filters, notes } = slice.getState();
          const marks = [...list.marks]
            .map(Number)
            .sort((a, b) => shown.store.rankOf(a) - shown.store.rankOf(b));
          const ids = marks.length > 0 ? marks : shown.view.ids();
          const note = noteOf(
            shown,
            marks.length,
            {
              filters: filters
                .filter(({ state }) => state !== 'off')
                .map(({ text, state }) => (state === 'inverted' ? `not (${text})` : text)),
              notes: marks.flatMap((id) => {
                const note = notes.get(String(id));
                const logId = shown.store.has(id) ? shown.store.logIdOf(id) : null;
                return note === undefined
                  ? []
                  : [`${logId ?? 'no log id'} ${JSON.stringify(note)}`];
              }),
            },
            now,
          );
          const format = path.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson';
          return context.writeNewFile(path, exportLines(shown.store, ids, format, note)).then(
            (bytes) =>
              context.say(
                words`Wrote ${count(bytes)} bytes to ${printable(path)}, readable by you only.`,
              ),
            (error: unknown) =>
              context.say(
                isThere(error)
                  ? words`${printable(path)} is there already; nothing was written.`
                  : words`Nothing was written: ${printable(error instanceof Error ? error.message : String(error))}`,
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
