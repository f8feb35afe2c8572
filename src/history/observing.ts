import type { OperationId, ReadOperation } from '../contract/operation.ts';
import { appOverview } from '../contract/operations/app-overview.ts';
import { dnsScan } from '../contract/operations/dns-scan.ts';
import type { ItemKind } from '../state/item-kinds.ts';
import { appDifferences, type Observed } from './app-differences.ts';
import { dnsDifferences } from './dns-differences.ts';
import type { Difference, FactSubject, LastTold } from './fact.ts';
import type { HistoryFile } from './history-file.ts';

/** How answers to one operation become facts. */
export interface Observing {
  readonly kind: ItemKind;
  idOf(input: unknown): string;
  /** Of two answers of this operation. */
  differences(
    before: Observed<unknown> | null,
    after: Observed<unknown>,
    told: LastTold,
  ): readonly Difference[];
  /** Parsed JSON as such an answer; throws for what is none. */
  decode(json: unknown): unknown;
}

/** Ties the types of an operation together: whoever finds it by the operation's id hands in the same ones. */
function observing<Input, Answer>(
  operation: ReadOperation<Input, Answer>,
  kind: ItemKind,
  idOf: (input: Input) => string,
  differences: (
    before: Observed<Answer> | null,
    after: Observed<Answer>,
    told: LastTold,
  ) => readonly Difference[],
): readonly [OperationId, Observing] {
  return [
    operation.id,
    {
      kind,
      idOf: idOf as Observing['idOf'],
      differences: differences as Observing['differences'],
      decode: (json) => operation.answer.decode(json, { note() {}, add() {} }),
    },
  ];
}

export const OBSERVED: ReadonlyMap<OperationId, Observing> = new Map([
  observing(appOverview, 'apps', ({ appId }) => appId, appDifferences),
  observing(
    dnsScan,
    'dnsZones',
    ({ zoneId }) => zoneId,
    (before, after) => dnsDifferences(before?.answer ?? null, after.answer),
  ),
]);

export const OF_KIND: ReadonlyMap<FactSubject['kind'], Observing> = new Map(
  [...OBSERVED.values()].map((each) => [each.kind, each]),
);

/** An answer, or null where the service knew no such thing any more. */
export type Observation = Observed<unknown> | { readonly answer: null; readonly at: number };

export function differencesOf(
  { differences }: Observing,
  before: Observation | null,
  after: Observation,
  told: LastTold,
): readonly Difference[] {
  if (before === null) return after.answer === null ? [] : differences(null, after, told);
  if (before.answer !== null && after.answer !== null) return differences(before, after, told);
  if (before.answer === null && after.answer === null) return [];
  const isGone = after.answer === null;
  const [from, to] = isGone ? ['there', null] : [null, 'there'];
  return [{ kind: 'status', severity: isGone ? 'warn' : 'good', place: '', from, to }];
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
