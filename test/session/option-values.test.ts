import { describe, expect, it } from 'vitest';
import { durationOption, seedOf, wholeNumber } from '../../src/session/option-values.ts';
import { words } from '../../src/text/printable.ts';

const option = words`size`;
const range = { least: 1, most: 100 };

describe('the value of an option', () => {
  it('is an integer within its range', () => {
    expect(wholeNumber(option, undefined, range)).toBeUndefined();
    expect(wholeNumber(option, '100', range)).toBe(100);
  });

  it.each(['0', '101', '1.5', '-1', '1e2', ' 1', '', '0x10', '99999999999999999999'])(
    '%j is refused',
    (text) => {
      expect(() => wholeNumber(option, text, range)).toThrow(
        '--size takes a whole number from 1 to 100.',
      );
    },
  );

  it('is a duration with a minimum', () => {
    expect(durationOption(option, undefined, 1000)).toBeUndefined();
    expect(durationOption(option, '5s', 1000)).toBe(5000);
    expect(() => durationOption(option, '500ms', 1000)).toThrow(
      '--size takes a duration such as 500ms, 5s, 15m, 2h or 1d, and at least 1s.',
    );
  });

  it('is the seed of a world, 1 by default', () => {
    expect([seedOf(undefined), seedOf('0'), seedOf('7')]).toEqual([1, 0, 7]);
    expect(() => seedOf('many')).toThrow('--seed takes a whole number');
  });
});
