import { expect, it } from 'vitest';
import type { Styled } from '../../src/ui/line.ts';
import { createRowMemory } from '../../src/ui/row-memory.ts';

it('composes a line once, for as long as it is made of the same', () => {
  const memory = createRowMemory();
  const columns = [{}];
  let composed = 0;
  const line = (of: unknown, name: string) =>
    memory.line(of, name, () => {
      composed += 1;
      return `${name} ${composed}` as Styled;
    });
  expect([line(columns, 'a'), line(columns, 'b'), line(columns, 'a')]).toEqual([
    'a 1',
    'b 2',
    'a 1',
  ]);
  expect(line([{}], 'a')).toBe('a 3');
});

it('remembers a bounded number of lines', () => {
  const memory = createRowMemory();
  const first = memory.line(memory, '0', () => 'first' as Styled);
  for (let at = 1; at <= 1000; at += 1) memory.line(memory, String(at), () => '' as Styled);
  expect(memory.line(memory, '0', () => 'again' as Styled)).not.toBe(first);
});
