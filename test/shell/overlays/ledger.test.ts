import { expect, it } from 'vitest';
import type { DriftEntry } from '../../../src/contract/drift.ts';
import { driftLayout, driftLines } from '../../../src/shell/overlays/ledger.tsx';
import { EMPTY_LIST } from '../../../src/state/list.ts';
import { words } from '../../../src/text/printable.ts';
import { styledText } from '../../support/line-text.ts';

const drift: readonly DriftEntry[] = [
  { kind: 'unknown-field', path: 'app-overview.new\u001bField', count: 1204, sample: '{…}' },
  { kind: 'missing-field', path: 'app-overview.regions[].id', count: 2, sample: 'undefined' },
];

const list = (at: number) => ({
  ...EMPTY_LIST,
  cursor: at === 0 ? null : 'missing-field app-overview.regions[].id',
  at,
});

it('differences have their kind, number, place and value, with hostile names made printable', () => {
  expect(styledText(driftLines({ drift, list: list(0) }, { columns: 80, rows: 4 }))).toEqual([
    '  WHAT             TIMES  WHERE                              FIRST SEEN AS',
    '❯ unknown field    1,204  app-overview.new␛Field             {…}',
    '  missing field        2  app-overview.regions[].id          –',
  ]);
});

const details = (at: number, columns: number) =>
  driftLayout(
    { drift, list: list(at), preview: true, page: null, key: words`d` },
    { columns, rows: 20 },
  ).details;

it('the one under the cursor is shown in full below the list, or at the right on wide screens', () => {
  const below = details(0, 80);
  expect(below?.where).toBe('below');
  expect(styledText(below?.lines ?? []).slice(1)).toEqual([
    'what           unknown field',
    'where          app-overview.new␛Field',
    'first seen as  {…}',
    'times          1,204',
  ]);
  expect(details(0, 200)?.where).toBe('beside');
});

it('a missing field has no value', () => {
  expect(styledText(details(1, 80)?.lines ?? []).slice(1)).toEqual([
    'what   missing field',
    'where  app-overview.regions[].id',
    'times  2',
  ]);
});
