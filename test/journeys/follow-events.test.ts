import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';

/** A quarter of an hour into a busy day, with entries every second. */
async function busy(setting: Setting = {}): Promise<ConsoleUnderTest> {
  const test = await consoleUnderTest({
    ...setting,
    pane: 'events',
    at: '2026-03-14T00:15:00Z',
    platform: {
      events: { perSecond: 5 },
      records: true,
      dialect: { 'log-page-size': 500, ...setting.platform?.dialect },
    },
  });
  // The screen is updated a few times a second.
  await test.pass(300);
  return test;
}

async function loaded(test: ConsoleUnderTest): Promise<number> {
  const [, count = ''] = /· ([\d,]+) loaded/.exec(await test.line('── Events')) ?? [];
  return Number(count.replaceAll(',', ''));
}

const distinct = ({ platform }: ConsoleUnderTest) =>
  new Set(platform.served.entries().map(({ logId }) => logId)).size;

it('the cursor follows the end of the list while entries arrive', async () => {
  const test = await busy();
  expect(await test.line('warren')).toContain(' FOLLOW ');
  const before = await loaded(test);
  let last = await test.cursor();
  for (let look = 0; look < 3; look += 1) {
    await test.pass(5000);
    const now = await test.cursor();
    expect(now.slice(2, 14) > last.slice(2, 14)).toBe(true);
    last = now;
  }
  expect(await loaded(test)).toBeGreaterThan(before + 10);
  expect(await loaded(test)).toBe(distinct(test));
});

it('an entry hidden by a filter is not called gone, and is back without the filter', async () => {
  const test = await busy();
  await test.press('k');
  const here = await test.cursor();
  const status = /(Blocked|Logged|Challenged)/.exec(here)?.[1];
  await test.press('&');
  await test.press(...`-status:${status}`);
  await test.press(KEYS.enter);
  expect(await test.cursor()).toBe('❯ Row hidden by a filter or the time range');
  // A hidden entry cannot be marked, and the message is not about an earlier mark.
  await test.press('m');
  expect(await test.text()).toContain(' No entry is under the cursor.');
  await test.press(KEYS.escape);
  expect(await test.cursor()).toBe(here);
});

it('marking says how many are marked, and removing the last mark says that none is', async () => {
  const test = await busy();
  await test.press('k', 'm');
  expect(await test.text()).toContain('1 marked · u/U: next/previous mark');
  await test.press('k', 'm');
  expect(await test.text()).toContain('Nothing is marked any more');
});

it.each([
  ['"', '"', 'ours'],
  [':note', ':', 'note ours'],
])(
  'a note typed with %s belongs to the entry it was started on, however many entries arrive meanwhile',
  async (_, key, text) => {
    const test = await busy();
    const [here] = (await test.cursor()).slice(2).split(' ');
    await test.press(key, text);
    await test.pass(5000);
    expect(await test.cursor()).toContain(`❯ ${here} `);
    expect(await test.line('warren')).toMatch(/ FOLLOW \(\d+ newer\) /);
    await test.press(KEYS.enter);
    // The cursor follows the end again.
    expect(await test.cursor()).not.toContain(here);
    await test.press('U');
    expect(await test.cursor()).toMatch(new RegExp(`^❯•${here} .*“ours”`));
  },
);

it('moving up stops following the end, and G resumes it', async () => {
  const test = await busy();
  await test.press('k', 'k');
  expect(await test.line('warren')).not.toContain('FOLLOW');
  const here = await test.cursor();
  const before = await loaded(test);
  await test.pass(5000);
  expect(await loaded(test)).toBeGreaterThan(before);
  expect(await test.cursor()).toBe(here);

  await test.press('G');
  expect(await test.line('warren')).toContain(' FOLLOW ');
  const end = await test.cursor();
  await test.pass(5000);
  expect(await test.cursor()).not.toBe(end);
});

it('g goes to the very first entry of the day', async () => {
  const test = await busy();
  await test.press('g');
  expect(await test.cursor()).toMatch(/^❯ 00:00:00(?:\.\d{3})? /);
});

it.each(['newest', 'oldest'] as const)(
  'a pause stops everything, and resuming loses nothing, %s first',
  async (order) => {
    const test = await busy({ platform: { dialect: { 'log-order': order } } });
    await test.pass(3000);
    await test.press('=');
    expect(await test.line('warren')).toContain(' PAUSED 00:15:03 ');
    const held = await loaded(test);
    const asked = test.platform.served.requests.length;
    await test.pass(60_000);
    expect(await loaded(test)).toBe(held);
    expect(test.platform.served.requests).toHaveLength(asked);

    await test.press('=');
    await test.pass(2000);
    expect(await test.line('warren')).not.toContain('PAUSED');
    const now = await loaded(test);
    expect(now).toBeGreaterThan(held + 100);
    const { platform } = test;
    const [zone] = platform.world.shieldZones;
    const lastAsked = platform.served.requests.at(-1)?.at ?? Number.NaN;
    const day = Math.floor(lastAsked / 86_400_000);
    expect(zone && platform.world.events.day(zone, day).countBy(lastAsked)).toBe(now);
  },
);

