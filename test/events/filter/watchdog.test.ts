import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../src/events/filter/pattern.ts';
import { PatternTooSlow, Watchdog } from '../../../src/events/filter/watchdog.ts';

/** Each would run for hours. */
const HOSTILE = [
  ['(a+)+$', `${'a'.repeat(40)}!`],
  ['(a|a)*$', `${'a'.repeat(40)}!`],
  ['(.*)*x', 'a'.repeat(60)],
  ['^(([a-z])+.)+[0-9]([a-z])+$', 'a'.repeat(60)],
  ['(x+x+)+y', 'x'.repeat(60)],
  ['(\\w*)*\\d*#', `${'a1'.repeat(30)}!`],
  ['^(\\d+)*$', `${'1'.repeat(40)}x`],
] as const;

describe('a pattern with catastrophic backtracking is stopped and named:', () => {
  test.each(HOSTILE)('%s', (source, text) => {
    const pattern = compilePattern(source);
    const watchdog = new Watchdog();
    let caught: unknown;
    try {
      watchdog.run(source, () => pattern?.test(text));
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(PatternTooSlow);
    expect(caught).toMatchObject({ pattern: source });
  });
});

test('after one was stopped, the next runs normally', () => {
  const watchdog = new Watchdog();
  expect(() => watchdog.run('(a+)+$', () => /(a+)+$/.test(`${'a'.repeat(40)}!`))).toThrow(
    PatternTooSlow,
  );
  let ran = false;
  watchdog.run('b', () => {
    ran = /b/.test('abc');
  });
  expect(ran).toBe(true);
});

test('another error is not taken for a slow pattern', () => {
  expect(() =>
    new Watchdog().run('a', () => {
      throw new TypeError('ours');
    }),
  ).toThrow(TypeError);
});

test('a pattern that overflows the engine’s stack is stopped too', () => {
  expect(() =>
    new Watchdog().run('^(x|y)*z', () => /^(x|y)*z/.test('x'.repeat(5_000_000))),
  ).toThrow(PatternTooSlow);
});
