import type { ColumnName } from '../../events/columns.ts';
import type { EntryId } from '../../events/store.ts';
import { timeOfDay, timeOfDayExact, type Zone } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Span, span } from '../../ui/line.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import type { Shown } from './engine.ts';

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

/** The columns of the list: what a search found is underlined, what a filter would hide is dimmed. */
export function eventColumns(
  { store, view, found }: Shown,
  zone: Zone,
): readonly Column<EntryId>[] {
  const tinted = (id: EntryId, style: Style): Style => {
    if (view.stateOf(id) === 'hidden') return theme.faint;
    return found?.stateOf(id) === 'match' ? style | theme.match : style;
  };
  const value = (id: EntryId, column: ColumnName, style: Style = theme.plain) =>
    span(printable(store.value(id, column) || '–'), tinted(id, style));
  return [
    {
      id: 'time',
      title: words`TIME`,
      width: 12,
      cell: (id, width) => {
        const time = store.time(id) ?? Number.NaN;
        const stamp = width >= 12 ? timeOfDayExact(time, zone) : timeOfDay(time, zone);
        const mark = store.isConflict(id) ? words`≠` : store.isLate(id) ? words`‹` : words``;
        const text = span(stamp, tinted(id, theme.plain));
        return mark === '' ? text : [text, span(mark, theme.special)];
      },
    },
    {
      id: 'status',
      title: words`STATUS`,
      width: 10,
      cell: (id) => {
        const { text, style } = statusCell(store.value(id, 'status'));
        return span(text, tinted(id, style));
      },
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
