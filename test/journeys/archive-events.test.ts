import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A file in a folder of its own, which goes with the test. */
function newFile(name = 'shop.db'): string {
  const folder = temporaryDirectory();
  return join(folder, name);
}

const events = (setting: Setting = {}) =>
  consoleUnderTest({
    pane: 'events',
    columns: 120,
    at: '2026-03-14T00:15:00Z',
    ...setting,
    platform: {
      events: { perSecond: 2 },
      records: true,
      dialect: { 'log-page-size': 500 },
      ...setting.platform,
    },
  });

const zoneOf = ({ platform }: ConsoleUnderTest): string =>
  String(platform.world.shieldZones[0]?.id);

/** Log ids that the file has of the zone's day. */
async function archived(test: ConsoleUnderTest, file: string): Promise<readonly string[]> {
  const archive = await readEventArchive(file);
  const ids: string[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(zoneOf(test), utcDay(test.clock.now()), token);
    ids.push(...[...page.logs].map(({ logId }) => logId ?? ''));
    if (!page.hasMoreData) break;
    token = page.continuationToken ?? undefined;
  }
  await archive.close();
  return ids.sort();
}

const served = ({ platform }: ConsoleUnderTest) =>
  [...new Set(platform.served.entries().map(({ logId }) => logId ?? ''))].sort();

/** What the file has once the page that is being kept is: keeping goes on behind the screen. */
async function settled(
  test: ConsoleUnderTest,
  file: string,
  least: number,
): Promise<readonly string[]> {
  for (let looks = 0; looks < 1000; looks += 1) {
    const ids = await archived(test, file);
    if (ids.length >= least) return ids;
    await test.screen();
  }
  return archived(test, file);
}

it('A keeps the zone in an archive from the beginning of the day, and says so until it ends', async () => {
  const file = newFile();
  const test = await events();
  await test.press('A', file, KEYS.enter);
  await test.until('archive shop.db');
  expect(await test.line('warren')).toContain(' ARCHIVE ');
  await test.pass(5000);
  await test.until('  following');
  expect(await settled(test, file, served(test).length)).toEqual(served(test));
  expect(statSync(file).mode & 0o777).toBe(0o600);

  await test.press('A');
  await test.until('Archiving stopped; file is intact, with all of today so far (UTC).');
  expect(await test.line('warren')).not.toContain('ARCHIVE');
  expect(await test.text()).not.toContain('kept in');
  const before = await archived(test, file);
  await test.pass(10_000);
  expect(served(test).length).toBeGreaterThan(before.length);
  expect(await archived(test, file)).toEqual(before);
});

it('what was kept is opened in the same pane, with its filters and the map of what it has', async () => {
  const file = newFile();
  const keeping = await events();
  await keeping.press(':', `archive ${file}`, KEYS.enter);
  await keeping.until('archive shop.db');
  await keeping.pass(3000);
  await keeping.press('&', 'country:BG', KEYS.enter);
  const [, matched = ''] = /· ([\d,]+) match of/.exec(await keeping.line('── Events')) ?? [];
  const last = await keeping.cursor();
  const kept = await settled(keeping, file, served(keeping).length);
  await keeping.close();

  // Two days later, and nobody to ask.
  const test = await events({
    at: '2026-03-16T09:00:00Z',
    archive: file,
    call: () => async () => {
      throw new Error('an archive needs no service');
    },
    workspace: (demo) => ({ ...demo, shieldZones: [] }),
  });
  await test.until(`${kept.length.toLocaleString('en')} loaded`);
  expect(await test.line('warren')).toContain(' FROM shop.db ');
  expect(await test.line('of shop.db')).toMatch(
    /^ 00 ▓░+ 24 {2}2026-03-14 of shop\.db, with 1 day$/,
  );
  await test.press('&', 'country:BG at:00:00..00:20', KEYS.enter);
  expect(await test.line('── Events')).toContain(`${matched} match of`);
  expect((await test.cursor()).slice(2, 40)).toBe(last.slice(2, 40));
  await test.press(':', 'close', KEYS.enter);
  expect(await test.text()).toContain('There is no service to return to');
});

