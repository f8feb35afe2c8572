import { expect, it } from 'vitest';
import { openReplaySession } from '../../../src/session/replay-session.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { servedPrompt } from '../served.ts';

const served = servedPrompt({ events: { perSecond: 0.5 } });

it('writes what the service says of what is named, and says what is in it', async () => {
  const { applications, shieldZones } = served.platform.world;
  const [app, zone] = [String(applications[0]?.id), String(shieldZones[0]?.id)];
  const home = temporaryDirectory();
  const path = `${home}/b.db.gz`;
  const run = (...argv: readonly string[]) => served.run(argv, { env: { HOME: home }, stdin: 'x' });
  const bundle = () => run('bundle', '--since', '5m', '--out', path, '--app', app, '--zone', zone);
  const script = String(served.platform.world.scripts[0]?.id);
  await run('script', 'add-variable', script, 'TOKEN', '--default-stdin');
  const { code, stdout, stderr } = await bundle();
  expect(code).toBe(0);
  expect(stdout).toBe(`${path}\n`);
  expect(stderr).toMatch(/\d+ log entries of 1 zone, 0 marks, 1 change made from here/);
  expect(stderr).toContain('--anonymise replaces them');
  const session = await openReplaySession(path, { clock: fakeClock(0) });
  expect(session.workspace.apps.map(({ id }) => id)).toEqual([app]);
  await session.close();
  const audit = await run('audit', '--from', path, '-o', 'csv', '--columns', 'outcome,subjectId');
  expect(audit.stdout).toBe(`outcome,subjectId\naccepted,${script}\n`);
  const again = await bundle();
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('nothing is overwritten');
});
