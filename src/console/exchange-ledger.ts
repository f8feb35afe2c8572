import type { DriftLog } from '../contract/drift.ts';
import type { Exchange } from '../contract/operation.ts';
import type { CorrectedClock } from '../edges/clock.ts';
import type { Redactor } from '../mutations/redaction.ts';
import { type ConsoleStore, noted, recorded } from '../state/console-state.ts';
import { words } from '../text/printable.ts';
import { duration } from '../text/time.ts';

interface LedgerParts {
  readonly store: ConsoleStore;
  readonly clock: CorrectedClock;
  readonly redactor: Redactor;
  /** Differences found so far; absent if answers are not compared. */
  readonly drift?: Pick<DriftLog, 'entries'> | undefined;
}

/** Records every exchange and its differences from the contract. */
export const exchangeLedger =
  ({ store, clock, redactor, drift: log }: LedgerParts) =>
  (exchange: Exchange): void => {
    const { at, outcome } = exchange;
    const skew = outcome.kind === 'answered' ? outcome.skewMs : null;
    if (skew !== null && clock.learn(skew)) tellSkew(store, clock);
    const shown = redactor.redactExchange({ ...exchange, at: at + clock.correction() });
    store.setState(({ exchanges, drift }) => ({
      exchanges: recorded(exchanges, shown),
      drift: noted(drift, log?.entries() ?? [], redactor.redactDrift),
    }));
  };

/** Reports once that the clocks differ or agree again; a badge stays. */
function tellSkew(store: ConsoleStore, clock: CorrectedClock): void {
  const skew = clock.correction();
  const text =
    skew === 0
      ? words`Clock agrees with the service's again.`
      : words`Clock differs from the service's by ${duration(Math.abs(skew))}. Times shown are the service's.`;
  const now = { wall: clock.now(), elapsed: clock.elapsed() };
  store.setState({ skew, now, notice: { text, tone: skew === 0 ? 'info' : 'warn' } });
}
