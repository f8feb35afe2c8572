import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PatternMiner } from '../../src/events/pattern-miner.ts';
import { templateText } from '../../src/events/patterns.ts';

function mined(texts: readonly string[]) {
  const miner = new PatternMiner();
  for (const text of texts) miner.add(text);
  return miner.patterns.map(({ template, count }) => `${count} ${templateText(template)}`);
}

describe('near-equal texts become one template', () => {
  test('where they differ in a word', () => {
    expect(mined(['user ann was refused', 'user bob was refused', 'user eve was refused'])).toEqual(
      ['3 user ‹*› was refused'],
    );
  });

  test('where they differ in numbers, addresses and ids', () => {
    expect(mined(['took 12 ms at 10.0.0.1', 'took 7 ms at 192.168.0.25'])).toEqual([
      '2 took ‹*› ms at ‹*›.‹*›.‹*›.‹*›',
    ]);
  });

  test('but not where they say different things', () => {
    expect(
      mined(['SQL injection detected', 'SQL injection detected', 'path traversal attempt found']),
    ).toEqual(['2 SQL injection detected', '1 path traversal attempt found']);
  });

  test('but not where their marks differ', () => {
    expect(mined(['a=b c', 'a:b c'])).toHaveLength(2);
  });
});

test('counts add up, whatever the texts', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 30 })), (texts) => {
      const miner = new PatternMiner();
      for (const text of texts) miner.add(text, 2);
      const placed = miner.patterns.reduce((sum, { count }) => sum + count, 0);
      expect(placed + miner.unplaced).toBe(texts.length * 2);
    }),
  );
});

test('grows no further than its bound, and counts what finds no place', () => {
  const miner = new PatternMiner();
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  for (const a of letters) for (const b of letters) miner.add(`${a}${b} ${b}${a} x`);
  expect(miner.patterns.length).toBeLessThanOrEqual(500);
  expect(miner.unplaced).toBeGreaterThan(0);
});

test('a text without end is cut', () => {
  const miner = new PatternMiner();
  miner.add('word '.repeat(100_000));
  expect(miner.patterns[0]?.template.length).toBeLessThan(100);
  expect(miner.patterns[0]?.example.length).toBeLessThan(2000);
});
