import { expect, it } from 'vitest';
import { servedPrompt, step } from '../cli/served.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const served = servedPrompt();

/** Watches the first application, which fails after half a minute, or the first DNS zone too, and asks for its status. */
function watched(what: 'app' | 'app and zone' = 'app') {
  const [state, folder] = [temporaryDirectory(), temporaryDirectory()];
  const env = { XDG_STATE_HOME: state };
  const app = String(served.platform.world.applications[0]?.id);
  const zone = String(served.platform.world.dnsZones[0]?.id);
  const [dns, asleep] = what === 'app' ? [[], 4] : [['--dns', zone], 5];
  return {
    zone,
    watchFor: (ms: number, name: string) =>
      served.run(['record', '--app', app, ...dns, '--out', `${folder}/${name}.db`], {
        env,
        async during(interrupt) {
          const end = served.clock.now() + ms;
          while (served.clock.now() < end) await step(served.clock, { asleep, ms: 1000 });
          interrupt.abort();
        },
      }),
    async since(form = 'table') {
      const argv = ['status', '--app', app, '-o', form];
      return (await served.run(argv, { env, columns: 200 })).stdout;
    },
    /** What the report says to have issues at its end. */
    async report() {
      const lines = (await served.run(['report', '--since', '1h'], { env })).stdout.split('\n');
      return lines.slice(
        lines.indexOf('## Issues at the end') + 2,
        lines.indexOf('## Timeline') - 1,
      );
    },
  };
}

/** From now on, the service answers that applications have this status. */
function answerWith(status: string, regions: readonly unknown[] = []): void {
  served.platform.faults.clear();
  alwaysAnswer('app-overview', { status, regions });
}

function alwaysAnswer(operation: 'app-overview' | 'dns-scan', answer: unknown): void {
  const json = JSON.stringify(answer);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${json.length}`;
  served.platform.faults.set({ kind: 'raw', bytes: `${head}\r\n\r\n${json}` }, { operation });
}

it('warren status says since when, whether it was so before, and whether nobody watched in between', async () => {
  const { since, watchFor } = watched();
  // Longer than an application of the world is failing.
  answerWith('failing');

  // Nobody has watched yet.
  await served.clock.advance(40_000);
  expect(await since()).toMatch(/^bad +app +.* –$/m);

  await watchFor(20_000, 'first');
  expect(await since()).toMatch(/^bad +app +.* ≤14:02:4\d$/m);

  // Two minutes are the least that counts as not watched.
  await served.clock.advance(180_000);
  await watchFor(10_000, 'second');
  expect(await since()).toMatch(/^bad +app +.* seen ≤14:02:4\d$/m);
});

it('warren status gives the time alone if the change was seen and watched ever since', async () => {
  const { since, watchFor } = watched();
  await watchFor(60_000, 'all');
  expect(await since()).toMatch(/^bad +app +.* 14:02:[23]\d$/m);
});

it('warren status and warren report also say since when there are issues of any severity', async () => {
  const { since, report, watchFor } = watched();
  answerWith('active');
  await watchFor(20_000, 'well');
  answerWith('suspended');
  await watchFor(30_000, 'warned');
  answerWith('failing');
  await watchFor(30_000, 'failed');
  const { items } = JSON.parse(await since('json'));
  expect(items).toMatchObject([
    {
      since: expect.stringMatching(/T14:02:5\d/),
      sinceIsUpperBound: false,
      issuesSince: expect.stringMatching(/T14:02:2\d/),
      issuesSinceIsUpperBound: false,
      issuesNotWatchedBetween: false,
    },
  ]);
  expect(await since()).toMatch(/^bad +app +.* 14:02:5\d$/m);
  expect(await since('wide')).toMatch(
    /SINCE \(UTC\) +ISSUES SINCE \(UTC\)\nbad .* 2026-03-14 14:02:5\dZ +2026-03-14 14:02:2\dZ$/m,
  );
  expect((await report())[0]).toMatch(
    /: errors since 2026-03-14T14:02:5\dZ \(status failing\); issues since 2026-03-14T14:02:2\dZ \(began with: status suspended\)$/,
  );

  // Nobody sees how it becomes well, and when it fails again.
  await served.clock.advance(600_000);
  answerWith('active');
  await watchFor(10_000, 'well-again');
  await served.clock.advance(600_000);
  answerWith('failing');
  await watchFor(10_000, 'failed-again');
  expect(await since('wide')).toMatch(
    /^bad .* ≤2026-03-14 14:(2\d):(\d\d)Z +≤2026-03-14 14:\1:\2Z$/m,
  );
});

it('warren report has the reasons that warren status has, not those of the start, and failed DNS scans', async () => {
  const { zone, since, report, watchFor } = watched('app and zone');
  answerWith('active');
  await watchFor(10_000, 'well');
  answerWith('failing');
  await watchFor(10_000, 'failed');
  const container = { name: 'web', status: 'terminated', exitCode: 137, reason: 'OOMKilled' };
  const pod = { name: 'pod-1', status: 'failing', containers: [container] };
  answerWith('failing', [{ region: 'DE', status: 'failing', pods: [pod] }]);
  alwaysAnswer('dns-scan', {
    JobId: 'j1',
    ZoneId: Number(zone),
    Status: 3,
    CompletedAt: '2026-03-14T13:59:00Z',
    Error: 'no | server',
  });
  await watchFor(10_000, 'worse');
  const { items } = JSON.parse(await since('json'));
  expect(items[0].problems[0]).toContain('exit 137');
  const lines = await report();
  expect(lines).toEqual([
    expect.stringMatching(/: errors since 2026-03-14T14:02:\d\dZ \(exit 137.*\)$/),
    `- ${zone}: last scan failed at 2026-03-14T13:59:00Z (no \\| server)`,
  ]);
});
