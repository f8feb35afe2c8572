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

it('the audit shows changes of this run and earlier ones, also those without an outcome', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    rows: 26,
    pane: 'scripts',
    workspace: (demo) => ({ ...demo, apps: [] }),
  });
  test.files.contents.set(AUDIT, earlier);
  await addVariable(test, 'TOKEN', 'some-value');
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  expect(await test.line('edge-redirects')).toMatch(
    /^❯ +14:02:\d\d +accepted +Add a script variable +edge-redirects .* TOKEN +tester +demo$/,
  );
  await test.line('answered 20');
  expect(await test.line('basket')).toMatch(
    /^ +03-13 23:59:00 +unknown +Delete an application +basket x1 +grace +prod␛\[2J/,
  );
  await pressSlowly(test, KEYS.down);
  await test.line('2026-03-13 23:59:00Z · api.example.net · profile prod␛[2J');
  await test.line('{"appId":"x1"}');
  await pressSlowly(test, '/', 'outcome:unknown user:grace', KEYS.enter);
  expect(await test.text()).not.toContain('edge-redirects');
});

it.each([
  [60, 15],
  [80, 24],
  [120, 36],
])('the audit says which variable and which file, at %i x %i', async (columns, rows) => {
  const test = await consoleUnderTest({ columns, rows });
  const change = { ...JSON.parse(earlier.split('\n')[0] ?? ''), profile: 'prod' };
  const records = [
    {
      ...change,
      attempt: 'a1',
      operation: 'script-add-variable',
      subject: { kind: 'script', id: '7', name: 'geo' },
      request: { Name: 'API_TOKEN', Required: true },
    },
    {
      ...change,
      attempt: 'a2',
      operation: 'guardian-upload',
      subject: { kind: 'zone', id: '9', name: 'shop' },
      request: { file: '/home/grace/work/services/shop/openapi.yaml', bytes: 12_000 },
    },
  ];
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  test.files.contents.set(AUDIT, text);
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  expect(await test.line(/ geo 7 /)).toContain(' API_TOKEN');
  expect(await test.line(/ shop 9 /)).toContain(' openapi.yaml');
  expect(await test.line(' TIME ')).toMatch(columns < 120 ? / WHAT$/ : / WHAT +BY +PROFILE$/);
});

it('the audit shows all of a refused change on the smallest screen, including its request id', async () => {
  const test = await consoleUnderTest({ columns: 60, rows: 15, workspace: (demo) => demo });
  const refused = {
    ...JSON.parse(earlier.split('\n')[0] ?? ''),
    event: 'ended',
    attempt: '9938d9da-24de-43be-80bb-7593756d8434',
    outcome: 'refused',
    status: 403,
    requestId: '858a8103077f17baa4cd39874ca1de9f',
    error: 'Forbidden: The account is suspended or has no valid card.',
  };
  test.files.contents.set(AUDIT, `${JSON.stringify(refused)}\n`);
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  await test.line('basket x1');
  await test.line('403 Forbidden');
  await test.line(refused.requestId);
});

it('the audit says so if it cannot be stored', async () => {
  const test = await consoleUnderTest({ machine: { stateDirectory: null } });
  await pressSlowly(test, ':', 'audit', KEYS.enter);
  await test.line('There is no audit file');
});
