import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorParts } from '../../src/contract/api-error.ts';
import type { Call } from '../../src/contract/operation.ts';
import { appOverview } from '../../src/contract/operations/app-overview.ts';
import { dnsScan } from '../../src/contract/operations/dns-scan.ts';
import { createRequestScheduler, departure } from '../../src/feeds/request-scheduler.ts';
import { trackedCall } from '../../src/feeds/tracked-call.ts';
import { createActivity } from '../../src/state/activity.ts';
import { askedAgain, type Connection, isOutage } from '../../src/state/connection.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** A scheduler over a service whose answers take no time; `trouble` says how it fails, if it does. */
function scheduling() {
  const clock = fakeClock();
  const store = consoleStore();
  const moment = () => ({ wall: clock.now(), elapsed: clock.elapsed() });
  let trouble: ApiErrorParts | null = null;
  const left: number[] = [];
  const hanging = new Set<string>();
  const call: Call = async (operation) => {
    left.push(clock.elapsed());
    if (hanging.has(operation.id)) await new Promise(() => {});
    if (trouble) throw new ApiError(trouble);
    return null as never;
  };
  const tracked = trackedCall(call, {
    store,
    moment,
    activity: createActivity(),
    random: () => 0.5,
  });
  const scheduler = createRequestScheduler({ store, call: tracked, clock });
  const end = new AbortController();
  return {
    clock,
    store,
    scheduler,
    left,
    end,
    hanging,
    fail(parts: ApiErrorParts | null) {
      trouble = parts;
    },
    /** Asks so many at once; resolves with what became of each, by kind. */
    ask: (count = 1, page?: object) =>
      Promise.all(
        Array.from({ length: count }, () =>
          scheduler.load(appOverview, { appId: 'a' }, end.signal, undefined, page).then(
            () => 'answered',
            (error: unknown) => (error instanceof ApiError ? error.kind : error),
          ),
        ),
      ),
    nextAt() {
      const { connection } = store.getState();
      return isOutage(connection) ? connection.nextAt : null;
    },
  };
}

const AWAY = { kind: 'unreachable', title: 'Connection refused' } as const;

