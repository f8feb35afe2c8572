import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { engineMarks } from '../../../src/archive/clickhouse/archive.ts';
import { openTeamMarks } from '../../../src/archive/open.ts';
import { hasEngine, NOBODY, startEngine } from '../../support/engine.ts';

const TIME = Date.UTC(2026, 2, 14, 12);
const HOSTILE = "x'); DROP TABLE warren_mark; -- \u001b[31m\\ \0 \ud800 “ñ”";

it.runIf(hasEngine)(
  'marks are added, the latest of an entry counts whatever order they come in, and hostile texts stay texts (npm run test:archive)',
  async () => {
    const engine = await startEngine();
    onTestFinished(() => engine.close());
    const marks = await openTeamMarks(await engine.archive(), NOBODY);
    onTestFinished(() => marks.close());
    const mark = { zone: '7', logId: 'a', time: TIME, note: '', removed: false, age: 0 };
    await marks.write([
      { ...mark, note: HOSTILE, author: HOSTILE },
      { ...mark, logId: HOSTILE, zone: HOSTILE, note: 'other zone' },
    ]);
    // Set an hour ago, while the server was away: what came since counts.
    await marks.write([{ ...mark, note: 'older', age: 3_600_000 }]);
    const shown = HOSTILE.toWellFormed();
    const [first, ...more] = await marks.read(['7']);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      logId: 'a',
      time: TIME,
      note: shown,
      author: shown,
      removed: false,
    });
    expect(Math.abs((first?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await marks.read([HOSTILE])).toMatchObject([{ zone: shown, logId: shown }]);
    await setTimeout(2);
    await marks.write([{ ...mark, removed: true }]);
    expect(await marks.read(['7'])).toMatchObject([{ logId: 'a', removed: true }]);
    expect(await marks.read()).toHaveLength(2);
    // Every change is still there.
    expect(Number(await engine.run('SELECT count() FROM team1.warren_mark'))).toBe(4);
  },
);

it('what people write is sent as rows, and never as part of a statement', async () => {
  const statements: string[] = [];
  const inserted: (readonly [columns: readonly string[], rows: Buffer])[] = [];
  const marks = engineMarks({
    table: (name) => `team.warren_${name}`,
    async select(sql) {
      statements.push(sql);
      const row = { zone: HOSTILE, log_id: 'a', moment: '1', note: HOSTILE, author: HOSTILE };
      return [{ ...row, latest: '2', removed: 0 }, { ...row, moment: 'nan' }, {}];
    },
    insert: async (_, columns, rows) => void inserted.push([columns, Buffer.from(rows)]),
    run: async () => {},
    close: async () => {},
    address: { origin: '', host: '', user: '', database: '', text: '' },
  });
  const mark = {
    zone: HOSTILE,
    logId: HOSTILE,
    time: TIME,
    note: HOSTILE,
    removed: false,
    age: -1,
  };
  await marks.write([mark]);
  await marks.write([]);
  expect(inserted).toHaveLength(1);
  expect(inserted[0]?.[1].includes(HOSTILE.toWellFormed())).toBe(true);
  // A row that tells of no time is no mark.
  expect(await marks.read([HOSTILE])).toMatchObject([{ time: 1, at: 2, note: HOSTILE }]);
  expect(statements.join()).not.toContain('DROP');
});
