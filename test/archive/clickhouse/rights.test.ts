import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import {
  initArchive,
  openEventArchive,
  openTeamMarks,
  readEventArchive,
} from '../../../src/archive/open.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import type { CountAnswer } from '../../../src/events/questions/question.ts';
import { utcDay } from '../../../src/text/time.ts';
import { hasEngine, NOBODY, startEngine } from '../../support/engine.ts';
import { entryWith } from '../../support/event-entries.ts';

const HELP = readFileSync(new URL('../../../src/help/team.md', import.meta.url), 'utf8');

/** What `warren help team` says to grant to a user. */
function grantsOf(user: string): string {
  const lines = [...HELP.matchAll(/^(GRANT .*) TO (\w+);$/gm)].filter(([, , to]) => to === user);
  expect(lines).not.toEqual([]);
  return lines.map(([, grant]) => grant).join('\n');
}

it.runIf(hasEngine)(
  'the rights that the help names are enough for each, and no more than that (npm run test:archive)',
  async () => {
    const now = Date.now();
    const day = utcDay(now);
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const place = engine.url('warren');
    await engine.run('CREATE DATABASE warren');
    const as = async (user: string) => {
      await engine.kill();
      await engine.start({ ENGINE_GRANTS: grantsOf(user) });
    };
    const write = async () => {
      const archive = await openEventArchive(place);
      try {
        const page = [entryWith({ timestamp: now })];
        await archive.append('7', day, page, { ...noCoverage(day), oldest: now, newest: now });
      } finally {
        await archive.close();
      }
    };
    const note = async () => {
      const marks = await openTeamMarks(place);
      const mark = { zone: '7', logId: 'a', time: now, note: 'seen', removed: false, age: 0 };
      await marks.write([mark]).finally(() => marks.close());
    };
    const refusal = `${place} does not allow the user that: see warren help team for the rights.`;

    await as('warren_admin');
    expect(await initArchive(place, undefined, NOBODY)).toEqual({ kind: 'made', retention: 60 });
    expect(await initArchive(place, 90, NOBODY)).toEqual({ kind: 'changed', retention: 90 });

    await as('warren_writer');
    await write();
    await note();
    await expect(initArchive(place, 30, NOBODY)).rejects.toThrow(refusal);
    await expect(engine.run('TRUNCATE TABLE warren.warren_entry')).rejects.toThrow('ACCESS_DENIED');

    await as('warren_reader');
    await expect(write()).rejects.toThrow(refusal);
    await expect(note()).rejects.toThrow(refusal);
    const marks = await openTeamMarks(place);
    onTestFinished(() => marks.close());
    expect(await marks.read(['7'])).toMatchObject([{ note: 'seen', removed: false }]);
    const archive = await readEventArchive(place);
    onTestFinished(() => archive.close());
    const status = await archive.status();
    expect(status).toMatchObject({ rows: 1, retention: 90 });
    expect(status.bytes).toBeGreaterThan(0);
    expect((await archive.page('7', day, undefined)).logs).toHaveLength(1);
    const scope = { filter: parseFilter('').filter, moment: { now, day: now, offsetMinutes: 0 } };
    const counts: CountAnswer[] = [];
    const never = new AbortController().signal;
    for await (const { answer } of archive.answerer(['7']).ask({ kind: 'count', scope }, never)) {
      counts.push(answer);
    }
    expect(counts.at(-1)?.total).toBe(1);
  },
  60_000,
);
