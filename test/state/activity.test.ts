import { expect, it } from 'vitest';
import { createActivity } from '../../src/state/activity.ts';

/** Whether `work` has ended by now, all turns of the event loop that are due included. */
async function hasEnded(work: Promise<void>): Promise<boolean> {
  let ended = false;
  void work.then(() => {
    ended = true;
  });
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  return ended;
}

it('is settled from the beginning', async () => {
  expect(await hasEnded(createActivity().settled())).toBe(true);
});

it('is settled when everything that was tracked has ended, well or badly', async () => {
  const activity = createActivity();
  const good = Promise.withResolvers<void>();
  const bad = Promise.withResolvers<void>();
  void activity.track(good.promise);
  activity.track(bad.promise).catch(() => {});
  expect(activity.inFlight).toBe(2);
  const settled = activity.settled();
  good.resolve();
  expect(await hasEnded(settled)).toBe(false);
  bad.reject(new Error('no'));
  expect(await hasEnded(settled)).toBe(true);
  expect(activity.inFlight).toBe(0);
});

it('is not settled while ended work starts more', async () => {
  const activity = createActivity();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  void activity.track(first.promise).then(() => activity.track(second.promise));
  const settled = activity.settled();
  first.resolve();
  expect(await hasEnded(settled)).toBe(false);
  second.resolve();
  expect(await hasEnded(settled)).toBe(true);
});

it('returns a tracked promise as it is', () => {
  const work = Promise.resolve(7);
  expect(createActivity().track(work)).toBe(work);
});
