import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import {
  type OutcomeFacts,
  outcomeLines,
  sendPage,
} from '../../../src/panes/guardian/send-page.ts';
import {
  type Comparison,
  NEW_ZONE,
  type SpecificationFile,
} from '../../../src/panes/guardian/state.ts';
import { uploadRequest } from '../../../src/panes/guardian/upload-request.ts';
import type { Change, ChangeState } from '../../../src/state/change.ts';
import { printable } from '../../../src/text/printable.ts';
import { assessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';
import { ANSWERED, CHOSEN, FACTS, pageSays, UNREADABLE } from '../../support/guardian-states.ts';
import { linesText, recordText } from '../../support/line-text.ts';

const AT = { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 };

const detail = (page: ReturnType<typeof sendPage>) =>
  page.detail ? recordText(page.detail({ columns: 120, rows: 24 }), 120) : [];

it('the request is shown word for word', () => {
  const text = pageSays(sendPage({ ...CHOSEN, enforce: 'no' }, FACTS), 80);
  expect(text.split('\n').slice(-8)).toEqual([
    ' The request                                        U sends it, after a question',
    ' PATCH /shield/shield-zone/7/api-guardian/spec',
    ' host     api.example',
    ' zone     shop.example 7',
    ' file     /home/tester/shop.yaml',
    ' content  2,888 bytes 2.8 KiB',
    ` sha256   ${'0123456789abcdef'.repeat(4)}`,
    expect.stringMatching(/^ body +[\d,]+ bytes of JSON, enforceAuthorizationValidation false$/),
  ]);
});

it('an id that is part of no path is said to be none', () => {
  const facts = { ...FACTS, zone: { id: '../7', name: 'x' } };
  expect(pageSays(sendPage(CHOSEN, facts))).toContain('PATCH cannot be written: shieldZoneId');
});

it('what to know comes before the request', () => {
  expect(detail(sendPage(ANSWERED, FACTS))).toEqual([
    'Before it is sent',
    '! 1 endpoint is removed that the loaded events do not show: requests for it would be blocked.',
    expect.stringMatching(/^· No events of this zone are loaded/),
  ]);
  expect(detail(sendPage(UNREADABLE, FACTS))[1]).toContain('cannot be read as OpenAPI');
});

describe('D1: the page does not claim enforcement that is off', () => {
  const data = returnedFor(SHOP);
  const page = (configuration: Partial<typeof data.configuration>, part = {}) => {
    const changed = {
      configuration: { ...data.configuration, ...configuration },
      endpoints: data.endpoints.map((endpoint) => ({ ...endpoint, ...part })),
    };
    const assessment = assessed(checked(WITHOUT_BASKET), changed);
    return sendPage(
      { ...ANSWERED, assessment, returned: { data: changed, sent: null, at: AT, doubtedAt: null } },
      FACTS,
    );
  };
  const OFF = { isEnabled: false, validateAuthorization: true };

  it('for a zone that is off', () => {
    const off = page({ isEnabled: false }, OFF);
    expect(pageSays(off)).not.toContain('enforce it now');
    expect(pageSays(off, 160)).toContain(
      '3 in the file are set to now, of which none blocks requests.',
    );
    expect(detail(off)).toContain(
      '! API Guardian is off for this zone: no request is inspected, whatever its endpoints are set to.',
    );
    expect(detail(off).join(' ')).toContain('requests for it would be let through.');
  });

  it('for a zone that only logs', () => {
    const logging = page({ executionMode: 'Log' });
    expect(pageSays(logging, 160)).toContain('of which none blocks requests.');
    expect(detail(logging)).toContain(
      '! Execution mode is Log: violations are logged, and no request is blocked.',
    );
  });

  it('for endpoints that are off', () => {
    expect(pageSays(page({}, OFF), 160)).toContain('of which none blocks requests.');
    expect(pageSays(page({}))).toContain('3 in the file enforce it now.');
  });
});

it('in read-only mode it says that nothing is sent from here', () => {
  const page = sendPage(CHOSEN, { ...FACTS, readOnly: true });
  expect(detail(page)[1]).toBe('Not from here: this is read-only.');
  expect(pageSays(page)).not.toContain('U sends it');
});

it('explains how to choose a file', () => {
  expect(pageSays(sendPage(NEW_ZONE, FACTS))).toContain('No specification is chosen');
});

const FILE: SpecificationFile = {
  path: '/home/tester/shop.yaml',
  content: SHOP,
  bytes: 3343,
  sha256: '0123456789abcdef'.repeat(4),
  readAt: AT,
  preflight: checked(SHOP),
};
const request = uploadRequest({ id: '7', name: 'shop.example' }, FILE, 'no');

const sent = (state: ChangeState, comparison: Comparison | null = null): OutcomeFacts => ({
  sending: { kind: 'sent', request, attempt: 'one' },
  change: {
    attempt: 'one',
    operation: 'guardian-upload',
    subject: { kind: 'zone', id: '7', name: 'shop.example' },
    what: 'shop.yaml',
    request: {},
    begun: AT,
    state,
    unrecorded: null,
    watch: null,
  } satisfies Change,
  comparison,
  zone: 'utc',
});
it('what a ticket needs of a refused upload can be copied', () => {
  const error = new ApiError({ kind: 'service', status: 403, title: 'The plan allows 500.' });
  const state = { kind: 'refused', at: AT, error, requestId: 'abc123' } as const;
  const { sending, change } = sent(state);
  const changes = change ? [change] : [];
  const page = sendPage({ ...CHOSEN, sending }, { ...FACTS, changes });
  expect(page.copies().slice(2)).toEqual([
    { what: 'request id', text: 'abc123' },
    { what: 'error', text: 'The plan allows 500.' },
  ]);
});

describe('restoring the previous file', () => {
  const upload = (attempt: string, enforce: boolean | null): Change => ({
    attempt,
    operation: 'guardian-upload',
    subject: { kind: 'zone', id: '7', name: 'shop.example' },
    what: `${attempt}.yaml`,
    request: { file: `/${attempt}.yaml`, sha256: attempt, enforceAuthorizationValidation: enforce },
    begun: AT,
    state: { kind: 'accepted', at: AT, summary: '', requestId: null },
    unrecorded: null,
    watch: null,
  });
  const wayBack = (first: boolean | null, second: boolean | null) => {
    const changes = [upload('one', first), upload('two', second)];
    const sending = { kind: 'sent', request, attempt: 'two' } as const;
    return detail(sendPage({ ...ANSWERED, sending }, { ...FACTS, changes })).join(' ');
  };

  it.each([
    [null, false, 'no'],
    [true, false, 'no'],
    [false, true, 'yes'],
  ])('after one with authorization %s, one with %s stays as it was set', (first, second, set) => {
    expect(wayBack(first, second)).toContain(
      `o, that file, U. That leaves authorization ${set} at every endpoint, as it was set: a changes it.`,
    );
  });

  it.each([
    [null, null],
    [false, null],
    [false, false],
  ])('after one with authorization %s, one with %s left nothing else to set', (first, second) => {
    expect(wayBack(first, second)).toContain('o, that file, U.');
    expect(wayBack(first, second)).not.toContain('That leaves');
  });
});

const said = (facts: OutcomeFacts) => linesText(outcomeLines(facts, 80)).join('\n');

describe('the state of sending', () => {
  it('is empty before anything was sent', () => {
    const facts = { change: undefined, comparison: null, zone: 'utc' } as const;
    expect(outcomeLines({ ...facts, sending: { kind: 'nothing' } }, 80)).toEqual([]);
    expect(said({ ...facts, sending: { kind: 'looking', request } })).toContain(
      'nothing is sent yet',
    );
    const reason = printable('The file was changed.');
    expect(said({ ...facts, sending: { kind: 'stopped', reason, at: AT } })).toBe(
      ' ✖ NOT SENT at 2026-03-14 14:02:05Z\n The file was changed.',
    );
  });

  it('names the file that was sent, because the file on screen may be another one', () => {
    expect(said(sent({ kind: 'pending' }))).toMatch(
      /^ shop\.yaml · sha256 0123456789ab · authorization no\n ◐ SENT, NO ANSWER YET since 2026-03-14 14:02:05Z\n/,
    );
  });

  it('compares an accepted upload with the prediction', () => {
    const accepted: ChangeState = {
      kind: 'accepted',
      at: AT,
      summary: 'It returned 8.',
      requestId: 'r1',
    };
    const comparison: Comparison = { attempt: 'one', at: AT, endpoints: 8, deviations: [] };
    expect(said(sent(accepted, comparison))).toContain('is as predicted: see Endpoints.');
    expect(said(sent(accepted, comparison))).toContain('request id r1');
    const deviation = { endpoint: undefined, sentence: 'x' };
    expect(said(sent(accepted, { ...comparison, deviations: [deviation] }))).toContain(
      'differs from what was predicted in 1 point: see Compared.',
    );
    const unknown = { ...deviation, isUncompared: true };
    expect(said(sent(accepted, { ...comparison, deviations: [unknown] }))).toContain(
      'could not be compared with what was predicted in 1 point: see',
    );
    // A comparison of an earlier upload says nothing about this one.
    expect(said(sent(accepted, { ...comparison, attempt: 'zero' }))).toContain('is being compared');
  });

  it('shows everything the service said about a refusal, each fact once', () => {
    const error = new ApiError({
      kind: 'refused',
      status: 403,
      title: 'No\u001b[2J',
      detail: 'not on this plan',
      errorKey: 'plan.too_small',
      fields: [{ field: 'content', message: 'is too long' }],
    });
    const text = said(sent({ kind: 'refused', at: AT, error, requestId: null }));
    expect(text).toContain(' ✖ REFUSED at 2026-03-14 14:02:05Z\n No␛[2J: not on this plan\n');
    expect(text).toContain('errors: content: is too long\n');
    for (const fact of ['is too long', '403', 'plan.too_small']) {
      expect(text.split(fact), fact).toHaveLength(2);
    }
    expect(text).toContain('The file and what was known of the zone stay here.');
  });

  it('says what to check if the outcome is unknown', () => {
    const error = new ApiError({ kind: 'interrupted', title: 'The connection broke' });
    const text = said(sent({ kind: 'unknown', at: AT, error, requestId: null }));
    expect(text).toContain(' ? OUTCOME UNKNOWN at 2026-03-14 14:02:05Z\n The connection broke\n');
    expect(text.replaceAll('\n', '')).toContain('upload the same file again');
  });

  it('points to the audit file for a change that is no longer listed', () => {
    const facts = { ...sent({ kind: 'pending' }), change: undefined };
    expect(said(facts)).toContain('What became of it is in the audit file.');
  });
});
