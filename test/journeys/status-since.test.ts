import { expect, it } from 'vitest';
import { servedPrompt, step } from '../cli/served.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const served = servedPrompt();

/** Watches the first application, which fails after half a minute, and asks for its status. */
function watched() {
  const [state, folder] = [temporaryDirectory(), temporaryDirectory()];
  const env = { XDG_STATE_HOME: state };
  const app = String(served.platform.world.applications[0]?.id);
  return {
    watchFor: (ms: number, name: string) =>
      served.run(['record', '--app', app, '--out', `${folder}/${name}.db`], {
        env,
        async during(interrupt) {
          const end = served.clock.now() + ms;
          while (served.clock.now() < end) await step(served.clock, { asleep: 4, ms: 1000 });
          interrupt.abort();
        },
      }),
    async since() {
      const argv = ['status', '--app', app, '-o', 'table'];
      return (await served.run(argv, { env, columns: 200 })).stdout;
    },
  };
}

it('warren status says since when, whether it was so before, and whether nobody watched in between', async () => {
  const { since, watchFor } = watched();
  // Longer than an application of the world is failing.
  const answer = '{"status":"failing","regions":[]}';
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}`;
  served.platform.faults.set(
    { kind: 'raw', bytes: `${head}\r\n\r\n${answer}` },
    { operation: 'app-overview' },
  );

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
