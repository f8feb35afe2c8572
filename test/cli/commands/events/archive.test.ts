import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEventArchive, readEventArchive } from '../../../../src/archive/open.ts';
import { keepAsWritten } from '../../../../src/contract/shape.ts';
import { covers, noCoverage } from '../../../../src/events/coverage.ts';
import { startOfDay, utcDay } from '../../../../src/text/time.ts';
import { entryWith } from '../../../support/event-entries.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { type Outcome, prompt, requested } from '../../prompt.ts';
import { type ServedPrompt, servedPrompt, step } from '../../served.ts';

let directory = '';
let file = '';
beforeEach(() => {
  directory = temporaryDirectory();
  file = join(directory, 'shop.db');
});

const idsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).logId);

/** The look for midnight, and the wait for the next look at the newest end. */
const FOLLOWING = { asleep: 2, ms: 1000 };

/** Follows into the archive until `isEnough` of a lull, and is interrupted there. */
async function keep(
  served: ServedPrompt,
  isEnough: (written: number) => boolean | Promise<boolean>,
  ...more: readonly string[]
): Promise<Outcome> {
  const zone = String(served.platform.world.shieldZones[0]?.id);
  let written = 0;
  return served.run(['events', zone, '--follow', '--archive', file, ...more], {
    taking(piece) {
      written += idsOf(piece).length;
      return 'take';
    },
    async during(interrupt) {
      const { clock } = served;
      while (clock.sleeping < FOLLOWING.asleep || !(await isEnough(written))) {
        await step(clock, FOLLOWING);
      }
      interrupt.abort();
    },
  });
}

/** Whether the archive has all of a day up to `until`. */
const isWhole = (served: ServedPrompt, until: () => number) => async (): Promise<boolean> => {
  const archive = await readEventArchive(file);
  const zone = String(served.platform.world.shieldZones[0]?.id);
  const day = utcDay(until() - 1);
  const { loaded } = await archive.coverage(zone, day);
  await archive.close();
  return (
    loaded.length === 1 &&
    covers({ ...noCoverage(day), loaded }, { from: startOfDay(day), until: until() })
  );
};

describe.each(['newest', 'oldest'] as const)('a log that is archived, %s first', (order) => {
  const served = servedPrompt({
    dialect: { 'log-page-size': 500, 'log-order': order },
    records: true,
    events: { perDay: 6000 },
  });
  const zone = () => String(served.platform.world.shieldZones[0]?.id);
  /** Every entry that the platform has served, each once. */
  const truth = () =>
    [...new Set(served.platform.served.entries().map(({ logId }) => logId))].sort();

  const tillNow = () => isWhole(served, () => served.clock.now() - 60_000);

  it('is read without a network, every entry once', async () => {
    const kept = await keep(served, tillNow());
    expect(kept.code).toBe(130);
    expect(kept.stderr).toContain(`${file} holds `);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const { code, stdout, stderr } = await prompt(['events', '--from', file], {
      clock: served.clock,
    });
    expect(code).toBe(0);
    expect([...idsOf(stdout)].sort()).toEqual(truth());
    expect(stderr).toContain('Incomplete day: 2026-03-14: ');
    expect(stderr).toContain('entries, all that the archive holds.');
  });

  it('continues where the previous run was interrupted, without duplicates', async () => {
    const { requests } = served.platform.served;
    await served.run(['events', zone(), '--follow', '--archive', file], {
      async during(interrupt) {
        await requested(served.platform, 3);
        interrupt.abort();
      },
    });
    const before = await keep(served, tillNow());
    await served.clock.advance(3_600_000);
    const pages = requests.length;
    const after = await keep(served, tillNow());
    const printed = new Set(idsOf(before.stdout));
    expect(idsOf(after.stdout).length).toBeGreaterThan(0);
    // What the file had was not asked for again; oldest first there is no other way to the newest end.
    if (order === 'newest') {
      expect(requests.length - pages).toBeLessThan(4);
      expect(idsOf(after.stdout).filter((id) => printed.has(id))).toEqual([]);
    }

    const { stdout } = await prompt(['events', '--from', file], { clock: served.clock });
    expect([...idsOf(stdout)].sort()).toEqual(truth());
  });

  it('contains entries that --where excludes, and is filtered when read', async () => {
    await keep(served, (written) => written > 50, '--where', 'country:BG');
    const { clock } = served;
    const all = await prompt(['events', '--from', file], { clock });
    const some = await prompt(['events', zone(), '--from', file, '--where', 'country:BG'], {
      clock,
    });
    const countries = (text: string) =>
      new Set(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).labels.country),
      );
    expect(countries(all.stdout).size).toBeGreaterThan(1);
    expect(countries(some.stdout)).toEqual(new Set(['BG']));
  });

  it('claims nothing before --since', async () => {
    await keep(served, (written) => written > 5, '--since', '10m');
    const archive = await openEventArchive(file);
    const day = utcDay(served.clock.now());
    const [first] = (await archive.coverage(zone(), day)).loaded;
    await archive.close();
    expect(first?.from).toBeGreaterThanOrEqual(served.clock.now() - 3_600_000);
  });
});

