import { expect, it } from 'vitest';
import { createFrameScheduler, createThrottle, createWake } from '../../src/feeds/scheduling.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('acts at once for the first call, then once for all calls within the interval', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  const throttle = createThrottle(clock, 100, () => acts.push(clock.elapsed()));
  throttle();
  throttle();
  throttle();
  expect(acts).toEqual([0]);
  await clock.advance(100);
  expect(acts).toEqual([0, 100]);
  await clock.advance(1000);
  expect(acts).toEqual([0, 100]);
  throttle();
  expect(acts).toEqual([0, 100, 1100]);
});

it('acts on calls that arrived while it waited again', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  const throttle = createThrottle(clock, 100, () => acts.push(clock.elapsed()));
  for (let at = 0; at < 10; at += 1) {
    throttle();
    await clock.advance(50);
  }
  expect(acts).toEqual([0, 100, 200, 300, 400, 500]);
});

it('acts again after an error', () => {
  let acts = 0;
  const throttle = createThrottle(fakeClock(), 100, () => {
    acts += 1;
    if (acts === 1) throw new Error('once');
  });
  expect(throttle).toThrow('once');
  throttle();
  expect(acts).toBe(2);
});

function scheduler(first?: number) {
  const clock = fakeClock();
  const acts: number[] = [];
  return {
    clock,
    acts,
    ...createFrameScheduler(
      clock,
      first === undefined ? { longest: 100 } : { longest: 100, first },
      () => acts.push(clock.elapsed()),
    ),
  };
}

it('acts once after a burst of calls', async () => {
  const { clock, acts, schedule, settle } = scheduler();
  schedule();
  schedule();
  await clock.advance(30);
  schedule();
  settle();
  expect(acts).toEqual([30]);
  await clock.advance(1000);
  expect(acts).toEqual([30]);
});

it('waits no longer than its limit for a continuing burst', async () => {
  const { clock, acts, schedule } = scheduler();
  for (let at = 0; at < 10; at += 1) {
    schedule();
    await clock.advance(50);
  }
  expect(acts).toEqual([100, 200, 300, 400, 500]);
});

it('acts no more often for many short bursts', async () => {
  const { clock, acts, schedule, settle } = scheduler();
  for (let at = 0; at < 30; at += 1) {
    schedule();
    settle();
    await clock.advance(10);
  }
  expect(acts).toEqual([0, 100, 200]);
});

it('slow drawings are drawn more rarely, and soon again after one that took an hour', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  let takes = 80;
  const { schedule, settle } = createFrameScheduler(clock, { longest: 100 }, () => {
    acts.push(clock.elapsed());
    clock.stop(takes);
  });
  for (let at = 0; at < 60; at += 1) {
    schedule();
    settle();
    await clock.advance(10);
  }
  expect(acts).toEqual([0, 240, 480, 720]);
  takes = 3_600_000;
  schedule();
  await clock.advance(1000);
  takes = 0;
  const before = clock.elapsed();
  schedule();
  await clock.advance(1000);
  expect((acts.at(-1) ?? 0) - before).toBeLessThanOrEqual(500);
});

it('flushes what is due at once, and does nothing otherwise', async () => {
  const { clock, acts, schedule, settle, flush } = scheduler();
  flush();
  settle();
  expect(acts).toEqual([]);
  schedule();
  await clock.advance(40);
  flush();
  flush();
  expect(acts).toEqual([40]);
  await clock.advance(1000);
  expect(acts).toEqual([40]);
});

it('may wait longer before the first action', async () => {
  const { clock, acts, schedule } = scheduler(300);
  schedule();
  await clock.advance(300);
  schedule();
  await clock.advance(100);
  expect(acts).toEqual([300, 400]);
});

it('waking ends every running wait', async () => {
  const clock = fakeClock();
  const wake = createWake();
  const { signal } = new AbortController();
  const waits = [1000, 2000].map((ms) => wake.during((end) => clock.sleep(ms, end), signal));
  expect(clock.sleeping).toBe(2);
  wake.now();
  await Promise.all(waits);
  expect(clock.elapsed()).toBe(0);
  expect(clock.sleeping).toBe(0);
});

it('waking while nobody waits ends the next wait only', async () => {
  const clock = fakeClock();
  const wake = createWake();
  const { signal } = new AbortController();
  wake.now();
  await wake.during((end) => clock.sleep(1000, end), signal);
  void wake.during((end) => clock.sleep(1000, end), signal);
  expect(clock.sleeping).toBe(1);
});
