import type { EntryId, EventStore } from '../../events/store.ts';
import { timeOfDay, timeOfDayExact, type Zone } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Span, span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

/** Words the labels were seen to hold; anything else is drawn plain. */
const OF_STATUS: Readonly<Record<string, Style>> = {
  blocked: theme.bad,
  challenged: theme.warn,
  logged: theme.plain,
};

/** What was done with the request, told apart by its word. */
export const statusCell = (status: string | null): Span => {
  const folded = (status ?? '').toLowerCase();
  return span(
    printable(status || '–'),
    Object.hasOwn(OF_STATUS, folded) ? OF_STATUS[folded] : theme.plain,
  );
};

/** The columns of the list; `store` holds the entries. */
export function eventColumns(store: EventStore, zone: Zone): readonly Column<EntryId>[] {
  const value = (
    id: EntryId,
    column: Parameters<EventStore['value']>[1],
    style: Style = theme.plain,
  ) => span(printable(store.value(id, column) || '–'), style);
  return [
    {
      id: 'time',
      title: words`TIME`,
      width: 12,
      cell: (id, width) => {
        const time = store.time(id) ?? Number.NaN;
        const stamp = width >= 12 ? timeOfDayExact(time, zone) : timeOfDay(time, zone);
        const mark = store.isConflict(id) ? words`≠` : store.isLate(id) ? words`‹` : words``;
        return mark === '' ? span(stamp) : [span(stamp), span(mark, theme.special)];
      },
    },
    {
      id: 'status',
      title: words`STATUS`,
      width: 10,
      cell: (id) => statusCell(store.value(id, 'status')),
    },
    { id: 'method', title: words`METHOD`, width: 6, leaves: 4, cell: (id) => value(id, 'method') },
    { id: 'country', title: words`CC`, width: 2, cell: (id) => value(id, 'country') },
    {
      id: 'asn',
      title: words`ASN`,
      width: 6,
      leaves: 5,
      cell: (id) => value(id, 'asn', theme.faint),
    },
    { id: 'ip', title: words`ADDRESS`, width: 15, leaves: 2, cell: (id) => value(id, 'remoteIp') },
    {
      id: 'rule',
      title: words`RULE`,
      width: 7,
      leaves: 3,
      cell: (id) => value(id, 'ruleId', theme.faint),
    },
    {
      id: 'path',
      title: words`PATH`,
      width: 14,
      grow: 4,
      cell: (id) => value(id, 'path', theme.accent),
    },
    {
      id: 'message',
      title: words`MESSAGE`,
      width: 14,
      grow: 3,
      leaves: 1,
      cell: (id) => value(id, 'message'),
    },
  ];
}
