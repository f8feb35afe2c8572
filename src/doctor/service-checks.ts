import { ApiError, type ApiErrorKind } from '../contract/api-error.ts';
import type { DriftEntry } from '../contract/drift.ts';
import type { Call, Exchange, OperationId } from '../contract/operation.ts';

import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import { eventLogs } from '../contract/operations/event-logs.ts';
import { rateLimitMetrics } from '../contract/operations/rate-limit-metrics.ts';
import { search } from '../contract/operations/search.ts';
import { HARMLESS_SKEW } from '../edges/clock.ts';
import type { Workspace } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration, usDay, utcDay } from '../text/time.ts';
import { type Check, type CheckResult, failed, noted, passed, skipped } from './check.ts';

/** The service as the doctor sees it. */
interface ExaminedService {
  readonly call: Call;
  /** What is watched: the first of each kind is read. */
  readonly workspace: Workspace;
  /** Every request so far, the newest last. */
  exchanges(): readonly Exchange[];
  /** How the answers so far differed from the contract. */
  drift(): readonly DriftEntry[];
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number;
}

/** One read to try; `ask` is undefined when the workspace names nothing to read. */
interface Trial {
  readonly what: Printable;
  readonly lacks: Printable;
  readonly ask: ((signal: AbortSignal) => Promise<unknown>) | undefined;
}

/** How each operation is tried, in this order; those that change something are not. */
function trials({
  call,
  workspace,
  now,
}: ExaminedService): Readonly<Record<OperationId, Trial | 'changes'>> {
  const {
    apps: [app],
    shieldZones: [shieldZone],
    dnsZones: [dnsZone],
    rateLimits: [rateLimit],
  } = workspace;
  const date = usDay(utcDay(now()));
  return {
    search: {
      what: words`search`,
      lacks: words``,
      ask: (signal) => call(search, { search: 'warren', size: 1 }, signal),
    },
    'app-overview': {
      what: words`application overview`,
      lacks: words`no application`,
      ask: app && ((signal) => call(appOverview, { appId: app.id }, signal)),
    },
    'dns-scan': {
      what: words`DNS scan`,
      lacks: words`no DNS zone`,
      ask: dnsZone && ((signal) => call(dnsScan, { zoneId: dnsZone.id }, signal)),
    },
    'rate-limit-metrics': {
      what: words`rate limit`,
      lacks: words`no rate limit`,
      ask: rateLimit && ((signal) => call(rateLimitMetrics, { id: rateLimit.id }, signal)),
    },
    'event-logs': {
      what: words`event log`,
      lacks: words`no shield zone`,
      ask:
        shieldZone && ((signal) => call(eventLogs, { shieldZoneId: shieldZone.id, date }, signal)),
    },
    'app-delete': 'changes',
    'guardian-upload': 'changes',
    'script-add-variable': 'changes',
  };
}

/** What to do about a call that failed; empty where the failure says it all. */
export const ADVICE: Readonly<Record<ApiErrorKind, Printable>> = {
  unreachable: words`Check the base URL, and the way there: network, proxy, firewall.`,
  interrupted: words`Something on the way breaks connections: look at proxies and firewalls.`,
  timeout: words`The service is slow or the way to it is; try again later.`,
  unauthorised: words`warren config show tells which access key is used.`,
  refused: words`The access key may not read this, or the plan does not have it.`,
  'outside-window': words`Set this machine's clock: days of the event log are counted by it.`,
  'not-found': words`Correct the identifier in the workspace, or take it out.`,
  invalid: words`Correct the identifier in the workspace, or take it out.`,
  'rate-limited': words`Ask less often: see interval in the configuration.`,
  service: words`Try again later; the vendor may want the request id.`,
  redirected: words`Set the base URL to where the service really is.`,
  unexpected: words`Check that the base URL is the service's and not that of a page or a proxy.`,
  'bad-request': words`Correct the identifier in the workspace: nothing was sent.`,
  aborted: words``,
};

