import { expect, it } from 'vitest';
import { checkPage } from '../../../src/panes/guardian/check-page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import {
  ANSWERED,
  CHOSEN,
  FACTS,
  FILTERED,
  pageSays,
  UNREADABLE,
} from '../../support/guardian-states.ts';

it('without a file it says how to choose one', () => {
  expect(pageSays(checkPage(NEW_ZONE, FACTS))).toContain(
    'Press o and type the path of an OpenAPI document.',
  );
});

it('says what the file is, what it has of each limit, and which endpoints it declares', () => {
  const text = pageSays(checkPage(CHOSEN, FACTS), 80);
  expect(text).toContain(' Shop  version 2.4.0 · OpenAPI 3.0.3 in YAML · 7 endpoints');
  expect(text).toContain(' Plan limits not known yet: the service tells them');
  expect(text).toContain(' No problem was found.');
  expect(text).toContain(' Endpoints in the file\n GET     /search           none\n');
  expect(text).toContain(' DELETE  /api/v2/session   session');
});

it('limits are those of the last answer', () => {
  const text = pageSays(checkPage(ANSWERED, FACTS), 80);
  expect(text).toContain(' Plan limits as the service told at 14:02:05');
  expect(text).toMatch(/ endpoints +7 of 100 +▊ +7 % /);
});

it('a file that cannot be read has no limits to be held against', () => {
  const text = pageSays(checkPage(UNREADABLE, FACTS));
  expect(text).toContain(' This file cannot be read as OpenAPI 3.0 or 3.1.');
  expect(text).not.toContain('Plan limits');
});

it('a filter that leaves nothing says so', () => {
  expect(pageSays(checkPage(CHOSEN, FILTERED))).toContain(
    'No problem matches “nothing like it”. Esc clears the filter.',
  );
});
