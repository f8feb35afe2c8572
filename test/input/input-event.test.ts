import { expect, test } from 'vitest';
import { typedText } from '../../src/input/input-event.ts';

test.each([
  ['a', 'a'],
  ['🎉', '🎉'],
  ['space', ' '],
  ['-', '-'],
  ['enter', undefined],
  ['ctrl-d', undefined],
  ['f1', undefined],
  ['', undefined],
])('the key %s types %s', (key, text) => {
  expect(typedText(key)).toBe(text);
});
