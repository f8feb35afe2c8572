import { describe, expect, it } from 'vitest';
import { powerOf, timesOf } from '../support/growth.ts';
import { GROWTH_TEXTS, GROWTH_WORK } from '../support/growth-work.ts';

/*
 * Every function that is given the text of others does work in proportion to it, or to the part it looks at. Times
 * are compared with each other, never with a clock. `npm run proof:growth` goes on to 1 MB.
 */

const KB = 1024;
/** Between linear and quadratic, as far from one as from the other. */
const MOST = 1.5;
/** So often it is measured again at most: a busy machine may be so for a second. */
const MOST_AGAIN = 20;
/** What takes longer for 10 KB, milliseconds, is tried with 100 KB by the proof alone. */
const SLOW = 3;

/**
 * The power of growth from 1 KB to 100 KB, or to 10 KB where this takes long. Another program may have had the processor
 * meanwhile: what seems too much is measured again, and the shortest times count.
 */
async function power(
  work: (text: string) => unknown,
  make: (length: number) => string,
): Promise<number> {
  let sizes: readonly number[] = [KB, 10 * KB];
  let least = await timesOf(work, make, sizes);
  if ((least[1] ?? 0) < SLOW) {
    sizes = [...sizes, 100 * KB];
    least = [...least, ...(await timesOf(work, make, sizes.slice(2)))];
  }
  for (let attempt = 0; attempt < MOST_AGAIN && powerOf(least, sizes) > MOST; attempt += 1) {
    const again = await timesOf(work, make, sizes);
    least = least.map((time, at) => Math.min(time, again[at] ?? time));
  }
  return powerOf(least, sizes);
}

describe.each(Object.entries(GROWTH_WORK))('%s', (_, work) => {
  it('A3, A11, E19: takes at most as many times as long as the text is longer, whatever it holds', async () => {
    for (const [name, make] of Object.entries(GROWTH_TEXTS)) {
      expect(await power(work, make), name).toBeLessThanOrEqual(MOST);
    }
  });
});

it('a function that is not linear would be found', async () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1)
      for (let to = 0; to < at; to += 1) sum += text.charCodeAt(to);
    return sum;
  };
  quadratic('a'.repeat(KB));
  expect(await power(quadratic, (length) => 'a'.repeat(length))).toBeGreaterThan(MOST);
});
