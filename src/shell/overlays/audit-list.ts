import { type ListGrammar, rowFilter } from '../../commands/list-filter.ts';
import { operations } from '../../contract/operations/index.ts';
import { FileError } from '../../edges/files.ts';
import {
  type AuditedChange,
  type AuditTail,
  auditPath,
  changedPart,
  readAudit,
} from '../../mutations/audit.ts';
import { askFilter } from '../../panes/prompts.ts';
import type { ConsoleState } from '../../state/console-state.ts';
import { type ListState, selectedRow } from '../../state/list.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { stamp, type TimeZone, timeNear } from '../../text/time.ts';
import { withWholeCells } from '../../ui/details-layout.ts';
import { compose, type Styled, span, wrappedText } from '../../ui/line.ts';
import { type Column, column, emptyLines, listTable, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { listOverlay, type Overlay } from '../overlay.tsx';
import type { OverlayContext } from '../overlay-context.ts';

/** Named by its attempt. */
type AuditRow = AuditedChange & { readonly id: string };

type AuditFile =
  | { readonly kind: 'reading' }
  | { readonly kind: 'read'; readonly tail: AuditTail }
  | { readonly kind: 'unreadable'; readonly reason: Printable };

const TONES = {
  accepted: theme.good,
  refused: theme.bad,
  'not sent': theme.bad,
  unknown: theme.warn,
} as const;

/** Records of other versions may name operations that this one does not have. */
const titleOf = (operation: string): string =>
  Object.values(operations).find(({ id }) => id === operation)?.title ?? operation;

/** What was changed; of a specification the name of its file, without the folder. */
function whatOf(change: AuditedChange): Printable {
  const { request } = change;
  const { file } = request;
  const name = typeof file === 'string' ? file.slice(file.lastIndexOf('/') + 1) : file;
  return printableStart(changedPart({ ...change, request: { ...request, file: name } }) ?? '');
}

const auditColumns = (
  rows: readonly AuditRow[],
  { now, timeZone }: Pick<ConsoleState, 'now' | 'timeZone'>,
): readonly Column<AuditRow>[] => {
  const timeOf = ({ time }: AuditRow) => timeNear(now.wall, Date.parse(time), timeZone);
  return [
    column('time', words`TIME`, widestOf(rows, timeOf, 8), (row) => span(timeOf(row))),
    column('outcome', words`OUTCOME`, 9, ({ outcome }) =>
      span(printableStart(outcome), TONES[outcome]),
    ),
    column('operation', words`CHANGE`, 21, {
      leaves: 2,
      cell: ({ operation }) => span(printableStart(titleOf(operation))),
    }),
    column('subject', words`OF`, 12, {
      grow: 1,
      cell: ({ subject }) => [
        span(printableStart(subject.name), theme.strong),
        span(subject.name === subject.id ? words`` : words` ${printable(subject.id)}`, theme.faint),
      ],
    }),
    column('what', words`WHAT`, 12, {
      grow: 1,
      leaves: 1,
      isQuiet: (change) => whatOf(change) === '',
      cell: (change) => span(whatOf(change)),
    }),
    column('user', words`BY`, 10, { leaves: 3, cell: ({ user }) => span(printableStart(user)) }),
    column('profile', words`PROFILE`, 10, {
      leaves: 4,
      cell: ({ profile }) => span(printableStart(profile)),
    }),
  ];
};

const DETAIL_ROWS = 5;

function detail(change: AuditedChange, zone: TimeZone, columns: number): readonly Styled[] {
  const { time, profile, host, user, tty, ssh, request, requestId, error, status, attempt } =
    change;
  const from = [user, tty, ssh].filter(Boolean).join(' · ');
  const answered = status === null ? words`` : words`answered ${status}`;
  const lines = [
    words`${stamp(Date.parse(time), zone)} · ${printable(host)} · profile ${printable(profile)} · by ${printable(from)}`,
    words`request ${printable(JSON.stringify(request))}`,
    error === null
      ? answered
      : words`${status === null ? words`` : words`${status} `}${printable(error)}`,
    words`attempt ${printable(attempt)}${requestId === null ? words`` : words` · request id ${printable(requestId)}`}`,
  ];
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => wrappedText(line, columns - 2, theme.faint))
    .map((line) => compose(line, columns));
}

