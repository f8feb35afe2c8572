import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import {
  aboutTheLink,
  afterCall,
  askedAgain,
  blockedBy,
  type Connection,
  dataInterval,
  keyRefused,
  onceTried,
  shownConnection,
  waitAfter,
} from '../../src/state/connection.ts';
import { failed, WAITING } from '../../src/state/loadable.ts';

const error = (kind: ApiErrorKind) => new ApiError({ kind, title: kind });
const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });

/** The connection after calls that ended so, one after the other, one a second; `ok` for a good answer. */
function following(...outcomes: readonly (ApiErrorKind | 'ok')[]): Connection {
  return outcomes.reduce<Connection>(
    (connection, outcome, second) =>
      afterCall(connection, {
        error: outcome === 'ok' ? null : error(outcome),
        at: at(second),
        left: 2 * second + 1,
        ended: 2 * second + 2,
        random: 0.5,
      }),
    { kind: 'unknown' },
  );
}

describe('the connection', () => {
  it('is there after one answer, and knows when the last one came', () => {
    expect(following('ok')).toMatchObject({ kind: 'connected', lastAnswer: at(0) });
    expect(following('ok', 'ok')).toMatchObject({ kind: 'connected', lastAnswer: at(1) });
  });

  it('counts what fails in a row, and says since when it fails in this way', () => {
    expect(following('ok', 'unreachable', 'timeout', 'timeout')).toMatchObject({
      kind: 'unreachable',
      attempts: 3,
      since: at(2),
      lastAnswer: at(0),
      error: { kind: 'timeout' },
    });
  });

  it('use 9: says a key is not accepted since the answer that said so, not since the service was away', () => {
    expect(following('ok', 'unreachable', 'unreachable', 'unauthorised')).toMatchObject({
      kind: 'refused',
      since: at(3),
      lastAnswer: at(0),
    });
  });

  it('is there again after two answers in a row, not after one', () => {
    expect(following('unreachable', 'ok')).toMatchObject({ kind: 'unreachable', good: 1 });
    expect(following('unreachable', 'ok', 'unreachable', 'ok').kind).toBe('unreachable');
    expect(following('unreachable', 'ok', 'ok').kind).toBe('connected');
  });

  it('is not judged by one server error between answers, which may be about one thing; two are an outage', () => {
    expect(following('ok', 'service').kind).toBe('connected');
    expect(following('ok', 'service', 'ok', 'unexpected', 'ok').kind).toBe('connected');
    expect(following('ok', 'service', 'service')).toMatchObject({
      kind: 'unreachable',
      attempts: 1,
    });
    const later = new ApiError({ kind: 'service', title: 'Busy', retryAfterMs: 5000 });
    const busy = afterCall(following('ok'), {
      error: later,
      at: at(1),
      left: 3,
      ended: 4,
      random: 0,
    });
    expect(busy.kind).toBe('unreachable');
  });

  it('learns nothing from a request that left before another whose outcome is known', () => {
    const now = following('ok', 'ok');
    const old = { error: error('timeout'), at: at(15), left: 1, ended: 9, random: 0 };
    expect(afterCall(now, old)).toBe(now);
    const down = following('ok', 'unreachable');
    const late = afterCall(down, { error: null, at: at(15), left: 1, ended: 9, random: 0 });
    expect(late).toMatchObject({ kind: 'unreachable', good: 0, lastAnswer: at(15) });
  });

  it('is not away for a request without an answer while others were answered since it left', () => {
    const first = afterCall(following('ok'), {
      error: null,
      at: at(2),
      left: 3,
      ended: 5,
      random: 0,
    });
    const other = { error: error('timeout'), at: at(15), left: 4, ended: 6, random: 0 };
    expect(afterCall(first, other)).toBe(first);
    expect(afterCall(first, { ...other, error: error('rate-limited') }).kind).toBe('refused');
  });

  it('counts requests that fail at once as one attempt', () => {
    const first = afterCall(following('ok'), {
      error: error('timeout'),
      at: at(1),
      left: 3,
      ended: 7,
      random: 0,
    });
    const second = afterCall(first, {
      error: error('timeout'),
      at: at(1),
      left: 4,
      ended: 8,
      random: 0,
    });
    expect(second).toMatchObject({ attempts: 1, newest: 4 });
    const third = afterCall(second, {
      error: error('timeout'),
      at: at(9),
      left: 9,
      ended: 10,
      random: 0,
    });
    expect(third).toMatchObject({ attempts: 2 });
  });

  it.each(['not-found', 'invalid', 'refused', 'outside-window'] as const)(
    'is there when the service says %s: it answered',
    (kind) => {
      expect(following(kind).kind).toBe('connected');
      expect(aboutTheLink(error(kind))).toBe(false);
    },
  );

  it.each(['aborted', 'bad-request'] as const)('learns nothing from %s', (kind) => {
    expect(following(kind)).toEqual({ kind: 'unknown' });
    expect(following('unreachable', kind)).toEqual(following('unreachable'));
  });

  it.each([
    ['unreachable', 'unreachable'],
    ['interrupted', 'unreachable'],
    ['timeout', 'unreachable'],
    ['unauthorised', 'refused'],
    ['rate-limited', 'refused'],
    ['service', 'unreachable'],
    ['redirected', 'unreachable'],
    ['unexpected', 'unreachable'],
  ] as const)('after %s is %s', (kind, state) => {
    expect(following(kind).kind).toBe(state);
    expect(aboutTheLink(error(kind))).toBe(true);
  });
});

