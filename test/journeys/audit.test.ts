import { expect, it } from 'vitest';
import { addVariable, pressSlowly } from '../support/acting.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const AUDIT = '/state/warren/audit.ndjson';

const earlier = `${JSON.stringify({
  event: 'begun',
  time: '2026-03-13T23:59:00.000Z',
  attempt: 'earlier-run',
  profile: 'prod\u001b[2J',
  host: 'api.example.net',
  user: 'grace',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'basket' },
  request: { appId: 'x1' },
})}\nnot a record\n`;

it('the audit shows this run and earlier ones, and what ended without an outcome', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    rows: 26,
    pane: 'scripts',
    workspace: (demo) => ({ ...demo, apps: [] }),
  });
  test.files.contents.set(AUDIT, earlier);
  await addVariable(test, 'TOKEN', 'some-value');
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  expect(await test.line('2026-03-14')).toMatch(/accepted +script-add-variable +edge-redirects/);
  expect(await test.line('2026-03-13')).toMatch(/not known +app-delete +basket x1 +grace/);
  await pressSlowly(test, KEYS.down);
  await test.line('profile prod␛[2J');
  await test.line('{"appId":"x1"}');
  await pressSlowly(test, '/', 'grace', KEYS.enter);
  expect(await test.text()).not.toContain('edge-redirects');
});

it('the audit says where there is no place for it', async () => {
  const test = await consoleUnderTest({ machine: { stateDirectory: null } });
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  await test.line('There is no audit file');
});
