import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { compose, span } from '../../src/ui/line.ts';
import { HeldRows, Rows } from '../../src/ui/rows.tsx';
import { drawn } from '../support/drawn.ts';

const lines = [words`one`, words``, words`three`, words`four`].map((text) =>
  compose([span(text)], 20),
);

it('rows fill the lines they are given, including empty ones', () => {
  expect(drawn(<Rows lines={lines} columns={20} rows={3} />, 20)).toEqual(['one', '', 'three']);
});

it('rows without a line are blank', () => {
  expect(drawn(<Rows lines={lines} columns={20} rows={6} />, 20)).toEqual([
    'one',
    '',
    'three',
    'four',
    '',
    '',
  ]);
});

it('held rows stay as they were, and follow once they are let go', () => {
  const [first = [], second = []] = [lines.slice(0, 1), lines.slice(2, 3)];
  const size = { columns: 20, rows: 1 };
  const before = <HeldRows lines={() => first} held={false} {...size} />;
  const held = <HeldRows lines={() => second} held {...size} />;
  expect(drawn(before, 20, held)).toEqual(['one']);
  expect(drawn(before, 20, held, <HeldRows lines={() => second} held={false} {...size} />)).toEqual(
    ['three'],
  );
});

it('held rows are redrawn in a room of another size', () => {
  const [first = [], second = []] = [lines.slice(0, 1), lines.slice(2, 3)];
  const before = <HeldRows lines={() => first} held={false} columns={20} rows={1} />;
  const narrower = <HeldRows lines={() => second} held columns={18} rows={1} />;
  expect(drawn(before, 20, narrower)).toEqual(['three']);
});
