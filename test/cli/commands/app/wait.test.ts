import { describe, expect, it } from 'vitest';
import { readCondition } from '../../../../src/cli/commands/app/wait.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { requested } from '../../prompt.ts';
import { letPass, servedPrompt } from '../../served.ts';

it.each([
  ['status=active', ['active']],
  ['status=Failing, suspended', ['failing', 'suspended']],
  ['gone', ['gone']],
])('%j is read as %j', (text, statuses) => {
  expect(readCondition(text)).toEqual(statuses);
});

it.each([
  ['active', '--until takes status=VALUE[,VALUE…] or gone.'],
  ['status=', '--until takes status=VALUE[,VALUE…] or gone.'],
  [
    'status=actve',
    'A status is one of unknown, active, progressing, inactive, failing, suspended. Did you mean status=active?',
  ],
  [
    'status=active,',
    'A status is one of unknown, active, progressing, inactive, failing, suspended.',
  ],
])('%j is rejected', (text, reason) => {
  expect(() => readCondition(text)).toThrow(reason);
});

const served = servedPrompt();
const app = () => served.platform.world.applications[0]?.id ?? '';
const ANY = 'status=active,progressing,failing,inactive,suspended,unknown';

const WITHOUT_STATUS =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"regions":[]}';

/** The wait between two questions, and the time that is given for all of them. */
const WAITING = { asleep: 2, ms: 1000 };

describe('waiting for a status', () => {
  it('returns the status', async () => {
    const { code, stdout } = await served.run(['app', 'wait', app(), '--until', ANY]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      appId: app(),
      status: expect.any(String),
      waitedMs: expect.any(Number),
    });
  });

  it('retries while the service is unavailable', async () => {
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' }, { times: 2 });
    const { code } = await letPass(
      served.run(['app', 'wait', app(), '--until', ANY]),
      served.clock,
      WAITING,
    );
    expect(code).toBe(0);
    expect(served.platform.served.requests).toHaveLength(3);
  });

  it('exits with code 6 on timeout', async () => {
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' });
    const { code, stdout, stderr } = await letPass(
      served.run(['app', 'wait', app(), '--until', ANY, '--timeout', '1m']),
      served.clock,
      WAITING,
    );
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toMatch(
      /^warren: Whether the application is .* could not be determined within 1 min\.$/m,
    );
    expect(stderr).toMatch(/The last request failed: HTML instead of JSON/);
  });

  it('reports that an application has no status, not that it is unknown', async () => {
    served.platform.faults.set(
      { kind: 'raw', bytes: WITHOUT_STATUS },
      { operation: 'app-overview' },
    );
    const argv = ['app', 'wait', 'nostat', '--until', 'status=unknown', '--timeout', '20s'];
    const { code, stderr } = await letPass(served.run(argv), served.clock, WAITING);
    expect(code).toBe(6);
    expect(stderr).toBe(
      'warren: Timed out after 20 s waiting until the application is unknown; the last answer had no status.\n',
    );
  });

  it('exits with code 4 for an unknown application', async () => {
    expect(await served.run(['app', 'wait', 'nope', '--until', ANY])).toMatchObject({ code: 4 });
  });

  describe('D11: waiting until it is gone', () => {
    const until = ['--until', 'gone', '-o', 'csv'];

    it('exits with code 4 for an application that was never seen', async () => {
      const { code, stdout, stderr } = await served.run(['app', 'wait', 'nope', ...until]);
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
      expect(stderr).toContain('It was never seen');
    });

    it('succeeds for one that was seen before', async () => {
      const argv = ['app', 'wait', app(), ...until];
      const running = served.run(argv, {
        async during() {
          await requested(served.platform);
          served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
        },
      });
      const { code, stdout } = await letPass(running, served.clock, WAITING);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^appId,status,waitedMs\n\w+,gone,\d+\n$/);
    });

    it('does not say that it still exists if the service did not answer', async () => {
      served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' });
      const argv = ['app', 'wait', app(), '--until', 'gone', '--timeout', '1m'];
      const { code, stderr } = await letPass(served.run(argv), served.clock, WAITING);
      expect(code).toBe(6);
      expect(stderr).toContain(
        'Whether the application is gone could not be determined within 1 min.\nThe last request failed: ',
      );
    });

    it('says that it still exists if the last answer shows it', async () => {
      const argv = ['app', 'wait', app(), '--until', 'gone', '--timeout', '20s'];
      const { code, stderr } = await letPass(served.run(argv), served.clock, WAITING);
      expect(code).toBe(6);
      expect(stderr).toMatch(
        /^warren: Timed out after 20 s waiting until the application is gone; the last answer had status \w+\.\n$/,
      );
    });

    it('succeeds only for one whose deletion was accepted from here', async () => {
      const state = temporaryDirectory();
      const env = { XDG_STATE_HOME: state };
      await served.run(['app', 'delete', app(), '--confirm', app()], { env });
      served.platform.faults.set({ kind: 'answer', status: 404, body: 'problem' });
      const wait = (id: string) => served.run(['app', 'wait', id, ...until], { env });
      expect(await wait(app())).toMatchObject({ code: 0 });
      expect(await wait(`${app()}x`)).toMatchObject({ code: 4 });
    });
  });

  it('use 8: reports a deleted application as such even while the service is unavailable', async () => {
    await served.run(['app', 'delete', app(), '--confirm', app()]);
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'html' }, { times: 3 });
    const argv = ['app', 'wait', app(), '--until', 'gone', '--timeout', '1h', '-o', 'csv'];
    const { code, stdout, stderr } = await letPass(served.run(argv), served.clock, WAITING);
    expect(code).toBe(0);
    expect(stdout).toMatch(/,gone,\d+\n$/);
    expect(stderr).not.toMatch(/inactive|active/);
  });

  it('ends with Ctrl-C', async () => {
    const { code } = await served.run(['app', 'wait', app(), '--until', 'gone'], {
      async during(interrupt) {
        await requested(served.platform);
        interrupt.abort();
      },
    });
    expect(code).toBe(130);
  });

  it.each([
    [[], '--until is missing.'],
    [['--until', 'status=x'], 'A status is one of'],
    [['--until', 'gone', '--every', '1ms'], '--every takes a duration'],
  ])('rejects %j', async (more, words) => {
    const { code, stderr } = await served.run(['app', 'wait', app(), ...more]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(served.platform.served.requests).toEqual([]);
  });
});
