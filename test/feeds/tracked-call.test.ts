import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Call, Operation } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { trackedCall } from '../../src/feeds/tracked-call.ts';
import { createActivity } from '../../src/state/activity.ts';
import { askedAgain } from '../../src/state/connection.ts';
import { consoleStore } from '../support/console-store.ts';
import { fakeClock } from '../support/fake-clock.ts';

const input = { search: 'shop', from: 0, size: 50 };

/** A tracked call whose every outcome takes 40 ms. */
function tracked(outcome: () => unknown) {
  const clock = fakeClock();
  const store = consoleStore();
  const activity = createActivity();
  const call: Call = async () => {
    await clock.sleep(40);
    return (await outcome()) as never;
  };
  const asking = trackedCall(call, {
    store,
    activity,
    random: () => 0.5,
    moment: () => ({ wall: clock.now(), elapsed: clock.elapsed() }),
  });
  return { clock, store, activity, asking };
}

describe('a tracked call', () => {
  it('is in flight until it ends, and returns its answer', async () => {
    const { clock, activity, asking, store } = tracked(() => 'answer');
    const answer = asking(search, input);
    expect(activity.inFlight).toBe(1);
    await clock.advance(40);
    expect(await answer).toBe('answer');
    expect(activity.inFlight).toBe(0);
    expect(store.getState().connection.kind).toBe('connected');
  });

  it('knows since when the oldest request has no outcome', async () => {
    const { clock, asking, store } = tracked(() => 'answer');
    const began = clock.elapsed();
    const first = asking(search, input);
    await clock.advance(30);
    const second = asking(search, input);
    expect(store.getState().waitingSince).toBe(began);
    await clock.advance(10);
    await first;
    expect(store.getState().waitingSince).toBe(began + 30);
    await clock.advance(30);
    await second;
    expect(store.getState().waitingSince).toBe(null);
  });

  it('rejects with its error, and the connection is down', async () => {
    const error = new ApiError({ kind: 'unreachable', title: 'Connection refused' });
    const { clock, asking, store, activity } = tracked(() => Promise.reject(error));
    const answer = asking(search, input).catch((caught: unknown) => caught);
    await clock.advance(40);
    expect(await answer).toBe(error);
    expect(store.getState().connection).toMatchObject({
      kind: 'unreachable',
      error,
      attempts: 1,
    });
    expect(activity.inFlight).toBe(0);
  });

  it('does not change the connection if it fails with a bug', async () => {
    const { clock, asking, store } = tracked(() => Promise.reject(new TypeError('a bug')));
    const answer = asking(search, input).catch((caught: unknown) => caught);
    await clock.advance(40);
    expect(await answer).toBeInstanceOf(TypeError);
    expect(store.getState().connection).toEqual({ kind: 'unknown', asked: true });
  });

  it('does not send a read with a rejected key until the operator asks again', async () => {
    const error = new ApiError({ kind: 'unauthorised', title: 'No' });
    let sent = 0;
    const { clock, asking, store } = tracked(() => {
      sent += 1;
      throw error;
    });
    const ask = async <Input>(operation: Operation<Input, unknown>, given: Input) => {
      const answer = asking(operation, given).catch((caught: unknown) => caught);
      await clock.advance(40);
      return answer;
    };
    expect(await ask(search, input)).toBe(error);
    expect(await ask(search, input)).toBe(error);
    expect(sent).toBe(1);
    // A change was intended by the operator: it is sent.
    expect(await ask(appDelete, { appId: 'a' })).toBe(error);
    expect(sent).toBe(2);
    // The key may still be valid for reads: one of them tries.
    await ask(search, input);
    await ask(search, input);
    expect(sent).toBe(3);
    store.setState(({ connection }) => ({ connection: askedAgain(connection, 0) }));
    await ask(search, input);
    await ask(search, input);
    expect(sent).toBe(4);
  });
});
