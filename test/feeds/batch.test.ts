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

it('acts no more once it has ended', async () => {
  const clock = fakeClock();
  let acts = 0;
  const batch = createBatch(clock, 100, () => acts++);
  batch.sign();
  batch.sign();
  batch.end();
  await clock.advance(1000);
  expect(acts).toBe(1);
});

it('does not wait with what is due when it is told not to, and has nothing to do otherwise', async () => {
  const clock = fakeClock();
  const acts: number[] = [];
  const batch = createBatch(clock, 100, () => acts.push(clock.elapsed()));
  batch.now();
  expect(acts).toEqual([]);
  batch.sign();
  batch.sign();
  await clock.advance(40);
  batch.now();
  batch.now();
  expect(acts).toEqual([0, 40]);
  await clock.advance(1000);
  expect(acts).toEqual([0, 40]);
});
