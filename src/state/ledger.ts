import type { DriftEntry } from '../contract/drift.ts';
import type { Exchange } from '../contract/operation.ts';

/** How many calls the ledger keeps. */
export const LEDGER_LENGTH = 500;

/** The ledger with `exchange` added, or put in place of its earlier state; newest last. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(({ id }) => id === exchange.id);
  if (at >= 0) return exchanges.with(at, exchange);
  const kept = exchanges.length >= LEDGER_LENGTH ? exchanges.slice(1) : exchanges;
  return [...kept, exchange];
}

/**
 * The differences of the answers from the contract, those that are new made safe by `redact`. What is known
 * stays as it was made safe when it came: only how often it was seen changes.
 */
export const noted = (
  before: readonly DriftEntry[],
  entries: readonly DriftEntry[],
  redact: (entry: DriftEntry) => DriftEntry,
): readonly DriftEntry[] =>
  entries.map((entry, at) => {
    const known = before[at];
    return known ? { ...known, count: entry.count } : redact(entry);
  });
