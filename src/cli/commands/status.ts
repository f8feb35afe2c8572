import type { ApiError } from '../../contract/api-error.ts';
import type { OperationId } from '../../contract/operation.ts';
import {
  APPLICATION_STATUSES,
  type AppOverview,
  appOverview,
} from '../../contract/operations/app-overview.ts';
import { type DnsScan, dnsScan, SCAN_STATUSES } from '../../contract/operations/dns-scan.ts';
import { stateDirectory } from '../../edges/machine.ts';
import type { FactSubject } from '../../history/fact.ts';
import {
  type HistoryState,
  issuesSinceOf,
  type KnownSince,
  sinceOf,
} from '../../history/history-state.ts';
import { readHistory } from '../../history/read-history.ts';
import { flaggedWorkspace } from '../../session/config-file.ts';
import { EXIT, type ExitCode, UserError } from '../../session/errors.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { issuesOf, issueText } from '../../state/app-issues.ts';
import { noScanWords } from '../../state/connection.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../../state/item-kinds.ts';
import type { Workspace } from '../../state/workspace.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { stamp, timeNear } from '../../text/time.ts';
import type { Action, Context } from '../context.ts';
import { columnNames, firstOf, type OutputColumn } from '../output/grid.ts';
import { lines, printerFor, type Report, tableReport } from '../output/report.ts';
import { type Asked, askEach, misspeltHint, type Service, withService } from '../service.ts';
import { deletedApps } from './app/deleted-from-here.ts';

/**
 * Worst first. `unknown` means that the service did not answer, or the answer does not tell; `deleted`, that it was
 * deleted from this machine.
 */
const STATES = ['bad', 'unknown', 'warning', 'ok', 'deleted'] as const;
type State = (typeof STATES)[number];

/** As observed by consoles on this machine. All are null if unknown, and without issues. */
interface Starts {
  /** Since when it is in this state, in ISO format. */
  readonly since: string | null;
  /** Whether it was so at the first answer, or at the first for more than a minute. */
  readonly sinceIsUpperBound: boolean | null;
  /** Whether nobody was watching for some of the time since. */
  readonly notWatchedBetween: boolean | null;
  /** The same for issues of any severity: an application may have had warnings before it was bad. */
  readonly issuesSince: string | null;
  readonly issuesSinceIsUpperBound: boolean | null;
  readonly issuesNotWatchedBetween: boolean | null;
}

interface ItemStatus extends Starts {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  readonly state: State;
  /** As reported by the service; null if it did not answer. */
  readonly status: string | null;
  /** Worst first. */
  readonly problems: readonly Printable[];
  /** What may pass with the next answer. The console counts it as an issue after three answers in a row. */
  readonly notes: readonly Printable[];
}

function startsText(since?: KnownSince, issues?: KnownSince): Starts {
  const time = (start?: KnownSince) => (start ? new Date(start.at).toISOString() : null);
  const isBound = (start?: KnownSince) => (start ? start.how === 'before' : null);
  return {
    since: time(since),
    sinceIsUpperBound: isBound(since),
    notWatchedBetween: since?.hasGaps ?? null,
    issuesSince: time(issues),
    issuesSinceIsUpperBound: isBound(issues),
    issuesNotWatchedBetween: issues?.hasGaps ?? null,
  };
}

/** Kinds of items whose state an operation reports. */
const JUDGED: readonly ItemKind[] = ['apps', 'dnsZones'];

type Judged = Pick<ItemStatus, 'state' | 'status' | 'problems' | 'notes'>;

/** Why a status cannot be judged; null if it can. */
function unknownStatus(
  what: Printable,
  status: string | null,
  known: readonly string[],
): Printable | null {
  if (status === null) return words`no ${what} in the answer`;
  if (status === 'unknown') return words`${what} unknown`;
  return known.includes(status) ? null : words`${what} ${printable(status)} has no known meaning`;
}

function judgedApp(overview: AppOverview, now: number): Judged {
  const { status } = overview;
  const issues = issuesOf(overview, now);
  // As in watches and on the Timeline, an issue that may pass with the next answer is not judged.
  const lasting = issues.filter(({ isPassing }) => !isPassing);
  const problems = lasting.map(issueText);
  const notes = issues.filter(({ isPassing }) => isPassing).map(issueText);
  const judged = { status, problems, notes };
  if (lasting.some(({ severity }) => severity === 'bad')) return { state: 'bad', ...judged };
  const unknown = unknownStatus(words`status`, status, APPLICATION_STATUSES);
  if (unknown !== null) return { state: 'unknown', ...judged, problems: [unknown, ...problems] };
  return { state: lasting.length > 0 ? 'warning' : 'ok', ...judged };
}

