import { expect, it } from 'vitest';
import { isDue, isUnjudged, type Judged, judge, widestGap } from '../../src/watches/judging.ts';

/** Whether it holds for the item as a whole. */
const ALL = [''];
const NONE: readonly string[] = [];

/** When it fired and cleared, for answers at this interval in seconds. */
function history(
  answers: string,
  { every = 10, lasting = 0, gap = undefined as number | undefined } = {},
): string {
  let judged: Judged | null = null;
  let text = '';
  [...answers].forEach((answer, index) => {
    // A dot is no answer.
    if (answer !== '.')
      judged = judge(judged, answer === 'x' ? ALL : NONE, (index + 1) * every * 1000, lasting, gap);
    text += judged?.firedAt == null ? '-' : 'F';
  });
  return text;
}

it('fires with the first matching answer, or after the given time', () => {
  expect(history('--x--x--')).toBe('--FFFFFF');
  expect(history('--xxxxx', { lasting: 30_000 })).toBe('-----FF');
  expect(history('xx-xx-xx', { lasting: 30_000 })).toBe('--------');
});

it('clears after half a minute without a match, or after the watch’s own time', () => {
  expect(history('x-----')).toBe('FFFF--');
  expect(history('xxxxxxxxx-------', { lasting: 60_000 })).toBe('------FFFFFFFFF-');
});

it('neither fires nor clears without answers; a gap starts the time again', () => {
  expect(history('x..............x-', { lasting: 60_000 })).toBe('-----------------');
  expect(history('x.................')).toBe('FFFFFFFFFFFFFFFFFF');
  expect(history('x-.............---')).toBe('FFFFFFFFFFFFFFFFFF');
});

it('ignores an answer older than the latest one', () => {
  const judged = judge(null, ALL, 10_000, 0);
  expect(judge(judged, NONE, 5000, 0)).toBe(judged);
});

it('E16: a clock set back by an hour prevents neither firing nor clearing', () => {
  const hour = 3_600_000;
  const calm = judge(null, NONE, hour, 0);
  expect(judge(calm, ALL, 5000, 0).firedAt).toBe(5000);
  const fired = judge(null, ALL, hour, 0);
  const clear = judge(fired, NONE, 5000, 0);
  expect(clear.firedAt).toBe(hour);
  expect(judge(clear, NONE, 35_000, 0).firedAt).toBeNull();
  expect(isUnjudged(calm, 5000)).toBe(true);
});

it('is unknown after two minutes without an answer', () => {
  const judged = judge(null, NONE, 10_000, 0);
  expect(isUnjudged(undefined, 0)).toBe(true);
  expect(isUnjudged(judged, 130_000)).toBe(false);
  expect(isUnjudged(judged, 130_001)).toBe(true);
});

it('with slow polling, gaps of up to twice the interval count as observed', () => {
  const gap = widestGap(180_000);
  expect(gap).toBe(360_000);
  expect(widestGap(30_000)).toBe(120_000);
  const seldom = { every: 180, gap };
  expect(history('-xxx----xxx---', seldom)).toBe('-FFFF---FFFF--');
  expect(history('xxxx', { ...seldom, lasting: 400_000 })).toBe('---F');
  const judged = judge(null, NONE, 0, 0);
  expect(isUnjudged(judged, gap, gap)).toBe(false);
  expect(isUnjudged(judged, gap + 1, gap)).toBe(true);
});

it('fires when one part has matched for the whole time, not when parts alternate', () => {
  const lasting = 300_000;
  let rolling: Judged | null = null;
  for (let at = 0; at <= 900; at += 30) rolling = judge(rolling, [`pod-${at}`], at * 1000, lasting);
  expect(rolling?.firedAt).toBeNull();
  let judged: Judged | null = null;
  for (let at = 0; at <= 300; at += 30)
    judged = judge(judged, [`pod-${at}`, ...(at >= 30 ? ['stuck'] : [])], at * 1000, lasting);
  expect(judged?.firedAt).toBeNull();
  const fired = judge(judged, ['pod-9', 'stuck'], 330_000, lasting);
  expect(fired.firedAt).toBe(330_000);
  expect(['pod-9', 'stuck'].filter((part) => isDue(fired, part, lasting))).toEqual(['stuck']);
});
