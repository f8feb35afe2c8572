import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { openEventArchive, readEventArchive } from '../../src/archive/open.ts';
import { noCoverage } from '../../src/events/coverage.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { startOfDay, utcDay } from '../../src/text/time.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS, type Setting } from '../support/console.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The path of a new file in a temporary folder. */
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

/** The log ids of the zone's day in the file. */
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

/** The log ids in the file once pending writes, which the screen does not wait for, have ended. */
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

it('A archives the zone from the start of the day, and a badge says so until it ends', async () => {
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

it('A archives the whole day of a zone that was loaded before another one was listed', async () => {
  const file = newFile();
  const test = await events({
    workspace: ({ shieldZones }) => ({ ...EMPTY_WORKSPACE, shieldZones }),
  });
  await test.until('  following');
  for (const zone of [']', '[']) {
    await test.press(zone);
    await test.pass(5000);
  }
  await test.press('A', file, KEYS.enter);
  await test.until('archive shop.db');
  await test.pass(10_000);
  await test.until('  following');
  const archive = await readEventArchive(file);
  const coverage = await archive.coverage(zoneOf(test), utcDay(test.clock.now()));
  await archive.close();
  expect(coverage.loaded[0]?.from).toBe(startOfDay(utcDay(test.clock.now())));
});

it('an archive opens in the same pane, with filters and its coverage', async () => {
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

  // Two days later, without a service.
  const test = await events({
    at: '2026-03-16T09:00:00Z',
    archive: file,
    offline: true,
    call: () => async () => {
      throw new Error('an archive needs no service');
    },
    workspace: () => EMPTY_WORKSPACE,
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
  await test.press('@');
  expect(await test.text()).toContain('There is no service to ask: a file is shown.');
  await test.press(KEYS.escape, 'x');
  expect(await test.text()).toContain('No other pane can show that minute');
  expect(await test.text()).not.toContain('VIEWING');
  await test.press('=');
  expect(await test.text()).toContain('There is no live data: an archive is open.');

  const only = 'This is an archive, which has events only: 2 shows them.';
  for (const pane of ['1', '3', '4', '5', '6', '7', '8']) {
    await test.press(pane);
    expect(await test.text(), pane).toContain(only);
    expect(await test.text(), pane).not.toMatch(/:add|types? a name|kept for/);
  }
  await test.press('4', '/');
  expect((await test.screen()).at(-2)).toContain(only);
  await test.press(':', 'add app k3Jd82hQpLm0xYz', KEYS.enter);
  expect((await test.screen()).at(-2)).toContain(only);
  expect(test.console.state().workspace.apps).toEqual([]);
});

it.runIf(process.platform === 'linux')(
  'a file with impossible metadata is reported as damaged and closed',
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

it(':open shows a file while the service stays connected, and :close goes back to following', async () => {
  const file = newFile();
  const test = await events();
  await test.press(':', `archive ${file}`, KEYS.enter);
  await test.until('archive shop.db');
  await test.pass(3000);
  const asked = () => test.platform.served.requests.length;
  await test.press(':', `open ${file}`, KEYS.enter);
  await test.until('of shop.db');
  // Under its name in the workspace.
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

it(':close leaves a server that does not answer at once, and a file can be opened meanwhile', async () => {
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

it('use 6: starting and ending an archive does not interrupt the walk or request a page again', async () => {
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
  // The pages loaded before are in the file and were not requested again.
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

it('E4: while another program locks the archive, keys work, the badge says late, and nothing is lost', async () => {
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

it('a file that is not an archive is refused with the reason, and the zone is still followed', async () => {
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

it('several zones are all archived, and a second run on the same file duplicates nothing', async () => {
  const file = newFile();
  for (const at of ['2026-03-14T00:15:00Z', '2026-03-14T00:20:00Z']) {
    const test = await events({ at });
    await test.press(':', 'zones all', KEYS.enter);
    await test.until('5 zones ·');
    await test.press(':', `archive ${file}`, KEYS.enter);
    await test.until('archive shop.db');
    await test.pass(5000);
    const archive = await readEventArchive(file);
    // A zone without entries is recorded as covered.
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

/** An archive with half of yesterday, left by an earlier run. */
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

/** The next morning. Requests for yesterday are held back after `pages` pages until they are released. */
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

/** Expects all of yesterday in the file, each entry once. */
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

it('a day left incomplete by an earlier run is completed in the background, once, with its progress shown', async () => {
  const file = await unfinished();
  const { test, asks, release } = await nextDay(2);
  await test.press(':', 'load day', KEYS.enter);
  await test.pass(3000);
  const today = /· ([\d,]+) loaded/.exec(await test.line('── Events'))?.[1];
  await test.press('A', file, KEYS.enter);
  await test.until('and the rest of earlier days');
  await test.until(/completing 03-13: \d+%/);
  // The backlog does not delay live entries.
  const before = served(test).length;
  await test.pass(30_000);
  expect(served(test).length).toBeGreaterThan(before);
  expect(await test.text()).toMatch(/completing 03-13: [5-9]\d%/);
  expect(asks()).toBe(3);
  release();
  await test.until(/^(?![^]*completing)/, 300_000);
  expect(await test.text()).not.toContain('gaps');

  await expectWholeYesterday(test, file);
  // The list shows today.
  const now = Number(
    /· ([\d,]+) loaded/.exec(await test.line('── Events'))?.[1]?.replaceAll(',', ''),
  );
  expect(now - Number(today?.replaceAll(',', ''))).toBeLessThan(200);
});

it('A stops the completion, and the next A resumes it', async () => {
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

it('two runs that complete the same day in one file duplicate nothing', async () => {
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