describe('the state of the connection', () => {
  const loaded = (elapsed: number) =>
    ({ kind: 'loaded', value: 0, at: at(elapsed), took: 1 }) as const;
  const shownOf = (connection: Connection, facts: object = {}) =>
    shownConnection({
      connection,
      fresh: { loadable: loaded(0), every: 5000 },
      now: at(1000),
      paused: false,
      waitingSince: null,
      background: 30_000,
      ...facts,
    });

  it('use 9: is late within three seconds of the second poll without an answer', () => {
    const connection = following('ok');
    expect(shownOf(connection, { now: at(10_000) })).toEqual({ kind: 'connected' });
    expect(shownOf(connection, { now: at(11_001) })).toEqual({ kind: 'late', lastAnswer: at(0) });
  });

  it('is never connected while its pane calls its data stale, even if others get answers', () => {
    const connection = following(...Array<'ok'>(60).fill('ok'));
    expect(shownOf(connection, { now: at(60_000) })).toMatchObject({ kind: 'late' });
  });

  it('is idle, with the last answer, without requests', () => {
    const connection = following('ok');
    const fresh = { loadable: loaded(0), every: null };
    for (const shown of [null, fresh]) {
      expect(shownOf(connection, { fresh: shown, now: at(61_000) }).kind).toBe('connected');
      expect(shownOf(connection, { fresh: shown, now: at(61_001) })).toEqual({
        kind: 'idle',
        lastAnswer: at(0),
      });
    }
    expect(shownOf(connection, { paused: true })).toEqual({ kind: 'idle', lastAnswer: at(0) });
  });

  it('is late without polls while an older request has no answer', () => {
    const connection = following('ok');
    const fresh = { loadable: loaded(0), every: null };
    for (const shown of [null, fresh]) {
      const waits = { fresh: shown, waitingSince: 4000 };
      expect(shownOf(connection, { ...waits, now: at(10_000) }).kind).toBe('connected');
      expect(shownOf(connection, { ...waits, now: at(10_001) })).toEqual({
        kind: 'late',
        lastAnswer: at(0),
      });
    }
    // Others were answered since it left.
    const heard = following(...Array<'ok'>(9).fill('ok'));
    expect(shownOf(heard, { fresh: null, waitingSince: 4, now: at(6008) }).kind).toBe('connected');
  });

  it('is failing if everything shown fails', () => {
    const refused = error('refused');
    const fresh = { loadable: failed(loaded(0), refused, at(500)), every: 5000 };
    expect(shownOf(following('ok'), { fresh })).toEqual({
      kind: 'failing',
      since: at(500),
      error: refused,
    });
  });

  it('is an outage until the first answer, and recovering until the second', () => {
    const down = following('ok', 'unreachable');
    expect(shownOf(down)).toBe(down);
    expect(shownOf(following('ok', 'unreachable', 'ok'))).toEqual({
      kind: 'returning',
      lastAnswer: at(2),
    });
    expect(shownOf({ kind: 'unknown' })).toEqual({ kind: 'unasked' });
    expect(shownOf({ kind: 'unknown', asked: true })).toEqual({ kind: 'connecting' });
  });
});

