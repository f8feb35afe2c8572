import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../src/platform/wire/dialect.ts';
import type { PlatformOptions } from '../../support/observed-platform.ts';
import { first, pathOf, type Visit, visitPlatform } from '../visitor.ts';

const TODAY = '03-14-2026';
const YESTERDAY = '03-13-2026';

interface Entry {
  readonly logId: string;
  readonly timestamp: number;
}
interface Page {
  readonly logs: readonly Entry[] | null;
  readonly hasMoreData: boolean;
  readonly continuationToken: string | null;
  readonly startToken: string | null;
  readonly errorResponse: { readonly errorKey: string } | null;
}

const zoneOf = ({ platform }: Visit) => first(platform.world.shieldZones).id;

async function pageOf(visit: Visit, date: string, continuationToken?: string): Promise<Page> {
  const path = pathOf('event-logs', { shieldZoneId: zoneOf(visit), date, continuationToken });
  return JSON.parse((await visit.ask('GET', path)).text);
}

/** Every entry of a day, as a client walks it. */
async function wholeDay(visit: Visit, date: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let token: string | undefined;
  for (;;) {
    const page = await pageOf(visit, date, token);
    entries.push(...(page.logs ?? []));
    if (!page.hasMoreData || !page.continuationToken) return entries;
    token = page.continuationToken;
  }
}

/** The truth about a day of the busiest zone. */
function truth({ platform, clock }: Visit, daysBack: number): readonly string[] {
  const today = Math.floor(clock.now() / 86_400_000);
  const log = platform.world.events.day(first(platform.world.shieldZones), today - daysBack);
  return Array.from({ length: log.countBy(clock.now()) }, (_, at) => log.idOf(at));
}

const quiet: Partial<PlatformOptions> = { events: { perDay: 900 } };
const dialects = (dialect: Partial<Dialect>): Partial<PlatformOptions> => ({ ...quiet, dialect });

describe('paging a day', () => {
  test('returns every entry exactly once and in order, with any page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 20, max: 1000 }),
        fc.constantFrom('oldest', 'newest'),
        fc.constantFrom('url-safe', 'slashed'),
        fc.constantFrom(TODAY, YESTERDAY),
        async (size, order, form, date) => {
          await using visit = await visitPlatform(
            dialects({ 'log-page-size': size, 'log-order': order, 'token-form': form }),
          );
          const entries = await wholeDay(visit, date);
          const ids = entries.map(({ logId }) => logId);
          const expected = [...truth(visit, date === TODAY ? 0 : 1)];
          expect(ids).toEqual(order === 'oldest' ? expected : expected.reverse());
        },
      ),
      { numRuns: 12 },
    );
  });

  test('has a thousand entries on a page, and hundreds of thousands in a day', async () => {
    await using visit = await visitPlatform();
    const page = await pageOf(visit, TODAY);
    expect(page.logs).toHaveLength(1000);
    expect(page.hasMoreData).toBe(true);
    expect(truth(visit, 0).length).toBeGreaterThan(200_000);
  });

  test('continues while entries arrive, without losing or repeating one', async () => {
    for (const order of ['oldest', 'newest'] as const) {
      await using visit = await visitPlatform(
        dialects({ 'log-page-size': 50, 'log-order': order, 'last-page-token': 'continues' }),
      );
      const ids: string[] = [];
      let token: string | undefined;
      for (let step = 0; step < 40; step += 1) {
        if (step > 0) await visit.clock.advance(60_000);
        const page = await pageOf(visit, TODAY, token);
        ids.push(...(page.logs ?? []).map(({ logId }) => logId));
        token = page.continuationToken ?? '';
        if (token === '') break;
      }
      expect(new Set(ids).size).toBe(ids.length);
      const all = truth(visit, 0);
      // Newest first, what arrives after the first page was asked for is on another first page.
      expect(ids).toEqual(order === 'oldest' ? all : all.slice(0, ids.length).reverse());
    }
  });
});

describe('tailing', () => {
  test('oldest first, the last page requested again shows newer entries', async () => {
    await using visit = await visitPlatform(dialects({ 'log-order': 'oldest' }));
    const before = await pageOf(visit, TODAY);
    expect(before.hasMoreData).toBe(false);
    await visit.clock.advance(600_000);
    const after = await pageOf(visit, TODAY);
    expect(after.logs?.length).toBeGreaterThan(before.logs?.length ?? 0);
    expect(after.logs?.slice(0, before.logs?.length)).toEqual(before.logs);
  });

  test('newest first, the first page shows newer entries', async () => {
    await using visit = await visitPlatform(dialects({ 'log-page-size': 20 }));
    const before = await pageOf(visit, TODAY);
    await visit.clock.advance(600_000);
    const after = await pageOf(visit, TODAY);
    expect(after.logs?.[0]?.timestamp).toBeGreaterThan(before.logs?.[0]?.timestamp ?? 0);
  });

  test('a live end that goes on says so, with a token', async () => {
    await using visit = await visitPlatform(
      dialects({ 'log-order': 'oldest', 'live-end': 'goes-on' }),
    );
    const last = await pageOf(visit, TODAY);
    expect(last.hasMoreData).toBe(true);
    const empty = await pageOf(visit, TODAY, last.continuationToken ?? '');
    expect(empty).toMatchObject({ logs: [], hasMoreData: true });
  });

  test('a new day starts with its own entries, and the previous one stays', async () => {
    await using visit = await visitPlatform({ events: { perSecond: 5 } });
    const midnight = Date.parse('2026-03-15T00:00:00Z');
    await visit.clock.advance(midnight - visit.clock.now() + 5_000);
    const today = await pageOf(visit, '03-15-2026');
    for (const { timestamp } of today.logs ?? [])
      expect(timestamp).toBeGreaterThanOrEqual(midnight);
    const yesterday = await pageOf(visit, TODAY);
    expect(yesterday.logs?.[0]?.timestamp).toBeLessThan(midnight);
    expect((await pageOf(visit, '03-12-2026')).errorResponse?.errorKey).toBe(
      'invalid_datetime_window.event_logs',
    );
  });
});

