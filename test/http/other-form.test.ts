import { expect, it, onTestFinished } from 'vitest';
import { eventLogs } from '../../src/contract/operations/event-logs.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { dialectFrom } from '../../src/platform/dialect.ts';
import { openPlatform } from '../../src/platform/platform.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { client, NOW } from './client-harness.ts';

const date = '03-14-2026';

/** A client of a platform that takes the given form of the first page, and what it asked for. */
async function asking(form: 'either' | 'slash' | 'no-slash') {
  const platform = await openPlatform({
    clock: fakeClock(NOW),
    seed: 1,
    dialect: dialectFrom([`first-page=${form}`, 'log-page-size=10']),
  });
  onTestFinished(() => platform.close());
  const base = parseBaseUrl(platform.baseUrl);
  if (base.kind !== 'ok') throw new Error(base.reason);
  const { call, failure, exchanges } = client(base.baseUrl, {
    accessKey: () => platform.accessKey,
  });
  const zone = String(platform.world.shieldZones[0]?.id);
  return {
    first: (shieldZoneId = zone) => call(eventLogs, { shieldZoneId, date }),
    next: (continuationToken: string) =>
      call(eventLogs, { shieldZoneId: zone, date, continuationToken }),
    refused: (input: { shieldZoneId?: string; date?: string }) =>
      failure(eventLogs, { shieldZoneId: zone, date, ...input }),
    asked: () =>
      exchanges
        .filter(({ outcome }) => outcome.kind === 'in-flight')
        .map(({ path }) => path.replace(`/${zone}/`, '/ZONE/').replace(/\/[^/]{20,}$/, '/TOKEN')),
  };
}

const BARE = '/shield/event-logs/ZONE/03-14-2026';

it('the first page is asked for in the form that the service takes, once that is known', async () => {
  const { first, next, asked } = await asking('slash');
  const { logs, continuationToken } = await first();
  expect(logs).toHaveLength(10);
  await first();
  await next(continuationToken ?? '');
  expect(asked()).toEqual([BARE, `${BARE}/`, `${BARE}/`, `${BARE}/TOKEN`]);
});

it.each(['either', 'no-slash'] as const)(
  'one form is enough where it is taken: %s',
  async (form) => {
    const { first, asked } = await asking(form);
    await first();
    await first();
    expect(asked()).toEqual([BARE, BARE]);
  },
);

it('what is refused in both forms is refused for the reason given to the usual one', async () => {
  const { refused, first, asked } = await asking('no-slash');
  expect(await refused({ shieldZoneId: '1' })).toMatchObject({
    kind: 'not-found',
    title: expect.stringContaining('shield zone'),
  });
  expect(asked()).toHaveLength(2);
  // Once the form is known nothing is asked twice.
  await first();
  await refused({ shieldZoneId: '1' });
  expect(asked()).toHaveLength(4);
});

it('no other form is tried for what the form cannot be to blame for', async () => {
  const { refused, asked } = await asking('slash');
  expect((await refused({ date: '03-01-2026' })).kind).toBe('outside-window');
  expect(asked()).toHaveLength(1);
});