it.runIf(process.platform === 'linux')(
  'a file that says something impossible of itself is said to be damaged, and is not kept open',
  async () => {
    const file = newFile();
    const archive = await openEventArchive(file);
    await archive.append('7', utcDay(0), [], { ...noCoverage(utcDay(0)), pages: 1 });
    await archive.close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE walked SET day = 1000000000');
    database.close();
    const openings = () =>
      readdirSync('/proc/self/fd').filter((number) => {
        try {
          return readlinkSync(`/proc/self/fd/${number}`) === file;
        } catch {
          return false;
        }
      }).length;
    const before = openings();
    const test = await events();
    await test.press(':', `open ${file}`, KEYS.enter);
    await test.until('shop.db is not a warren file, or is damaged');
    expect(openings()).toBe(before);
  },
);

it(':open shows a file beside the service, and :close goes back to following', async () => {
  const file = newFile();
  const test = await events();
  await test.press(':', `archive ${file}`, KEYS.enter);
  await test.until('archive shop.db');
  await test.pass(3000);
  const asked = () => test.platform.served.requests.length;
  await test.press(':', `open ${file}`, KEYS.enter);
  await test.until('of shop.db');
  // By the name it has in the workspace.
  expect(await test.line('── Events')).toMatch(/shop\.example · [\d,]+ loaded/);
  const before = asked();
  await test.pass(20_000);
  expect(asked()).toBe(before);
  await test.press(':', 'archive x.db', KEYS.enter);
  expect(await test.text()).toContain('shop.db is an archive already.');
  await test.press(':', 'close', KEYS.enter);
  await test.until('  following');
  expect(await test.line('warren')).toContain(' ARCHIVE ');
  await test.pass(5000);
  expect(await settled(test, file, served(test).length)).toEqual(served(test));
});

it('a server that does not answer is left at once by :close, and a file is opened meanwhile', async () => {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => waiting.add(socket.on('error', () => {})));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const file = newFile();
  const test = await events();
  await test.press(':', `archive ${file}`, KEYS.enter);
  await test.until('archive shop.db');
  await test.pass(3000);
  await test.press(':', `open clickhouse://nobody@127.0.0.1:${port}/team`, KEYS.enter);
  await test.until('opening team · :close cancels');
  await test.press(':', 'close', KEYS.enter);
  await test.until('team was not opened: interrupted.');
  await test.until('  following');
  await test.press(':', `open clickhouse://nobody@127.0.0.1:${port}/team`, KEYS.enter);
  await test.until('opening team · :close cancels');
  await test.press(':', `open ${file}`, KEYS.enter);
  await test.until('of shop.db');
});

it('use 6: beginning and ending an archive goes on with the walk, and asks for no page again', async () => {
  const file = newFile();
  const test = await events({
    at: '2026-03-14T09:00:00Z',
    columns: 200,
    platform: { events: { perDay: 3000 }, dialect: { 'log-page-size': 40 } },
  });
  const tokens = () =>
    test.platform.served.requests
      .filter(({ operation }) => operation === 'event-logs')
      .map(({ target }) => target.split('/').at(-1) ?? '')
      .filter((token) => !/^\d\d-\d\d-\d{4}$/.test(token));
  await test.until('B loads more');
  const opened = tokens().length;
  await test.press('A', file, KEYS.enter);
  await test.until('archive shop.db');
  await test.until(/following(?!.*loads more)/);
  const walked = tokens();
  expect(walked.length).toBeGreaterThan(opened + 10);
  // What was loaded before is in the file, and was not asked for again.
  expect(new Set(walked).size).toBe(walked.length);
  expect(await settled(test, file, served(test).length)).toEqual(served(test));
  await test.press('A');
  await test.until('Archiving stopped; file is intact, with all of today so far (UTC).');
  const [, before = ''] = /· ([\d,]+) loaded/.exec(await test.line('── Events')) ?? [];
  await test.pass(90_000);
  expect(tokens()).toEqual(walked);
  const [, after = ''] = /· ([\d,]+) loaded/.exec(await test.line('── Events')) ?? [];
  const [had, has] = [before, after].map((text) => Number(text.replaceAll(',', '')));
  expect(has).toBeGreaterThan(had ?? Number.NaN);
});

