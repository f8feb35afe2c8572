import { describe, expect, it } from 'vitest';
import { dialectChoices } from '../../src/platform/wire/dialect.ts';
import { prompt, reaching } from '../cli/prompt.ts';
import { letPass } from '../cli/served.ts';
import { first, the } from '../platform/visitor.ts';
import { dialectsTouching, settingsOf, spoken } from '../support/dialects-touching.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPlatform } from '../support/observed-platform.ts';
import { HOSTS, zoneOf } from './calls.ts';

/*
 * The operations at the prompt, whatever the service speaks: each two settings together at least once. Uploads, which
 * take longer, are in dialects.test.ts and in the journeys of API Guardian.
 */

const ROWS = dialectsTouching([]);

it('every setting of the embedded platform is spoken', () => {
  const all = dialectChoices.flatMap(settingsOf);
  expect(all.filter((setting) => !ROWS.some((row) => row.split(' ').includes(setting)))).toEqual(
    [],
  );
});

describe.each(ROWS)('when the service speaks %s', (row) => {
  it('each command shows what there is, and each change is made', async () => {
    const clock = fakeClock();
    const events = { perDay: 300 };
    await using platform = Object.assign(
      await openPlatform({ clock, seed: 7, events, dialect: spoken(row) }),
      { [Symbol.asyncDispose]: () => platform.close() },
    );
    const { world } = platform;
    const run = (argv: readonly string[]) =>
      letPass(prompt([...argv, '-o', 'json'], { clock, env: reaching(platform) }), clock, {
        asleep: 2,
        ms: 1000,
      });
    const done = async (argv: readonly string[]) => {
      const { code, stdout, stderr } = await run(argv);
      expect(code, `${argv.join(' ')}\n${stderr}`).toBe(0);
      return JSON.parse(stdout);
    };

    const app = first(world.applications).id;
    const overview = await done(['app', 'overview', app]);
    expect(overview.status).toBe(row.includes('=other-name') ? null : 'active');
    expect(overview.regions).toHaveLength(first(world.applications).regions.length);

    const zone = the(world.dnsZones, ({ domain }) => domain === 'blog.example').id;
    const scan = await done(['dns', 'scan', String(zone)]);
    expect(scan).toMatchObject({ Status: 'Completed', CompletedAt: '2026-03-14T12:02:09.000Z' });
    expect(scan.Records).toHaveLength(14);

    const { data } = await done(['rate-limit', String(first(world.rateLimits).id)]);
    expect(data.overview.totalBreaches).toBeGreaterThan(0);

    const found = await done(['search', 'shop', '--size', '3']);
    expect(found.SearchResults).toHaveLength(3);

    const shield = zoneOf(world, HOSTS.block);
    const entries = await done(['events', String(shield), '--date', '2026-03-13', '--limit', '40']);
    expect(entries).toHaveLength(40);
    expect(new Set(entries.map(({ logId }: { logId: string }) => logId)).size).toBe(40);

    const script = String(first(world.scripts).id);
    const variable = await done(['script', 'add-variable', script, 'FRESH', '--required']);
    expect(variable).toMatchObject({ Name: 'FRESH', Required: true });

    expect(await done(['app', 'delete', app, '--confirm', app, '--wait'])).toMatchObject({
      appId: app,
      status: 'gone',
    });
    expect(await run(['app', 'overview', app])).toMatchObject({ code: 4, stdout: '' });
  });
});
