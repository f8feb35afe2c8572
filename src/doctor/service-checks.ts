import { ApiError, type ApiErrorKind } from '../contract/api-error.ts';
import type { DriftEntry, DriftKind } from '../contract/drift.ts';
import type { Call, Exchange, Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations/index.ts';
import { HARMLESS_SKEW } from '../edges/clock.ts';
import { ADVICE } from '../state/connection.ts';
import { ITEM_KINDS } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';
import { counted } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';
import { type Check, type CheckResult, failed, noted, passed, skipped } from './check.ts';

interface ExaminedService {
  readonly call: Call;
  /** The first item of each kind is read. */
  readonly workspace: Workspace;
  /** All exchanges so far, oldest first. */
  exchanges(): readonly Exchange[];
  /** Differences between answers and the contract so far. */
  drift(): readonly DriftEntry[];
  now(): number;
}

/** After these failures, further requests would fail as well, or do harm. */
const SKIP_REASONS: Readonly<Partial<Record<ApiErrorKind, Printable>>> = {
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

/** Reads the first item of each kind, one after another, and first what needs no item. Reports each response time. */
function reads(service: ExaminedService): readonly Check[] {
  let skipReason: Printable | undefined;
  const all: readonly Operation<unknown, unknown>[] = Object.values(operations);
  return all
    .filter((operation) => operation.effect === 'reads')
    .sort((a, b) => Number(a.subject !== null) - Number(b.subject !== null))
    .map((operation) => {
      const { probe, subject } = operation;
      const what = printable(probe.noun);
      const noun = subject === null ? words`` : ITEM_KINDS[subject].noun;
      const [thing] = subject === null ? [{ id: '' }] : service.workspace[subject];
      return {
        what,
        async run(signal) {
          if (!thing) return [skipped(what, words`No ${noun} in this workspace.`)];
          if (skipReason !== undefined) return [skipped(what, skipReason)];
          const before = service.exchanges().at(-1)?.id ?? 0;
          try {
            await service.call(operation, probe.input(thing.id, service.now()), signal);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            skipReason = SKIP_REASONS[error.kind];
            return [failure(what, error)];
          }
          const outcome = service
            .exchanges()
            .findLast((each) => each.id > before && each.operation === operation.id)?.outcome;
          return [
            passed(
              what,
              outcome?.kind === 'answered'
                ? words`${outcome.status} in ${Math.round(outcome.ms)} ms`
                : words`answered`,
            ),
          ];
        },
      };
    });
}

/** The service reports whole seconds, and the answer took some time to arrive. */
const CLOCK_RESOLUTION_MS = 2000;

function clockOf(exchanges: readonly Exchange[]): CheckResult {
  const what = words`clock`;
  const skews = exchanges.flatMap(({ outcome }) =>
    outcome.kind === 'answered' && outcome.skewMs !== null ? [outcome.skewMs] : [],
  );
  const [skew] = skews.sort((a, b) => Math.abs(a) - Math.abs(b));
  if (skew === undefined) return skipped(what, words`The service did not send its time.`);
  if (Math.abs(skew) < CLOCK_RESOLUTION_MS) return passed(what, words`the same as the service's`);
  const apart = words`${duration(Math.abs(skew))} ${skew > 0 ? words`behind` : words`ahead of`} the service`;
  if (Math.abs(skew) <= HARMLESS_SKEW) return passed(what, apart);
  return failed(
    what,
    apart,
    words`Set this machine's clock: it decides what day of the event log is loaded.`,
  );
}

/** Differences listed individually. */
const MAX_LISTED = 30;

const DIFFERENCES: Readonly<Record<DriftKind, Printable>> = {
  'unknown-field': words`unknown field`,
  'unknown-value': words`unknown value`,
  'wrong-type': words`another type`,
  'missing-field': words`missing field`,
  'too-large': words`too large to be read`,
};

function differenceText({ kind, path, count: times, sample }: DriftEntry): Printable {
  const seen = kind === 'missing-field' ? words`` : words`, first as ${printable(sample)}`;
  return words`${DIFFERENCES[kind]} ${printable(path)} (${counted(times, words`time`)}${seen})`;
}

function driftOf(service: ExaminedService): readonly CheckResult[] {
  const what = words`answers`;
  const entries = service.drift();
  const answered = service.exchanges().some(({ outcome: { kind } }) => kind === 'answered');
  if (!answered) return [skipped(what, words`There were none to look at.`)];
  if (entries.length === 0) return [passed(what, words`All of them fit the contract.`)];
  const listed = entries.slice(0, MAX_LISTED).map((entry) => noted(what, differenceText(entry)));
  const more = entries.length - listed.length;
  return more > 0
    ? [...listed, noted(what, words`and ${counted(more, words`further difference`)}`)]
    : listed;
}

/** Whether the read operations answer, and how their answers differ from the contract. Sends no changes. */
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
