import { expect, it } from 'vitest';
import { sendPage } from '../../../src/panes/guardian/send-page.ts';
import { NEW_ZONE } from '../../../src/panes/guardian/state.ts';
import { ANSWERED, CHOSEN, FACTS, pageSays, UNREADABLE } from '../../support/guardian-states.ts';
import { linesText } from '../../support/line-text.ts';

const aside = (page: ReturnType<typeof sendPage>) =>
  page.detail ? linesText(page.detail(120)) : [];

it('the request is shown word for word', () => {
  const text = pageSays(sendPage({ ...CHOSEN, enforce: 'no' }, FACTS), 80);
  expect(text.split('\n').slice(-8)).toEqual([
    ' The request                                       U sends it, after a question',
    ' PATCH /shield/shield-zone/7/api-guardian/spec',
    ' host      api.example',
    ' zone      shop.example 7',
    ' file      /home/tester/shop.yaml',
    ' content   2,888 bytes 2.8 KiB',
    ` sha256    ${'0123456789abcdef'.repeat(4)}`,
    expect.stringMatching(/^ body +[\d,]+ bytes of JSON, enforceAuthorizationValidation false$/),
  ]);
});

it('an id that is part of no path is said to be none', () => {
  const facts = { ...FACTS, zone: { id: '../7', name: 'x' } };
  expect(pageSays(sendPage(CHOSEN, facts))).toContain('PATCH cannot be written: shieldZoneId');
});

it('what to know comes before the request', () => {
  expect(aside(sendPage(ANSWERED, FACTS))).toEqual([
    ' Before it is sent',
    ' ! 1 endpoint is removed that the loaded events do not show: requests for it would be blocked.',
    expect.stringMatching(/^ · No paths are known from loaded events of this zone/),
    '',
  ]);
  expect(aside(sendPage(UNREADABLE, FACTS))[1]).toContain('cannot be read as OpenAPI');
});

it('in read-only mode it says that nothing is sent from here', () => {
  const page = sendPage(CHOSEN, { ...FACTS, readOnly: true });
  expect(aside(page)[0]).toBe(' Before it is sent  not from here: this is read-only');
  expect(pageSays(page)).not.toContain('U sends it');
});

it('without a file it says how to choose one', () => {
  expect(pageSays(sendPage(NEW_ZONE, FACTS))).toContain('No specification is chosen');
});