describe('a day outside the window', () => {
  test.each(['03-15-2026', '03-11-2026', '01-01-2099'])('%s is a 401 with a key', async (date) => {
    await using visit = await visitPlatform({ dialect: { 'failure-status': '202' } });
    const path = pathOf('event-logs', { shieldZoneId: zoneOf(visit), date });
    const { status, text } = await visit.ask('GET', path);
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      logs: null,
      hasMoreData: false,
      continuationToken: null,
      startToken: null,
      errorResponse: {
        statusCode: 401,
        success: false,
        message: 'You can only view the past 3 days (72 hours) of Event Logs.',
        errorKey: 'invalid_datetime_window.event_logs',
      },
    });
  });
});

describe('an invalid request', () => {
  const refused = async (
    path: (visit: Visit) => string,
    dialect: Partial<Dialect> = {},
  ): Promise<readonly [number, string | undefined]> => {
    await using visit = await visitPlatform(dialects(dialect));
    const { status, text } = await visit.ask('GET', path(visit));
    const page: Page = JSON.parse(text);
    expect(page.logs).toBeNull();
    return [status, page.errorResponse?.errorKey];
  };
  const logs = (visit: Visit, rest: string) => `/shield/event-logs/${zoneOf(visit)}/${rest}`;

  test('is an unknown zone, an invalid date, or an invalid token', async () => {
    const cases = [
      {
        path: () => `/shield/event-logs/1/${TODAY}`,
        status: 404,
        key: 'not_found_or_unauthorised_access.shieldzone',
      },
      {
        path: (visit: Visit) => logs(visit, '2026-03-14'),
        status: 400,
        key: 'invalid_date.event_logs',
      },
      {
        path: (visit: Visit) => logs(visit, '02-30-2026'),
        status: 400,
        key: 'invalid_date.event_logs',
      },
      {
        path: (visit: Visit) => logs(visit, `${TODAY}/rubbish`),
        status: 400,
        key: 'invalid_continuation_token.event_logs',
      },
    ];
    for (const { path, status, key } of cases) {
      expect(await refused(path)).toEqual([status, key]);
      expect(await refused(path, { 'failure-status': '202' })).toEqual([202, key]);
    }
  });

  test('is a token of another day', async () => {
    await using visit = await visitPlatform(dialects({ 'log-page-size': 10 }));
    const { continuationToken } = await pageOf(visit, TODAY);
    expect((await pageOf(visit, YESTERDAY, continuationToken ?? '')).errorResponse?.errorKey).toBe(
      'invalid_continuation_token.event_logs',
    );
  });

  test('is an old token, in the dialect in which they expire', async () => {
    await using visit = await visitPlatform(
      dialects({ 'log-page-size': 10, 'log-tail': 'tokens-expire' }),
    );
    const { continuationToken } = await pageOf(visit, TODAY);
    await visit.clock.advance(60_000);
    expect((await pageOf(visit, TODAY, continuationToken ?? '')).logs).toHaveLength(10);
    await visit.clock.advance(2_000);
    expect((await pageOf(visit, TODAY, continuationToken ?? '')).logs).toBeNull();
  });

  test.each([
    { form: 'either', bare: 200, slashed: 200 },
    { form: 'slash', bare: 404, slashed: 200 },
    { form: 'no-slash', bare: 200, slashed: 404 },
  ] as const)('is a first page asked for otherwise than $form', async ({ form, bare, slashed }) => {
    await using visit = await visitPlatform(dialects({ 'first-page': form }));
    expect((await visit.ask('GET', logs(visit, TODAY))).status).toBe(bare);
    expect((await visit.ask('GET', logs(visit, `${TODAY}/`))).status).toBe(slashed);
  });
});

test.each([
  { form: 'empty', token: '' },
  { form: 'null', token: null },
] as const)('by dialect, the last page’s token is $form', async ({ form, token }) => {
  await using visit = await visitPlatform(dialects({ 'last-page-token': form }));
  expect(await pageOf(visit, YESTERDAY)).toMatchObject({
    hasMoreData: false,
    continuationToken: token,
  });
});

test('by dialect, the last page repeats the token of its request', async () => {
  await using visit = await visitPlatform(
    dialects({ 'last-page-token': 'repeated', 'log-page-size': 500 }),
  );
  const { continuationToken } = await pageOf(visit, YESTERDAY);
  const last = await pageOf(visit, YESTERDAY, continuationToken ?? '');
  expect(last.hasMoreData).toBe(false);
  expect(last.continuationToken).toBe(continuationToken);
  expect(last.startToken).toBe(continuationToken);
});

test('by dialect, a page without entries has an empty list, null, or none', async () => {
  const silent = async (form: Dialect['null-arrays']) => {
    await using visit = await visitPlatform({ dialect: { 'null-arrays': form } });
    const zone = first(visit.platform.world.shieldZones.slice(-1));
    const path = pathOf('event-logs', { shieldZoneId: zone.id, date: TODAY });
    return await visit.json('GET', path);
  };
  expect(await silent('empty')).toMatchObject({ logs: [], hasMoreData: false });
  expect(await silent('null')).toMatchObject({ logs: null });
  expect(await silent('absent')).not.toHaveProperty('logs');
});
