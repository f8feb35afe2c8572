import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exactNumber } from '../../../../src/text/json-and-csv.ts';
import { byteServer, reply } from '../../../http/byte-server.ts';
import { entryWith } from '../../../support/event-entries.ts';
import { fakeClock } from '../../../support/fake-clock.ts';
import { openPlatform } from '../../../support/observed-platform.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { prompt, reaching, requested } from '../../prompt.ts';
import { answerNext, letPass, servedPrompt, step } from '../../served.ts';

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
const idsOf = (text: string): readonly string[] =>
  linesOf(text).map((line) => JSON.parse(line).logId);

describe.each([{ 'log-order': 'newest' }, { 'log-order': 'oldest' }] as const)(
  'a log whose pages are %j first',
  (dialect) => {
    const served = servedPrompt({
      dialect: { ...dialect, 'log-page-size': 500 },
      records: true,
      events: { perSecond: 0.5 },
    });
    const zone = () => String(served.platform.world.shieldZones[1]?.id);
    /** The entries of today that the platform has served, each once. */
    const truth = () => new Set(served.platform.served.entries().map(({ logId }) => logId));

    it('is printed completely, each entry once, unchanged', async () => {
      const { code, stdout, stderr } = await served.run(['events', zone()]);
      const ids = idsOf(stdout);
      expect(code).toBe(0);
      expect(ids.length).toBeGreaterThan(1000);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(truth());
      expect(stderr).toMatch(/^[\d,]+ entries, complete\.\n$/);
    });

    it('is printed once even if pages overlap', async () => {
      served.platform.faults.set({ kind: 'duplicates', overlap: 50 });
      const { stdout } = await served.run(['events', zone()]);
      const ids = idsOf(stdout);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(truth());
    });

    it('is printed from --since on', async () => {
      const { stdout } = await served.run(['events', zone(), '--since', '10m']);
      const all = await served.run(['events', zone()]);
      const from = served.clock.now() - 600_000;
      const recent = linesOf(all.stdout).filter((line) => JSON.parse(line).timestamp >= from);
      expect(linesOf(stdout).sort()).toEqual(recent.sort());
    });

    it('is printed as one JSON array', async () => {
      const { stdout } = await served.run(['events', zone(), '-o', 'json', '--limit', '600']);
      expect(JSON.parse(stdout)).toHaveLength(600);
    });
  },
);

/**
 * A log with an entry every half minute, newest first and ten on a page, whose third page has late entries alone. Gives what
 * reaches it, and the ids of the last hour.
 */
async function logWithLatePage(now: number) {
  const PAGE = 10;
  const stampOf = (at: number) => {
    const isLate = at >= 2 * PAGE && at < 3 * PAGE;
    return isLate ? now - 3 * 3_600_000 - at : now - 30_000 * (at + 1);
  };
  const all = Array.from({ length: 200 }, (_, at) =>
    entryWith({ logId: `${at}`, timestamp: stampOf(at) }),
  );
  const server = await byteServer((socket, request) => {
    const from = Number(/\/t(\d+) /.exec(request)?.[1] ?? 0);
    const hasMoreData = from + PAGE < all.length;
    const more = { hasMoreData, continuationToken: hasMoreData ? `t${from + PAGE}` : null };
    const logs = all.slice(from, from + PAGE);
    socket.end(reply(200, JSON.stringify({ logs, ...more }), { connection: 'close' }));
  });
  const isRecent = ({ timestamp }: (typeof all)[number]) => Number(timestamp) >= now - 3_600_000;
  const recent = all.filter(isRecent).map(({ logId }) => logId);
  return { env: { WARREN_BASE_URL: server.baseUrl.origin }, recent, server };
}

