import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

const events = (columns = 120) =>
  consoleUnderTest({
    pane: 'events',
    columns,
    rows: 30,
    at: '2026-03-14T00:15:00Z',
    platform: { events: { perSecond: 1 }, records: true, dialect: { 'log-page-size': 500 } },
  });

const loaded = async (test: ConsoleUnderTest): Promise<number> => {
  const [, count = ''] = /· ([\d,]+) loaded/.exec(await test.line('── Events')) ?? [];
  return Number(count.replaceAll(',', ''));
};

/** The times and zones of the rows on screen. */
async function rows(test: ConsoleUnderTest) {
  return (await test.screen()).flatMap((line) => {
    const [, time, zone] = /^.{2}(\d\d:\d\d:\d\d(?:\.\d{3})?).? {1,2}(\S+)/.exec(line) ?? [];
    return time && zone ? [{ time, zone }] : [];
  });
}

const distinct = ({ platform }: ConsoleUnderTest) =>
  new Set(platform.served.entries().map(({ logId }) => logId)).size;

it('marked zones become one list in order of time, with a column for the zone', async () => {
  const test = await events();
  await test.pass(300);
  expect(await test.text()).not.toMatch(/TIME +ZONE/);
  await test.press('V', 'j', ' ', KEYS.enter);
  await test.until('2 zones ·');
  await test.pass(6000);
  expect(await test.line('TIME')).toMatch(/TIME +ZONE +STATUS/);
  const listed = await rows(test);
  expect(new Set(listed.map(({ zone }) => zone))).toEqual(
    new Set(['shop.example', 'api.shop.example']),
  );
  const times = listed.map(({ time }) => time);
  expect(times).toEqual([...times].sort());
  expect(await loaded(test)).toBe(distinct(test));
  // The loaded part is shown for each zone.
  expect(await test.line('00 ')).toMatch(
    /shop\.example 00 [█▓] +24 {2}api\.shop\.example 00 [█▓] +24/,
  );

  const before = await loaded(test);
  await test.pass(10_000);
  expect(await loaded(test)).toBeGreaterThan(before);
  expect(await loaded(test)).toBe(distinct(test));
});

it('a filter by zone works in the merged list, and ] goes back to one zone', async () => {
  const test = await events();
  await test.press(':', 'zones all', KEYS.enter);
  await test.until('5 zones ·');
  await test.pass(3000);
  const zone = String(test.platform.world.shieldZones[1]?.id);
  await test.press('&', `zone:${zone}`, KEYS.enter);
  expect(new Set((await rows(test)).map((row) => row.zone))).toEqual(new Set(['api.shop.example']));
  await test.press(']');
  expect(await test.line('── Events')).toContain('api.shop.example ·');
  expect(await test.text()).not.toMatch(/TIME +ZONE/);
});

it('on a small screen the choice of zones shows the loaded part of each, and Esc cancels it', async () => {
  const test = await events(80);
  await test.press(':', 'zones all', KEYS.enter);
  await test.until('5 zones ·');
  await test.pass(3000);
  expect(await test.line('V shows each')).toContain(' 5 zones: all following');
  await test.press('V');
  const choice = await test.text();
  expect(choice).toMatch(/•shop\.example +\d+ +00 [█▓] +24 +following/);
  expect(choice).toMatch(/•intranet\.example +0 +00 [█▓] +24/);
  await test.press('*', KEYS.escape);
  expect(await test.line('── Events')).toContain('5 zones ·');
  await test.press(':', 'zones nowhere', KEYS.enter);
  expect(await test.text()).toContain('There is no zone “nowhere” here. :zones all lists those');
  await test.press(':', 'zones *', KEYS.enter);
  expect(await test.text()).toContain('There is no zone “*” here. :zones all lists those');
  await test.press(':', 'zones 987654', KEYS.enter);
  expect(await test.text()).toContain(
    'There is no zone “987654” here. :add zone 987654 watches it.',
  );
});

it('with several partly loaded zones the list says since when all of them are loaded', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    columns: 120,
    rows: 36,
    platform: { events: { perDay: 24_000 }, dialect: { 'log-page-size': 500 } },
  });
  await test.press(':', 'zones all', KEYS.enter);
  await test.until(/^ 5 zones: all following · complete from 1\d:\d\d:\d\dZ · B loads more/m);
});

/** Two zones. Requests for the second fail while `fails` is true. */
async function twoZones(fails: () => boolean): Promise<ConsoleUnderTest> {
  const test: ConsoleUnderTest = await consoleUnderTest({
    pane: 'events',
    columns: 120,
    rows: 30,
    call: (call) => (operation, input, signal, onBody) =>
      fails() &&
      operation.compose(input).path['shieldZoneId'] ===
        String(test.platform.world.shieldZones[1]?.id)
        ? Promise.reject(new ApiError({ kind: 'refused', title: 'Not permitted', status: 403 }))
        : call(operation, input, signal, onBody),
  });
  await test.press('V', 'j', ' ', KEYS.enter);
  await test.until('2 zones ·');
  await test.pass(6000);
  return test;
}

it('a zone without answers makes the whole list as old as its last answer, and is named with the number of attempts', async () => {
  let isFailing = false;
  const test = await twoZones(() => isFailing);
  expect(await test.line('── Events')).toMatch(/ as of 14:02:0\d · every 5 s · /);
  isFailing = true;
  await test.pass(30_000);
  expect(await test.line('── Events')).toMatch(/ as of 14:02:0\d STALE \d\d s ──$/);
  expect(await test.line('warren')).not.toContain('● connected');
  await test.line(/^ api\.shop\.example ! Not permitted.* · 1 attempt since 14:02:\d\d/);
  await test.press('r');
  await test.pass(5000);
  await test.line(/^ api\.shop\.example ! Not permitted.* · 2 attempts since 14:02:\d\d/);
  isFailing = false;
  await test.press('r');
  expect(await test.line('── Events')).toMatch(/ as of 14:02:4\d · every 5 s · /);
  expect(await test.line('warren')).toContain('● connected');
});

it('a zone without answers is never called followed, and has no rate', async () => {
  let isFailing = false;
  const test = await twoZones(() => isFailing);
  await test.press('0');
  await test.line(/api\.shop\.example +[\d,]+ +\d+ .* from \d\d:\d\d:\d\dZ$/);
  isFailing = true;
  await test.pass(30_000);
  await test.line(/ shop\.example +[\d,]+ +\d+ .* from \d\d:\d\d:\d\dZ$/);
  await test.line(/api\.shop\.example +[\d,]+ +– .* failing$/);
  await test.press(KEYS.escape, 'V');
  await test.line(/•api\.shop\.example .* Not permitted/);
});
