import { describe, expect, it } from 'vitest';
import { readAudit } from '../../src/mutations/audit.ts';
import { deleteByHand, openDeletion, pressSlowly } from '../support/acting.ts';
import {
  AUDITED,
  type ChangeFailure,
  type Headline,
  STATUS_CLASSES,
  timeoutsOf,
  WIRE_FAILURES,
  withoutName,
} from '../support/change-failures.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

/** The dialog's headline. An accepted deletion has its own. */
const words = (headline: Headline) => (headline === 'ACCEPTED' ? 'MARKED FOR DELETION' : headline);

const started = (setting: Setting = {}) =>
  consoleUnderTest({
    columns: 100,
    rows: 26,
    // No other requests.
    workspace: (demo) => ({ ...demo, apps: [] }),
    ...setting,
  });

const attemptsOf = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'app-delete').length;

async function outcomeOf(test: ConsoleUnderTest, headline: Headline) {
  await test.line(`${words(headline)} at `);
  const { changes } = await readAudit(test.files, '/state/warren/audit.ndjson');
  return changes[0]?.outcome;
}

/** Deletes one application for each failure. During the next `patience` milliseconds no deletion may be repeated. */
async function play(
  failures: readonly ChangeFailure[],
  { patience, ...setting }: Setting & { readonly patience: number },
) {
  const test = await started(setting);
  const ids = test.platform.world.applications
    .filter(({ behaviour }) => behaviour !== 'suspended')
    .map(({ id }) => id);
  for (const [at, { name, fault, headline }] of failures.entries()) {
    const before = attemptsOf(test);
    const off = test.platform.faults.set(fault, { operation: 'app-delete' });
    await deleteByHand(test, ids[at % ids.length] ?? '');
    expect(await outcomeOf(test, headline), name).toBe(AUDITED[headline]);
    await test.pass(patience);
    expect(attemptsOf(test) - before, name).toBe(1);
    off();
    await pressSlowly(test, KEYS.escape);
  }
}

describe('a deletion is sent once, and the screen says what is known, with', () => {
  it.each([...STATUS_CLASSES])('every %s', async (_, failures) => {
    await play(failures, { patience: 1000 });
  });

  it.each(WIRE_FAILURES)('$name', async (failure) => {
    await play([failure], { patience: 30_000, timeouts: timeoutsOf(failure) });
  });

  it('a connection that is refused', async () => {
    const test = await started();
    await openDeletion(test, test.platform.world.applications[0]?.id ?? '');
    await pressSlowly(test, KEYS.ctrlY);
    await test.platform.faults.refuseConnections();
    await test.pass(5000);
    expect(await outcomeOf(test, 'NOT SENT')).toBe('not sent');
    expect(await test.text()).toContain('Connection refused');
    await test.platform.faults.acceptConnections();
    await test.pass(60_000);
    expect(attemptsOf(test)).toBe(0);
  });

  it('a name that is not found', async () => {
    const test = await started({ call: withoutName });
    await deleteByHand(test, test.platform.world.applications[0]?.id ?? '');
    expect(await outcomeOf(test, 'NOT SENT')).toBe('not sent');
    expect(await test.text()).toContain('The name api.example.net was not found');
    expect(attemptsOf(test)).toBe(0);
  });
});

describe('a deletion with unknown outcome is followed by reading', () => {
  it('and turns out to have been carried out', async () => {
    const test = await started();
    test.platform.faults.set(
      { kind: 'disconnect', stage: 'before answering', how: 'reset' },
      { operation: 'app-delete', times: 1 },
    );
    await deleteByHand(test, test.platform.world.applications[0]?.id ?? '');
    await test.line('OUTCOME UNKNOWN at ');
    await test.line('Do not repeat it');
    await test.until('Pods are being deleted, by this or by a deploy: it may have been done.');
    await test.until(/It was carried out: deleted \(404\) \d+ s after the request/);
    expect(attemptsOf(test)).toBe(1);
  });

  it('and shows no sign of it', async () => {
    const test = await started();
    test.platform.faults.set(
      { kind: 'disconnect', stage: 'before handling', how: 'reset' },
      { operation: 'app-delete', times: 1 },
    );
    await deleteByHand(test, test.platform.world.applications[0]?.id ?? '');
    await test.line('OUTCOME UNKNOWN at ');
    await test.until('it seems not to have been done', 11 * 60_000);
    await test.press(KEYS.escape);
    expect(await test.line('warren')).toContain('OUTCOME UNKNOWN');
    await test.press(',');
    expect(await test.line('warren')).not.toContain('OUTCOME UNKNOWN');
    await test.line('Acknowledged. The outcome of 1 change stays unknown: see :changes.');
    await test.press(',');
    await test.line('Nothing to acknowledge.');
    await test.press(':', 'changes', KEYS.enter);
    await test.line('OUTCOME UNKNOWN');
    await test.press(KEYS.escape);
    expect(attemptsOf(test)).toBe(1);
    expect(test.platform.served.requests.every(({ method }) => method !== 'POST')).toBe(true);
  });

  it('and is not acknowledged together with findings', async () => {
    const test = await started({
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(1, 2) }),
    });
    const id = test.platform.world.applications[0]?.id ?? '';
    test.platform.faults.set(
      { kind: 'disconnect', stage: 'before handling', how: 'reset' },
      { operation: 'app-delete', times: 1 },
    );
    await deleteByHand(test, id);
    await test.line('OUTCOME UNKNOWN at ');
    await test.press(KEYS.escape, ':watch app instances >= 0', KEYS.enter);
    await test.until('instances >= 0 (', 60_000);
    await test.press(',');
    expect(await test.text()).not.toContain('instances >= 0 (');
    expect(await test.line('warren')).toContain('OUTCOME UNKNOWN');
    await test.press(',');
    expect(await test.line('warren')).not.toContain('OUTCOME UNKNOWN');
  });
});