it('E4: another program holds the archive: keys are answered, the badge says late, nothing is lost', async () => {
  const file = newFile();
  const test = await events();
  await test.press('A', file, KEYS.enter);
  await test.until('archive shop.db');
  await test.pass(3000);
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  await test.pass(5000);
  await test.until('in use by another program');
  expect(await test.line('warren')).toMatch(/ ARCHIVE LATE [\d,]+ entries /);
  const loaded = await test.line('── Events');
  await test.pass(5000);
  expect(await test.line('── Events')).not.toBe(loaded);
  other.exec('COMMIT');
  other.close();
  expect(await settled(test, file, served(test).length)).toEqual(served(test));
  expect(await test.line('warren')).not.toContain('LATE');
});

it('a file that is no archive is refused in words, and the zone is followed on', async () => {
  const test = await events();
  await test.press('A', newFile(''), KEYS.enter);
  await test.until('ARCHIVE FAILED');
  expect(await test.text()).toMatch(/archive warren-/);
  await test.press(':', 'archive off', KEYS.enter);
  await test.until(/Archiving stopped; nothing kept since \d\d:\d\d:\d\dZ, when it failed\./);
  expect(await test.line('warren')).not.toContain('ARCHIVE');
  await test.press(':', 'archive off', KEYS.enter);
  await test.until('Events are not archived: there is nothing to stop.');
  await test.press(':', 'open /dev/null', KEYS.enter);
  await test.until('/dev/null is not a regular file');
  await test.pass(3000);
  expect(await test.line('── Events')).toMatch(/shop\.example · [\d,]+ loaded/);
});

it('of several zones every one is kept, and a second run on the same file doubles nothing', async () => {
  const file = newFile();
  for (const at of ['2026-03-14T00:15:00Z', '2026-03-14T00:20:00Z']) {
    const test = await events({ at });
    await test.press(':', 'zones all', KEYS.enter);
    await test.until('5 zones ·');
    await test.press(':', `archive ${file}`, KEYS.enter);
    await test.until('archive shop.db');
    await test.pass(5000);
    const archive = await readEventArchive(file);
    // One of them has been silent, and is known to have been.
    expect(await archive.zones()).toHaveLength(5);
    await archive.close();
    const day = utcDay(test.clock.now());
    const [zone] = test.platform.world.shieldZones;
    const last = test.platform.served.requests.at(-1)?.at ?? Number.NaN;
    const due = (zone && test.platform.world.events.day(zone, day).countBy(last)) ?? -1;
    const kept = await settled(test, file, due);
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept).toHaveLength(due);
    await test.close();
  }
});

/** A file that a run of yesterday kept half of the day in. */
async function unfinished(): Promise<string> {
  const file = newFile();
  const run = await events({ at: '2026-03-13T12:00:00Z', platform: { events: { perDay: 6000 } } });
  await run.press(':', `archive ${file}`, KEYS.enter);
  await run.until('archive shop.db');
  await run.pass(5000);
  await settled(run, file, served(run).length);
  await run.close();
  return file;
}

