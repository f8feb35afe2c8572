import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEventArchive } from '../../../src/archive/event-archive.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { heldOf, openArchiveWriter } from '../../../src/panes/events/archive.ts';
import { utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../support/event-entries.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOON);

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-archive-'));
  file = join(folder, 'shop.db');
});
afterEach(() => rm(folder, { recursive: true }));

const page = (logId: string) =>
  ['7', DAY, [entryWith({ logId, timestamp: NOON })], noCoverage(DAY)] as const;

const kept = async () => {
  const archive = await readEventArchive(file);
  const ids = archive.page('7', DAY, undefined).logs.map(({ logId }) => logId);
  archive.close();
  return ids;
};

it('a page that is being kept when the file is let go of is kept to its end', async () => {
  const keeper = await openArchiveWriter(file, () => expect.fail('nothing was wrong'));
  const taken = keeper.append(...page('a'));
  await keeper.close();
  await taken;
  expect(await kept()).toEqual(['a']);
});

it('once a page could not be kept, that is told once, nothing more is kept, and nothing rejects', async () => {
  const reasons: string[] = [];
  const keeper = await openArchiveWriter(file, (reason) => reasons.push(reason));
  await keeper.append(...page('a'));
  const other = new DatabaseSync(file);
  other.exec('ALTER TABLE entry RENAME TO elsewhere');
  await keeper.append(...page('b'));
  other.exec('ALTER TABLE elsewhere RENAME TO entry');
  other.close();
  await keeper.append(...page('c'));
  await keeper.close();
  expect(reasons).toEqual([expect.stringContaining('shop.db cannot be used')]);
  expect(await kept()).toEqual(['a']);
});

describe('7: an archive claims what it holds, and no more', () => {
  const MINUTE = 60_000;
  const holding = (...minutes: readonly (readonly [number, number])[]) => ({
    ...noCoverage(DAY),
    loaded: minutes.map(([from, until]) => ({
      from: NOON - from * MINUTE,
      until: NOON - until * MINUTE,
    })),
  });

  it.each([
    ['nothing', [holding()]],
    ['nothing', []],
    ['8 %', [holding([64, 0])]],
    ['all', [holding([720, 0])]],
    ['all', [holding([720, 0.5])]],
    ['99 %', [holding([720, 30], [28, 0])]],
    ['50 %', [holding([720, 0]), holding()]],
    ['99 %', [holding([720, 2]), holding([720, 0])]],
  ])('%s', (words, coverages) => {
    expect(heldOf(coverages, NOON)).toBe(words);
  });
});
