import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEventArchive } from '../../src/archive/open.ts';
import { utcDay } from '../../src/text/time.ts';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';
import { hasEngine, NOBODY, startEngine } from '../support/engine.ts';

/*
 * The console archives to a team's server that has problems. Needs `npm run test:archive`.
 */

/** The behaviour of the connection to the engine. */
type Mode =
  | { readonly kind: 'open' | 'away' }
  /** Inserts fail with this error. */
  | { readonly kind: 'refusing'; readonly code: number }
  /** Every request is delayed by this many milliseconds. */
  | { readonly kind: 'slow'; readonly ms: number };

interface Team {
  /** The archive's URL through that connection. */
  readonly place: string;
  /** Its name on the screen. */
  readonly name: string;
  mode: Mode;
  run(sql: string): Promise<string>;
}

/** An archive on an engine, and a connection that can be made to fail. */
async function team(): Promise<Team> {
  const engine = await startEngine();
  const { port, pathname } = new URL((await engine.archive()).replace('clickhouse:', 'http:'));
  const found: { mode: Mode } = { mode: { kind: 'open' } };
  const way = createServer((asked, response) => {
    const { mode } = found;
    if (mode.kind === 'away') {
      asked.socket.destroy();
      return;
    }
    if (mode.kind === 'refusing' && asked.url?.includes('INSERT')) {
      asked.resume();
      response.writeHead(500, { 'X-ClickHouse-Exception-Code': mode.code });
      response.end(`Code: ${mode.code}. DB::Exception: no. (NOT_NOW)`);
      return;
    }
    const { method = 'POST', url = '/', headers } = asked;
    const on = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).on('error', () => response.destroy());
    void setTimeout(mode.kind === 'slow' ? mode.ms : 0).then(() => asked.pipe(on));
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  onTestFinished(async () => {
    way.closeAllConnections();
    way.close();
    await engine.close();
  });
  const own = (way.address() as AddressInfo).port;
  return Object.assign(found, {
    place: `clickhouse://warren@127.0.0.1:${own}${pathname}`,
    name: pathname.slice(1),
    run: engine.run,
  });
}

const following = (at = '2026-03-14T00:05:00Z') =>
  consoleUnderTest({
    pane: 'events',
    columns: 160,
    at,
    platform: {
      events: { perSecond: 2 },
      records: true,
      dialect: { 'log-page-size': 1000 },
    },
  });

/** Advances the clock and waits for the server until the screen shows `what`. */
async function shows(test: ConsoleUnderTest, what: string): Promise<void> {
  for (let looks = 0; looks < 1000; looks += 1) {
    if ((await test.text()).includes(what)) return;
    await setTimeout(10);
    await test.pass(500);
  }
  expect.fail(`The screen never showed ${what}:\n${await test.text()}`);
}

const zoneOf = ({ platform }: ConsoleUnderTest) => String(platform.world.shieldZones[0]?.id);
const served = ({ platform }: ConsoleUnderTest) =>
  new Set(platform.served.entries().map(({ logId }) => logId ?? ''));

/** Waits until the archive has everything that the console received. Its claims must be true at every check. */
async function keepsAll(test: ConsoleUnderTest, { place }: Team): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    const archive = await readEventArchive(place, NOBODY);
    const day = utcDay(test.clock.now());
    const { loaded } = await archive.coverage(zoneOf(test), day);
    const ids = new Set<string>();
    for (let token: string | undefined; ; ) {
      const page = await archive.page(zoneOf(test), day, token);
      for (const { logId } of page.logs) ids.add(logId ?? '');
      if (!page.hasMoreData) break;
      token = page.continuationToken ?? undefined;
    }
    await archive.close();
    const given = test.platform.served.entries();
    for (const { from, until } of loaded) {
      const due = given.filter(({ moment }) => moment >= from && moment < until);
      expect(due.filter(({ logId }) => !ids.has(logId ?? ''))).toEqual([]);
    }
    if ([...served(test)].every((id) => ids.has(id)) && loaded.length === 1) return;
    await setTimeout(50);
    await test.pass(1000);
  }
  expect.fail('The archive never had all.');
}

describe.runIf(hasEngine)('a team’s archive (npm run test:archive)', () => {
  it.each([
    ['away', { kind: 'away' }],
    ['full', { kind: 'refusing', code: 243 }],
    ['over a quota', { kind: 'refusing', code: 201 }],
  ] as const)(
    'that is %s makes entries wait, says so, and has them all when it is back',
    async (_, mode) => {
      const archive = await team();
      const test = await following();
      await test.press('A', archive.place, KEYS.enter);
      await shows(test, `archive ${archive.name}`);
      await keepsAll(test, archive);
      archive.mode = mode;
      await shows(test, 'waits: the server');
      const before = served(test).size;
      await test.pass(20_000);
      // The console still follows.
      expect(served(test).size).toBeGreaterThan(before);
      archive.mode = { kind: 'open' };
      await keepsAll(test, archive);
      expect(await test.text()).not.toContain('waits: the server');
    },
  );

  it('that rejects more rows than can be buffered says since when entries are missing, and catches up', async () => {
    const archive = await team();
    archive.mode = { kind: 'refusing', code: 243 };
    const test = await following('2026-03-14T04:00:00Z');
    await test.press('A', archive.place, KEYS.enter);
    await shows(test, 'NOT ARCHIVED since 04:0');
    expect(await test.text()).toContain(`archive ${archive.name}: nothing kept since 04:0`);
    archive.mode = { kind: 'open' };
    await keepsAll(test, archive);
    expect(await test.text()).not.toContain('NOT ARCHIVED');
  });

  it('that is slow does not delay keys', async () => {
    const archive = await team();
    const test = await following();
    archive.mode = { kind: 'slow', ms: 1000 };
    await test.press('A', archive.place, KEYS.enter);
    await test.press(':', 'typed');
    expect(await test.text()).toContain('typed');
    await test.press(KEYS.escape);
    await shows(test, `archive ${archive.name}`);
    archive.mode = { kind: 'open' };
    await keepsAll(test, archive);
  });

  it('that denies write access is reported once, and following continues without it', async () => {
    const archive = await team();
    const test = await following();
    archive.mode = { kind: 'refusing', code: 497 };
    await test.press('A', archive.place, KEYS.enter);
    await shows(test, 'does not allow the user to do that');
    const before = served(test).size;
    await test.pass(20_000);
    expect(served(test).size).toBeGreaterThan(before);
  });

  it('shows notes to everybody with their author, also a note written while the server was away', async () => {
    const archive = await team();
    const [ann, ben] = [await following(), await following()];
    for (const test of [ann, ben]) {
      await test.press('A', archive.place, KEYS.enter);
      await shows(test, `archive ${archive.name}`);
      await test.press('g', KEYS.enter);
    }
    archive.mode = { kind: 'away' };
    await ann.press('"', 'a \u202escanner', KEYS.enter);
    await ann.pass(30_000);
    archive.mode = { kind: 'open' };
    for (const test of [ann, ben]) {
      await shows(test, 'a <U+202E>scanner');
      await shows(test, 'marked by');
      expect(await test.text()).toContain(`${userInfo().username}@${hostname()}, `);
    }
  });

  it('with tables of a newer warren is not modified', async () => {
    const archive = await team();
    const { name, run } = archive;
    await run(`INSERT INTO ${name}.warren_schema (version, retention) SELECT 99, 0`);
    const test = await following();
    await test.press('A', archive.place, KEYS.enter);
    await shows(test, 'was made by a newer warren (tables of version 99)');
    expect((await run(`SELECT count() FROM ${name}.warren_entry`)).trim()).toBe('0');
  });
});
