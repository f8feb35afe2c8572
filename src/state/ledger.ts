import type { Exchange } from '../contract/exchange.ts';

/** How many calls the ledger keeps. */
export const LEDGER_LENGTH = 500;

/** The ledger with `exchange` added, or put in place of its earlier state; newest last. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(({ id }) => id === exchange.id);
  if (at >= 0) return exchanges.with(at, exchange);
  const kept = exchanges.length >= LEDGER_LENGTH ? exchanges.slice(1) : exchanges;
  return [...kept, exchange];
}
