import type { OperationId, ReadOperation } from '../contract/operation.ts';
import { appOverview } from '../contract/operations/app-overview.ts';
import {
  type DnsScan,
  dnsScan,
  recordTypeName,
  type ScannedRecord,
} from '../contract/operations/dns-scan.ts';
import { compared, RECORD_DETAILS } from '../state/compare-records.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import { appDifferences, imageDifferences, type Observed, runsImages } from './app-differences.ts';
import {
  type Difference,
  type FactSeverity,
  type FactSubject,
  type LastSeverity,
  THERE,
} from './fact.ts';
import type { HistoryFile } from './history-file.ts';

/** How answers of one operation become facts. */
export interface Observing {
  readonly kind: ItemKind;
  idOf(input: unknown): string;
  differences(
    before: Observed<unknown> | null,
    after: Observed<unknown>,
    lastSeverity: LastSeverity,
  ): readonly Difference[];
  /** Decodes parsed JSON as an answer of the operation, or throws. */
  decode(json: unknown): unknown;
  readonly complete: Complete<unknown> | null;
}

/** For operations with incomplete answers, such as a running scan or an application without pods. */
interface Complete<Answer> {
  is(answer: Answer): boolean;
  /** What complete answers show beyond the incomplete ones between them. */
  differences(before: Answer, after: Answer): readonly Difference[];
}

/** Erases an operation's types. Entries are found by the operation's id, so the types match. */
function observing<Input, Answer>(
  operation: ReadOperation<Input, Answer>,
  kind: ItemKind,
  idOf: (input: Input) => string,
  differences: (
    before: Observed<Answer> | null,
    after: Observed<Answer>,
    lastSeverity: LastSeverity,
  ) => readonly Difference[],
  complete: Complete<Answer> | null = null,
): readonly [OperationId, Observing] {
  return [
    operation.id,
    {
      kind,
      idOf: idOf as Observing['idOf'],
      differences: differences as Observing['differences'],
      decode: (json) => operation.answer.decode(json, { note() {}, add() {} }),
      complete: complete as Observing['complete'],
    },
  ];
}

export const OBSERVED: ReadonlyMap<OperationId, Observing> = new Map([
  observing(appOverview, 'apps', ({ appId }) => appId, appDifferences, {
    is: runsImages,
    differences: imageDifferences,
  }),
  observing(
    dnsScan,
    'dnsZones',
    ({ zoneId }) => zoneId,
    (before, after) => dnsDifferences(before?.answer ?? null, after.answer),
    { is: isComplete, differences: recordDifferences },
  ),
]);

export const OF_KIND: ReadonlyMap<FactSubject['kind'], Observing> = new Map(
  [...OBSERVED.values()].map((each) => [each.kind, each]),
);

/** An answer, or null when the item did not exist. */
export type Observation = Observed<unknown> | { readonly answer: null; readonly at: number };

export function differencesOf(
  { differences }: Observing,
  before: Observation | null,
  after: Observation,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  if (before === null) return after.answer === null ? [] : differences(null, after, lastSeverity);
  if (before.answer !== null && after.answer !== null)
    return differences(before, after, lastSeverity);
  if (before.answer === null && after.answer === null) return [];
  const status = { kind: 'status', place: '' } as const;
  if (after.answer === null) return [{ ...status, severity: 'warn', from: THERE, to: null }];
  return [
    { ...status, severity: 'good', from: null, to: THERE },
    ...differences(null, after, lastSeverity),
  ];
}

export function keptObservation(
  file: HistoryFile,
  subject: FactSubject,
  { decode }: Observing,
  time?: number,
): Observation | null {
  const kept = file.observation(subject, time);
  if (!kept) return null;
  const json: unknown = JSON.parse(kept.json);
  return { at: kept.at, answer: json === null ? null : decode(json) };
}

