import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange } from '../../src/contract/operation.ts';
import { createRedactor, REDACTED } from '../../src/mutations/redaction.ts';

const VALUE = 'line one\n"quoted" é';

const LONG = 'longsecretvalue/with? é&';

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

describe('a guarded text', () => {
  it('is redacted in every text of an error, as it is and escaped as in JSON', () => {
    const redactor = createRedactor();
    redactor.guard(VALUE);
    const redacted = redactor.redactError(error);
    expect(JSON.stringify([redacted, redacted.message, redacted.stack])).not.toContain('quoted');
    expect(redacted.message).toContain(REDACTED);
    expect(redacted).toMatchObject({
      kind: 'invalid',
      status: 400,
      requestId: 'r1',
      retryAfterMs: 7,
    });
    expect(redacted.cause).toBe('EWHATEVER');
  });

  it.each([
    ['in capitals', 'LONGSECRETVALUE/WITH? É&'],
    ['shortened', 'longsecretva... too'],
    ['its end', '...value/with? é&'],
    ['as a part of an address', encodeURIComponent(LONG)],
    ['as a part of an address, in small letters', encodeURIComponent(LONG).toLowerCase()],
    ['as a form writes it', String(new URLSearchParams({ v: LONG })).slice(2)],
    ['as HTML', 'longsecretvalue&#x2F;with&#63; &#233;&amp;'],
    ['as JSON in ASCII', 'longsecretvalue\\/with? \\u00e9&'],
    ['as a part of an address, twice', encodeURIComponent(encodeURIComponent(LONG))],
    ['as JSON in JSON', 'longsecretvalue\\\\/with? \\\\u00e9&'],
    ['as bytes', [...Buffer.from(LONG)].map((byte) => `\\x${byte.toString(16)}`).join('')],
    ['in hexadecimal', Buffer.from(LONG).toString('hex')],
    ['in base64', Buffer.from(LONG).toString('base64').replace(/=+$/, '')],
    ['with decomposed letters', LONG.normalize('NFD')],
    ['with misread letters', Buffer.from(LONG).toString('latin1')],
  ])('is redacted where it is repeated otherwise: %s', (_, repeated) => {
    const redactor = createRedactor();
    redactor.guard(LONG);
    const redacted = redactor.redact(`The value "${repeated}" is invalid`);
    expect(redacted).toMatch(/^The value "(\.\.\.)?‹redacted›(\.\.\. too)?" is invalid$/);
  });

  it.each([0, 1, 2])('is redacted in base64 behind %i other bytes', (before) => {
    const redactor = createRedactor();
    redactor.guard(LONG);
    const repeated = Buffer.from(`${' '.repeat(before)}${LONG}:`).toString('base64');
    // Characters at its ends may also encode bytes of others.
    expect(redactor.redact(repeated)).toMatch(/^[A-Za-z]{0,3}‹redacted›[A-Za-z0-9]{0,2}=*$/);
  });

  it('is redacted if it contains escapes itself', () => {
    const redactor = createRedactor();
    redactor.guard('50%25 &amp; more');
    expect(redactor.redact('(50%25 &amp; more)')).toBe(`(${REDACTED})`);
    expect(redactor.redact('(50%2525%20%26amp%3B%20more)')).toBe(`(${REDACTED})`);
  });

  it('is redacted in the ledger, too', () => {
    const redactor = createRedactor();
    redactor.guard(VALUE);
    const exchange: Exchange = {
      id: 1,
      at: 0,
      operation: 'script-add-variable',
      method: 'POST',
      path: '/compute/script/1/variables/add',
      outcome: { kind: 'failed', ms: 1, error },
    };
    const { outcome } = redactor.redactExchange(exchange);
    expect(outcome.kind === 'failed' && outcome.error.message).not.toContain('quoted');
  });

  it('leaves nothing of a sample, which may contain a part of it', () => {
    const redactor = createRedactor();
    const entry = {
      kind: 'unknown-field',
      path: `a.${VALUE}`,
      count: 1,
      sample: '"line o…"',
    } as const;
    expect(redactor.redactDrift(entry)).toBe(entry);
    redactor.guard(VALUE);
    expect(redactor.redactDrift(entry)).toEqual({
      ...entry,
      path: `a.${REDACTED}`,
      sample: REDACTED,
    });
  });

  it('is no longer redacted after its release, each guard on its own', () => {
    const redactor = createRedactor();
    const first = redactor.guard('same-value');
    redactor.guard('same-value');
    first();
    expect(redactor.redact('same-value')).toBe(REDACTED);
    expect(createRedactor().redactError(error)).toBe(error);
  });

  it('is not redacted inside ordinary words if it is short', () => {
    const redactor = createRedactor();
    redactor.guard('no');
    redactor.guard('');
    redactor.guard(' ');
    expect(redactor.redact('not found - at all')).toBe('not found - at all');
  });

  it('is redacted as a whole word if it is short', () => {
    const redactor = createRedactor();
    redactor.guard('123');
    expect(redactor.redact('"123" is invalid, 1234 is not')).toBe(
      `"${REDACTED}" is invalid, 1234 is not`,
    );
  });
});