describe('an event log', () => {
  const served = servedPrompt({ dialect: { 'log-page-size': 500 }, events: { perSecond: 0.1 } });
  const zone = () => String(served.platform.world.shieldZones[0]?.id);

  it('reports that there is more than --limit', async () => {
    const { code, stdout, stderr } = await served.run(['events', zone(), '--limit', '10']);
    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(10);
    expect(stderr).toBe('10 entries of 500 read, stopped at --limit; there may be more.\n');
  });

  it('is filtered in the language of the console', async () => {
    const { stdout } = await served.run([
      'events',
      zone(),
      '--where',
      'country:BG',
      '--limit',
      '20',
    ]);
    const countries = linesOf(stdout).map((line) => JSON.parse(line).labels.country);
    expect(new Set(countries)).toEqual(new Set(['BG']));
  });

  it('of a zone given by name is filtered by its id', async () => {
    const home = temporaryDirectory();
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    const profile = `{ base_url: "${served.platform.baseUrl}", workspace: w }`;
    await writeFile(
      join(home, '.config', 'warren', 'config.yaml'),
      `default_profile: p\nprofiles: { p: ${profile} }\nworkspaces:\n  w: { shield_zones: [{ id: "${zone()}", name: shop }] }\n`,
      { mode: 0o600 },
    );
    const { stdout, stderr } = await served.run(
      ['events', 'shop', '--where', `zone:${zone()}`, '--limit', '5'],
      { env: { HOME: home, WARREN_BASE_URL: '', XDG_CONFIG_HOME: '' } },
    );
    expect(stderr).toMatch(/^5 entries of /);
    expect(linesOf(stdout)).toHaveLength(5);
  });

  it.each([
    [['--where', 'country:BG ('], '  country:BG (\n             ^'],
    [['--where', 'stauts:blocked'], 'There is no field stauts; did you mean status?'],
    [['--top', 'country,country'], '--top names country twice.'],
    [['--columns', 'logId,logId'], 'twice.'],
    [['--limit', '0'], '--limit takes a whole number'],
    [['--every', '5s'], '--every needs --follow.'],
    [['--by', 'hour', '--limit', '2'], '--limit cannot be used with --by, unless --top is there'],
    [['--since', 'yesterday'], '--since takes a duration (15m), a time in UTC (07:15)'],
    [['--date', 'today'], '--date takes a day'],
  ])('is not requested with %j', async (more, words) => {
    const { code, stdout, stderr } = await served.run(['events', zone(), ...more]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(served.platform.served.requests).toEqual([]);
  });

  it.each([
    ['ndjson', /"timestamp":1773496920006123457,/],
    ['json', /"timestamp":1773496920006123457,/],
    ['yaml', /^timestamp: 1773496920006123457$/m],
    ['csv', /,1773496920006123457,/],
    ['wide', / 1773496920006123457 /],
  ])(
    'has timestamps in %s with the digits that were sent, though no double holds them',
    async (format, written) => {
      const timestamp = exactNumber('1773496920006123457');
      const logs = [{ ...entryWith(), timestamp }];
      answerNext(served.platform, 'event-logs', { logs, hasMoreData: false });
      const { code, stdout } = await served.run(['events', zone(), '-o', format]);
      expect(code).toBe(0);
      expect(stdout).toMatch(written);
    },
  );

  it('is requested again when a page fails on the way, and printed completely', async () => {
    const running = served.run(['events', zone(), '--limit', '1200'], {
      async during() {
        await requested(served.platform);
        served.platform.faults.set(
          { kind: 'disconnect', stage: 'mid-answer', how: 'reset' },
          { times: 2 },
        );
        const { requests } = served.platform.served;
        while (requests.length < 5) await step(served.clock, { asleep: 1, ms: 1000 });
      },
    });
    const { code, stdout, stderr } = await running;
    expect(code).toBe(0);
    expect(linesOf(stdout)).toHaveLength(1200);
    expect(stderr).toContain('retrying in');
  });

  it('is read past a page of late entries, back to --since', async () => {
    const { env, recent, server } = await logWithLatePage(served.clock.now());
    const { code, stdout, stderr } = await served.run(['events', zone(), '--since', '1h'], { env });
    expect(code).toBe(0);
    expect(new Set(idsOf(stdout))).toEqual(new Set(recent));
    expect(stderr).toMatch(/^110 entries of 140 read, complete\.$/m);
    // Two pages that are older tell where the time ends.
    expect(server.requests).toHaveLength(14);
  });

  it('is reported as incomplete if the service stops answering', async () => {
    const running = letPass(
      served.run(['events', zone()], {
        async during() {
          await requested(served.platform);
          served.platform.faults.set({ kind: 'answer', status: 503, body: 'empty' });
        },
      }),
      served.clock,
      { asleep: 1, ms: 5000 },
    );
    const { code, stdout, stderr } = await running;
    expect(code).toBe(1);
    expect(linesOf(stdout)).toHaveLength(500);
    expect(stderr).toContain('Stopped after 500 entries; the rest is missing.');
  });

  it('is reported as incomplete if pages lead nowhere', async () => {
    served.platform.faults.set({ kind: 'more-without-token' });
    const { code, stderr } = await served.run(['events', zone()]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'incomplete: the service says there is more but gives no token for it.',
    );
  });

  it('is reported as incomplete if pages go in circles with new tokens', async () => {
    const timestamp = served.clock.now() - 60_000;
    const server = await byteServer((socket) => {
      const page = server.requests.length;
      const logs = [{ ...entryWith(), timestamp, logId: `${page % 3}` }];
      const more = { hasMoreData: true, continuationToken: `t${page}` };
      socket.end(reply(200, JSON.stringify({ logs, ...more }), { connection: 'close' }));
    });
    const { code, stdout, stderr } = await served.run(['events', zone()], {
      env: { WARREN_BASE_URL: server.baseUrl.origin },
    });
    expect(code).toBe(1);
    expect(new Set(idsOf(stdout))).toEqual(new Set(['0', '1', '2']));
    expect(stderr).toContain('incomplete: the service repeats a page.');
    expect(server.requests).toHaveLength(13);
  });

  it.each(['..', 'a\u0007', 'a\ud800', `%${'25'.repeat(9)}41`])(
    'is told to be incomplete where the token of the next page is %j, which cannot be sent',
    async (continuationToken) => {
      const logs = [{ ...entryWith(), timestamp: served.clock.now() }];
      const page = { logs, hasMoreData: true, continuationToken };
      answerNext(served.platform, 'event-logs', page);
      const { code, stdout, stderr } = await served.run(['events', zone()]);
      expect(linesOf(stdout)).toHaveLength(1);
      expect(code).toBe(1);
      expect(stderr).toContain('incomplete: the token for the next page cannot be used');
      expect(stderr).not.toContain('Nothing was sent');
    },
  );

  it('stops after the fifth line for a reader that wants five', async () => {
    let lines = 0;
    const { code } = await served.run(['events', zone(), '--follow'], {
      taking(piece) {
        lines += piece.split('\n').length;
        return lines > 5 ? 'close' : 'take';
      },
    });
    expect(code).toBe(0);
  });
});

/** The look for midnight, and the wait for the next look at the newest end. */
const FOLLOWING = { asleep: 2, ms: 1000 };

describe('following', () => {
  const served = servedPrompt({ dialect: { 'log-page-size': 500 }, events: { perSecond: 1 } });
  const zone = () => String(served.platform.world.shieldZones[0]?.id);

  it('prints new entries, each once, and reports the interruption', async () => {
    let ids: readonly string[] = [];
    const { code, stderr } = await served.run(['events', zone(), '--follow', '--since', '1m'], {
      taking(piece) {
        ids = [...ids, ...idsOf(piece)];
        return 'take';
      },
      async during(interrupt) {
        while (ids.length === 0) await step(served.clock, FOLLOWING);
        const before = ids.length;
        while (ids.length < before + 20) await step(served.clock, FOLLOWING);
        interrupt.abort();
      },
    });
    expect(code).toBe(130);
    expect(new Set(ids).size).toBe(ids.length);
    expect(stderr).toContain(`Interrupted after ${ids.length} entries`);
  });

  it('reads no further back than --since', async () => {
    const { stderr } = await served.run(['events', zone(), '--follow', '--since', '1m'], {
      async during(interrupt) {
        while (served.clock.elapsed() < 20_000) await step(served.clock, FOLLOWING);
        interrupt.abort();
      },
    });
    expect(stderr).toMatch(/Interrupted after \d+ entries/);
    // The first two pages tell the order; the day is a hundred.
    const walked = served.platform.served.requests.filter(({ target }) =>
      /\/\d\d-\d\d-\d{4}\/./.test(target),
    );
    expect(walked.length).toBeLessThan(5);
  });

  it('does not stop early at a page of late entries', async () => {
    const { env, recent } = await logWithLatePage(served.clock.now());
    const asked = ['events', zone(), '--follow', '--since', '1h', '-o', 'ndjson'];
    const { stdout } = await served.run(asked, {
      env,
      async during(interrupt) {
        while (served.clock.elapsed() < 20_000) await step(served.clock, FOLLOWING);
        interrupt.abort();
      },
    });
    expect(recent.length).toBeGreaterThan(100);
    expect(new Set(idsOf(stdout))).toEqual(new Set(recent));
  });

  it('reports an unknown value even when interrupted', async () => {
    const asked = ['events', zone(), '--follow', '--since', '1h', '--where', 'status:Blokced'];
    const { code, stderr } = await served.run(asked, {
      async during(interrupt) {
        while (served.clock.sleeping < FOLLOWING.asleep) await step(served.clock, FOLLOWING);
        interrupt.abort();
      },
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(/Interrupted after 0 entries of [\d,]+ read\./);
    expect(stderr).toMatch(/No entry that was read has status "Blokced"; values read include /);
  });

  it('stops when the service refuses the first page', async () => {
    served.platform.faults.set({ kind: 'answer', status: 403, body: 'problem' });
    expect(await served.run(['events', zone(), '--follow'])).toMatchObject({ code: 3, stdout: '' });
  });

  it('continues through an outage, and reports it', async () => {
    let lines = 0;
    const { code, stderr } = await served.run(['events', zone(), '--follow', '--since', '1m'], {
      taking(piece) {
        lines += linesOf(piece).length;
        return 'take';
      },
      async during(interrupt) {
        while (lines === 0) await step(served.clock, FOLLOWING);
        const end = served.platform.faults.set({ kind: 'answer', status: 503, body: 'empty' });
        const { requests } = served.platform.served;
        const failing = requests.length + 2;
        while (requests.length < failing) await step(served.clock, FOLLOWING);
        end();
        const before = lines;
        while (lines === before) await step(served.clock, FOLLOWING);
        interrupt.abort();
      },
    });
    expect(code).toBe(130);
    expect(stderr).toContain('The service is unavailable; retrying in');
  });
});

describe.each([{ 'log-order': 'newest' }, { 'log-order': 'oldest' }] as const)(
  'over midnight, in a log whose pages are %j first,',
  (dialect) => {
    const served = servedPrompt({
      dialect: { ...dialect, 'log-page-size': 500 },
      records: true,
      events: { perSecond: 0.02 },
    });
    const zone = () => String(served.platform.world.shieldZones[1]?.id);
    const timesOf = (text: string): readonly number[] =>
      linesOf(text).map((line) => JSON.parse(line).timestamp);
    /** How many neighbours stand in that order: entries may be logged late. */
    const share = (times: readonly number[], isInOrder: (a: number, b: number) => boolean) =>
      times.slice(1).filter((time, at) => isInOrder(times[at] ?? 0, time)).length / times.length;

    it('D4: entries keep one order, and --limit keeps the newest', async () => {
      const { code, stdout } = await served.run(['events', zone(), '--since', '30h']);
      expect(code).toBe(0);
      const all = timesOf(stdout);
      expect(new Set(all.map((time) => Math.floor(time / 86_400_000))).size).toBe(2);
      const isFalling = dialect['log-order'] === 'newest';
      expect(share(all, (a, b) => (isFalling ? a >= b : a <= b))).toBeGreaterThan(0.9);

      const limited = await served.run(['events', zone(), '--since', '30h', '--limit', '3']);
      expect(timesOf(limited.stdout)).toEqual(isFalling ? all.slice(0, 3) : all.slice(-3));
    });

    it('D5: days that the service no longer has are reported and skipped', async () => {
      const { code, stdout, stderr } = await served.run(['events', zone(), '--since', '4d']);
      expect(code).toBe(0);
      expect(linesOf(stdout).length).toBeGreaterThan(1000);
      expect(stderr).toMatch(
        /^Not read, as the service no longer has it: \d{4}-\d\d-\d\d(, \d{4}-\d\d-\d\d)*\.$/m,
      );
      expect(stderr).toContain('entries, complete for the days the service still has.');
    });

    it.each([
      ['--date', -6, 'The service keeps the last days only; choose a later --date.'],
      ['--until', -5, 'The service keeps the last days only; choose a later --until.'],
      ['--date', 1, 'that day has not begun (UTC).'],
    ])('D5: days that the service does not have are an error: %s', async (option, days, advice) => {
      const day = new Date(served.clock.now() + days * 86_400_000).toISOString().slice(0, 10);
      const value = option === '--until' ? `${day}T12:00Z` : day;
      const { code, stdout, stderr } = await served.run(['events', zone(), option, value]);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toContain(advice);
    });

    it('D5: today’s log that the service does not have is not called one to come', async () => {
      const body =
        '{"errorResponse":{"errorKey":"invalid_datetime_window.event_logs","statusCode":401}}';
      const head = `HTTP/1.1 401 Answer\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
      served.platform.faults.set({ kind: 'raw', bytes: `${head}\r\n\r\n${body}` });
      const day = new Date(served.clock.now()).toISOString().slice(0, 10);
      for (const span of [['--date', day], ['--since', '5m'], []]) {
        const { code, stderr } = await served.run(['events', zone(), ...span]);
        expect(code).toBe(3);
        expect(stderr).toContain(`${day} is today (UTC), and the service does not have it.`);
        expect(stderr).not.toContain('has not begun');
      }
    });

    it('D5: a day that has not begun anywhere is refused before anything is sent', async () => {
      const day = new Date(served.clock.now() + 2 * 86_400_000).toISOString().slice(0, 10);
      const { code, stderr } = await served.run(['events', zone(), '--date', day]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `warren: --date ${day}: that day has not begun (UTC).\n`,
      });
      expect(served.platform.served.requests).toEqual([]);
    });

    it('--until excludes newer entries', async () => {
      const { stdout } = await served.run(['events', zone(), '--since', '2h', '--until', '1h']);
      const times = timesOf(stdout);
      expect(times.length).toBeGreaterThan(10);
      const now = served.clock.now();
      expect(times.every((time) => time >= now - 7_200_000 && time < now - 3_600_000)).toBe(true);
    });
  },
);

describe.each([
  ['ahead of', -20],
  ['behind', 20],
  ['ahead of', -26 * 60],
] as const)('a clock that is %s the service’s, by %i minutes,', (_, minutes) => {
  async function opened() {
    const clock = fakeClock();
    const now = () => clock.now() + minutes * 60_000;
    const platform = await openPlatform({
      clock: { ...clock, now },
      seed: 7,
      records: true,
      dialect: { 'log-page-size': 500 },
      events: { perSecond: 0.5 },
    });
    onTestFinished(() => platform.close());
    const zone = String(platform.world.shieldZones[0]?.id);
    return { clock, now, platform, zone, env: reaching(platform) };
  }

  it('is corrected before following starts', async () => {
    const { clock, now, zone, env } = await opened();
    const from = now() - 15 * 60_000;
    let text = '';
    await prompt(['events', zone, '--follow', '--since', '15m'], {
      clock,
      env,
      taking(piece) {
        text += piece;
        return 'take';
      },
      async during(interrupt) {
        while (clock.elapsed() < 20_000) await step(clock, FOLLOWING);
        interrupt.abort();
      },
    });
    const times = linesOf(text).map((line) => Number(JSON.parse(line).timestamp));
    expect(times.length).toBeGreaterThan(100);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...times)).toBeGreaterThan(from + 15 * 60_000);
  });

  it('is corrected before the time span is applied', async () => {
    const { clock, now, platform, zone, env } = await opened();
    const { code, stdout, stderr } = await prompt(['events', zone, '--since', '15m'], {
      clock,
      env,
    });
    expect(code).toBe(0);
    expect(stderr).toContain(' entries of ');
    const wanted = platform.served
      .entries()
      .filter(({ moment }) => moment >= now() - 15 * 60_000)
      .map(({ logId }) => logId);
    expect(wanted.length).toBeGreaterThan(100);
    expect(new Set(idsOf(stdout))).toEqual(new Set(wanted));
  });
});

describe('counted entries', () => {
  const served = servedPrompt({
    dialect: { 'log-page-size': 500 },
    records: true,
    events: { perSecond: 0.3 },
  });
  const zone = () => String(served.platform.world.shieldZones[0]?.id);
  const entries = async (...rest: string[]) => {
    const { stdout } = await served.run(['events', zone(), ...rest]);
    return linesOf(stdout).map((line) => JSON.parse(line));
  };

  it('have the number of each value, by outcome and by time', async () => {
    const all = await entries('--since', '2h');
    const { code, stdout, stderr } = await served.run([
      ...['events', zone(), '--since', '2h', '--top', 'country,ip', '--by', 'hour', '-o', 'json'],
    ]);
    expect(code).toBe(0);
    const counted = JSON.parse(stdout);
    expect(counted.entries).toBe(all.length);
    expect(stderr).toMatch(/^[\d,]+ entries counted of [\d,]+ read, complete\.\n$/);
    type Counted = Record<string, string | number | boolean | null>;
    const rows: readonly Counted[] = counted.counts;
    const listed = rows.filter(({ field, others }) => field === 'country' && others === false);
    expect(new Set(listed.map(({ value }) => value)).size).toBe(10);
    for (const { value, time, entries: found, blocked } of listed) {
      const same = all.filter(
        ({ labels, timestamp }) =>
          labels.country === value &&
          new Date(Math.floor(timestamp / 3_600_000) * 3_600_000).toISOString() === time,
      );
      expect(found).toBe(same.length);
      expect(blocked).toBe(same.filter(({ labels }) => labels.status === 'Blocked').length);
    }
    const ips = rows.filter(({ field }) => field === 'ip');
    expect(ips.reduce((sum, row) => sum + Number(row['entries']), 0)).toBe(all.length);
  });

  it('are a table on a terminal and CSV on request, after filtering', async () => {
    const all = await entries('--where', 'status:blocked');
    const setting = { terminal: { columns: 120 } };
    const shown = await served.run(
      ['events', zone(), '--where', 'status:blocked', '--top', 'status', '-o', 'table'],
      setting as object,
    );
    expect(shown.stdout).toMatch(
      /^FIELD +VALUE +ENTRIES +SHARE +BLOCKED +CHALLENGED +LOGGED +OTHER/,
    );
    const number = all.length.toLocaleString('en');
    expect(shown.stdout).toMatch(new RegExp(`status +Blocked +${number} +100.0% +${number} `));
    const csv = await served.run(['events', zone(), '--by', 'day', '-o', 'csv']);
    expect(linesOf(csv.stdout)[0]).toBe(
      'time,entries,share,blocked,challenged,logged,other,first,last',
    );
    expect(linesOf(csv.stdout)).toHaveLength(2);
  });

  it('explains what cannot be counted by', async () => {
    const refusal = async (...rest: string[]) =>
      (await served.run(['events', zone(), ...rest])).stderr;
    expect(await refusal('--top', 'contry')).toContain('did you mean country?');
    expect(await refusal('--top', 'since')).toContain(
      '“since” is not a field that can be counted by.',
    );
    expect(await refusal('--by', '7m')).toContain('--by takes minute, hour, day');
    expect(await refusal('--by', '10s')).toContain('--by takes minute, hour, day');
    expect(await refusal('--top', 'ip', '--follow')).toContain('cannot be used with --follow');
  });
});
