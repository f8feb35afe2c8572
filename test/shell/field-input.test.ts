import { expect, it } from 'vitest';
import { createFieldInput } from '../../src/shell/field-input.ts';

it('what is fed is read once, in order', () => {
  const { stream, feed } = createFieldInput();
  const read: (string | Buffer | null)[] = [];
  stream.on('readable', () => {
    for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) read.push(chunk);
  });
  feed('a');
  feed('pasted text');
  expect(read).toEqual(['a', 'pasted text']);
  expect(stream.read()).toBeNull();
});

it('with nobody listening nothing is lost', () => {
  const { stream, feed } = createFieldInput();
  feed('a');
  feed('b');
  expect([stream.read(), stream.read(), stream.read()]).toEqual(['a', 'b', null]);
});
