import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { openAlarms } from '../../src/watches/alarms.ts';
import { fakeClock } from '../support/fake-clock.ts';

it('reports the first of many alarms, then the number of the others, and none twice', async () => {
  const clock = fakeClock();
  let rung = 0;
  const told: string[] = [];
  const alarm = openAlarms({
    clock,
    ring: () => {
      rung += 1;
    },
    notify: (text) => told.push(text),
  });
  for (let at = 0; at < 500; at += 1) alarm(words`checkout: ${at}`);
  expect(told).toEqual(['checkout: 0']);
  await clock.advance(2000);
  expect(told).toEqual(['checkout: 0', '499 more watches fired']);
  alarm(words`pay: failing`);
  expect(told).toHaveLength(2);
  await clock.advance(2000);
  // One more has no number as its subject.
  expect(told.at(-1)).toBe('pay: failing');
  await clock.advance(60_000);
  alarm(words`pay: gone`);
  expect(told).toHaveLength(4);
  expect(told.at(-1)).toBe('pay: gone');
  expect(rung).toBe(4);
});