/** Failures after which the next question would only fail as well, or do harm. */
const SPEAKS_FOR_ALL: Readonly<Partial<Record<ApiErrorKind, Printable>>> = {
  unauthorised: words`Not asked: the access key was not accepted.`,
  unreachable: words`Not asked: the service could not be reached.`,
};

function failure(what: Printable, error: ApiError): CheckResult {
  const { kind, status, errorKey, requestId } = error;
  const known = [...(status === undefined ? [] : [`${status}`]), errorKey ?? [], requestId ?? []];
  const facts = known.flat().join(', ');
  return failed(
    what,
    words`${printable(error.message)}${facts === '' ? words`` : words` (${printable(facts)})`}`,
    ADVICE[kind],
  );
}

/** The reads, one after the other: each tells in how much time it was answered. */
function reads(service: ExaminedService): readonly Check[] {
  let hopeless: Printable | undefined;
  const tried = Object.entries(trials(service)).flatMap(([operation, trial]) =>
    trial === 'changes' ? [] : [{ operation, ...trial }],
  );
  return tried.map(({ operation, what, lacks, ask }) => ({
    what,
    async run(signal) {
      if (!ask) return [skipped(what, words`The workspace has ${lacks}.`)];
      if (hopeless !== undefined) return [skipped(what, hopeless)];
      const before = service.exchanges().at(-1)?.id ?? 0;
      try {
        await ask(signal);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        hopeless = SPEAKS_FOR_ALL[error.kind];
        return [failure(what, error)];
      }
      const outcome = service
        .exchanges()
        .findLast(({ id, operation: asked }) => id > before && asked === operation)?.outcome;
      return [
        passed(
          what,
          outcome?.kind === 'answered'
            ? words`${outcome.status} in ${Math.round(outcome.ms)} ms`
            : words`answered`,
        ),
      ];
    },
  }));
}

/** The service tells whole seconds, and the answer was on its way for a while. */
const RESOLUTION = 2000;

function clockOf(exchanges: readonly Exchange[]): CheckResult {
  const what = words`clock`;
  const skews = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'answered' && outcome.skewMs !== null ? [outcome.skewMs] : [],
  );
  const [skew] = skews.sort((a, b) => Math.abs(a) - Math.abs(b));
  if (skew === undefined) return skipped(what, words`The service did not tell the time.`);
  if (Math.abs(skew) < RESOLUTION) return passed(what, words`the same as the service's`);
  const apart = words`${duration(Math.abs(skew))} ${skew > 0 ? words`behind` : words`ahead of`} the service`;
  if (Math.abs(skew) <= HARMLESS_SKEW) return passed(what, apart);
  return failed(
    what,
    apart,
    words`Set this machine's clock: days of the event log are counted by it.`,
  );
}

/** So many differences are listed each for itself. */
const MOST_DRIFT = 10;

function driftOf(service: ExaminedService): readonly CheckResult[] {
  const what = words`answers`;
  const entries = service.drift();
  const answered = service.exchanges().some(({ outcome: { kind } }) => kind === 'answered');
  if (!answered) return [skipped(what, words`There were none to look at.`)];
  if (entries.length === 0) return [passed(what, words`All of them fit the contract.`)];
  const listed = entries
    .slice(0, MOST_DRIFT)
    .map(({ kind, path, count, sample }) =>
      noted(
        what,
        words`${printable(kind)} ${printable(path)} (${count} times, as ${printable(sample)})`,
      ),
    );
  const more = entries.length - listed.length;
  return more > 0 ? [...listed, noted(what, words`${more} more differences`)] : listed;
}

/** Whether the operations that read answer, and how their answers differ from the contract. Nothing else is sent. */
export const serviceChecks = (service: ExaminedService): readonly Check[] => [
  ...reads(service),
  {
    what: words`changes`,
    run: async () => [
      skipped(words`changes`, words`Operations that change something are not tried.`),
    ],
  },
  { what: words`clock`, run: async () => [clockOf(service.exchanges())] },
  { what: words`answers`, run: async () => driftOf(service) },
];
