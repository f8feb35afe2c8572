import { describe, expect, it } from 'vitest';
import { powerOf, timesOf } from '../support/growth.ts';
import { GROWTH_TEXTS, GROWTH_WORK } from '../support/growth-work.ts';

/*
 * Every function that takes untrusted text is linear in it, or in the part it reads. Times are compared only with each other.
 * `npm run proof:growth` goes up to 1 MB.
 */

const KB = 1024;
/** Halfway between linear and quadratic. */
const MOST = 1.5;
/** The limit of repetitions, because a machine may be busy for a second. */
const MOST_AGAIN = 20;
/** Functions that take longer for 10 KB are tested with 100 KB only by the proof, milliseconds. */
const SLOW = 3;

/**
 * The exponent of growth from 1 KB to 100 KB, or to 10 KB for slow functions. A result that is too large may come from the
 * load of the machine, so it is measured again and the shortest times count.
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
  it('A3, A11, E19: takes time linear in the length of the text, whatever it contains', async () => {
    for (const [name, make] of Object.entries(GROWTH_TEXTS)) {
      expect(await power(work, make), name).toBeLessThanOrEqual(MOST);
    }
  });
});

it('the test detects a function that is not linear', async () => {
  const quadratic = (text: string) => {
    let sum = 0;
    for (let at = 0; at < text.length; at += 1)
      for (let to = 0; to < at; to += 1) sum += text.charCodeAt(to);
    return sum;
  };
  quadratic('a'.repeat(KB));
  expect(await power(quadratic, (length) => 'a'.repeat(length))).toBeGreaterThan(MOST);
});
