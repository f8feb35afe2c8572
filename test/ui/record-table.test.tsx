import { expect, it } from 'vitest';
import { words } from '../../src/text/printable.ts';
import { RecordTable, recordTableHeight } from '../../src/ui/record-table.tsx';
import { drawn } from '../support/drawn.ts';

const fields = [
  { name: words`exitCode`, value: words`137` },
  { name: words`message`, value: words`Container exceeded its memory limit and was killed` },
];

it('a record is a table of names and values, each value fitted to the room', () => {
  expect(drawn(<RecordTable fields={fields} columns={40} />, 40)).toEqual([
    '┌──────────┬───────────────────────────┐',
    '│ field    │ value                     │',
    '├──────────┼───────────────────────────┤',
    '│ exitCode │ 137                       │',
    '├──────────┼───────────────────────────┤',
    '│ message  │ Container exceeded its m… │',
    '└──────────┴───────────────────────────┘',
  ]);
});

it('is as high as it says', () => {
  const lines = drawn(<RecordTable fields={fields} columns={60} />, 60);
  expect(lines).toHaveLength(recordTableHeight(fields.length));
});