describe('a day left unfinished by a run', () => {
  const served = servedPrompt({
    dialect: { 'log-page-size': 500 },
    records: true,
    events: { perDay: 3000 },
  });

  it('is completed by one that starts after midnight', async () => {
    await keep(
      served,
      isWhole(served, () => served.clock.now() - 60_000),
    );
    await served.clock.advance(11 * 3_600_000);
    const today = () => startOfDay(utcDay(served.clock.now()));
    await keep(served, isWhole(served, today));
    const day = utcDay(served.clock.now()) - 1;
    const [known] = served.platform.world.shieldZones;
    const due = known && served.platform.world.events.day(known, day).countBy(startOfDay(day + 1));
    const { stdout } = await prompt(['events', '--from', file, '--date', '2026-03-14'], {
      clock: served.clock,
    });
    expect(new Set(idsOf(stdout)).size).toBe(due);
    expect(idsOf(stdout)).toHaveLength(due ?? -1);
  });
});

describe('an archive on the command line', () => {
  const NOON = Date.UTC(2026, 2, 14, 12);
  const read = (...more: readonly string[]) => prompt(['events', '--from', file, ...more]);

  it('reads a time range, whatever day the entries are stored under', async () => {
    const midnight = startOfDay(utcDay(NOON));
    const archive = await openEventArchive(file);
    const stamps = [
      [-1, [-5000, 2000]],
      [0, [-1000, 1000, 80_000_000]],
      [1, [86_400_005]],
    ] as const;
    for (const [day, of] of stamps) {
      const entries = of.map((at) => entryWith({ logId: `${at}`, timestamp: midnight + at }));
      const coverage = noCoverage(utcDay(NOON) + day);
      const [oldest, newest] = [midnight + Math.min(...of), midnight + Math.max(...of)];
      await archive.append('7', coverage.day, entries, { ...coverage, oldest, newest });
    }
    await archive.close();
    const ids = async (...more: readonly string[]) =>
      idsOf((await read(...more)).stdout).toSorted();
    const day = ['--since', '2026-03-14T00:00:00Z', '--until', '2026-03-15T00:00:00Z'];
    expect(await ids(...day)).toEqual(['1000', '2000', '80000000']);
    expect(await ids('--until', '2026-03-13T23:59:59.500Z')).toEqual(['-1000', '-5000']);
    expect(await ids('--date', '2026-03-13')).toEqual(['-5000', '2000']);
    expect((await read(...day)).stderr).not.toContain('Incomplete day: 2026-03-13');
  });

  it('with several zones needs one named, by its id or its workspace name', async () => {
    const archive = await openEventArchive(file);
    for (const zone of ['7', '8']) {
      await archive.append(
        zone,
        utcDay(NOON),
        [entryWith({ logId: `of-${zone}`, timestamp: NOON })],
        noCoverage(utcDay(NOON)),
      );
    }
    await archive.close();
    expect(await read()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'warren: The archive is of several zones; name one of them: 7, 8.\n',
    });
    const { stdout } = await prompt(['events', '8', '--from', file]);
    expect(idsOf(stdout)).toEqual(['of-8']);
    const env = { XDG_CONFIG_HOME: temporaryDirectory() };
    await mkdir(join(env.XDG_CONFIG_HOME, 'warren'));
    await writeFile(
      join(env.XDG_CONFIG_HOME, 'warren', 'config.yaml'),
      'default_profile: p\nprofiles: {p: {base_url: "https://api.example.net", workspace: w}}\nworkspaces: {w: {shield_zones: [{id: 8, name: shop}]}}\n',
      { mode: 0o600 },
    );
    const named = await prompt(['events', 'shop', '--from', file], { env });
    expect(idsOf(named.stdout)).toEqual(['of-8']);
    expect(await prompt(['events', '9', '--from', file])).toMatchObject({
      code: 2,
      stderr: 'warren: The archive has nothing of zone 9. It is of: 7, 8.\n',
    });
  });

  it('returns timestamps with all digits, even those that a double cannot hold', async () => {
    const digits = '1773489600006123457';
    const entry = entryWith({ timestamp: Number(digits) });
    keepAsWritten(entry, 'timestamp', digits);
    const archive = await openEventArchive(file);
    await archive.append('7', utcDay(NOON), [entry], noCoverage(utcDay(NOON)));
    await archive.close();
    for (const format of ['ndjson', 'json', 'yaml', 'csv']) {
      expect((await read('-o', format)).stdout).toMatch(new RegExp(`\\b${digits}\\b`));
    }
  });

  it('reports its contents before errors in the configuration, for a mistyped zone', async () => {
    const archive = await openEventArchive(file);
    await archive.append('7', utcDay(NOON), [], noCoverage(utcDay(NOON)));
    await archive.close();
    const env = { XDG_CONFIG_HOME: temporaryDirectory() };
    await mkdir(join(env.XDG_CONFIG_HOME, 'warren'));
    const faulty = join(env.XDG_CONFIG_HOME, 'warren', 'config.yaml');
    await writeFile(faulty, 'profile: {}\n', { mode: 0o600 });
    const { code, stderr } = await prompt(['events', 'shpo', '--from', file], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^warren: The archive has nothing of zone shpo\. It is of: 7\.\n/);
    expect(stderr).toContain('A name is looked for in the configuration, which could not be read:');
    expect(stderr).toContain(faulty);
    // An id needs no name.
    expect((await prompt(['events', '7', '--from', file], { env })).code).toBe(0);
  });

  it('says what it holds instead when it has none of the days', async () => {
    const archive = await openEventArchive(file);
    const entry = entryWith({ timestamp: NOON });
    await archive.append('7', utcDay(NOON), [entry], noCoverage(utcDay(NOON)));
    await archive.close();
    const { code, stdout, stderr } = await read('--date', '2026-03-13');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'The archive has nothing of 2026-03-13; it holds 2026-03-14.\n0 entries, incomplete: no such day is in the archive.\n',
    );
  });

  it('does not call a day whole that is not over', async () => {
    const archive = await openEventArchive(file);
    const day = utcDay(NOON);
    const loaded = [{ from: startOfDay(day), until: NOON }];
    await archive.append('7', day, [], { ...noCoverage(day), loaded });
    await archive.close();
    const status = async (...argv: string[]) =>
      (await prompt(['archive', 'status', file, ...argv], { clock: fakeClock(NOON) })).stdout;
    const midnight = new Date(startOfDay(day)).toISOString();
    const noon = new Date(NOON).toISOString();
    expect(JSON.parse(await status('-o', 'json')).zones).toMatchObject([
      {
        days: 1,
        whole: 0,
        until: noon,
        coverage: [{ loaded: [{ from: midnight, until: noon }], oldest: null, newest: null }],
      },
    ]);
    expect(JSON.parse(await status('-o', 'ndjson'))).toMatchObject({ until: noon });
    expect(await status('-o', 'csv', '--columns', 'until')).toBe(`until\n${noon}\n`);
  });

  it('is rejected with a reason if it does not exist', async () => {
    expect(await read()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it does not exist'),
    });
    await writeFile(file, 'notes');
    expect((await read()).code).toBe(2);
    expect(await readFile(file, 'utf8')).toBe('notes');
  });

  it.each([
    [['events', '--from', 'x', '--follow'], '--from cannot be used with --follow or --archive.'],
    [['events', '7', '--archive', 'x'], '--archive needs --follow.'],
    [['events'], 'Missing argument ZONE: a shield zone’s id, or its name in the workspace.'],
  ])('cannot be used with %j', async (argv, words) => {
    const { code, stderr } = await prompt(argv);
    expect({ code, stderr }).toEqual({ code: 2, stderr: `warren: ${words}\n` });
  });
});
