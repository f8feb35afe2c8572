import { FIRST_VALUE } from './columns.ts';
import { countCodes } from './facets.ts';
import type { EntryId, EventStore } from './store.ts';

/** Names of severities that are worth stopping at; the contract states none (`unstated.ts`). */
const SEVERE = new Set(['critical', 'error', 'emergency', 'alert', 'fatal', 'high']);

/** Which entries count as severe, and why. */
export interface SevereRule {
  readonly rule: string;
  isSevere(id: EntryId): boolean;
}

/**
 * Severe is what the severity label says. The service was seen to leave it empty; while no entry has one,
 * what was blocked counts instead.
 */
export function severeRule(store: EventStore): SevereRule {
  const counts = countCodes(store, 'severity');
  const dictionary = store.dictionary('severity');
  let named = false;
  for (let code = FIRST_VALUE; code < counts.length && !named; code += 1) {
    named = (counts[code] as number) > 0 && dictionary.valueOf(code) !== '';
  }
  if (named) {
    return {
      rule: `severity is one of ${[...SEVERE].join(', ')}`,
      isSevere: (id) => SEVERE.has((store.value(id, 'severity') ?? '').toLowerCase()),
    };
  }
  return {
    rule: 'status is Blocked, since no entry has a severity',
    isSevere: (id) => (store.value(id, 'status') ?? '').toLowerCase() === 'blocked',
  };
}