/** The morning after. What is asked of yesterday is held back after so many pages, until it is released. */
async function nextDay(pages: number) {
  let asks = 0;
  let holds = true;
  const held: (() => void)[] = [];
  const test = await events({
    at: '2026-03-14T06:00:00Z',
    platform: { events: { perDay: 6000 } },
    call: (call) => async (operation, input, signal) => {
      if (JSON.stringify(input).includes('03-13-2026')) {
        asks += 1;
        if (holds && asks > pages) {
          await new Promise<void>((go) => {
            held.push(go);
            signal?.addEventListener('abort', () => go(), { once: true });
          });
        }
      }
      return call(operation, input, signal);
    },
  });
  return {
    test,
    asks: () => asks,
    release() {
      holds = false;
      for (const go of held) go();
    },
  };
}

/** The file has all of yesterday, each entry once. */
async function expectWholeYesterday(test: ConsoleUnderTest, file: string): Promise<void> {
  const archive = await readEventArchive(file);
  const day = utcDay(test.clock.now()) - 1;
  const [zone] = test.platform.world.shieldZones;
  const due = (zone && test.platform.world.events.day(zone, day).countBy(Number.MAX_VALUE)) ?? -1;
  const ids: (string | null)[] = [];
  for (let token: string | undefined; ; ) {
    const page = await archive.page(zoneOf(test), day, token);
    ids.push(...[...page.logs].map(({ logId }) => logId));
    if (!page.hasMoreData) break;
    token = page.continuationToken ?? undefined;
  }
  const { loaded } = await archive.coverage(zoneOf(test), day);
  await archive.close();
  expect(loaded).toEqual([{ from: startOfDay(day), until: startOfDay(day + 1) }]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(due);
}

it('the day that an earlier run left unfinished is completed behind the list, once, and its progress shown', async () => {
  const file = await unfinished();
  const { test, asks, release } = await nextDay(2);
  await test.press(':', 'load day', KEYS.enter);
  await test.pass(3000);
  const today = /· ([\d,]+) loaded/.exec(await test.line('── Events'))?.[1];
  await test.press('A', file, KEYS.enter);
  await test.until('and the rest of earlier days');
  await test.until(/completing 03-13: \d+%/);
  // What is behind does not hold up what is live.
  const before = served(test).length;
  await test.pass(30_000);
  expect(served(test).length).toBeGreaterThan(before);
  expect(await test.text()).toMatch(/completing 03-13: [5-9]\d%/);
  expect(asks()).toBe(3);
  release();
  await test.until(/^(?![^]*completing)/, 300_000);
  expect(await test.text()).not.toContain('gaps');

  await expectWholeYesterday(test, file);
  // The list is of today.
  const now = Number(
    /· ([\d,]+) loaded/.exec(await test.line('── Events'))?.[1]?.replaceAll(',', ''),
  );
  expect(now - Number(today?.replaceAll(',', ''))).toBeLessThan(200);
});

it('completing stops with A, and goes on with the next', async () => {
  const file = await unfinished();
  const { test, asks, release } = await nextDay(2);
  await test.press('A', file, KEYS.enter);
  await test.until(/completing 03-13: \d+%/);
  await test.pass(5000);
  await test.press('A');
  await test.until('Archiving stopped; file is intact, with all of today so far (UTC).');
  release();
  const before = asks();
  await test.pass(60_000);
  expect(asks()).toBe(before);
  expect(await test.text()).not.toContain('completing');
  await test.press('A', file, KEYS.enter);
  await test.until('and the rest of earlier days');
  await test.until(/^(?![^]*completing)/, 300_000);
  expect(asks()).toBeGreaterThan(before);
});

it('two runs that complete a day at a time in one file double nothing', async () => {
  const file = await unfinished();
  const [one, other] = [await nextDay(2), await nextDay(1)];
  for (const { test } of [one, other]) {
    await test.press('A', file, KEYS.enter);
    await test.until(/completing 03-13: \d+%/);
  }
  one.release();
  other.release();
  for (const { test } of [one, other]) await test.until(/^(?![^]*completing)/, 300_000);
  await expectWholeYesterday(one.test, file);
});