it('Enter shows all of the entry: its labels and the document in its log', async () => {
  const test = await busy({ columns: 100, rows: 70 });
  await test.press('k', KEYS.enter);
  const text = await test.text();
  await test.press('G');
  const [, logId] = /logId: ([0-9a-f-]{36})/.exec(await test.text()) ?? [];
  expect(test.platform.served.entries().map((entry) => entry.logId)).toContain(logId);
  expect(text).toMatch(/country: [A-Z]{2}/);
  expect(text).toMatch(/RemoteIp: \d/);
  expect(text).toMatch(/Url: https:\/\/shop\.example\//);
  await test.press(KEYS.escape);
  expect(await test.text()).not.toContain('logId');
});

it('a zone without events says so', async () => {
  const test = await consoleUnderTest({
    pane: 'events',
    workspace: (demo) => ({
      ...demo,
      shieldZones: demo.shieldZones.filter(({ name }) => name === 'intranet.example'),
    }),
  });
  expect(await test.text()).toContain('No events today (UTC).');
  await test.press('L');
  expect(await test.text()).toContain(' False positives  No entry is loaded yet.');
});

it('brackets switch between zones, each with its own entries', async () => {
  const test = await consoleUnderTest({ pane: 'events' });
  await test.pass(300);
  const first = await test.cursor();
  await test.press(']');
  await test.pass(300);
  expect(await test.line('── Events')).toContain('· api.shop.example ·');
  expect(await test.cursor()).not.toBe(first);
  await test.press('[');
  expect(await test.line('── Events')).toContain('· shop.example ·');
  expect(await test.cursor()).toBe(first);
});

/** The first line of an entry's details: its time. */
const EXACTLY = /2026-03-14 \S+\.\d{3}Z/;

it('use 1: an inspected entry stays while newer ones arrive, which are counted', async () => {
  const test = await busy();
  const before = await test.cursor();
  await test.press(KEYS.enter);
  const read = await test.line(EXACTLY);
  // The reason is above the fields, and stays visible together with the time.
  expect(await test.text()).toMatch(/^matched +\S/m);
  await test.pass(5000);
  expect(await test.line(EXACTLY)).toBe(read);
  expect(await test.line('warren')).toMatch(/ FOLLOW \(\d+ newer\) /);
  // Back in the list, the cursor follows the end again.
  await test.press(KEYS.enter);
  expect(await test.line('warren')).toContain(' FOLLOW ');
  expect(await test.cursor()).not.toBe(before);
});

it('use 5: requests are sent as often as the title says, and a sixth as often behind another pane', async () => {
  const test = await busy();
  const logs = () =>
    test.platform.served.requests.filter(({ operation }) => operation === 'event-logs');
  const bytes = () => logs().reduce((sum, request) => sum + request.bytes, 0);
  const in30s = async () => {
    const before = logs().length;
    await test.pass(30_000);
    return logs().length - before;
  };
  expect(await test.line('── Events')).toContain(' · every 5 s · ');
  const opened = bytes();
  expect(await in30s()).toBe(6);
  const seen = bytes() - opened;
  await test.press('+');
  expect(await test.line('── Events')).toContain(' · every 10 s · ');
  await test.pass(10_000);
  expect(await in30s()).toBe(3);
  await test.press('-', '1');
  const left = bytes();
  expect(await in30s()).toBe(1);
  // Also about a sixth of the bytes.
  expect(bytes() - left).toBeLessThan((seen / 6) * 1.05);
  await test.press('2', 'k', 'k', '1');
  // Nothing follows or archives the zone any more.
  expect(await in30s()).toBe(0);
  await test.press('2');
  expect(await test.line('── Events')).toMatch(/ as of \d\d:\d\d:\d\d · every 5 s /);
});

/** The number of entries of both days at the time of the last request. */
function logged({ platform }: ConsoleUnderTest): number {
  const { shieldZones, events } = platform.world;
  const [zone] = shieldZones;
  const asked = platform.served.requests.filter(({ operation }) => operation === 'event-logs');
  const last = asked.at(-1)?.at ?? Number.NaN;
  const days = new Set(asked.map(({ at }) => Math.floor(at / 86_400_000)));
  if (!zone) return Number.NaN;
  return [...days].reduce((sum, day) => sum + events.day(zone, day).countBy(last), 0);
}

it.each(['newest', 'oldest'] as const)(
  'both days are followed across midnight without losing or duplicating entries, %s entries first',
  async (order) => {
    const test = await consoleUnderTest({
      pane: 'events',
      at: '2026-03-14T23:59:50Z',
      platform: {
        events: { perDay: 12_000 },
        records: true,
        dialect: { 'log-order': order, 'log-page-size': 400 },
      },
    });
    await test.press(':', 'load day', KEYS.enter);
    await test.pass(300);
    expect(await loaded(test)).toBe(logged(test));
    expect(await test.cursor()).toMatch(/^❯ 23:59:/);

    await test.pass(60_000);
    expect(await test.cursor()).toMatch(/^❯ 03-15 00:00:/);
    expect(await test.text()).toMatch(/^ {2}03-14 23:59:5\d(?:\.\d{3})? /m);
    expect(await loaded(test)).toBe(logged(test));

    const served = new Set(test.platform.served.entries().map(({ logId }) => logId));
    expect(served.size).toBe(await loaded(test));
    const days = new Set(test.platform.served.entries().map(({ day }) => day));
    expect(days.size).toBe(2);
  },
);
