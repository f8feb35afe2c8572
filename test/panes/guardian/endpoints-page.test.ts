import { expect, it } from 'vitest';
import { endpointsPage } from '../../../src/panes/guardian/endpoints-page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import { returnedFor, SHOP } from '../../support/guardian-samples.ts';
import { ANSWERED, AT, FACTS, FILTERED, pageSays } from '../../support/guardian-states.ts';
import { linesText } from '../../support/line-text.ts';

it('shows what the service returned, the configuration above its endpoints', () => {
  const page = endpointsPage(ANSWERED, FACTS);
  expect(linesText(page.head(80))).toEqual([
    ' Shop  version 2.4.0 · 8 endpoints',
    ' API Guardian on, mode Block, unmatched paths Block, bodies beyond the limit Log',
    '',
  ]);
  expect(page.table?.ids).toHaveLength(8);
  expect(page.table?.sortable).toContain('path');
  expect(page.detail && linesText(page.detail(80))[0]).toBe('GET /search');
});

it('says why there is nothing to see', () => {
  expect(pageSays(endpointsPage(NEW_ZONE, FACTS))).toContain(
    'Nothing is known of the endpoints of shop.example',
  );
  expect(pageSays(endpointsPage(ANSWERED, FILTERED))).toContain('No endpoint matches');
  const none = { data: { ...returnedFor(SHOP), endpoints: [] }, at: AT, doubtedAt: null };
  expect(pageSays(endpointsPage({ ...ANSWERED, returned: none }, FACTS))).toContain(
    'The service returned no endpoints.',
  );
});
