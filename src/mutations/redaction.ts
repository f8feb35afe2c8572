import { ApiError } from '../contract/api-error.ts';
import type { DriftEntry } from '../contract/drift.ts';
import type { Exchange } from '../contract/exchange.ts';

/**
 * Texts of requests under way that must not be seen: a service may repeat what it was sent in its answer,
 * and answers are drawn, listed and recorded.
 */
export interface Secrets {
  /** Strikes `text` out of whatever comes by until the returned function is called. */
  guard(text: string): () => void;
  strike(text: string): string;
  /** The error without them. */
  struck(error: ApiError): ApiError;
  /** The exchange without them. */
  struckExchange(exchange: Exchange): Exchange;
  /** The difference without them; its sample is cut short, so that one in it might not be recognised. */
  struckDrift(entry: DriftEntry): DriftEntry;
}

/** What stands in a secret's place; its length tells nothing. */
export const STRUCK_OUT = '‹struck out›';

/** A shorter text would be struck out of words it has nothing to do with, and hides nothing. */
const SHORTEST = 4;

export function createSecrets(): Secrets {
  const guarded = new Map<symbol, string>();

  const strike = (text: string): string => {
    let clean = text;
    for (const secret of guarded.values()) {
      clean = clean.replaceAll(secret, STRUCK_OUT);
      // A body that is shown as it came holds it as JSON writes it.
      const written = JSON.stringify(secret).slice(1, -1);
      if (written !== secret) clean = clean.replaceAll(written, STRUCK_OUT);
    }
    return clean;
  };

  const struck = (error: ApiError): ApiError => {
    if (guarded.size === 0) return error;
    return new ApiError({
      kind: error.kind,
      status: error.status,
      title: strike(error.title),
      detail: error.detail === undefined ? undefined : strike(error.detail),
      fields: error.fields.map(({ field, message }) => ({
        field: field === null ? null : strike(field),
        message: strike(message),
      })),
      errorKey: error.errorKey === undefined ? undefined : strike(error.errorKey),
      requestId: error.requestId === undefined ? undefined : strike(error.requestId),
      retryAfterMs: error.retryAfterMs,
      cause: typeof error.cause === 'string' ? error.cause : undefined,
    });
  };

  return {
    guard(text) {
      const key = Symbol();
      if (text.length >= SHORTEST) guarded.set(key, text);
      return () => guarded.delete(key);
    },
    strike,
    struck,
    struckExchange(exchange) {
      const { outcome } = exchange;
      if (guarded.size === 0 || outcome.kind === 'in-flight' || !outcome.error) return exchange;
      return { ...exchange, outcome: { ...outcome, error: struck(outcome.error) } };
    },
    struckDrift: (entry) =>
      guarded.size === 0 ? entry : { ...entry, path: strike(entry.path), sample: STRUCK_OUT },
  };
}
