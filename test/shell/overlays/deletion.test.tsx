import { expect, it } from 'vitest';
import {
  StaticTable,
  staticTableHeight,
  staticTableWidth,
} from '../../../src/shell/overlays/deletion.tsx';
import { type Printable, words } from '../../../src/text/printable.ts';
import { drawn } from '../../support/drawn.ts';

const rows = [
  { region: words`DE`, instances: words`12` },
  { region: words`NY`, instances: words`3` },
];

it('a few figures are a table with borders', () => {
  expect(drawn(<StaticTable rows={rows} />, 40)).toEqual([
    '┌────────┬───────────┐',
    '│ region │ instances │',
    '├────────┼───────────┤',
    '│ DE     │ 12        │',
    '├────────┼───────────┤',
    '│ NY     │ 3         │',
    '└────────┴───────────┘',
  ]);
});

it('has the height and width that it states, and cuts long values', () => {
  const long = [{ name: 'x'.repeat(100) as Printable, other: words`1` }];
  for (const all of [rows, long]) {
    const lines = drawn(<StaticTable rows={all} />, 80);
    expect(lines).toHaveLength(staticTableHeight(all.length));
    expect(lines[0]).toHaveLength(staticTableWidth(all));
  }
});
