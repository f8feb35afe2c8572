import { expect, it } from 'vitest';
import { type ConsoleUnderTest, consoleUnderTest, KEYS } from '../support/console.ts';

/** How many entries the title line says are loaded. */
async function loaded(test: ConsoleUnderTest): Promise<number> {
  const [, count = ''] = /· ([\d,]+) loaded/.exec(await test.line('── Events')) ?? [];
  return Number(count.replaceAll(',', ''));
}

/** What the service had logged of both days when it was last asked. */
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
  'both days are followed across midnight, nothing lost or doubled, %s entries first',
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
    expect(await test.cursor()).toMatch(/^❯ 00:00:/);
    expect(await test.text()).toMatch(/^ {2}23:59:5\d(?:\.\d{3})? /m);
    expect(await loaded(test)).toBe(logged(test));

    const served = new Set(test.platform.served.entries().map(({ logId }) => logId));
    expect(served.size).toBe(await loaded(test));
    const days = new Set(test.platform.served.entries().map(({ day }) => day));
    expect(days.size).toBe(2);
  },
);
