import { describe, expect, it } from 'vitest';
import {
  type Enforcement,
  enforcementOf,
  type ZoneSettings,
  zoneWarning,
} from '../../src/guardian/enforcement.ts';

const FLAGS = [true, false, null];
const MODES = ['Block', 'Log', null, '7'];
const ACTIONS = ['Block', 'Log', 'Ignore', null, '7'];
const ZONES: readonly ZoneSettings[] = FLAGS.flatMap((isEnabled) =>
  MODES.flatMap((executionMode) =>
    ACTIONS.map((unmatchedPathAction) => ({ isEnabled, executionMode, unmatchedPathAction })),
  ),
);
const ENDPOINTS = FLAGS.flatMap((isEnabled) =>
  FLAGS.map((validateAuthorization) => ({ isEnabled, validateAuthorization })),
);

/** The two rules of the contract and the settings, written as a table. */
const row = (...settings: readonly unknown[]) => settings.map(String).join(' ');
const KEY: ReadonlyMap<string, Enforcement['outcome']> = new Map([
  // zone isEnabled, execution mode, effect of the endpoint or the action
  [row(true, 'Block', 'Block'), 'blocked'],
  [row(true, 'Log', 'Block'), 'logged'],
  [row(true, null, 'Block'), 'may be blocked'],
  [row(true, '7', 'Block'), 'may be blocked'],
  [row(true, 'Block', 'Log'), 'logged'],
  [row(true, 'Log', 'Log'), 'logged'],
  [row(true, null, 'Log'), 'logged'],
  [row(true, '7', 'Log'), 'logged'],
  [row(true, 'Block', 'unknown'), 'may be blocked'],
  [row(true, 'Log', 'unknown'), 'may be logged'],
  [row(true, null, 'unknown'), 'may be blocked'],
  [row(true, '7', 'unknown'), 'may be blocked'],
  [row(null, 'Block', 'Block'), 'may be blocked'],
  [row(null, 'Log', 'Block'), 'may be logged'],
  [row(null, null, 'Block'), 'may be blocked'],
  [row(null, '7', 'Block'), 'may be blocked'],
  [row(null, 'Block', 'Log'), 'may be logged'],
  [row(null, 'Log', 'Log'), 'may be logged'],
  [row(null, null, 'Log'), 'may be logged'],
  [row(null, '7', 'Log'), 'may be logged'],
  [row(null, 'Block', 'unknown'), 'may be blocked'],
  [row(null, 'Log', 'unknown'), 'may be logged'],
  [row(null, null, 'unknown'), 'may be blocked'],
  [row(null, '7', 'unknown'), 'may be blocked'],
]);
function expected({ isEnabled, executionMode }: ZoneSettings, what: string) {
  if (isEnabled === false || what === 'nothing') return 'let through';
  return KEY.get(row(isEnabled, executionMode, what));
}

// Assumption: execution-mode
describe('D1: what happens to a request, over all settings', () => {
  it.each(ZONES)('an endpoint in the zone %j', (zone) => {
    for (const endpoint of ENDPOINTS) {
      const { isEnabled, validateAuthorization } = endpoint;
      const what = { true: 'Block', false: 'nothing', null: 'unknown' };
      const ofEndpoint = what[`${isEnabled}`];
      const ofAuthorization = [ofEndpoint, what[`${validateAuthorization}`]];
      expect(enforcementOf(zone, { kind: 'endpoint', endpoint }).outcome).toBe(
        expected(zone, ofEndpoint),
      );
      expect(enforcementOf(zone, { kind: 'authorization', endpoint }).outcome).toBe(
        expected(
          zone,
          ['nothing', 'unknown'].find((each) => ofAuthorization.includes(each)) ?? 'Block',
        ),
      );
    }
  });

  it.each(ZONES)('a path that no endpoint matches, in the zone %j', (zone) => {
    const { unmatchedPathAction: action } = zone;
    const what =
      action === 'Ignore' ? 'nothing' : action === null || action === '7' ? 'unknown' : action;
    expect(enforcementOf(zone, { kind: 'unmatched path' }).outcome).toBe(expected(zone, what));
  });

  it.each(ZONES)('nothing is enforced unless the zone is enabled and blocks: %j', (zone) => {
    const isEnforcing = zone.isEnabled === true && zone.executionMode === 'Block';
    for (const endpoint of ENDPOINTS) {
      const { outcome, isInspected } = enforcementOf(zone, { kind: 'authorization', endpoint });
      const isSet = endpoint.isEnabled === true && endpoint.validateAuthorization === true;
      expect(outcome === 'blocked').toBe(isEnforcing && isSet);
      expect(isInspected).toBe(zone.isEnabled);
    }
    expect(zoneWarning(zone) === null).toBe(isEnforcing);
  });
});

