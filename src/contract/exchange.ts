import type { ApiError } from './api-error.ts';
import type { OperationId } from './operation.ts';

/**
 * One request and what became of it, for the API ledger. It is reported twice with the same id: when it
 * leaves and when it is over. No headers, no bodies: nothing secret.
 */
export interface Exchange {
  readonly id: number;
  /** Wall clock when it left, milliseconds since the Unix epoch. */
  readonly at: number;
  readonly operation: OperationId;
  readonly method: string;
  /** Path and query as sent, without the base URL. */
  readonly path: string;
  readonly outcome: ExchangeOutcome;
}

export type ExchangeOutcome =
  | { readonly kind: 'in-flight' }
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Milliseconds until the whole answer was there. */
      readonly ms: number;
      /** Bytes of the body, decompressed. */
      readonly bytes: number;
      /** The service's clock minus ours, milliseconds; null when the answer carried no readable `Date`. */
      readonly skewMs: number | null;
      /** Set when the answer was a failure, whatever its status. */
      readonly error: ApiError | null;
      /** Hostile text. */
      readonly requestId: string | null;
    }
  /** No whole answer came. */
  | { readonly kind: 'failed'; readonly ms: number; readonly error: ApiError };
