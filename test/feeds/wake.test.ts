import { expect, it } from 'vitest';
import { createWake } from '../../src/feeds/wake.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('a ring ends every wait under way', async () => {
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

it('a ring while nobody waits ends the next wait, and only that', async () => {
  const clock = fakeClock();
  const wake = createWake();
  const { signal } = new AbortController();
  wake.now();
  await wake.during((end) => clock.sleep(1000, end), signal);
  void wake.during((end) => clock.sleep(1000, end), signal);
  expect(clock.sleeping).toBe(1);
});