describe('the next attempt', () => {
  const waits = (attempts: number, random: number, retryAfterMs?: number) =>
    waitAfter({ kind: 'service', retryAfterMs }, attempts, random);

  it('comes after a second at least and a minute at most, over a span that doubles', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => waits(attempts, 0))).toEqual(
      Array(8).fill(1000),
    );
    expect([1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => waits(attempts, 1))).toEqual([
      2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(waits(5, 0.5)).toBe(16_500);
  });

  it('comes when the service says, within a quarter of an hour', () => {
    expect(waits(1, 0.5, 90_000)).toBe(90_000);
    expect(waits(1, 0.5, 99_999_000)).toBe(15 * 60_000);
  });

  it('comes no sooner than the backoff, even if the service always says at once', () => {
    for (const attempts of [1, 2, 3, 4, 5, 6, 7, 50]) {
      expect(waits(attempts, 0.5, 0)).toBe(waits(attempts, 0.5));
      expect(waits(attempts, 0.5, 1000)).toBe(waits(attempts, 0.5));
    }
  });

  it('is not made with a key that was refused, and rarely where the service is elsewhere', () => {
    expect(waitAfter({ kind: 'unauthorised', retryAfterMs: 5 }, 1, 0)).toBeNull();
    expect(waitAfter({ kind: 'redirected', retryAfterMs: undefined }, 1, 0)).toBe(5 * 60_000);
  });

  it('is delayed by a later failure, not by simultaneous ones', () => {
    const first = following('unreachable');
    expect(first).toMatchObject({ nextAt: 1500 });
    expect(following('unreachable', 'unreachable')).toMatchObject({ nextAt: 1 + 2500 });
    const end = { at: at(700), left: 1.5, ended: 3, random: 0.5 };
    expect(afterCall(first, { ...end, error: error('timeout') })).toMatchObject({ nextAt: 1500 });
    const busy = new ApiError({ kind: 'rate-limited', title: 'No', retryAfterMs: 30_000 });
    expect(afterCall(first, { ...end, error: busy })).toMatchObject({ nextAt: 30_700 });
  });

  it('is made at once when the operator asks', () => {
    const down = following('unreachable');
    expect(askedAgain(down, 700)).toMatchObject({ nextAt: 700 });
    expect(askedAgain(down, 9000)).toMatchObject({ nextAt: 1500 });
  });
});

describe('a key that was refused', () => {
  it('is not tried again until somebody asks, and then once', () => {
    const refused = following('ok', 'unauthorised');
    expect(keyRefused(refused)?.kind).toBe('unauthorised');
    const asked = askedAgain(refused, 0);
    expect(keyRefused(asked)).toBeUndefined();
    expect(onceTried(asked)).toEqual(refused);
  });

  it('is forgotten with the first good answer', () => {
    expect(keyRefused(following('unauthorised', 'ok'))).toBeUndefined();
  });

  it('is different from other failures: asking again does not help', () => {
    const asked = onceTried(following());
    for (const connection of [asked, following('ok'), following('timeout', 'ok')]) {
      expect(keyRefused(connection)).toBeUndefined();
      expect(askedAgain(connection, 0)).toBe(connection);
      expect(onceTried(connection)).toBe(connection);
    }
  });
});

describe('a thing that waits for the service', () => {
  const loaded = { kind: 'loaded', value: 7, at: at(1), took: 12 } as const;

  it('keeps its last answer, and says what the service fails with now: it came back with another key', () => {
    const away = blockedBy(loaded, error('unreachable'), at(5));
    expect(away).toMatchObject({ attempts: 0, since: at(5), last: loaded });
    expect(blockedBy(away, error('unreachable'), at(9))).toBe(away);
    expect(blockedBy(away, error('unauthorised'), at(9))).toMatchObject({
      error: { kind: 'unauthorised' },
      attempts: 0,
      since: at(9),
      last: loaded,
    });
  });

  it('says what the service fails with now, also where that is of the same kind: 502 after 503', () => {
    const service = (status: number, requestId: string) =>
      new ApiError({ kind: 'service', status, title: `It answers with ${status}`, requestId });
    const before = failed(loaded, service(503, 'a'), at(5));
    const after = blockedBy(before, service(502, 'b'), at(9));
    // It has failed since then, as often.
    expect(after).toMatchObject({ error: { status: 502 }, attempts: 1, since: at(5), at: at(5) });
    expect(blockedBy(after, service(502, 'c'), at(12))).toBe(after);
  });

  it('fails since it was held back, once it is tried itself', () => {
    const away = blockedBy(loaded, error('unreachable'), at(5));
    expect(failed(away, error('unreachable'), at(20))).toMatchObject({ attempts: 1, since: at(5) });
  });

  it('only waits for its turn once others are answered again', () => {
    expect(blockedBy(blockedBy(loaded, error('unreachable'), at(5)), null, at(9))).toBe(loaded);
    expect(blockedBy(blockedBy(WAITING, error('unreachable'), at(5)), null, at(9))).toBe(WAITING);
    const away = failed(loaded, error('unreachable'), at(5));
    expect(blockedBy(away, null, at(9))).toBe(away);
  });

  it('keeps what the service said of the thing itself', () => {
    const gone = failed(loaded, error('not-found'), at(5));
    expect(blockedBy(gone, error('unreachable'), at(9))).toBe(gone);
  });
});

it('data of a background pane is judged by the background interval until the pane could have missed two polls, or the service is away', () => {
  const came = (shownAt: number, connection: Connection = { kind: 'unknown' }) =>
    dataInterval({ interval: 5000, now: { wall: 0, elapsed: 20_000 }, shownAt, connection });
  expect([came(20_500), came(9000), came(8999)]).toEqual([30_000, 30_000, 5000]);
  expect(came(Number.NEGATIVE_INFINITY)).toBe(5000);
  expect(came(20_000, following('ok', 'timeout'))).toBe(5000);
});
