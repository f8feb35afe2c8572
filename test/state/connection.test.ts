import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import {
  aboutTheLink,
  afterCall,
  askedAgain,
  type Connection,
  keyRefused,
  onceTried,
  soonest,
} from '../../src/state/connection.ts';

const error = (kind: ApiErrorKind) => new ApiError({ kind, title: kind });
const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });

/** The connection after calls that ended so, one a second; `ok` for a good answer. */
function following(...outcomes: readonly (ApiErrorKind | 'ok')[]): Connection {
  return outcomes.reduce<Connection>(
    (connection, outcome, second) =>
      afterCall(connection, {
        error: outcome === 'ok' ? null : error(outcome),
        at: at(second),
      }),
    { kind: 'unknown' },
  );
}

describe('the connection', () => {
  it('is up after one good answer', () => {
    expect(following('ok')).toEqual({ kind: 'up' });
  });

  it('is the same one after what tells nothing new', () => {
    const up = following('ok');
    expect(afterCall(up, { error: null, at: at(9) })).toBe(up);
    expect(afterCall(up, { error: error('not-found'), at: at(9) })).toBe(up);
  });

  it('counts what fails in a row, since the first', () => {
    expect(following('ok', 'unreachable', 'timeout', 'service')).toMatchObject({
      kind: 'down',
      attempts: 3,
      since: at(1),
      error: { kind: 'service' },
    });
  });

  it('is up again after two good answers in a row, not after one', () => {
    expect(following('unreachable', 'ok').kind).toBe('down');
    expect(following('unreachable', 'ok', 'unreachable', 'ok').kind).toBe('down');
    expect(following('unreachable', 'ok', 'ok').kind).toBe('up');
  });

  it.each(['not-found', 'invalid', 'refused', 'outside-window'] as const)(
    'is up when the service says %s: it answered',
    (kind) => {
      expect(following(kind).kind).toBe('up');
      expect(aboutTheLink(error(kind))).toBe(false);
    },
  );

  it.each(['aborted', 'bad-request'] as const)('learns nothing from %s', (kind) => {
    expect(following(kind)).toEqual({ kind: 'unknown' });
    expect(following('unreachable', kind)).toEqual(following('unreachable'));
  });

  it.each([
    'unreachable',
    'interrupted',
    'timeout',
    'unauthorised',
    'rate-limited',
    'service',
    'redirected',
    'unexpected',
  ] as const)('is down after %s', (kind) => {
    expect(following(kind).kind).toBe('down');
    expect(aboutTheLink(error(kind))).toBe(true);
  });
});

describe('the next attempt', () => {
  it.each([
    ['none is known', null, 50, 10, 50],
    ['the known one is sooner', 30, 50, 10, 30],
    ['the new one is sooner', 90, 50, 10, 50],
    ['the known one is over', 9, 50, 10, 50],
    ['the known one is over and there is no other', 9, null, 10, null],
    ['the new poll has given up', 30, null, 10, 30],
  ])('when %s', (_when, known, next, now, expected) => {
    expect(soonest(known, next, now)).toBe(expected);
  });
});

describe('a key that was refused', () => {
  it('is not tried again until somebody asks, and then once', () => {
    const refused = following('ok', 'unauthorised');
    expect(keyRefused(refused)?.kind).toBe('unauthorised');
    const asked = askedAgain(refused);
    expect(keyRefused(asked)).toBeUndefined();
    expect(onceTried(asked)).toEqual(refused);
  });

  it('is forgotten with the first good answer', () => {
    expect(keyRefused(following('unauthorised', 'ok'))).toBeUndefined();
  });

  it('is no other trouble: asking again changes nothing there', () => {
    for (const connection of [following(), following('ok'), following('timeout')]) {
      expect(keyRefused(connection)).toBeUndefined();
      expect(askedAgain(connection)).toBe(connection);
      expect(onceTried(connection)).toBe(connection);
    }
  });
});
