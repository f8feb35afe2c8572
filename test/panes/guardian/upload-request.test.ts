import { describe, expect, it } from 'vitest';
import { preflight } from '../../../src/guardian/preflight.ts';
import type { Returned, SpecificationFile } from '../../../src/panes/guardian/state.ts';
import { flagOf, uploadRequest, warningsOf } from '../../../src/panes/guardian/upload-request.ts';
import { assessed, unassessed } from '../../support/assessed.ts';
import { checked, returnedFor, SHOP, WITHOUT_BASKET } from '../../support/guardian-samples.ts';

const FILE: SpecificationFile = {
  path: '/x/shop.yaml',
  content: SHOP,
  bytes: SHOP.length,
  sha256: '00',
  readAt: { wall: 0, elapsed: 0 },
  preflight: checked(SHOP),
};
const ZONE = { id: '7', name: 'shop.example' };

it('is what goes over the wire, to the byte', () => {
  const { method, path, bodyBytes, input } = uploadRequest(ZONE, FILE, 'no');
  expect(method).toBe('PATCH');
  expect(path).toEqual({ kind: 'path', path: '/shield/shield-zone/7/api-guardian/spec' });
  expect(bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP, enforceAuthorizationValidation: false })),
  );
  expect(input).toEqual({
    shieldZoneId: '7',
    content: SHOP,
    enforceAuthorizationValidation: false,
  });
});

it('keep leaves the flag out of the body', () => {
  expect(flagOf('keep')).toBeUndefined();
  expect(uploadRequest(ZONE, FILE, 'keep').bodyBytes).toBe(
    Buffer.byteLength(JSON.stringify({ content: SHOP })),
  );
});

it.each(['..', '%2e%2e', 'a/b', 'a?b', '', '7\n'])('the zone id %j is part of no path', (id) => {
  const { path } = uploadRequest({ id, name: 'x' }, FILE, 'keep');
  expect(path.kind).toBe('fault');
});

const AT = { wall: 0, elapsed: 0 };
const BASKET = [{ method: 'POST', path: '/api/v2/basket/items', count: 40 }];

const known = (configuration: Parameters<typeof returnedFor>[1] = {}): Returned => ({
  data: returnedFor(SHOP, configuration),
  at: AT,
  sent: null,
  doubtedAt: null,
});

function warned(text: string, returned: Returned | null, seen = BASKET): readonly string[] {
  const file = checked(text);
  const assessment = assessed(file, returned?.data ?? null, seen);
  return warningsOf(file, assessment, returned).map(
    ({ sign, sentence }) => `${sign.text} ${sentence}`,
  );
}

describe('what to know before a file is sent', () => {
  it('nothing, when it is what the zone has', () => {
    expect(warned(SHOP, known())).toEqual([]);
  });

  it('a first upload: what the zone has is not known, and its limits are not', () => {
    expect(warned(WITHOUT_BASKET, null)).toEqual([
      '! What this zone has now is not known: no operation reads it. What the file removes or changes cannot be told before the service has answered once.',
      '! 40 of 40 requests in the loaded events (100%) are for 1 path that the file does not have. They would be blocked where the zone blocks what no endpoint matches: that setting is known after the first upload.',
      '· The plan limits of this zone are not known yet: the service tells them with its first answer.',
    ]);
  });

  it('that what it changes cannot be told yet, while that is being compared', () => {
    const file = checked(WITHOUT_BASKET);
    const returned = known();
    const [first] = warningsOf(file, unassessed(file, returned.data), returned);
    expect(first?.sentence).toBe(
      'The file is still being compared with what the service returned: what it removes or changes cannot be told yet.',
    );
  });

  it.each([
    [{}, /^✖ 40 requests in the loaded events, for 1 endpoint .* would be blocked: see Changes\.$/],
    [{ executionMode: 'Log' }, /^! 40 requests .* would be logged and let through: see Changes\.$/],
    [{ unmatchedPathAction: 'Ignore' }, /^! 40 requests .* would be let through: see Changes\.$/],
    [{ unmatchedPathAction: '7' }, /^! 40 requests .* may be blocked: see Changes\.$/],
  ])('requests that lose their endpoint, with %j', (configuration, sentence) => {
    expect(warned(WITHOUT_BASKET, known(configuration))).toContainEqual(
      expect.stringMatching(sentence),
    );
  });

  it.each([
    [{ isEnabled: false }, /^! API Guardian is off for this zone: no request is inspected/],
    [{ executionMode: 'Log' }, /^! Execution mode is Log: violations are logged/],
    [{ isEnabled: null }, /^! The service did not say whether API Guardian is on/],
  ])('D1: that nothing is enforced, with %j', (configuration, sentence) => {
    expect(warned(SHOP, known(configuration))).toEqual([expect.stringMatching(sentence)]);
  });

  it('endpoints that are removed and were not seen', () => {
    const seen = [{ method: 'GET', path: '/search', count: 1 }];
    expect(warned(WITHOUT_BASKET, known(), seen)).toEqual([
      '! 1 endpoint is removed that the loaded events do not show: requests for it would be blocked.',
    ]);
  });

  it('that no events are loaded', () => {
    expect(warned(SHOP, known(), [])).toEqual([
      '· No paths are known from loaded events of this zone, so that nothing is known of what is asked for: 2 loads them.',
    ]);
  });

  it('credentials that are not asked for any more', () => {
    const open = SHOP.replace(
      '  /api/v2/reviews:\n    post:\n',
      (all) => `${all}      security: []\n`,
    );
    expect(warned(open, known())).toEqual([
      '✖ 1 endpoint asks for no credential any more: see Changes.',
    ]);
  });

  // Assumption: plan-limits
  it('limits that are exceeded, and errors, before all else', () => {
    const wrong = SHOP.replace(
      "'#/components/schemas/BasketItem'}\n  # end",
      "'#/nowhere'}\n  # end",
    );
    const [first, second] = warned(wrong, known({ maxEndpoints: 3, maxNestingDepth: 2 }));
    expect(first).toMatch(/^✖ The file has 1 error: see Check\./);
    expect(second).toBe(
      '✖ The file exceeds the plan limit of endpoints, nesting depth: see Check.',
    );
  });

  it('that an earlier upload may be in force, or not', () => {
    const doubted = { ...known(), doubtedAt: AT };
    expect(warned(SHOP, doubted)).toEqual([
      expect.stringMatching(/^! An upload was sent whose outcome is not known/),
    ]);
  });

  it('that a file cannot be read, and nothing else', () => {
    const all = warningsOf(preflight('swagger: "2.0"'), null, null);
    expect(all.map(({ sentence }) => sentence)).toEqual([
      'The file cannot be read as OpenAPI 3.0 or 3.1: see Check.',
    ]);
  });
});
