import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  after,
  correctedClock,
  HARMLESS_SKEW,
  LONGEST_WAIT,
  realClock,
} from '../../src/edges/clock.ts';
import { fakeClock } from '../support/fake-clock.ts';

const HOUR = 3_600_000;

describe('a wait on the machine’s clock', () => {
  const DAY = 24 * HOUR;

  /** Whether it has ended at each of these times, milliseconds. */
  async function endedAt(times: readonly number[], begin: (end: () => void) => void) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let isOver = false;
    begin(() => {
      isOver = true;
    });
    const seen: boolean[] = [];
    let passed = 0;
    for (const time of times) {
      await vi.advanceTimersByTimeAsync(time - passed);
      passed = time;
      seen.push(isOver);
    }
    return seen;
  }

  it('may exceed the maximum of a timer, and ends on time', async () => {
    const clock = realClock();
    const seen = await endedAt([100, 24 * DAY, 60 * DAY - 1, 60 * DAY], (end) => {
      void clock.sleep(60 * DAY).then(end);
    });
    expect(seen).toEqual([false, false, false, true]);
  });

  it('runs work after the given time', async () => {
    const seen = await endedAt([100, 25 * DAY - 1, 25 * DAY], (end) => {
      after(realClock(), 25 * DAY, end);
    });
    expect(seen).toEqual([false, false, true]);
  });

  it('ends at once when cancelled, in any part of a long wait', async () => {
    const stop = new AbortController();
    const seen = await endedAt([LONGEST_WAIT + DAY], (end) => {
      void realClock()
        .sleep(60 * DAY, stop.signal)
        .then(end);
    });
    expect(seen).toEqual([false]);
    expect(vi.getTimerCount()).toBe(1);
    stop.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a clock corrected by the service', () => {
  it('is this machine’s time while the two differ by less than half a minute', () => {
    const machine = fakeClock();
    const clock = correctedClock(machine);
    for (const skew of [0, -29_000, 29_000, 4000]) expect(clock.learn(skew)).toBe(false);
    expect(clock.now()).toBe(machine.now());
  });

  it('is the service’s time once two consecutive answers agree', () => {
    const machine = fakeClock();
    const clock = correctedClock(machine);
    expect(clock.learn(2 * HOUR)).toBe(false);
    expect(clock.now()).toBe(machine.now());
    expect(clock.learn(2 * HOUR - 900)).toBe(true);
    expect(clock.now()).toBe(machine.now() + 2 * HOUR - 900);
    // It is not moved by what whole seconds and slow answers make of it.
    for (const skew of [2 * HOUR, 2 * HOUR - 15_000]) expect(clock.learn(skew)).toBe(false);
    expect(clock.elapsed()).toBe(machine.elapsed());
  });

  it('ignores a single old date from a cache', () => {
    const clock = correctedClock(fakeClock());
    for (let answer = 0; answer < 20; answer += 1) {
      expect(clock.learn(answer % 2 === 0 ? -10 * 60_000 : 0)).toBe(false);
    }
    expect(clock.correction()).toBe(0);
  });

  it('returns to this machine’s time once that was corrected', () => {
    const clock = correctedClock(fakeClock());
    clock.learn(-2 * HOUR);
    clock.learn(-2 * HOUR);
    expect(clock.learn(300)).toBe(false);
    expect(clock.learn(-200)).toBe(true);
    expect(clock.correction()).toBe(0);
  });

  it('reports the minimum it is ahead of the service, once the service’s time is known', () => {
    const clock = correctedClock(fakeClock());
    expect(clock.ahead()).toBeNull();
    clock.learn(-2 * HOUR);
    expect(clock.ahead()).toBeNull();
    clock.learn(-2 * HOUR);
    expect(clock.ahead()).toBe(0);
    const near = correctedClock(fakeClock());
    // Whole seconds and a slow answer; the quickest tells it best.
    for (const skew of [-900, -9000]) near.learn(skew);
    expect(near.ahead()).toBe(0);
    for (let answer = 0; answer < 8; answer += 1) near.learn(-20_000 - answer);
    expect(near.ahead()).toBe(19_000);
    near.learn(4000);
    expect(near.ahead()).toBe(0);
  });

  it('reports that it is ahead as soon as this machine’s clock jumps forward, before the next answer', () => {
    const machine = fakeClock();
    const clock = correctedClock(machine);
    for (let answer = 0; answer < 8; answer += 1) clock.learn(0);
    expect(clock.ahead()).toBe(0);
    machine.shiftWall(20_000);
    expect(clock.ahead()).toBe(19_000);
    clock.learn(-20_000);
    expect(clock.ahead()).toBe(19_000);
    machine.shiftWall(-20_000);
    expect(clock.ahead()).toBe(0);
  });

  it('is off by less than half a minute after any jumps, once two answers have arrived', () => {
    const step = fc.integer({ min: -14 * HOUR, max: 14 * HOUR });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const machine = fakeClock();
        const clock = correctedClock(machine);
        const start = machine.now();
        let off = 0;
        for (const by of steps) {
          machine.shiftWall(by);
          off += by;
          // The service tells whole seconds.
          for (let answer = 0; answer < 2; answer += 1) clock.learn(Math.floor(-off / 1000) * 1000);
          expect(Math.abs(clock.now() - start)).toBeLessThan(HARMLESS_SKEW + 1000);
        }
      }),
    );
  });
});
