import { expect, it } from 'vitest';
import { comparedPage } from '../../../src/panes/guardian/compared-page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import { ANSWERED, AT, FACTS, FILTERED, pageSays } from '../../support/guardian-states.ts';
import { linesText } from '../../support/line-text.ts';

const DEVIATIONS = [
  { endpoint: undefined, sentence: 'The title should be "Shop" and is none.' },
  { endpoint: { method: 'GET', path: '/search' }, sentence: 'It lacks the Query parameter "q".' },
];
const SURPRISED = {
  ...ANSWERED,
  comparison: { attempt: '1', at: AT, deviations: DEVIATIONS, endpoints: 8 },
};

it('says that nothing was uploaded, or that all is as predicted', () => {
  expect(pageSays(comparedPage(NEW_ZONE, FACTS))).toContain('Nothing was uploaded in this run.');
  expect(pageSays(comparedPage(ANSWERED, FACTS))).toContain(
    ' ✓ As predicted: the answer of 14:02:05 with 8 endpoints',
  );
});

it('lists every deviation', () => {
  const page = comparedPage(SURPRISED, FACTS);
  expect(linesText(page.head({ columns: 80, rows: 24 }))[0]).toBe(
    ' 2 deviations of the answer of 14:02:05 from what was predicted',
  );
  expect(page.table?.ids).toHaveLength(2);
  expect(page.detail && linesText(page.detail({ columns: 60, rows: 24 }))).toEqual([
    'The configuration as a whole',
    '',
    'The title should be "Shop" and is none.',
  ]);
  expect(pageSays(comparedPage(SURPRISED, FILTERED))).toContain('Nothing matches');
});
