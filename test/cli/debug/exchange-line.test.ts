import { describe, expect, it } from 'vitest';
import { exchangeLine } from '../../../src/cli/debug/exchange-line.ts';
import { ApiError } from '../../../src/contract/api-error.ts';
import type { Exchange, ExchangeOutcome } from '../../../src/contract/exchange.ts';

const exchange = (
  outcome: ExchangeOutcome,
  path = '/search?search=my%20shop&size=20',
): Exchange => ({
  id: 7,
  at: 0,
  operation: 'search',
  method: 'GET',
  path,
  outcome,
});

const error = new ApiError({
  kind: 'refused',
  status: 400,
  title: 'no hunter2 here',
  detail: 'hunter2',
  fields: [{ field: 'hunter2', message: 'hunter2' }],
  errorKey: 'hunter2',
  requestId: 'hunter2',
});

describe('a line of the debug log', () => {
  it('says what was asked, and not what was typed', () => {
    expect(exchangeLine(exchange({ kind: 'in-flight' }))).toBe(
      '→ #7 search GET /search?search=‹7 characters›&size=20',
    );
    expect(exchangeLine(exchange({ kind: 'in-flight' }, '/mc/apps/a1/overview'))).toBe(
      '→ #7 search GET /mc/apps/a1/overview',
    );
  });

  it('says what became of it', () => {
    const answered = {
      kind: 'answered',
      status: 200,
      ms: 12.4,
      bytes: 345,
      skewMs: -1200.2,
      error: null,
      requestId: 'r1',
    } as const;
    expect(exchangeLine(exchange(answered))).toBe('← #7 search 200 12 ms 345 B skew -1200 ms');
    expect(exchangeLine(exchange({ kind: 'failed', ms: 3, error }))).toBe(
      '✖ #7 search refused after 3 ms',
    );
  });

  it('has nothing that the service wrote', () => {
    const line = exchangeLine(
      exchange({
        kind: 'answered',
        status: 400,
        ms: 1,
        bytes: 2,
        skewMs: null,
        error,
        requestId: 'hunter2',
      }),
    );
    expect(line).toBe('← #7 search 400 1 ms 2 B refused');
  });

  it('is one line, whatever the path', () => {
    const path = `/a\n\u001b[31m${'b'.repeat(1000)}?c=\n`;
    expect(exchangeLine(exchange({ kind: 'in-flight' }, path))).toMatch(/^[^\n\u001b]{300,340}$/);
  });
});
