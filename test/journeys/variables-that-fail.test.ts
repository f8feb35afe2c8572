import { describe, expect, it } from 'vitest';
import { readAudit } from '../../src/mutations/audit.ts';
import { addVariable, pressSlowly } from '../support/acting.ts';
import {
  AUDITED,
  BODY_FAILURES,
  type ChangeFailure,
  type Headline,
  STATUS_CLASSES,
  timeoutsOf,
  WIRE_FAILURES,
  withoutName,
} from '../support/change-failures.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

const started = (setting: Setting = {}) =>
  consoleUnderTest({
    columns: 100,
    rows: 26,
    pane: 'scripts',
    workspace: (demo) => ({ ...demo, apps: [], scripts: demo.scripts.slice(0, 1) }),
    ...setting,
  });

const attemptsOf = ({ platform }: ConsoleUnderTest) =>
  platform.served.requests.filter(({ operation }) => operation === 'script-add-variable').length;

/** Checks the outcome: below the form if it can be corrected there, otherwise in the list. */
async function expectOutcome(test: ConsoleUnderTest, name: string, headline: Headline) {
  const isOpen = headline === 'REFUSED' || headline === 'NOT SENT';
  if (isOpen) {
    await test.line(`${headline}: `);
    await test.line(name);
    await pressSlowly(test, KEYS.escape, KEYS.escape);
    await test.line(
      headline === 'REFUSED'
        ? 'Closed. The last request was refused; nothing else was sent.'
        : 'Cancelled. Nothing was sent.',
    );
  }
  const lines = await test.screen();
  const at = lines.findIndex((line) => line.includes(`${name} in edge-redirects`));
  expect(lines[at + 1], name).toContain(`${headline} at `);
  const { changes } = await readAudit(test.files, '/state/warren/audit.ndjson');
  expect(changes[0]?.outcome, name).toBe(AUDITED[headline]);
}

/** Adds one variable for each failure. */
async function play(
  failures: readonly ChangeFailure[],
  { patience, ...setting }: Setting & { readonly patience: number },
) {
  const test = await started(setting);
  for (const [at, { name, fault, headline }] of failures.entries()) {
    const before = attemptsOf(test);
    const off = test.platform.faults.set(fault, { operation: 'script-add-variable' });
    await addVariable(test, `NAME_${at}`, 'a-value-that-is-secret');
    await expectOutcome(test, `NAME_${at}`, headline);
    await test.pass(patience);
    expect(attemptsOf(test) - before, name).toBe(1);
    off();
  }
  expect(test.terminal.written()).not.toContain('a-value-that-is-secret');
}

describe('a variable is sent once, and the screen says what is known, with', () => {
  it.each([...STATUS_CLASSES])('every %s', async (_, failures) => {
    await play(failures, { patience: 1000 });
  });

  it.each([...WIRE_FAILURES, ...BODY_FAILURES])('$name', async (failure) => {
    await play([failure], { patience: 30_000, timeouts: timeoutsOf(failure) });
  });

  it('a connection that is refused', async () => {
    const test = await started();
    await test.platform.faults.refuseConnections();
    await addVariable(test, 'TOKEN', 'some-value');
    await expectOutcome(test, 'TOKEN', 'NOT SENT');
    await test.platform.faults.acceptConnections();
    await test.pass(30_000);
    expect(attemptsOf(test)).toBe(0);
  });

  it('a name that is not found', async () => {
    const test = await started({ call: withoutName });
    await addVariable(test, 'TOKEN', 'some-value');
    await expectOutcome(test, 'TOKEN', 'NOT SENT');
    expect(attemptsOf(test)).toBe(0);
  });

  it('an id that is not a path segment: nothing is sent', async () => {
    for (const id of ['..', '.', '%2e%2e', 'a/b', 'a#b', 'a?b', '', 'a\nb']) {
      const test = await started({
        workspace: (demo) => ({ ...demo, apps: [], scripts: [{ id, name: 'edge-redirects' }] }),
      });
      await addVariable(test, 'TOKEN', 'some-value');
      await test.line('NOT SENT: id ');
      expect(test.platform.served.requests.filter(({ method }) => method === 'POST')).toEqual([]);
      await test.close();
    }
  });
});
