import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTeamAudit, openTeamMarks } from '../../../src/archive/open.ts';
import { servedPrompt } from '../../cli/served.ts';
import { hasEngine, NOBODY, startEngine } from '../../support/engine.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const served = servedPrompt();
const PASSWORD = 'correct-horse';
const SECRET = 'SECRET-4711';
const OWN = `${userInfo().username}@${hostname()}`;

/** Somebody whose configuration sends audit entries along. */
async function operator(place: string) {
  const home = temporaryDirectory();
  const folder = join(home, '.config', 'warren');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const config = `audit: archive\narchives:\n  team:\n    url: ${place}\n    password_file: ${join(home, 'p')}\n`;
  await writeFile(join(folder, 'config.yaml'), config, { mode: 0o600 });
  await writeFile(join(home, 'p'), `${PASSWORD}\n`, { mode: 0o600 });
  const script = String(served.platform.world.scripts[0]?.id);
  const run = (...argv: string[]) => served.run(argv, { env: { HOME: home } });
  return {
    run,
    change: (name: string) => run('script', 'add-variable', script, name, '--default', SECRET),
    file: () => readFile(join(home, '.local', 'state', 'warren', 'audit.ndjson'), 'utf8'),
  };
}

describe.runIf(hasEngine)('audit entries of a team (npm run test:archive)', () => {
  it('are sent along, those of a time without the server with the next, and listed with who sent them', async () => {
    const engine = await startEngine({ ENGINE_USER: 'warren', ENGINE_PASSWORD: PASSWORD });
    onTestFinished(() => engine.close());
    const place = engine.url('team');
    const [ann, ben] = [await operator(place), await operator(place)];
    expect((await ann.run('archive', 'init', place)).code).toBe(0);
    const first = await ann.change('FIRST');
    expect([first.code, first.stderr]).toEqual([0, '']);
    await engine.kill();
    const second = await ann.change('SECOND');
    // It was made: the file of this machine holds it.
    expect(second.code).toBe(0);
    expect(second.stderr).toContain(
      `Audit entries are not with the team yet: ${place} is not there: nothing listens at that address. They are sent later.`,
    );
    await engine.start();
    expect((await ben.change('THIRD')).stderr).toBe('');
    expect((await ann.change('FOURTH')).stderr).toBe('');
    const { stdout, stderr } = await ben.run('audit', '--from', place, '-o', 'json');
    expect(stderr).toBe('');
    const { changes, whole, damaged } = JSON.parse(stdout);
    expect([whole, damaged]).toEqual([true, 0]);
    expect(
      changes
        .map(({ request, outcome, user }: Record<string, Record<string, string>>) => [
          request?.['Name'],
          outcome,
          user,
        ])
        .sort(),
    ).toEqual(['FIRST', 'FOURTH', 'SECOND', 'THIRD'].map((name) => [name, 'accepted', OWN]));
    const kept = await (
      await openTeamAudit(place, { of: async () => PASSWORD, refused() {} })
    ).read();
    // As the files have it, in the chain of each, and without what is secret.
    const lines = kept.lines.map(({ line }) => line);
    const files = `${await ann.file()}${await ben.file()}`;
    expect([...lines].sort()).toEqual(files.trimEnd().split('\n').sort());
    expect(lines.join()).not.toContain(SECRET);
    expect(stdout + second.stderr + files).not.toContain(PASSWORD);
  });

  it('are there once however often they are written, and the first of a place in the chain counts', async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const audit = await openTeamAudit(await engine.archive(), NOBODY);
    onTestFinished(() => audit.close());
    const entry = { entry: 1, hash: 'a'.repeat(64), line: `{"x":"'\\u001b; DROP"}` };
    await audit.write([entry, { ...entry, entry: 2 }]);
    await audit.write([entry]);
    await audit.write([{ ...entry, line: '{"forged":1}' }]);
    const { lines, whole } = await audit.read();
    expect(whole).toBe(true);
    expect(lines).toEqual([1, 2].map(() => ({ writer: OWN, line: entry.line })));
  });
});

it.runIf(hasEngine)(
  'archive copy takes marks and notes to another server, and says that it does not take them into a file (npm run test:archive)',
  async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const [from, to] = [await engine.archive(), await engine.archive()];
    const source = await openTeamMarks(from, NOBODY);
    const mark = {
      zone: '7',
      logId: 'a',
      time: Date.UTC(2026, 2, 14),
      note: 'seen',
      removed: false,
    };
    await source.write([{ ...mark, author: 'ann@jump1', age: 60_000 }]);
    const read = await source.read();
    await source.close();
    const copy = (target: string) => {
      const env = { WARREN_ARCHIVE_URL: from, WARREN_ARCHIVE_PASSWORD: 'p' };
      return served.run(['archive', 'copy', from, target], { env });
    };
    expect((await copy(join(temporaryDirectory(), 'a.db'))).stderr).toContain(
      '1 mark or note of the team is not copied: a file has none.',
    );
    expect((await copy(to)).stderr).toContain('1 mark or note copied.');
    const target = await openTeamMarks(to, NOBODY);
    const [copied] = await target.read();
    await target.close();
    expect(copied).toMatchObject({ ...mark, author: 'ann@jump1' });
    expect(Math.abs((copied?.at ?? 0) - (read[0]?.at ?? 0))).toBeLessThan(5000);
  },
);
