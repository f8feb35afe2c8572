import { expect, it } from 'vitest';
import type { DriftEntry } from '../../../src/contract/drift.ts';
import { driftLines } from '../../../src/shell/overlays/drift-lines.ts';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { styledText } from '../../support/line-text.ts';

const drift: readonly DriftEntry[] = [
  { kind: 'unknown-field', path: 'app-overview.new\u001bField', count: 1204, sample: '{…}' },
  { kind: 'missing-field', path: 'app-overview.regions[].id', count: 2, sample: 'undefined' },
];

const drawn = (at: number) =>
  styledText(
    driftLines({
      drift,
      list: {
        ...EMPTY_LIST,
        cursor: at === 0 ? null : 'missing-field app-overview.regions[].id',
        at,
      },
      room: { columns: 80, rows: 4 },
      detail: 6,
    }),
  );

it('differences are told by what they are, how often, where and what came, hostile names made printable', () => {
  expect(drawn(0)).toEqual([
    '  WHAT             TIMES  WHERE                              FIRST SEEN AS',
    '❯ unknown field    1,204  app-overview.new␛Field             {…}',
    '  missing field        2  app-overview.regions[].id          –',
    '',
    'Drift from the contract',
    ' unknown field app-overview.new␛Field',
    ' first seen as {…}',
  ]);
});

it('of a field that is not there nothing was seen', () => {
  expect(drawn(1).slice(4)).toEqual([
    'Drift from the contract',
    ' missing field app-overview.regions[].id',
  ]);
});
