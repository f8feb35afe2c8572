import { type AuditedChange, changedPart } from '../mutations/audit.ts';
import { changeNoun } from '../mutations/outcome-words.ts';
import type { Change } from '../state/change.ts';
import { type Connection, isOutage } from '../state/connection.ts';
import type { ConsoleState } from '../state/console-state.ts';
import { ITEM_KINDS, type ItemKind, itemKinds } from '../state/item-kinds.ts';
import { type Fact, type FactSubject, subjectKey } from './fact.ts';

type Seen = Pick<ConsoleState, 'connection' | 'changes'>;

const SERVICE: FactSubject = { kind: 'service', id: '' };

/** What a change of the console's state says that no answer does: the connection, and what was changed from here. */
export function consoleFacts(before: Seen, after: Seen, now: number): readonly Fact[] {
  return [
    ...(before.connection === after.connection
      ? []
      : connectionFacts(before.connection, after.connection, now)),
    ...(before.changes === after.changes ? [] : changeFacts(before.changes, after.changes)),
  ];
}

const WORDS: Readonly<Record<Connection['kind'], string>> = {
  unknown: 'unknown',
  connected: 'connected',
  refused: 'refused',
  unreachable: 'unreachable',
};

function connectionFacts(before: Connection, after: Connection, now: number): readonly Fact[] {
  // To be connected is no news at the beginning.
  if (before.kind === after.kind || (before.kind === 'unknown' && after.kind === 'connected')) {
    return [];
  }
  const fact = {
    subject: SERVICE,
    kind: 'connection',
    place: '',
    from: WORDS[before.kind],
  } as const;
  if (isOutage(after)) {
    const { lastAnswer, since, error } = after;
    const to = `${WORDS[after.kind]}: ${error.message}`;
    return [{ ...fact, severity: 'bad', to, after: lastAnswer?.wall ?? null, by: since.wall }];
  }
  const failedLast = isOutage(before) ? before.since.wall : null;
  return [{ ...fact, severity: 'good', to: WORDS[after.kind], after: failedLast, by: now }];
}

function changeFacts(before: readonly Change[], after: readonly Change[]): readonly Fact[] {
  const known = new Map(before.map((change) => [change.attempt, change.state.kind]));
  return after.flatMap((change): readonly Fact[] => {
    const { attempt, operation, subject, state, what, begun } = change;
    if (state.kind === 'pending' || known.get(attempt) === state.kind) return [];
    const kind = kindOf(subject.kind);
    return [
      {
        subject: kind ? { kind, id: subject.id } : SERVICE,
        kind: 'change',
        severity: state.kind === 'accepted' ? 'info' : 'warn',
        place: [changeNoun(operation), what].filter(Boolean).join(' '),
        from: null,
        to: state.kind,
        after: begun.wall,
        by: state.at.wall,
      },
    ];
  });
}

/** The changes of this service that the audit file tells of, by whatever console or command; `by` is when each was begun. */
export const auditedFacts = (changes: readonly AuditedChange[], host: string): readonly Fact[] =>
  changes.flatMap((change): readonly Fact[] => {
    const { operation, subject, outcome, time, host: changed } = change;
    if (changed !== host) return [];
    const kind = kindOf(subject.kind);
    const begun = Date.parse(time);
    return [
      {
        subject: kind ? { kind, id: subject.id } : SERVICE,
        kind: 'change',
        severity: outcome === 'accepted' ? 'info' : 'warn',
        place: [changeNoun(operation), changedPart(change)].filter(Boolean).join(' '),
        from: null,
        to: outcome === 'not known' ? 'outcome not known' : outcome,
        after: begun,
        by: begun,
      },
    ];
  });

/**
 * Changes that consoles saw, and those that only the audit tells of. Neither has the identifier of the other, and their
 * clocks may differ: of the changes of one thing with one outcome those that are nearest to each other are one.
 */
export function withAudited(seen: readonly Fact[], audited: readonly Fact[]): readonly Fact[] {
  const rest = new Set(audited);
  for (const { subject, to, after, by } of seen) {
    const begun = after ?? by;
    const same = [...rest].filter(
      (each) => subjectKey(each.subject) === subjectKey(subject) && each.to === to,
    );
    const [nearest] = same.sort((a, b) => Math.abs(a.by - begun) - Math.abs(b.by - begun));
    if (nearest) rest.delete(nearest);
  }
  return [...seen, ...rest];
}

/** What a change is about, as a workspace calls it. */
const kindOf = (subject: string): ItemKind | undefined =>
  itemKinds.find((kind) => ITEM_KINDS[kind].option === subject);
