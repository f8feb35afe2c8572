import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { requested } from '../prompt.ts';
import { answerNext, letPass, servedPrompt, step } from '../served.ts';

const served = servedPrompt();
const application = (name: string) =>
  served.platform.world.applications.find((each) => each.name === name)?.id ?? '';

/** The wait between two questions, and the time that is given for all of them. */
const WAITING = { asleep: 2, ms: 1000 };
const waitFor = (expression: string, ...more: string[]) =>
  letPass(served.run(['wait', expression, ...more]), served.clock, {
    ...WAITING,
    // Following a log looks at the clock, too.
    asleep: expression.startsWith('zone') ? 3 : 2,
  });

it('returns when the condition holds for one item, with the item and the reason', async () => {
  const { code, stdout } = await served.run([
    'wait',
    `app:${application('storefront')} status != failing`,
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    expression: expect.stringContaining('status != failing'),
    id: application('storefront'),
    waitedMs: expect.any(Number),
  });
});

it('waits until the condition has held for the duration', async () => {
  const expression = `app:${application('storefront')} status = active for 30s`;
  const { code, stdout } = await waitFor(expression);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).waitedMs).toBeGreaterThanOrEqual(30_000);
});

it('exits with 6 on timeout if it does not hold, as app wait does', async () => {
  const expression = `app:${application('storefront')} status = suspended`;
  const { code, stdout, stderr } = await waitFor(expression, '--timeout', '20s');
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
  expect(stderr).toMatch(
    /^warren: Timed out after 20 s waiting until the condition holds; the last answer had status \w+\.$/m,
  );
});

it('refuses a condition that must hold for longer than the timeout', async () => {
  const { code, stderr } = await served.run([
    'wait',
    `app:${application('storefront')} status = active for 1h`,
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'The condition must hold for longer than --timeout allows: raise --timeout.',
  );
  expect(served.platform.served.requests).toEqual([]);
});

it('says on timeout for how long it has held, if not for long enough', async () => {
  const expression = `app:${application('storefront')} status = active for 90s`;
  const { code, stderr } = await waitFor(expression, '--timeout', '90s');
  expect(code).toBe(6);
  expect(stderr).toMatch(/It has held for 8[\d.]+ s of the 90 s required\./);
});

it('exits with 6 if it is unknown, and explains why', async () => {
  served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' });
  const expression = `app:${application('storefront')} status = active`;
  const { code, stderr } = await waitFor(expression, '--timeout', '20s');
  expect(code).toBe(6);
  expect(stderr).toMatch(/could not be determined within 20 s/);
  expect(stderr).toMatch(/The last request failed: HTML instead of JSON/);
});

it.each([
  ['wait', `app:ID status = suspended`, []],
  ['app wait', 'ID', ['--until', 'status=suspended']],
])('%s shows the latest answer and the time on a terminal', async (command, what, more) => {
  const argv = [...command.split(' '), what.replace('ID', application('storefront')), ...more];
  const { stderr } = await letPass(
    served.run([...argv, '--timeout', '20s'], { messageColumns: 100 }),
    served.clock,
    WAITING,
  );
  expect(stderr).toMatch(/\r\w+: status \w+; waited 1\d s of 20 s/);
});

describe('an application that the service no longer finds', () => {
  const goneAfter = async (expression: string) => {
    const running = served.run(['wait', expression], {
      async during() {
        await requested(served.platform);
        served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
      },
    });
    return letPass(running, served.clock, WAITING);
  };

  it('is gone if it was seen before', async () => {
    const { code, stdout } = await goneAfter(`app:${application('storefront')} status = gone`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).how).toBe('gone');
  });

  it('ends the wait for anything else at once, as for app wait', async () => {
    const expression = `app:${application('storefront')} status = suspended`;
    expect(await goneAfter(expression)).toMatchObject({ code: 4, stdout: '' });
  });

  it('is gone if its deletion was accepted from here, as for app wait', async () => {
    const id = application('storefront');
    const env = { XDG_STATE_HOME: temporaryDirectory() };
    await served.run(['app', 'delete', id, '--confirm', id], { env });
    served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
    const wait = (of: string) => served.run(['wait', `app:${of} status = gone`], { env });
    expect(await wait(id)).toMatchObject({ code: 0 });
    const other = await wait(`${id}x`);
    expect(other.code).toBe(4);
    expect(other.stderr).toContain('It was never seen');
  });
});

it.each(['app', 'zone', 'dns'])(
  'ends with Ctrl-C, as app wait does, and does not say of the time that it was over: %s',
  async (kind) => {
    const { shieldZones, dnsZones } = served.platform.world;
    const expressions = {
      app: `app:${application('storefront')} status = suspended`,
      zone: `zone:${shieldZones[0]?.id} > 1000000/min`,
      dns: `dns:${dnsZones[0]?.id} scan = failed for 1m`,
    };
    const expression = expressions[kind as keyof typeof expressions];
    const { code, stdout, stderr } = await served.run(['wait', expression], {
      async during(interrupt) {
        await requested(served.platform);
        interrupt.abort();
      },
    });
    expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: '', stderr: '' });
  },
);

