import { listCommands } from '../../commands/list-commands.ts';
import { FileError, type Files } from '../../edges/files.ts';
import {
  type AuditedChange,
  type AuditTail,
  changedPart,
  readAudit,
} from '../../mutations/audit.ts';
import { askFilter, matchesFilter } from '../../panes/filter-prompt.ts';
import type { PaneContext } from '../../panes/pane.ts';
import { EMPTY_LIST, type ListState, selectedBy } from '../../state/list.ts';
import type { Slice } from '../../state/slice.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { Room } from '../../text/spoken.ts';
import { stamp, type TimeZone } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { bodyRows } from '../../ui/layout.ts';
import { compose, type Styled, span } from '../../ui/line.ts';
import { Rows } from '../../ui/rows.tsx';
import { type Column, emptyLines, tableLines } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { useSelected, useSlice } from '../../ui/use-selected.ts';
import type { Overlay } from '../overlay.ts';

interface AuditState {
  readonly list: ListState;
  readonly file:
    | { readonly kind: 'reading' }
    | { readonly kind: 'read'; readonly tail: AuditTail }
    | { readonly kind: 'unreadable'; readonly reason: Printable };
}

interface AuditContext extends PaneContext {
  readonly files: Files;
  /** Null where there is no place for the file. */
  readonly path: string | null;
}

const TONES = {
  accepted: theme.good,
  refused: theme.bad,
  'not sent': theme.bad,
  unknown: theme.warn,
  'not known': theme.warn,
} as const;

const columnsOf = (zone: TimeZone): readonly Column<AuditedChange>[] => [
  {
    id: 'time',
    title: words`TIME`,
    width: 20,
    cell: ({ time }) => span(stamp(Date.parse(time), zone)),
  },
  {
    id: 'outcome',
    title: words`OUTCOME`,
    width: 9,
    cell: ({ outcome }) => span(printableStart(outcome), TONES[outcome]),
  },
  {
    id: 'operation',
    title: words`CHANGE`,
    width: 19,
    leaves: 1,
    cell: ({ operation }) => span(printableStart(operation)),
  },
  {
    id: 'subject',
    title: words`OF`,
    width: 16,
    grow: 1,
    cell: ({ subject }) => [
      span(printableStart(subject.name), theme.strong),
      span(subject.name === subject.id ? words`` : words` ${printable(subject.id)}`, theme.faint),
    ],
  },
  {
    id: 'what',
    title: words`WHAT`,
    width: 12,
    grow: 1,
    leaves: 3,
    cell: (change) => span(printableStart(changedPart(change) ?? '')),
  },
  {
    id: 'user',
    title: words`BY`,
    width: 10,
    leaves: 2,
    cell: ({ user }) => span(printableStart(user)),
  },
];

const DETAIL_ROWS = 5;

function detail(change: AuditedChange, columns: number): readonly Styled[] {
  const { profile, host, user, tty, ssh, request, requestId, error, status, attempt } = change;
  const from = [user, tty, ssh].filter(Boolean).join(' · ');
  const lines = [
    words`${printable(host)} · profile ${printable(profile)} · by ${printable(from)}`,
    words`request ${printable(JSON.stringify(request))}`,
    error === null
      ? words``
      : words`${status === null ? words`` : words`${status} `}${printable(error)}`,
    words`attempt ${printable(attempt)}${requestId === null ? words`` : words` · request id ${printable(requestId)}`}`,
  ];
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => wrapLines(line, columns - 2))
    .map((line) => compose([span(words` ${line}`, theme.faint)], columns));
}

const text = ({ time, outcome, operation, subject, user, host }: AuditedChange): string =>
  `${time} ${outcome} ${operation} ${subject.name} ${subject.id} ${user} ${host}`;

function shownOf({ list, file }: AuditState): readonly AuditedChange[] {
  if (file.kind !== 'read') return [];
  return file.tail.changes.filter((change) => matchesFilter(list.filter, text(change)));
}

/** The audit file's end: every change of every run on this machine by this user, newest first. */
export function openAuditList(context: AuditContext): Overlay {
  const { store, files, path, feeds } = context;
  const slice = context.slices.create<AuditState>({
    list: EMPTY_LIST,
    file: { kind: 'reading' },
  });
  const list = {
    get: () => slice.getState().list,
    set: (next: ListState) => slice.setState({ list: next }),
    ids: () => shownOf(slice.getState()).map(({ attempt }) => attempt),
  };

  const read = async () => {
    if (path === null) {
      const reason = words`There is no audit file: neither XDG_STATE_HOME nor HOME names a place.`;
      slice.setState({ file: { kind: 'unreadable', reason } });
      return;
    }
    try {
      slice.setState({ file: { kind: 'read', tail: await readAudit(files, path) } });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      slice.setState({ file: { kind: 'unreadable', reason: printable(error.message) } });
    }
  };

  return {
    id: 'audit',
    title: () => (path === null ? words`Audit` : words`Audit · ${printable(path)}`),
    commands: listCommands({
      ...list,
      height: () => Math.max(1, bodyRows(store.getState()) - DETAIL_ROWS - 1),
      filter: () => askFilter(context, list),
    }),
    view: (room) => <AuditList store={store} slice={slice} {...room} />,
    opened() {
      slice.setState({ list: EMPTY_LIST, file: { kind: 'reading' } });
      feeds.run('audit', String(context.moment().elapsed), read);
    },
  };
}

function AuditList({
  store,
  slice,
  ...room
}: Room & Pick<PaneContext, 'store'> & { readonly slice: Slice<AuditState> }) {
  const { columns, rows } = room;
  const zone = useSelected(store, (state) => state.timeZone);
  const own = useSlice(slice);
  const shown = shownOf(own);
  if (shown.length === 0) {
    return <Rows lines={emptyLines(emptiness(own), columns)} columns={columns} rows={rows} />;
  }
  const height = Math.max(2, rows - DETAIL_ROWS);
  const table = tableLines({
    columns: columnsOf(zone),
    rows: shown,
    ids: shown.map(({ attempt }) => attempt),
    list: own.list,
    room: { ...room, rows: height },
  });
  const blank = Array<Styled>(Math.max(0, height - table.length)).fill(compose([], 0));
  const change = selectedBy(({ attempt }) => attempt, own.list, shown);
  return (
    <Rows
      lines={[...table, ...blank, ...(change ? detail(change, columns) : [])]}
      columns={columns}
      rows={rows}
    />
  );
}

function emptiness({ list, file }: AuditState): Printable {
  switch (file.kind) {
    case 'reading':
      return words`Reading…`;
    case 'unreadable':
      return file.reason;
    case 'read':
      return list.filter === ''
        ? words`Nothing has been changed yet.`
        : words`No change matches “${printable(list.filter)}”.`;
  }
}
