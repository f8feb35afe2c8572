import { expect, it } from 'vitest';
import { typedLine } from '../../src/input/line-terminal.ts';

const read = (chunk: string) => Buffer.from(typedLine(Buffer.from(chunk))).toString();

it.each([
  ['a key stays a key', 'j', 'j'],
  ['a key and a line feed are the key', 'j\n', 'j'],
  ['a line feed alone is Enter', '\n', '\r'],
  ['Enter stays Enter', '\r', '\r'],
  ['a longer line keeps its end', 'auth\n', 'auth\n'],
  ['keys that came together stay keys', 'jjj', 'jjj'],
  ['several lines were pasted', 'q\nq\n', '\u001b[200~q\nq\n\u001b[201~'],
  ['so were lines of a terminal in raw mode', 'a\rb', '\u001b[200~a\rb\u001b[201~'],
])('%s', (_, chunk, keys) => {
  expect(read(chunk)).toBe(keys);
});