function judgedScan({ Status: status, Error: error }: DnsScan): Judged {
  const errors = error ? [printable(error)] : [];
  if (status === 'Failed') {
    const [why] = errors;
    return {
      state: 'bad',
      status,
      problems: [why === undefined ? words`scan failed` : words`scan failed: ${why}`],
      notes: [],
    };
  }
  const unknown = unknownStatus(words`scan status`, status, SCAN_STATUSES);
  if (unknown !== null)
    return { state: 'unknown', status, problems: [unknown, ...errors], notes: [] };
  return {
    state: error ? 'warning' : 'ok',
    status,
    problems: errors.map((why) => words`scan error: ${why}`),
    notes: [],
  };
}

function statusOf<Answer>(
  kind: ItemKind,
  { item: { id, name }, result }: Asked<Answer>,
  judged: (answer: Answer) => Judged,
  startsOf: (subject: FactSubject, level: 'bad' | 'warn') => Starts,
  deleted: ReadonlySet<string> = new Set(),
): ItemStatus {
  if (result.kind === 'answered') {
    const how = judged(result.answer);
    const level = how.state === 'bad' ? 'bad' : how.state === 'warning' ? 'warn' : null;
    const starts = level === null ? startsText() : startsOf({ kind, id }, level);
    return { kind, id, name, ...how, ...starts };
  }
  const { error } = result;
  const failed = (state: State, why: Printable): ItemStatus => ({
    kind,
    id,
    name,
    state,
    status: null,
    problems: [why],
    notes: [],
    ...startsText(),
  });
  if (error.kind !== 'not-found') return failed('unknown', printable(error.message));
  if (deleted.has(id)) return failed('deleted', words`deleted from this machine`);
  // A zone without a scan may be healthy.
  return kind === 'dnsZones'
    ? failed('unknown', noScanWords(error))
    : failed('bad', missingApp(error));
}

/** The service's words, which need not say that it was not found. */
function missingApp({ message }: ApiError): Printable {
  const said = printable(message);
  return /not found/i.test(said) ? said : words`not found: ${said}`;
}

const reasons = ({ problems, notes }: ItemStatus): readonly Printable[] => [
  ...problems,
  ...notes.map((note) => words`may pass: ${note}`),
];

/** A table at 80 columns has room for the reasons only without ids and days; a wide table has both. */
const columnsOf = (
  form: 'table' | 'wide',
  timeOf: (since: number) => Printable,
): readonly OutputColumn<ItemStatus>[] => [
  { name: 'state', title: words`STATE` },
  { name: 'kind', title: words`KIND`, value: ({ kind }) => ITEM_KINDS[kind].option },
  { name: 'name', title: words`NAME` },
  { name: 'id', title: words`ID`, only: form === 'table' ? 'csv' : undefined },
  { name: 'status', title: words`STATUS` },
  {
    name: 'why',
    title: words`WHY`,
    shrinks: true,
    value: (item) => reasons(item).join('; '),
    text: (item) => firstOf(reasons(item)),
  },
  {
    name: 'since',
    title: words`SINCE (UTC)`,
    text: ({ since, sinceIsUpperBound, notWatchedBetween }) =>
      sinceCell(since, sinceIsUpperBound, notWatchedBetween, timeOf),
  },
  { name: 'sinceIsUpperBound', only: 'csv' },
  { name: 'notWatchedBetween', only: 'csv' },
  {
    name: 'issuesSince',
    title: words`ISSUES SINCE (UTC)`,
    only: form === 'table' ? 'csv' : undefined,
    text: ({ issuesSince, issuesSinceIsUpperBound, issuesNotWatchedBetween }) =>
      sinceCell(issuesSince, issuesSinceIsUpperBound, issuesNotWatchedBetween, timeOf),
  },
  { name: 'issuesSinceIsUpperBound', only: 'csv' },
  { name: 'issuesNotWatchedBetween', only: 'csv' },
];

function sinceCell(
  since: string | null,
  isBound: boolean | null,
  hasGaps: boolean | null,
  timeOf: (since: number) => Printable,
): Printable {
  if (since === null) return words`–`;
  const signs = words`${hasGaps ? words`seen ` : words``}${isBound ? words`≤` : words``}`;
  return words`${signs}${timeOf(Date.parse(since))}`;
}

const WIDE = columnsOf('wide', (since) => stamp(since, 'utc'));
export const statusColumns = columnNames(WIDE);

