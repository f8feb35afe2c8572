import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../../src/contract/api-error.ts';
import { connectionLines } from '../../../src/shell/frame/connection-lines.ts';
import type { Connection, Outage } from '../../../src/state/connection.ts';
import type { ConsoleState } from '../../../src/state/console-state.ts';
import { failed } from '../../../src/state/loadable.ts';
import { consoleStore } from '../../support/console-store.ts';
import { lineText } from '../../support/line-text.ts';

const BEGIN = Date.parse('2026-03-14T14:02:00Z');
const at = (elapsed: number) => ({ wall: BEGIN + elapsed, elapsed });
const loaded = { kind: 'loaded', value: 0, at: at(0), took: 1 } as const;

const connected: Connection = {
  kind: 'connected',
  lastAnswer: at(0),
  newest: 1,
  answered: 2,
  doubts: 0,
  returnedAt: null,
};
const away = (kind: ApiErrorKind, change: Partial<Outage> = {}): Outage => ({
  kind: 'unreachable',
  error: new ApiError({ kind, title: 'No' }),
  since: at(15_000),
  lastAnswer: at(-5000),
  attempts: 4,
  good: 0,
  newest: 1,
  answered: 0,
  failed: 2,
  returnedAt: null,
  nextAt: 12_000,
  ...change,
});

/** The texts about a connection, longest first, with data from the start that is polled every 5 s. */
function told(connection: Connection, change: Partial<ConsoleState> = {}, loadable = loaded) {
  const store = consoleStore();
  store.setState({ connection, retry: 'waiting', ...change });
  return connectionLines(store.getState(), { fresh: () => ({ loadable, every: 5000 }) }).map(
    lineText,
  );
}

describe('the connection in words', () => {
  it('is connected, connecting, or without requests', () => {
    expect(told({ kind: 'unknown' })).toEqual(['○ nothing asked yet']);
    expect(told({ kind: 'unknown', asked: true })).toEqual(['○ connecting']);
    expect(told(connected)).toEqual(['● connected']);
  });

  it('use 9: is not called connected with stale data, and names the last answer', () => {
    expect(told(connected, { now: at(11_001) })).toEqual([
      '◐ late · last answer 14:02:00',
      '◐ late',
    ]);
  });

  it('names the date of other days', () => {
    const nextDay = at(10 * 3_600_000);
    expect(told(connected, { now: nextDay })[0]).toBe('◐ late · last answer 03-14 14:02:00');
    expect(told(away('unreachable', { nextAt: nextDay.elapsed + 5000 }), { now: nextDay })[1]).toBe(
      '✖ unreachable · last answer 03-14 14:01:55 · next try 00:02:05',
    );
  });

  it('gives the time of the next attempt, and is shorter if there is little room', () => {
    expect(told(away('unreachable'))).toEqual([
      '✖ unreachable · last answer 14:01:55 · attempt 4 · next try 14:02:12',
      '✖ unreachable · last answer 14:01:55 · next try 14:02:12',
      '✖ unreachable · attempt 4 · next try 14:02:12',
      '✖ unreachable · next try 14:02:12',
      '✖ unreachable',
    ]);
    expect(told(away('unreachable', { nextAt: 0 }))[3]).toBe('✖ unreachable · trying');
  });

  it('use 9: counts an outage from the last answer, not from the last failed request', () => {
    expect(told(away('timeout'))[1]).toBe('✖ timed out · last answer 14:01:55 · next try 14:02:12');
    expect(told(away('timeout', { lastAnswer: null }))[1]).toBe(
      '✖ timed out · no answer yet · next try 14:02:12',
    );
  });

  it('gives the time of a refusal', () => {
    expect(told(away('unauthorised', { kind: 'refused', nextAt: null }))[0]).toBe(
      '✖ key not accepted since 14:02:15 · attempt 4 · r tries again',
    );
    const error = new ApiError({ kind: 'service', status: 503, title: 'Busy' });
    expect(told(away('service', { error }))[1]).toBe(
      '✖ service error (503) since 14:02:15 · next try 14:02:12',
    );
  });

  it('announces an attempt only if there will be one', () => {
    expect(told(away('unreachable'), { retry: 'under way' })[3]).toBe('✖ unreachable · trying');
    expect(told(away('unreachable'), { retry: null })[3]).toBe('✖ unreachable · r tries again');
  });

  it('is called answering again after the first answer', () => {
    expect(told(away('timeout', { good: 1, lastAnswer: at(0) }))).toEqual([
      '◐ answering again · last answer 14:02:00',
      '◐ answering again',
    ]);
  });

  it('is idle in a pause', () => {
    expect(told(connected, { pausedAt: at(0) })[0]).toBe('○ idle · last answer 14:02:00');
  });

  it('names the problem of the shown data', () => {
    const error = new ApiError({ kind: 'refused', status: 403, title: 'No' });
    const store = consoleStore();
    store.setState({ connection: connected });
    const fresh = { loadable: failed(loaded, error, at(500)), every: 5000 };
    expect(lineText(connectionLines(store.getState(), { fresh: () => fresh })[0])).toBe(
      '! not permitted (403) since 14:02:00',
    );
  });
});