const GRAMMAR: ListGrammar<AuditedChange> = {
  fields: [
    { name: 'outcome', kind: 'value', read: ({ outcome }) => outcome },
    { name: 'operation', kind: 'value', read: ({ operation }) => operation },
    { name: 'name', kind: 'text', read: ({ subject }) => subject.name },
    { name: 'user', kind: 'value', read: ({ user }) => user },
    { name: 'host', kind: 'value', read: ({ host }) => host },
  ],
  text: ({ time, outcome, operation, subject, user, host }) =>
    `${time} ${outcome} ${titleOf(operation)} ${operation} ${subject.name} ${subject.id} ${user} ${host}`,
};

const changesIn = (file: AuditFile): readonly AuditedChange[] =>
  file.kind === 'read' ? file.tail.changes : [];

const shownOf = (file: AuditFile, { filter }: ListState) =>
  changesIn(file)
    .filter(rowFilter(GRAMMAR, filter))
    .map((change) => ({ ...change, id: change.attempt }));

/** The end of the audit file: changes of all runs by this user on this machine, newest first. */
export function openAuditList(context: OverlayContext): Overlay {
  const { feeds, machine, mutations } = context;
  const path = auditPath(machine.stateDirectory);
  const slice = context.slices.create<{ readonly file: AuditFile }>({ file: { kind: 'reading' } });
  const shownIn = (list: ListState) => shownOf(slice.getState().file, list);

  const read = async () => {
    if (path === null) {
      const reason = words`There is no audit file: neither XDG_STATE_HOME nor HOME is set.`;
      slice.setState({ file: { kind: 'unreadable', reason } });
      return;
    }
    try {
      slice.setState({ file: { kind: 'read', tail: await readAudit(mutations.files, path) } });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      slice.setState({ file: { kind: 'unreadable', reason: printable(error.message) } });
    }
  };

  return listOverlay(context, {
    id: 'audit',
    title: () => (path === null ? words`Audit` : words`Audit · ${printable(path)}`),
    ids: (_, list) => shownIn(list).map(({ id }) => id),
    listRows: (rows) => rows - DETAIL_ROWS,
    filter: (list) =>
      askFilter(context, list, {
        grammar: GRAMMAR,
        rows: () => changesIn(slice.getState().file),
      }),
    lines(state, list, room) {
      const { columns } = room;
      const rows = shownIn(list);
      if (rows.length === 0) return emptyLines(emptiness(slice.getState().file, list), columns);
      const change = selectedRow(list, rows);
      const details = change ? detail(change, state.timeZone, columns) : [];
      const height = Math.max(2, room.rows - Math.max(DETAIL_ROWS, details.length));
      const table = auditColumns(rows, state);
      const own = { ...room, rows: height };
      const lines = withWholeCells(listTable(table, rows, list, own), table, rows, own);
      const blank = Array<Styled>(Math.max(0, height - lines.length)).fill(compose([], 0));
      return [...lines, ...blank, ...details];
    },
    opened() {
      slice.setState({ file: { kind: 'reading' } });
      feeds.run('audit', String(context.moment().elapsed), read);
    },
  });
}

function emptiness(file: AuditFile, { filter }: ListState): Printable {
  switch (file.kind) {
    case 'reading':
      return words`Reading…`;
    case 'unreadable':
      return file.reason;
    case 'read':
      return filter === ''
        ? words`Nothing has been changed yet.`
        : words`No change matches “${printable(filter)}”.`;
  }
}
