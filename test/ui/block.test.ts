import { expect, it } from 'vitest';
import { printable } from '../../src/text/printable.ts';
import { beside } from '../../src/ui/block.ts';
import { compose, type Styled, span, styledWidth } from '../../src/ui/line.ts';
import { theme } from '../../src/ui/theme.ts';

const line = (text: string): Styled => compose([span(printable(text), theme.bad)], 80);

it('puts the right block where it is beside the widest line of the left', () => {
  const left = { lines: [line('ab'), line('決')], columns: 5 };
  const right = { lines: [line('x'), line('y'), line('z')], columns: 1 };
  const lines = beside(left, right, 4);
  expect(lines.map((each) => each.replace(/\u001b\[[\d;]*m/g, ''))).toEqual([
    'ab     x',
    '決     y',
    '       z',
    '       ',
  ]);
});

it('measures what is seen of a line, not its styles', () => {
  expect(styledWidth(line('決ab'))).toBe(4);
  expect(styledWidth('' as Styled)).toBe(0);
});
