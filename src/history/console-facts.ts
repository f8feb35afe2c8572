import { type AuditedChange, changedPart } from '../mutations/audit.ts';
import { changeNoun } from '../mutations/outcome-words.ts';
import type { Change } from '../state/change.ts';
import { type Connection, isOutage } from '../state/connection.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { ITEM_KINDS, itemKinds } from '../state/item-kinds.ts';
import { type Fact, type FactSubject, subjectKey } from './fact.ts';

type Seen = Pick<ConsoleState, 'connection' | 'changes'>;

const SERVICE: FactSubject = { kind: 'service', id: '' };

/** Facts that no answer contains: about the connection, and changes made from here. */
export function consoleFacts(before: Seen, after: Seen, now: number): readonly Fact[] {
  return [
    ...(before.connection === after.connection
      ? []
      : connectionFacts(before.connection, after.connection, now)),
    ...(before.changes === after.changes ? [] : changeFacts(before.changes, after.changes)),
  ];
}

function connectionFacts(before: Connection, after: Connection, now: number): readonly Fact[] {
  // The first connection is no news.
  if (before.kind === after.kind || (before.kind === 'unknown' && after.kind === 'connected')) {
    return [];
  }
  const fact = { subject: SERVICE, kind: 'connection', place: '', from: before.kind } as const;
  if (isOutage(after)) {
    const { lastAnswer, since, error } = after;
    const to = `${after.kind}: ${error.message}`;
    return [{ ...fact, severity: 'bad', to, after: lastAnswer?.wall ?? null, by: since.wall }];
  }
  const failedLast = isOutage(before) ? before.since.wall : null;
  return [{ ...fact, severity: 'good', to: after.kind, after: failedLast, by: now }];
}

/** The fact that a change was made, without its place. */
function changeFact(
  { kind: option, id }: { readonly kind: string; readonly id: string },
  isAccepted: boolean,
  when: Pick<Fact, 'after' | 'by'>,
): Omit<Fact, 'place' | 'to'> {
  const kind = itemKinds.find((each) => ITEM_KINDS[each].option === option);
  const severity = isAccepted ? 'info' : 'warn';
  const about = kind ? { kind, id } : SERVICE;
  return { subject: about, kind: 'change', severity, from: null, ...when };
}

function changeFacts(before: readonly Change[], after: readonly Change[]): readonly Fact[] {
  const known = new Map(before.map((change) => [change.attempt, change.state.kind]));
  return after.flatMap((change): readonly Fact[] => {
    const { attempt, operation, subject, state, what, begun } = change;
    if (state.kind === 'pending' || known.get(attempt) === state.kind) return [];
    const when = { after: begun.wall, by: state.at.wall };
    const place = [changeNoun(operation), what].filter(Boolean).join(' ');
    return [{ ...changeFact(subject, state.kind === 'accepted', when), place, to: state.kind }];
  });
}

/** A change from the audit file. `by` is when it began. */
export interface AuditedFact extends Fact {
  /** The place as the console that made the change reports it. */
  readonly seenPlace: string;
}

/** Changes of this service in the audit file, from any console or command. */
export const auditedFacts = (
  changes: readonly AuditedChange[],
  host: string,
): readonly AuditedFact[] =>
  changes.flatMap((change): readonly AuditedFact[] => {
    const { operation, subject, outcome, time, host: changed } = change;
    const begun = Date.parse(time);
    if (changed !== host || Number.isNaN(begun)) return [];
    const noun = changeNoun(operation);
    return [
      {
        ...changeFact(subject, outcome === 'accepted', { after: begun, by: begun }),
        place: [noun, changedPart(change)].filter(Boolean).join(' '),
        seenPlace: [noun, seenPart(change)].filter(Boolean).join(' '),
        to: outcome,
      },
    ];
  });

/** Like {@link changedPart}, but for a specification only the file name, as in the console. */
function seenPart(change: AuditedChange): string | null {
  const file = change.operation === 'guardian-upload' ? change.request['file'] : null;
  return typeof file === 'string' ? file.slice(file.lastIndexOf('/') + 1) : changedPart(change);
}

/**
 * Changes inside a range: those that consoles saw, and those only in the audit. Neither has the other's id, so
 * changes of one item with one outcome are paired by the nearest start. A console dates a change by its end, the
 * audit by its start; so pairs are formed before the range is applied, and a pair inside for either is included.
 */
export function withAudited(
  seen: readonly Fact[],
  audited: readonly AuditedFact[],
  isInside: (fact: Fact) => boolean,
): readonly Fact[] {
  const free = Map.groupBy(
    audited.toSorted((a, b) => a.by - b.by),
    (each) => changeKey(each, each.seenPlace),
  );
  const paired = new Set<Fact>();
  for (const fact of seen) {
    const same = free.get(changeKey(fact, fact.place)) ?? [];
    const twin = takeNearest(same, fact.after ?? fact.by);
    if (twin && isInside(fact)) paired.add(twin);
  }
  return [...seen, ...audited].filter((fact) => isInside(fact) && !paired.has(fact));
}

const changeKey = ({ subject, to }: Fact, place: string): string =>
  JSON.stringify([subjectKey(subject), to, place]);

/** Limit for the difference of two start times of one change, in milliseconds. */
const MAX_START_DIFFERENCE_MS = 60_000;

/** Removes and returns the change that started nearest to `begun`. `changes` is sorted by start. */
function takeNearest(changes: AuditedFact[], begun: number): AuditedFact | undefined {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.by ?? begun) < begun) low = middle + 1;
    else high = middle;
  }
  const distance = (at: number) => Math.abs((changes[at]?.by ?? Number.NaN) - begun);
  const nearest = distance(low - 1) < distance(low) || low === changes.length ? low - 1 : low;
  return distance(nearest) <= MAX_START_DIFFERENCE_MS ? changes.splice(nearest, 1)[0] : undefined;
}