it('counts the events of a zone', async () => {
  const zone = String(served.platform.world.shieldZones[0]?.id);
  const met = await waitFor(`zone:${zone} > 0/min`, '--timeout', '5m');
  expect(met.stderr).toBe('');
  expect(met.code).toBe(0);
  expect(JSON.parse(met.stdout).how).toMatch(/^[\d,]+ events$/);
  const never = await waitFor(`zone:${zone} country:XX > 1000000/min`, '--timeout', '20s');
  expect(never.code).toBe(6);
});

describe('for a zone whose day the service does not have yet', () => {
  const refusal = { errorKey: 'invalid_datetime_window.event_logs', statusCode: 401 };
  const counting = () => `zone:${served.platform.world.shieldZones[0]?.id} > 0/min`;

  it('continues, as the day may have just begun', async () => {
    answerNext(served.platform, 'event-logs', refusal, 401);
    const { code, stdout, stderr } = await waitFor(counting(), '--timeout', '5m');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).how).toMatch(/^[\d,]+ events$/);
  });

  it('exits with 6 and says so, if that is always the answer', async () => {
    const body = JSON.stringify(refusal);
    const head = `HTTP/1.1 401 Answer\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    served.platform.faults.set({ kind: 'raw', bytes: `${head}\r\n\r\n${body}` });
    const { code, stdout, stderr } = await waitFor(counting(), '--timeout', '1m');
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toContain('could not be determined within 1 min.');
    expect(stderr).toContain('The last request failed:');
  });
});

it.each([2, -2])(
  'E16: goes by the service’s clock when this machine’s is %i hours off, and says so',
  async (hours) => {
    const clock = { ...served.clock, now: () => served.clock.now() + hours * 3_600_000 };
    const [zone] = served.platform.world.shieldZones;
    const app = application('storefront');
    const late = `pod:${app} heartbeat > 10m`;
    const ask = async (expression: string, asleep: number) => {
      const run = served.run(['wait', expression, '--timeout', '20s'], { clock });
      return letPass(run, served.clock, { ...WAITING, asleep });
    };
    const heartbeat = await ask(late, 2);
    expect(heartbeat.code).toBe(6);
    expect(heartbeat.stderr).toContain(
      `This machine's clock is 2 h 00 min ${hours > 0 ? 'ahead of' : 'behind'} the service's, which ages are based on. Set the clock.`,
    );
    expect((await ask(`zone:${zone?.id} > 0/min`, 3)).code).toBe(0);
  },
);

describe('of several items, one that is not found', () => {
  const withMissing = (of: string, id: string | undefined) => [
    ...[`--${of}`, String(id)],
    ...[`--${of}`, '999999'],
  ];

  it('is reported, and the others are waited for', async () => {
    const { dnsZones, shieldZones } = served.platform.world;
    const [zone, dns] = [shieldZones[0]?.id, dnsZones[0]?.id].map(String);
    const any =
      'dns scan = pending or scan = inProgress or scan = completed or scan = failed for 10s';
    const scan = await waitFor(any, ...withMissing('dns', dns));
    expect(scan).toMatchObject({ code: 0, stderr: 'Not found: 999999.\n' });
    expect(JSON.parse(scan.stdout).id).toBe(dns);
    const rate = await waitFor('zone > 0/min for 10s', ...withMissing('zone', zone));
    expect(rate).toMatchObject({ code: 0, stderr: 'Not found: 999999.\n' });
    expect(JSON.parse(rate.stdout).id).toBe(zone);
  });

  it('does not make the result of the others unknown', async () => {
    const more = withMissing('app', application('storefront'));
    const { code, stderr } = await waitFor('app status = suspended', ...more, '--timeout', '20s');
    expect(code).toBe(6);
    expect(stderr).toContain('Not found: 999999.');
    expect(stderr).toContain('Timed out after 20 s waiting until the condition holds.');
  });

  it('does not hide that the last request about one item failed', async () => {
    const ids = served.platform.world.applications.slice(0, 2).map(({ id }) => id);
    const items = ids.flatMap((id) => ['--app', id]);
    const began = served.clock.now();
    const running = served.run(['wait', 'app status = suspended', ...items, '--timeout', '19s']);
    const waiting = { ...WAITING, asleep: 3 };
    while (served.clock.now() < began + 12_000) await step(served.clock, waiting);
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' }, { times: 1 });
    const { code, stderr } = await letPass(running, served.clock, waiting);
    expect(code).toBe(6);
    expect(stderr).toContain('could not be determined within 19 s.');
    expect(stderr).toContain('The last request failed: HTML instead of JSON');
  });

  it('exits with 4 if none is found', async () => {
    const both = withMissing('dns', '999998');
    const { code, stderr } = await served.run(['wait', 'dns scan = failed', ...both]);
    expect(code).toBe(4);
    expect(stderr).toContain('Not found: 999998, 999999.');
    expect(stderr).toContain('404');
  });
});

it.each([
  ['app:checkout statsu=active', /app has no statsu.*\(column 14\)/],
  ['dns:* scan=failed', /No DNS zone “\*” in this workspace/],
  ['zone:7 burst = yes', /At the prompt, a condition on a zone is a rate/],
])('%s is rejected as a usage error', async (expression, why) => {
  const { code, stderr } = await served.run(['wait', expression]);
  expect(code).toBe(2);
  expect(stderr).toMatch(why);
});
