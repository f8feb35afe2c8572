import { expect, it } from 'vitest';
import { pointerWords } from '../../../src/panes/guardian/pointer-words.ts';

it.each([
  ['', ''],
  ['/paths/~1pets~1{id}/get', 'paths › /pets/{id} › get'],
  ['/a~01/b', 'a~1 › b'],
  ['/a/\u001b[2J', 'a › ␛[2J'],
])('%j reads %j', (pointer, words) => {
  expect(pointerWords(pointer)).toBe(words);
});
