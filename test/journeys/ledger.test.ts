import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

it('every call is listed, newest first, with its result', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
  });
  await test.press('@');
  const lines = await test.screen();
  expect(lines[2]).toMatch(/^── Calls to the service · last 2 ─+ Esc closes ──$/);
  expect(lines[3]).toMatch(/^ {2}TIME +STATUS +LATENCY +SIZE +FOR +REQUEST$/);
  expect(lines[4]).toMatch(
    /^❯ 14:02:00\.000 {2}200 +\d+ ms +[\d.]+ KiB {2}[\w-]+ +GET \/mc\/apps\/\w+\/overview$/,
  );
  expect(await test.line('Application overview of')).toContain(': GET /mc/apps/');
  await test.press('d');
  expect(await test.text()).toContain('As curl, without the key');
  expect(await test.text()).toContain("-H 'AccessKey: <API_KEY>'");
  expect(await test.text()).not.toContain(test.platform.accessKey);
});

it('failures are listed with the message of the service', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({
      ...demo,
      apps: [{ id: 'nope', name: 'nope' }, ...demo.apps.slice(0, 1)],
    }),
  });
  await test.press('@', '/', '404', KEYS.enter);
  expect(await test.cursor()).toMatch(
    /^❯ 14:02:00\.\d{3} +✖ 404 not found +\d+ ms +nope +GET \/mc\/apps\/nope\/overview$/,
  );
  expect(await test.text()).toMatch(
    /^✖ .*not found.*\n→ Correct the identifier in the workspace/im,
  );
  await test.platform.faults.refuseConnections();
  await test.press(KEYS.escape, 'r', '@');
  expect(await test.cursor()).toMatch(/^❯ 14:02:00\.\d{3} ✖ unreachable +\d+ ms /);
});

it('the list can be browsed and filtered, and a digit closes it and shows the pane', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
  });
  await test.press('3', '@', 'G');
  expect(await test.cursor()).toContain('/mc/apps/');
  await test.press('/', 'dnszone', KEYS.enter);
  expect(await test.cursor()).toContain('Latest DNS record scan');
  await test.press('6');
  expect(await test.line('── Rate limits')).toBeDefined();
});

it('use 17: the details stay on the call under the cursor while newer ones arrive', async () => {
  const test = await consoleUnderTest({
    columns: 160,
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
  });
  await test.press('@', 'd');
  const requestId = async () => /request id +(\S+)/.exec(await test.line('request id'))?.[1];
  const before = await requestId();
  expect(before).toBeDefined();
  await test.pass(20_000);
  expect(await test.line('Calls to the service')).toMatch(/last (?:[4-9]|\d\d)/);
  expect(await requestId()).toBe(before);
});

it('the filter uses the same language as other lists, and an empty result says what to do', async () => {
  const test = await consoleUnderTest({
    workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
  });
  await test.press('@', '/', 'ms>100000', KEYS.enter);
  expect(await test.text()).toContain('No call matches “ms>100000”. / changes the filter.');
  await test.press('/', KEYS.ctrlU, 'foo:bar');
  expect(await test.text()).toContain('There is no field foo');
});

describe('answers that differ from the contract', () => {
  const two = (columns: number) =>
    consoleUnderTest({
      columns,
      workspace: (demo) => ({ ...demo, apps: demo.apps.slice(0, 2) }),
    });

  it.each([80, 120])(
    'are counted in the badge line and listed by the doctor at %i columns',
    async (columns) => {
      const test = await two(columns);
      expect(await test.line('warren')).not.toContain('DRIFT');
      test.platform.faults.set(
        { kind: 'corrupt', how: 'wrong types' },
        { operation: 'app-overview', times: 1 },
      );
      await test.press('r');
      await test.pass(6000);
      const [, ways = ''] =
        / DRIFT (\d+) .*● connected {2}UTC$/.exec(await test.line('warren')) ?? [];
      expect(Number(ways)).toBeGreaterThan(2);
      await test.press('@');
      expect(await test.line('Calls to the service')).toMatch(
        /last \d+ · drift: see answers in :doctor /,
      );
      await test.press(':', 'doctor', KEYS.enter);
      await test.pass(6000);
      expect(await test.text()).toMatch(/answers +\S* ?another type app-overview\.\S+ \(/);
    },
  );
});

it('D15: further fields of an error are in the details of every pane', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    rows: 40,
    call: () => async () => {
      throw new ApiError({
        kind: 'refused',
        status: 409,
        title: 'Locked',
        detail: 'by the vendor',
        members: { type: 'urn:locked', instance: '/x/1', id: 'trace-7', ticket: 'T-9' },
        requestId: 'req-5',
      });
    },
  });
  for (const keys of [
    ['1', 'd'],
    ['2'],
    ['3', 'd'],
    ['4', '/', 'shop', KEYS.enter, 'd'],
    ['6', 'd'],
  ]) {
    await test.press(...keys);
    await test.until(/^.*id +trace-7/m);
    const text = await test.text();
    for (const said of ['urn:locked', '/x/1', 'by the vendor', 'T-9', 'req-5']) {
      expect([keys[0], text]).toEqual([keys[0], expect.stringContaining(said)]);
    }
    await test.press(KEYS.escape);
  }
});

it('the title of the list names its filter, so that an earlier filter does not hide calls unnoticed', async () => {
  const test = await consoleUnderTest({ columns: 100 });
  await test.press('@', '/', 'status:200 overview', KEYS.enter);
  expect(await test.line('── Calls to the service')).toContain(' · FILTER status:200 overview ');
  await test.press('/', KEYS.ctrlU, KEYS.enter);
  expect(await test.line('── Calls to the service')).not.toContain('FILTER');
});
