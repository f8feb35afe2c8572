import { expect, it } from 'vitest';
import { createWake } from '../../src/feeds/wake.ts';
import { fakeClock } from '../support/fake-clock.ts';

const whole = new AbortController().signal;

it('a wait takes as long as it was to', async () => {
  const clock = fakeClock();
  let over = false;
  void createWake()
    .during((ended) => clock.sleep(5000, ended), whole)
    .then(() => {
      over = true;
    });
  await clock.advance(4999);
  expect(over).toBe(false);
  await clock.advance(1);
  expect(over).toBe(true);
});

it('a ring ends the wait under way', async () => {
  const clock = fakeClock();
  const wake = createWake();
  const wait = wake.during((ended) => clock.sleep(5000, ended), whole);
  wake.now();
  await wait;
  expect(clock.elapsed()).toBe(0);
  expect(clock.sleeping).toBe(0);
});

it('a ring while nobody waits ends the next wait, and only that one', async () => {
  const clock = fakeClock();
  const wake = createWake();
  wake.now();
  wake.now();
  await wake.during((ended) => clock.sleep(5000, ended), whole);
  void wake.during((ended) => clock.sleep(5000, ended), whole);
  expect(clock.sleeping).toBe(1);
});

it('a wait ends with its signal, and leaves no listener behind', async () => {
  const clock = fakeClock();
  const wake = createWake();
  const end = new AbortController();
  const wait = wake.during((ended) => clock.sleep(5000, ended), end.signal);
  end.abort();
  await wait;
  await wake.during((ended) => clock.sleep(5000, ended), end.signal);
  expect(clock.sleeping).toBe(0);
});
