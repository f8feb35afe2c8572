import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { type Poll, poll } from '../../src/feeds/poll.ts';
import { createWake } from '../../src/feeds/scheduling.ts';
import { fakeClock } from '../support/fake-clock.ts';

function polling(ask: Poll['ask'], change: Partial<Poll> = {}) {
  const clock = fakeClock();
  const end = new AbortController();
  const wake = createWake();
  const refusals: number[] = [];
  const done = poll({
    clock,
    signal: end.signal,
    wake,
    interval: () => 5000,
    paused: () => false,
    random: () => 0,
    ask,
    refused: (_error, attempts) => refusals.push(attempts),
    ...change,
  });
  return { clock, end, wake, refusals, done };
}

const unreachable = () => new ApiError({ kind: 'unreachable', title: 'refused' });

describe('a poll', () => {
  it('asks, waits the interval and asks again', async () => {
    let asked = 0;
    const { clock, end, done } = polling(async () => {
      asked += 1;
      return 'again';
    });
    await clock.advance(12_000);
    expect(asked).toBe(3);
    end.abort();
    await done;
  });

  it('never asks while a request is in flight', async () => {
    const answers: (() => void)[] = [];
    const { clock, end, done } = polling(
      () => new Promise((resolve) => answers.push(() => resolve('again'))),
    );
    await clock.advance(60_000);
    expect(answers).toHaveLength(1);
    end.abort();
    answers[0]?.();
    await done;
  });

  it('continues after failures, counts them, and resets the count at the next answer', async () => {
    const outcomes = [true, false, false, true, false];
    const { clock, end, done, refusals } = polling(async () => {
      if (outcomes.shift() === false) throw unreachable();
      return 'again';
    });
    await clock.advance(60_000);
    expect(refusals).toEqual([1, 2, 1]);
    end.abort();
    await done;
  });

  it('asks at once when woken, and then keeps to its interval', async () => {
    let asked = 0;
    const { clock, end, done, wake } = polling(async () => {
      asked += 1;
      return 'again';
    });
    await clock.advance(1000);
    wake.now();
    await clock.advance(1000);
    expect(asked).toBe(2);
    await clock.advance(4000);
    expect(asked).toBe(3);
    end.abort();
    await done;
  });

  it('asks nothing while paused, and resumes when woken', async () => {
    let asked = 0;
    let held = true;
    const { clock, end, done, wake } = polling(
      async () => {
        asked += 1;
        return 'again';
      },
      { paused: () => held },
    );
    await clock.advance(60_000);
    expect(asked).toBe(0);
    held = false;
    wake.now();
    await clock.advance(1);
    expect(asked).toBe(1);
    end.abort();
    await done;
  });

  it('ends when there is nothing left to ask', async () => {
    const { done } = polling(async () => 'done');
    await expect(done).resolves.toBeUndefined();
  });

  it('rethrows errors that are not the service’s', async () => {
    const { done } = polling(async () => {
      throw new TypeError('ours');
    });
    await expect(done).rejects.toThrow(TypeError);
  });
});
