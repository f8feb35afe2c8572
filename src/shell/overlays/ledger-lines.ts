import type { ListGrammar } from '../../commands/list-filter.ts';
import type { ApiError } from '../../contract/api-error.ts';
import type { Exchange } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { inQuotes } from '../../edges/shell-word.ts';
import { errorItems, recordFields } from '../../panes/record-items.ts';
import { ADVICE } from '../../state/connection.ts';
import type { Workspace, WorkspaceItem } from '../../state/workspace.ts';
import { memoizeEach } from '../../text/memoize.ts';
import { bytes, count, figure } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import { dayOf, type TimeZone, timeOfDayExact } from '../../text/time.ts';
import { type Line, lineWidth, type Span, span } from '../../ui/line.ts';
import { headingItem, type RecordItem, signItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column, widestOf } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';

export interface LedgerFacts {
  readonly zone: TimeZone;
  readonly workspace: Workspace;
  readonly baseUrl: string;
}

const errorOf = ({ outcome }: Exchange): ApiError | null =>
  outcome.kind === 'in-flight' ? null : outcome.error;

const titleOf = ({ operation }: Exchange): Printable => printableStart(operations[operation].title);

const latency = (ms: number): Printable =>
  ms < 1000 ? words`${Math.round(ms)} ms` : words`${figure(ms / 1000)} s`;

const kindWord = ({ kind }: ApiError): Printable => printable(kind.replaceAll('-', ' '));

function statusSpan({ outcome }: Exchange): Span {
  switch (outcome.kind) {
    case 'in-flight':
      return span(words`… open`, theme.faint);
    case 'failed':
      return span(words`✖ ${kindWord(outcome.error)}`, theme.bad);
    case 'answered':
      return outcome.error
        ? span(words`✖ ${outcome.status} ${kindWord(outcome.error)}`, theme.bad)
        : span(words`${outcome.status}`, theme.good);
  }
}

/** The workspace item a call is about, found by the id in its path. */
function subjectIn({ operation, path }: Exchange, workspace: Workspace): WorkspaceItem | undefined {
  const kind = operations[operation].subject;
  if (kind === null) return undefined;
  const known = byId(workspace[kind]);
  const id = path.split(/[/?]/).find((part) => known.has(part));
  return id === undefined ? undefined : known.get(id);
}

const byId = memoizeEach(
  (items: readonly WorkspaceItem[]) => new Map(items.map((item) => [item.id, item])),
);

const subjectOf = (call: Exchange, workspace: Workspace): Printable =>
  printableStart(subjectIn(call, workspace)?.name ?? '');

export const ledgerGrammar = (workspace: Workspace): ListGrammar<Exchange> => ({
  fields: [
    {
      name: 'status',
      kind: 'text',
      read: ({ outcome }) => (outcome.kind === 'answered' ? String(outcome.status) : outcome.kind),
    },
    { name: 'error', kind: 'value', read: (call) => errorOf(call)?.kind ?? null },
    { name: 'operation', kind: 'value', read: ({ operation }) => operation },
    { name: 'method', kind: 'value', read: ({ method }) => method },
    { name: 'name', kind: 'text', read: (call) => subjectOf(call, workspace) },
    {
      name: 'ms',
      kind: 'number',
      read: ({ outcome }) => (outcome.kind === 'in-flight' ? null : outcome.ms),
    },
    {
      name: 'bytes',
      kind: 'number',
      read: ({ outcome }) => (outcome.kind === 'answered' ? outcome.bytes : null),
    },
  ],
  text: (call) =>
    `${call.operation} ${call.method} ${call.path} ${subjectOf(call, workspace)} ${call.outcome.kind === 'answered' ? call.outcome.status : call.outcome.kind} ${errorOf(call)?.message ?? ''}`,
});

/** Width of `… open`. */
const STATUS = { least: 6 } as const;
const FOR = { least: 10, most: 30 } as const;
const REQUEST = { least: 12, most: 100 } as const;

/** The request as far as it fits: whole, without an id that is named beside it, or its title. */
function requestLine(call: Exchange, workspace: Workspace, room: number): Line {
  const method = span(words`${printableStart(call.method)} `, theme.faint);
  const id = subjectIn(call, workspace)?.id;
  const whole = printableStart(call.path);
  const paths = id === undefined ? [whole] : [whole, printableStart(call.path.replace(id, '…'))];
  const lines = paths.map((path): Line => [method, span(path)]);
  return lines.find((line) => lineWidth(line) <= room) ?? [span(titleOf(call))];
}

const ERROR: Column<Exchange> = column('error', words`ERROR`, 20, {
  grow: 1,
  leaves: 5,
  cell: (call) => span(printableStart(errorOf(call)?.message ?? ''), theme.bad),
});

