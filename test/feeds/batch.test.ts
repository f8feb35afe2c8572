import { expect, it } from 'vitest';
import { createBatch } from '../../src/feeds/batch.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('acts at once for the first sign, then once for all that come within the time', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  const batch = createBatch(clock, 100, () => acts.push(clock.elapsed()));
  batch.sign();
  batch.sign();
  batch.sign();
  expect(acts).toEqual([0]);
  await clock.advance(100);
  expect(acts).toEqual([0, 100]);
  await clock.advance(1000);
  expect(acts).toEqual([0, 100]);
  batch.sign();
  expect(acts).toEqual([0, 100, 1100]);
});

it('acts on what came while it waited again', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  const batch = createBatch(clock, 100, () => acts.push(clock.elapsed()));
  for (let at = 0; at < 10; at += 1) {
    batch.sign();
    await clock.advance(50);
  }
  expect(acts).toEqual([0, 100, 200, 300, 400, 500]);
});