describe('requests of polls', () => {
  it('are sent at once as far as the token bucket allows, then as it fills', async () => {
    const test = scheduling();
    const all = test.ask(100);
    await test.clock.advance(2000);
    await all;
    expect(test.left.filter((at) => at === 0)).toHaveLength(60);
    expect(test.left.at(-1)).toBe(2000);
  });

  it('take no token if each waits for the previous one, so that a long log is read at full speed', async () => {
    const { ask, left } = scheduling();
    await ask(60);
    const blocked = ask(1);
    for (let page = 0; page < 500; page += 1) await ask(1, {});
    // No time has passed.
    expect(left).toHaveLength(560);
    expect(new Set(left).size).toBe(1);
    void blocked;
  });

  it('wait in an outage for the next probe, which one of them makes for all', async () => {
    const test = scheduling();
    test.fail(AWAY);
    await test.ask();
    const before = test.left.length;
    void test.ask(28);
    for (let tries = 0; tries < 8; tries += 1) {
      const next = test.nextAt() ?? 0;
      await test.clock.advance(next - test.clock.elapsed() - 1);
      expect(test.left).toHaveLength(before + tries);
      await test.clock.advance(1);
      expect(test.left.slice(before + tries)).toEqual([next]);
    }
    test.end.abort();
  });

  it('are probed at once by one of them when the operator asks', async () => {
    const test = scheduling();
    test.fail(AWAY);
    await test.ask();
    void test.ask(28);
    const now = test.clock.elapsed();
    test.store.setState(({ connection }) => ({ connection: askedAgain(connection, now) }));
    await test.clock.advance(0);
    expect(test.left).toHaveLength(2);
    test.end.abort();
  });

  it('are sent a second apart for five seconds after an outage, even for 28 applications', async () => {
    const test = scheduling();
    test.fail(AWAY);
    await test.ask();
    test.fail(null);
    const all = test.ask(28);
    await test.clock.advance(60_000);
    expect(await all).toEqual(Array(28).fill('answered'));
    const [, back = 0, ...rest] = test.left;
    expect(rest.filter((at) => at < back + 5000)).toEqual(
      [1000, 2000, 3000, 4000].map((ms) => back + ms),
    );
    expect(rest.filter((at) => at > back + 5000)).toEqual([]);
  });

  it('wait as long as the service asks, in all panes', async () => {
    const test = scheduling();
    test.fail({ kind: 'rate-limited', title: 'Slow down', retryAfterMs: 90_000 });
    await test.ask();
    test.fail(null);
    void test.ask(3);
    await test.clock.advance(89_999);
    expect(test.left).toHaveLength(1);
    await test.clock.advance(1);
    expect(test.left).toHaveLength(2);
    test.end.abort();
  });

  it('are not sent with a rejected key until the operator asks', async () => {
    const test = scheduling();
    test.fail({ kind: 'unauthorised', title: 'No' });
    await test.ask();
    void test.ask(3);
    await test.clock.advance(3_600_000);
    expect(test.left).toHaveLength(1);
    test.store.setState(({ connection }) => ({ connection: askedAgain(connection, 0) }));
    await test.clock.advance(0);
    expect(test.left).toHaveLength(2);
    test.end.abort();
  });

  it('that wait receive the reason, and the new one when it changes to a rejected key', async () => {
    const test = scheduling();
    test.fail(AWAY);
    await test.ask();
    const told: string[] = [];
    for (const id of ['a', 'b']) {
      void test.scheduler
        .load(appOverview, { appId: id }, test.end.signal, (error) =>
          told.push(`${id} ${error?.kind}`),
        )
        .catch(() => {});
    }
    expect(told).toEqual(['a unreachable', 'b unreachable']);
    await test.clock.advance(1000);
    // A repeated failure is not reported again.
    expect(told).toHaveLength(2);
    test.fail({ kind: 'unauthorised', title: 'No' });
    await test.clock.advance(60_000);
    expect(told.slice(2)).toEqual(['b unauthorised']);
    test.end.abort();
  });

  it('that wait receive the new reason when the service fails differently: 502 after 503', async () => {
    const test = scheduling();
    test.fail({ kind: 'service', status: 503, title: 'The service is unavailable' });
    await test.ask();
    const told: unknown[] = [];
    for (const appId of ['a', 'b', 'c']) {
      void test.scheduler
        .load(appOverview, { appId }, test.end.signal, (error) => told.push(error?.status))
        .catch(() => {});
    }
    expect(told).toEqual([503, 503, 503]);
    test.fail({ kind: 'service', status: 502, title: 'Bad gateway' });
    await test.clock.advance(5000);
    expect(told.slice(3)).toEqual([502, 502]);
    test.end.abort();
  });

  it('are not sent while paused', async () => {
    const test = scheduling();
    test.store.setState({ pausedAt: { wall: 0, elapsed: 0 } });
    const all = test.ask(2);
    await test.clock.advance(60_000);
    expect(test.left).toEqual([]);
    test.store.setState({ pausedAt: null });
    await all;
    expect(test.left).toEqual([60_000, 60_000]);
  });

  it('are cancelled with their signal, also while they wait', async () => {
    const test = scheduling();
    test.fail(AWAY);
    await test.ask();
    const all = test.ask(2);
    test.end.abort();
    expect(await all).toEqual(['aborted', 'aborted']);
    expect(test.left).toHaveLength(1);
  });
});

it('an operation without an answer delays no other for more than three seconds', async () => {
  const test = scheduling();
  test.fail(AWAY);
  await test.ask();
  test.fail(null);
  test.hanging.add(appOverview.id);
  test.store.setState(({ connection }) => ({ connection: askedAgain(connection, 0) }));
  void test.ask(3);
  await test.clock.advance(100);
  const { length } = test.left;
  const scanned = test.scheduler.load(dnsScan, { zoneId: '1' }, test.end.signal);
  await test.clock.advance(2800);
  expect(test.left).toHaveLength(length);
  await test.clock.advance(200);
  expect(await scanned).toMatchObject({ kind: 'loaded' });
  test.end.abort();
});

it('the next request is never before now, and unknown while the service is probed', () => {
  const connection: Connection = {
    kind: 'unreachable',
    error: new ApiError(AWAY),
    since: { wall: 0, elapsed: 0 },
    lastAnswer: null,
    newest: 1,
    answered: 0,
    failed: 2,
    attempts: 3,
    good: 0,
    returnedAt: null,
    nextAt: 900,
  };
  const facts = {
    connection,
    paused: false,
    probes: [],
    operation: appOverview.id,
    lastLeft: 0,
    bucket: { tokens: 60, at: 0 },
    now: 1000,
  };
  expect(departure(facts)).toBe(1000);
  const probe = { operation: appOverview.id, left: 900 };
  expect(departure({ ...facts, probes: [probe] })).toBeNull();
  // Only the slow operation is delayed.
  expect(departure({ ...facts, probes: [probe], operation: dnsScan.id })).toBe(3900);
  expect(departure({ ...facts, bucket: { tokens: 0, at: 1000 } })).toBe(1050);
});