/** Items that are not judged are listed, so that nobody takes them for healthy. */
function unjudged(workspace: Workspace): readonly Printable[] {
  const rest = itemKinds
    .filter((kind) => !JUDGED.includes(kind) && workspace[kind].length > 0)
    .map((kind) => counted(workspace[kind].length, ITEM_KINDS[kind].noun));
  return rest.length === 0
    ? []
    : [
        words`Not judged: ${rest.join(', ') as Printable}. The service has no operation that reports their state.`,
      ];
}

export function statusReport(
  items: readonly ItemStatus[],
  workspace: Workspace,
  now: number,
): Report {
  const sorted = STATES.flatMap((state) => items.filter((item) => item.state === state));
  const counts = Object.fromEntries(
    STATES.map((state) => [state, items.filter((item) => item.state === state).length]),
  ) as Readonly<Record<State, number>>;
  const records = sorted.map(({ kind, ...item }) => ({ kind: ITEM_KINDS[kind].option, ...item }));
  const summary = words`${count(counts.bad)} bad · ${count(counts.unknown)} unknown · ${count(counts.warning)} with warnings · ${count(counts.ok)} ok · ${counts.deleted > 0 ? words`${count(counts.deleted)} deleted · ` : words``}${workspace.name === '' ? words`` : words`workspace ${printable(workspace.name)} `}as of ${stamp(now, 'utc')}`;
  return tableReport({
    columns: columnsOf('table', (since) => timeNear(now, since, 'utc')),
    wide: WIDE,
    rows: sorted,
    document: {
      asOf: new Date(now).toISOString(),
      workspace: workspace.name,
      counts,
      items: records,
    },
    records,
    above: [lines(summary)],
    notes: unjudged(workspace),
  });
}

function exitCode(items: readonly ItemStatus[]): ExitCode {
  if (items.some(({ state }) => state === 'bad')) return EXIT.unexpected;
  return items.some(({ state }) => state === 'unknown') ? EXIT.unreachable : EXIT.done;
}

/** The history kept by consoles on this machine; null if there is none, or it cannot be read. */
async function pastOf(
  { session: { profile } }: Service,
  { edges }: Context,
): Promise<HistoryState | null> {
  const directory = stateDirectory(edges.env);
  if (directory === null || profile.demo) return null;
  try {
    return await readHistory(directory, new URL(profile.baseUrl).origin, edges.clock.now());
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}

export const statusCommand: Action<'status'> = ({ options }, context) =>
  withService(options, context, async (service) => {
    const { clock } = context.edges;
    const workspace = flaggedWorkspace(options, service.session);
    if (workspace.apps.length + workspace.dnsZones.length === 0) {
      throw new UserError([
        words`There is no application and no DNS zone in the workspace: nothing to judge. warren config show tells which profile is used.`,
        ...unjudged(workspace),
      ]);
    }
    context.messages.progress(
      words`Asking for ${count(workspace.apps.length + workspace.dnsZones.length)} things`,
    );
    const apps = await askEach(
      workspace.apps,
      appOverview,
      ({ id }) => ({ appId: id }),
      service,
      context,
    );
    const zones = await askEach(
      workspace.dnsZones,
      dnsScan,
      ({ id }) => ({ zoneId: id }),
      service,
      context,
    );
    if (context.signal.aborted) return EXIT.interrupted;
    const now = clock.now();
    const past = await pastOf(service, context);
    const deleted = await deletedApps(apps, service, context.edges.env);
    const startsOf = (subject: FactSubject, level: 'bad' | 'warn') =>
      past === null
        ? startsText()
        : startsText(sinceOf(past, subject, level, now), issuesSinceOf(past, subject, now));
    const appStatus = (asked: Asked<AppOverview>) =>
      statusOf('apps', asked, (overview) => judgedApp(overview, now), startsOf, deleted);
    const items = [
      ...apps.map(appStatus),
      ...zones.map((asked) => statusOf('dnsZones', asked, judgedScan, startsOf)),
    ];
    await printerFor(context, options, 'one').print(statusReport(items, workspace, now));
    const missing = (asked: readonly Asked<unknown>[], { id }: { readonly id: OperationId }) =>
      asked.flatMap(({ item, result }) =>
        result.kind === 'failed' && result.error.kind === 'not-found'
          ? (misspeltHint(id, service.session.workspace, [item.id]) ?? [])
          : [],
      );
    // A name that is not in the workspace was sent as an id; it may be misspelt.
    for (const hint of [...missing(apps, appOverview), ...missing(zones, dnsScan)]) {
      context.messages.print(hint);
    }
    return exitCode(items);
  });