/** The columns of the ledger. `calls`: all rows, for the width of STATUS and other columns. */
export function ledgerColumns(
  { zone, workspace }: Pick<LedgerFacts, 'zone' | 'workspace'>,
  calls: readonly Exchange[],
): readonly Column<Exchange>[] {
  return [
    column('time', words`TIME`, 12, ({ at }) => span(timeOfDayExact(at, zone))),
    column(
      'status',
      words`STATUS`,
      widestOf(calls, (call) => statusSpan(call).text, STATUS.least),
      { cell: statusSpan, sortBy: (call) => (errorOf(call) ? 0 : 1) },
    ),
    column('latency', words`LATENCY`, 8, {
      align: 'right',
      leaves: 3,
      cell: ({ outcome }) => span(outcome.kind === 'in-flight' ? words`` : latency(outcome.ms)),
      sortBy: ({ outcome }) => (outcome.kind === 'in-flight' ? -1 : outcome.ms),
    }),
    column('bytes', words`SIZE`, 9, {
      align: 'right',
      leaves: 4,
      extra: true,
      cell: ({ outcome }) => span(outcome.kind === 'answered' ? bytes(outcome.bytes) : words``),
      sortBy: ({ outcome }) => (outcome.kind === 'answered' ? outcome.bytes : -1),
    }),
    column('for', words`FOR`, FOR.least, {
      enough: Math.min(
        FOR.most,
        widestOf(calls, (call) => subjectOf(call, workspace), FOR.least),
      ),
      leaves: 1,
      isQuiet: (call) => subjectOf(call, workspace) === '',
      cell: (call) => span(subjectOf(call, workspace)),
      sortBy: (call) => subjectOf(call, workspace).toLowerCase(),
    }),
    column('request', words`REQUEST`, REQUEST.least, {
      enough: Math.min(
        REQUEST.most,
        widestOf(
          calls,
          ({ method, path }) => words`${printableStart(method)} ${printableStart(path)}`,
          REQUEST.least,
        ),
      ),
      // The FOR column is more useful if only one of them fits.
      leaves: 2,
      cell: (call, room) => requestLine(call, workspace, room),
      sortBy: ({ path }) => path,
    }),
    ...(calls.some(errorOf) ? [ERROR] : []),
  ];
}

/** The call as a curl command, without the access key and the body. */
export const asCurl = (call: Exchange, baseUrl: string): string =>
  curlParts(call, baseUrl).join(' ');

function curlParts({ method, path }: Exchange, baseUrl: string): readonly string[] {
  return [`curl -X ${method}`, `-H 'AccessKey: <API_KEY>'`, inQuotes(`${baseUrl}${path}`)];
}

export function callWhy(call: Exchange, { workspace }: LedgerFacts): readonly RecordItem[] {
  const error = errorOf(call);
  const subject = subjectOf(call, workspace);
  const asked = words`${titleOf(call)}${subject === '' ? words`` : words` of ${subject}`}: ${printableStart(call.method)} ${printable(call.path)}`;
  if (!error) return [textItem(asked)];
  return [
    signItem(words`✖`, printable(error.message), theme.bad),
    ...nextStep(error),
    textItem(asked, theme.faint),
  ];
}

const nextStep = ({ kind }: ApiError): readonly RecordItem[] =>
  ADVICE[kind] === '' ? [] : [signItem(words`→`, ADVICE[kind])];

function envelopeItems(
  { operation, outcome }: Exchange,
  { zone }: Pick<LedgerFacts, 'zone'>,
): readonly RecordItem[] {
  const { answer, envelope = [] } = operations[operation];
  if (outcome.kind !== 'answered' || !outcome.envelope || !answer.shape) return [];
  const without = Object.keys(answer.shape.fields ?? {}).filter((name) => !envelope.includes(name));
  return [
    headingItem(words`Answer`),
    ...recordFields(answer.shape, outcome.envelope, zone, { without }),
  ];
}

/** All details of a call: failure and advice first, then figures, request, and a curl command. */
export function callDetails(call: Exchange, facts: LedgerFacts): readonly RecordItem[] {
  const { outcome } = call;
  const error = errorOf(call);
  const subject = subjectOf(call, facts.workspace);
  const answered = outcome.kind === 'answered' ? outcome : null;
  const status = statusSpan(call);
  return [
    ...(error ? [signItem(words`✖`, printable(error.message), theme.bad), ...nextStep(error)] : []),
    { name: words`status`, value: status.text, style: status.style },
    ...(outcome.kind === 'in-flight' ? [] : [{ name: words`latency`, value: latency(outcome.ms) }]),
    ...(answered
      ? [
          {
            name: words`size`,
            value: words`${bytes(answered.bytes)} (${count(answered.bytes)} bytes)`,
          },
        ]
      : []),
    {
      name: words`request id`,
      value: answered?.isSecret
        ? words`left out: what the service writes may repeat the value that was sent`
        : printable(answered?.requestId ?? error?.requestId ?? '–'),
    },
    {
      name: words`sent at`,
      value: words`${dayOf(call.at, facts.zone)} ${timeOfDayExact(call.at, facts.zone)}${facts.zone === 'utc' ? words`Z` : words``}`,
    },
    { name: words`operation`, value: titleOf(call) },
    ...(subject === '' ? [] : [{ name: words`for`, value: subject }]),
    { name: words`request`, value: words`${printable(call.method)} ${printable(call.path)}` },
    ...(error ? errorItems(error) : []),
    ...envelopeItems(call, facts),
    headingItem(words`As curl, without the key`),
    ...curlParts(call, facts.baseUrl).map((part, at, all) => ({
      kind: 'text' as const,
      ...(at > 0 && { sign: words` ` }),
      text: words`${printable(part)}${at < all.length - 1 ? words` \\` : words``}`,
    })),
  ];
}
