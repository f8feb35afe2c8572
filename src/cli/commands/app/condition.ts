import { nearest } from '../../../config/nearest.ts';

/** The values of Application status (contract, States and transitions). */
const STATUSES = ['unknown', 'active', 'progressing', 'inactive', 'failing', 'suspended'];

/** What to wait for. */
export type Condition =
  /** The application's status is one of these. */
  | { readonly kind: 'status'; readonly among: readonly string[] }
  /** The service no longer finds it. */
  | { readonly kind: 'gone' };

export type ReadCondition =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ReadCondition => ({ kind: 'refused', reason });

/** Reads `status=active`, `status=failing,suspended` or `gone`. */
export function readCondition(text: string): ReadCondition {
  if (text === 'gone') return { kind: 'condition', condition: { kind: 'gone' } };
  const [, values] = /^status=(.+)$/.exec(text) ?? [];
  if (values === undefined) return refused('--until takes status=VALUE[,VALUE…] or gone.');
  const among = values.split(',').map((value) => value.trim().toLowerCase());
  for (const value of among) {
    if (STATUSES.includes(value)) continue;
    const meant = nearest(value, STATUSES);
    return refused(
      `A status is one of ${STATUSES.join(', ')}.${meant ? ` Did you mean status=${meant}?` : ''}`,
    );
  }
  return { kind: 'condition', condition: { kind: 'status', among } };
}

/** A condition in words. */
export const conditionWords = (condition: Condition): string =>
  condition.kind === 'gone' ? 'gone' : condition.among.join(' or ');
