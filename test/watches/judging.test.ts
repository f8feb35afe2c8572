import { expect, it } from 'vitest';
import { isUnjudged, type Judged, judge, widestGap } from '../../src/watches/judging.ts';

/** When it fired and when it was over, of answers so many seconds apart. */
function history(
  answers: string,
  { every = 10, lasting = 0, gap = undefined as number | undefined } = {},
): string {
  let judged: Judged | null = null;
  let text = '';
  [...answers].forEach((answer, index) => {
    // A dot is no answer.
    if (answer !== '.')
      judged = judge(judged, answer === 'x', (index + 1) * every * 1000, lasting, gap);
    text += judged?.firedAt == null ? '-' : 'F';
  });
  return text;
}

it('fires with the first answer that says so, or once it has been so for the time', () => {
  expect(history('--x--x--')).toBe('--FFFFFF');
  expect(history('--xxxxx', { lasting: 30_000 })).toBe('-----FF');
  expect(history('xx-xx-xx', { lasting: 30_000 })).toBe('--------');
});

it('is over when it has not been so for half a minute, or as long as it had to be so', () => {
  expect(history('x-----')).toBe('FFFF--');
  expect(history('xxxxxxxxx-------', { lasting: 60_000 })).toBe('------FFFFFFFFF-');
});

it('neither fires nor is over while nobody knows: a gap begins the time anew', () => {
  expect(history('x..............x-', { lasting: 60_000 })).toBe('-----------------');
  expect(history('x.................')).toBe('FFFFFFFFFFFFFFFFFF');
  expect(history('x-.............---')).toBe('FFFFFFFFFFFFFFFFFF');
});

it('an answer that is older than the one it was judged by changes nothing', () => {
  const judged = judge(null, true, 10_000, 0);
  expect(judge(judged, false, 5000, 0)).toBe(judged);
});

it('E16: a clock that is set back an hour keeps nothing from firing, nor from being over', () => {
  const hour = 3_600_000;
  const calm = judge(null, false, hour, 0);
  expect(judge(calm, true, 5000, 0).firedAt).toBe(5000);
  const fired = judge(null, true, hour, 0);
  const clear = judge(fired, false, 5000, 0);
  expect(clear.firedAt).toBe(hour);
  expect(judge(clear, false, 35_000, 0).firedAt).toBeNull();
  expect(isUnjudged(calm, 5000)).toBe(true);
});

it('cannot be told without an answer for two minutes', () => {
  const judged = judge(null, false, 10_000, 0);
  expect(isUnjudged(undefined, 0)).toBe(true);
  expect(isUnjudged(judged, 130_000)).toBe(false);
  expect(isUnjudged(judged, 130_001)).toBe(true);
});

it('of what is asked seldom, answers twice as far apart as the questions are still tell of the time between', () => {
  const gap = widestGap(180_000);
  expect(gap).toBe(360_000);
  expect(widestGap(30_000)).toBe(120_000);
  const seldom = { every: 180, gap };
  expect(history('-xxx----xxx---', seldom)).toBe('-FFFF---FFFF--');
  expect(history('xxxx', { ...seldom, lasting: 400_000 })).toBe('---F');
  const judged = judge(null, false, 0, 0);
  expect(isUnjudged(judged, gap, gap)).toBe(false);
  expect(isUnjudged(judged, gap + 1, gap)).toBe(true);
});