const ON: ZoneSettings = { isEnabled: true, executionMode: 'Block', unmatchedPathAction: 'Block' };
const SET = { isEnabled: true, validateAuthorization: true };

describe('the reason and its rule', () => {
  it.each([
    [{ isEnabled: false }, {}, 'API Guardian is off for the zone', 'rule 1'],
    [{ isEnabled: false }, { isEnabled: false }, 'API Guardian is off for the zone', 'rule 1'],
    [{}, { isEnabled: false }, 'the endpoint is disabled', 'rule 2'],
    [
      {},
      { validateAuthorization: false },
      'authorization is not validated',
      'validateAuthorization',
    ],
    [{ executionMode: 'Log' }, {}, 'execution mode is Log', null],
    [{}, {}, 'execution mode is Block', null],
    [{ executionMode: '7' }, {}, 'execution mode is 7', null],
    [{ executionMode: null }, {}, 'execution mode is not known', null],
    [{ isEnabled: null }, {}, 'whether API Guardian is on is not known', null],
    [{}, { isEnabled: null }, 'isEnabled is not known', null],
    [{}, { validateAuthorization: null }, 'validateAuthorization is not known', null],
  ])('of %j with an endpoint of %j', (zone, endpoint, reason, rule) => {
    const found = enforcementOf(
      { ...ON, ...zone },
      { kind: 'authorization', endpoint: { ...SET, ...endpoint } },
    );
    expect(found.reason).toBe(reason);
    expect(found.rule?.split(':')[0] ?? null).toBe(rule);
  });

  it.each([
    [{ unmatchedPathAction: 'Ignore' }, 'unmatched paths are ignored'],
    [{ unmatchedPathAction: 'Log' }, 'unmatched path action is Log'],
    [{ unmatchedPathAction: null }, 'unmatched path action is not known'],
    [{ executionMode: 'Log' }, 'execution mode is Log'],
  ])('of an unmatched path with %j', (zone, reason) => {
    expect(enforcementOf({ ...ON, ...zone }, { kind: 'unmatched path' }).reason).toBe(reason);
  });
});

it.each([
  [{}, null],
  [{ isEnabled: false }, /^API Guardian is off for this zone: no request is inspected/],
  [{ isEnabled: null }, /did not say whether API Guardian is on/],
  [
    { executionMode: 'Log' },
    /^Execution mode is Log: violations are logged, and no request is blocked\.$/,
  ],
  [{ executionMode: null }, /^Execution mode is not known: /],
])('a zone with %j warns with %s', (zone, sentence) => {
  const warning = zoneWarning({ ...ON, ...zone });
  if (sentence === null) expect(warning).toBeNull();
  else expect(warning).toMatch(sentence);
});

it('an execution mode named like a member of Object is unknown', () => {
  const zone = { isEnabled: true, executionMode: 'constructor', unmatchedPathAction: 'Block' };
  expect(enforcementOf(zone, { kind: 'unmatched path' }).outcome).toBe('may be blocked');
});
