import { hitShape, searchShape } from '../../contract/operations/search.ts';
import { looksLikeAnother } from '../../text/look-alikes.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import type { Style } from '../../text/style.ts';
import { type TimeZone, timeNear } from '../../text/time.ts';
import { cut, width } from '../../text/width.ts';
import { withWholeCells } from '../../ui/details-layout.ts';
import { type Line, lineWidth, markedSpans, type RowContent, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column, emptyLines, tableLines, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { errorItems, recordFields } from '../record-items.ts';
import {
  type FinderState,
  type Finding,
  type FoundItem,
  type Remote,
  readQuery,
} from './finder.ts';

export function markedName({ item, ranges }: Finding, typed: readonly string[] = []): Line {
  const { otherName } = item;
  return [
    ...(looksLikeAnother(item.name) ? [span(words`≈ `, theme.warn)] : []),
    ...markedSpans(item.name, ranges, theme.plain),
    ...(otherName === undefined
      ? []
      : [
          span(words` (service: `, theme.faint),
          ...markedWords(otherName, typed, theme.faint),
          span(words`)`, theme.faint),
        ]),
  ];
}

function markedWords(text: Printable, typed: readonly string[], style: Style): Line {
  const lower = text.toLowerCase();
  const word = typed.find((each) => lower.length === text.length && lower.includes(each));
  if (word === undefined) return [span(text, style)];
  const from = lower.indexOf(word);
  return markedSpans(text, [[from, from + word.length]], style);
}

/** Width of names on a wide screen: type and id should not be far from them. */
const NAME = 44;
/** Widths of the ID column: minimum, and maximum. */
const NOTE = { least: 12, most: 44 } as const;

const columnsOf = (
  findings: readonly Finding[],
  typed: readonly string[],
): readonly Column<Finding>[] => [
  column('name', words`NAME`, 24, {
    enough: findings.reduce((most, each) => Math.max(most, lineWidth(markedName(each))), 24),
    most: NAME,
    cell: (finding) => markedName(finding, typed),
  }),
  column('kind', words`TYPE`, 8, ({ item }) => markedWords(item.kind, typed, theme.data)),
  column(
    'note',
    findings.some(({ item }) => item.target.kind === 'command') ? words`ID/KEYS` : words`ID`,
    NOTE.least,
    {
      enough: Math.min(
        NOTE.most,
        widestOf(findings, ({ item }) => item.note, NOTE.least),
      ),
      cell: ({ item }) => markedWords(item.note, typed, theme.faint),
    },
  ),
  column('where', words`WHERE`, 11, {
    enough: widestOf(findings, ({ item }) => item.where, 11),
    leaves: 1,
    cell: ({ item }) => markedWords(item.where, typed, theme.faint),
  }),
];

/** The results as a table; without results, the reason. */
export function foundLines(
  findings: readonly Finding[],
  { query, remote, list }: FinderState,
  room: Room,
  none = words`Nothing is watched. Type a name or an id: the service is searched.`,
): readonly RowContent[] {
  if (findings.length === 0 && query.trim() !== '') {
    return emptyLines(emptiness(query, remote), room.columns);
  }
  if (findings.length === 0) return emptyLines(none, room.columns);
  const columns = columnsOf(
    findings,
    readQuery(query).text.toLowerCase().split(' ').filter(Boolean),
  );
  const table = tableLines({
    columns,
    rows: findings,
    ids: findings.map(({ item }) => item.id),
    list,
    room,
  });
  return withWholeCells(table, columns, findings, room);
}

export const whyNone = ({ query, remote }: Pick<FinderState, 'query' | 'remote'>): Printable =>
  remote.kind === 'asking' ? words`The service has not answered yet.` : emptiness(query, remote);

function emptiness(query: string, remote: Remote): Printable {
  if (remote.kind !== 'answered') return words`No local match for “${printable(query)}”.`;
  return remote.total > 0
    ? words`The service counts ${counted(remote.total, words`result`)} and gives none of them.`
    : words`No match for “${printable(query)}”, neither here nor at the service.`;
}

export function foundDetails(
  item: FoundItem | undefined,
  { remote }: Pick<FinderState, 'remote'>,
): readonly RecordItem[] {
  const own: readonly RecordItem[] = item
    ? [
        { name: words`name`, value: item.name },
        { name: words`type`, value: item.kind },
        { name: words`id`, value: item.note },
        { name: words`where`, value: item.where },
        ...(item.target.kind === 'none' ? [textItem(item.target.reason, theme.warn)] : []),
      ]
    : [];
  return [
    ...own,
    ...(item?.hit
      ? [headingItem(words`At the service`), ...recordFields(hitShape, item.hit, 'utc', {})]
      : []),
    ...(remote.kind === 'answered'
      ? [
          headingItem(words`Answer`),
          ...recordFields(searchShape, remote.page, 'utc', { without: ['SearchResults'] }),
          ...(remote.trouble ? errorItems(remote.trouble) : []),
        ]
      : []),
    ...(remote.kind === 'failed' ? errorItems(remote.error) : []),
  ];
}

/** Shown even if the failure has to be cut. */
const WORKS_ON = words` · local results work`;
const SERVICE = words`✖ service: `;
/** Shortest useful part of a reason, in columns. */
const MIN_REASON = 12;

/** State of the service's search in at most `columns`. */
export function remoteLine(
  { remote, query }: Pick<FinderState, 'remote' | 'query'>,
  columns: number,
  now: number,
  zone: TimeZone,
): Line {
  switch (remote.kind) {
    case 'idle':
      return [span(words`type to search the service`, theme.faint)];
    case 'asking':
      return [span(words`searching the service…`, theme.faint)];
    case 'failed': {
      const room = columns - width(SERVICE) - width(WORKS_ON);
      const reason = cut(printable(remote.error.message), Math.max(MIN_REASON, room));
      return [span(words`${SERVICE}${reason}`, theme.bad), span(WORKS_ON, theme.faint)];
    }
    case 'answered': {
      const { hits, total, at, page, leftOut } = remote;
      const instead =
        page.Query === null || page.Query === query.trim()
          ? words``
          : words` for “${printable(page.Query)}”`;
      const unasked = leftOut > 0 ? words`, ${count(leftOut)} unasked left out` : words``;
      const figures =
        total === 0 && hits.length === 0
          ? words`nothing`
          : words`${count(hits.length)} of ${count(total)}`;
      const asOf = words`${unasked}${instead} · as of ${timeNear(now, at, zone)}`;
      const fresh = words`${figures} from the service${asOf}`;
      const further = furtherWords(remote, columns - width(fresh));
      const isWide = hits.length === 0 || width(fresh) + lineWidth(further) <= columns;
      return [span(isWide ? fresh : words`${figures}${asOf}`, theme.faint), ...further];
    }
  }
}

function furtherWords(
  { hits, total, more, trouble }: Remote & { readonly kind: 'answered' },
  columns: number,
): Line {
  if (trouble) {
    const reason = cut(printable(trouble.message), Math.max(MIN_REASON, columns - 22));
    return [span(words` · ✖ next page: ${reason}`, theme.bad)];
  }
  if (more === 'asking') return [span(words` · loading more…`, theme.faint)];
  if (more === 'ended') return [span(words` · it gives no more`, theme.warn)];
  return hits.length < total ? [span(words` · more at the end`, theme.faint)] : [];
}
