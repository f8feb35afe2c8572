import { expect, it } from 'vitest';
import { typeSecret } from '../../../src/cli/input/secret-line.ts';
import type { InputEvent } from '../../../src/input/input-event.ts';

const key = (name: string): InputEvent => ({ kind: 'key', key: name });
const paste = (text: string): InputEvent => ({ kind: 'paste', text, cut: false });

it.each([
  ['', key('a'), { kind: 'typing', typed: 'a' }],
  ['ab', key('backspace'), { kind: 'typing', typed: 'a' }],
  ['', key('backspace'), { kind: 'typing', typed: '' }],
  ['a🎉', key('backspace'), { kind: 'typing', typed: 'a' }],
  ['ab', key('ctrl-u'), { kind: 'typing', typed: '' }],
  ['ab', key('left'), { kind: 'typing', typed: 'ab' }],
  ['ab', key('ctrl-d'), { kind: 'typing', typed: 'ab' }],
  ['', key('ctrl-d'), { kind: 'given up' }],
  ['ab', key('ctrl-c'), { kind: 'given up' }],
  ['ab', key('enter'), { kind: 'done', secret: 'ab' }],
  ['', paste('key'), { kind: 'typing', typed: 'key' }],
  ['', paste('key\n'), { kind: 'done', secret: 'key' }],
  ['', paste('\nkey'), { kind: 'typing', typed: '' }],
  ['', paste('k\u001bey'), { kind: 'typing', typed: 'key' }],
])('%j and %j is %j', (typed, event, line) => {
  expect(typeSecret(typed, event)).toEqual(line);
});

it('does not grow without end', () => {
  expect(typeSecret('x'.repeat(4096), key('y'))).toEqual({
    kind: 'typing',
    typed: 'x'.repeat(4096),
  });
});
