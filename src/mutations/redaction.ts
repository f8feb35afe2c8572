import { ApiError } from '../contract/api-error.ts';
import type { DriftEntry } from '../contract/drift.ts';
import type { Exchange } from '../contract/operation.ts';
import type { Json } from '../contract/values.ts';

/** What stands in a secret's place; its length tells nothing. */
export const REDACTED = '‹redacted›';

/** A shorter text would be redacted in words it has nothing to do with, and hides nothing. */
const SHORTEST = 4;

export type Redactor = ReturnType<typeof createRedactor>;

/**
 * Secret texts of requests in flight: a service may repeat what it was sent in its answer, and answers are
 * shown and recorded.
 */
export function createRedactor() {
  const guarded = new Map<symbol, string>();

  const redact = (text: string): string => {
    let clean = text;
    for (const secret of guarded.values()) {
      clean = clean.replaceAll(secret, REDACTED);
      // A raw body holds the secret with JSON escapes.
      const written = JSON.stringify(secret).slice(1, -1);
      if (written !== secret) clean = clean.replaceAll(written, REDACTED);
    }
    return clean;
  };

  const redactJson = (value: Json): Json => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [redact(name), redactJson(each)]),
      );
    }
    const text = String(value);
    return redact(text) === text ? value : REDACTED;
  };

  const redactError = (error: ApiError): ApiError => {
    if (guarded.size === 0) return error;
    return new ApiError({
      kind: error.kind,
      status: error.status,
      title: redact(error.title),
      detail: error.detail === undefined ? undefined : redact(error.detail),
      fields: error.fields.map(({ field, message }) => ({
        field: field === null ? null : redact(field),
        message: redact(message),
      })),
      members: Object.fromEntries(
        Object.entries(error.members).map(([name, value]) => [redact(name), redactJson(value)]),
      ),
      errorKey: error.errorKey === undefined ? undefined : redact(error.errorKey),
      requestId: error.requestId === undefined ? undefined : redact(error.requestId),
      retryAfterMs: error.retryAfterMs,
      cause: typeof error.cause === 'string' ? error.cause : undefined,
    });
  };

  return {
    /** Redacts `text` in whatever comes by until the returned function is called. */
    guard(text: string): () => void {
      const key = Symbol();
      if (text.length >= SHORTEST) guarded.set(key, text);
      return () => guarded.delete(key);
    },
    redact,
    redactError,
    redactExchange(exchange: Exchange): Exchange {
      const { outcome } = exchange;
      if (guarded.size === 0 || outcome.kind === 'in-flight') return exchange;
      const { error } = outcome;
      // An envelope is JSON as far as it was decoded.
      const safe = outcome.kind === 'answered' &&
        outcome.envelope && {
          envelope: redactJson(outcome.envelope as Json) as Readonly<Record<string, Json>>,
        };
      return error || safe
        ? {
            ...exchange,
            outcome: { ...outcome, ...safe, ...(error && { error: redactError(error) }) },
          }
        : exchange;
    },
    /** The difference without them; its sample is cut short, so that one in it might not be recognised. */
    redactDrift: (entry: DriftEntry): DriftEntry =>
      guarded.size === 0 ? entry : { ...entry, path: redact(entry.path), sample: REDACTED },
  };
}