/** The kept answer about a subject at or before a time, wall clock; null if there is none, or it did not exist. */
export function keptAnswer(
  file: HistoryFile,
  subject: FactSubject,
  time: number,
): Observed<unknown> | null {
  const observing = OF_KIND.get(subject.kind);
  const kept = observing && keptObservation(file, subject, observing, time);
  return kept && kept.answer !== null ? kept : null;
}

/** Number of answers searched for the last complete one: a day of unchanged ones. */
const MAX_SEARCHED = 300;

/** Differences since the last complete answer, if `base` is incomplete and `after` complete; null if there was none. */
export function sinceComplete(
  file: HistoryFile,
  subject: FactSubject,
  observing: Observing,
  { base, after }: { readonly base: Observation | null; readonly after: Observation },
): { readonly differences: readonly Difference[]; readonly at: number } | null {
  const { complete } = observing;
  if (!complete || !base?.answer || !after.answer) return null;
  if (complete.is(base.answer) || !complete.is(after.answer)) return null;
  let { at } = base;
  for (let looked = 0; looked < MAX_SEARCHED; looked += 1) {
    const kept = keptObservation(file, subject, observing, at - 1);
    if (!kept || kept.answer === null) return null;
    at = kept.at;
    if (complete.is(kept.answer))
      return { at, differences: complete.differences(kept.answer, after.answer) };
  }
  return null;
}

/** Above this, record differences are reported as two counts. */
const MAX_RECORDS = 20;

/**
 * The differences between two answers about a zone's latest scan (Resources, "DNS record scan job"): the scan's
 * state, and the records if both are complete.
 */
export function dnsDifferences(before: DnsScan | null, after: DnsScan): readonly Difference[] {
  if (!before) return [];
  return [...scanDifferences(before, after), ...recordDifferences(before, after)];
}

function scanDifferences(before: DnsScan, after: DnsScan): readonly Difference[] {
  const isSame = before.JobId === after.JobId && before.Status === after.Status;
  if (isSame) return [];
  const text = ({ Status, Error: error }: DnsScan) => {
    const status = Status ?? 'unknown';
    return error ? `${status}: ${error}` : status;
  };
  const severity: FactSeverity =
    after.Status === 'Failed' ? 'bad' : before.Status === 'Failed' ? 'good' : 'info';
  const place = before.JobId === after.JobId ? '' : 'new scan';
  return [{ kind: 'scan', severity, place, from: text(before), to: text(after) }];
}

const nameOf = ({ Name, Type }: ScannedRecord): string =>
  `${Name ?? '?'} ${Type === null ? '?' : recordTypeName(Type)}`;

const valueText = (value: number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

const contentOf = (record: ScannedRecord): string =>
  [
    record.Value ?? '',
    ...RECORD_DETAILS.flatMap((name) =>
      record[name] === null
        ? []
        : [`${name.replace('Is', '').toLowerCase()} ${valueText(record[name])}`],
    ),
  ].join(' ');

/** A running scan does not have all records yet. */
function isComplete({ Records, Status }: DnsScan): boolean {
  return Records !== null && Status === 'Completed';
}

function recordDifferences(before: DnsScan, after: DnsScan): readonly Difference[] {
  if (!isComplete(before) || !isComplete(after)) return [];
  const differences = compared(after.Records ?? [], before.Records ?? []).flatMap(
    ({ record, change }): readonly Difference[] => {
      if (change === null) return [];
      const content = contentOf(record);
      const [from, to] =
        change.kind === 'changed'
          ? [contentOf(change.was), content]
          : change.kind === 'removed'
            ? [content, null]
            : [null, content];
      return [{ kind: 'record', severity: 'warn', place: nameOf(record), from, to }];
    },
  );
  if (differences.length <= MAX_RECORDS) return differences;
  const removed = differences.filter(({ to }) => to === null).length;
  const from = `${removed} records removed`;
  const to = `${differences.length - removed} added or changed`;
  return [{ kind: 'record', severity: 'warn', place: '', from, to }];
}
