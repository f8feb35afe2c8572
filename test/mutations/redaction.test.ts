import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange } from '../../src/contract/exchange.ts';
import { createSecrets, STRUCK_OUT } from '../../src/mutations/redaction.ts';

const VALUE = 'line one\n"quoted" é';

const error = new ApiError({
  kind: 'invalid',
  status: 400,
  title: `The value ${VALUE} is not valid`,
  detail: `body was {"DefaultValue":${JSON.stringify(VALUE)}}`,
  fields: [{ field: VALUE, message: `${VALUE} again` }],
  errorKey: `bad.${VALUE}`,
  requestId: 'r1',
  retryAfterMs: 7,
  cause: 'EWHATEVER',
});

describe('what is guarded', () => {
  it('is struck out of every text of an error, as it is and as JSON writes it', () => {
    const secrets = createSecrets();
    secrets.guard(VALUE);
    const struck = secrets.struck(error);
    expect(JSON.stringify([struck, struck.message, struck.stack])).not.toContain('quoted');
    expect(struck.message).toContain(STRUCK_OUT);
    expect(struck).toMatchObject({
      kind: 'invalid',
      status: 400,
      requestId: 'r1',
      retryAfterMs: 7,
    });
    expect(struck.cause).toBe('EWHATEVER');
  });

  it('is struck out of the ledger, too', () => {
    const secrets = createSecrets();
    secrets.guard(VALUE);
    const exchange: Exchange = {
      id: 1,
      at: 0,
      operation: 'script-add-variable',
      method: 'POST',
      path: '/compute/script/1/variables/add',
      outcome: { kind: 'failed', ms: 1, error },
    };
    const { outcome } = secrets.struckExchange(exchange);
    expect(outcome.kind === 'failed' && outcome.error.message).not.toContain('quoted');
  });

  it('leaves nothing of a sample, which may hold a part of it', () => {
    const secrets = createSecrets();
    const entry = {
      kind: 'unknown-field',
      path: `a.${VALUE}`,
      count: 1,
      sample: '"line o…"',
    } as const;
    expect(secrets.struckDrift(entry)).toBe(entry);
    secrets.guard(VALUE);
    expect(secrets.struckDrift(entry)).toEqual({
      ...entry,
      path: `a.${STRUCK_OUT}`,
      sample: STRUCK_OUT,
    });
  });

  it('is let go of when it is released, each guard by itself', () => {
    const secrets = createSecrets();
    const first = secrets.guard('same-value');
    secrets.guard('same-value');
    first();
    expect(secrets.strike('same-value')).toBe(STRUCK_OUT);
    expect(createSecrets().struck(error)).toBe(error);
  });

  it('is not so short that it would be struck out of ordinary words', () => {
    const secrets = createSecrets();
    secrets.guard('no');
    expect(secrets.strike('not found')).toBe('not found');
  });
});
