import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenedArchive } from '../../../src/archive/archive.ts';
import { openEventArchive, readEventArchive } from '../../../src/archive/open.ts';
import { stampAsWritten } from '../../../src/contract/operations/event-logs.ts';
import { keepAsWritten } from '../../../src/contract/shape.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import { parseFilter } from '../../../src/events/filter/parse.ts';
import { EventStore } from '../../../src/events/store.ts';
import {
  heldOf,
  largeArchive,
  loadArchive,
  loadScope,
  openArchiveWriter,
} from '../../../src/panes/events/archive.ts';
import { utcDay } from '../../../src/text/time.ts';
import { entryWith } from '../../support/event-entries.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const NOON = Date.UTC(2026, 2, 14, 12);
const DAY = utcDay(NOON);

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryDirectory();
  file = join(folder, 'shop.db');
});

const page = (logId: string) =>
  ['7', DAY, [entryWith({ logId, timestamp: NOON })], noCoverage(DAY)] as const;

const kept = async () => {
  const archive = await readEventArchive(file);
  const ids = [...(await archive.page('7', DAY, undefined)).logs].map(({ logId }) => logId);
  await archive.close();
  return ids;
};

it('a page that is being written when the archive closes is written completely', async () => {
  const keeper = await openArchiveWriter(file, {
    failed: () => expect.fail('nothing was wrong'),
    late: () => {},
  });
  const taken = keeper.append(...page('a'));
  await keeper.close();
  await taken;
  expect(await kept()).toEqual(['a']);
});

it('a failed write is reported once, stops archiving, and rejects nothing', async () => {
  const reasons: string[] = [];
  const keeper = await openArchiveWriter(file, {
    failed: (reason) => reasons.push(reason),
    late: () => {},
  });
  await keeper.append(...page('a'));
  const other = new DatabaseSync(file);
  other.exec(
    "CREATE TRIGGER full BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'disk is full'); END",
  );
  await keeper.append(...page('b'));
  other.exec('DROP TRIGGER full');
  other.close();
  await keeper.append(...page('c'));
  await keeper.close();
  expect(reasons).toEqual([expect.stringContaining('shop.db cannot be used')]);
  expect(await kept()).toEqual(['a']);
});

describe('an archive that is larger than memory', () => {
  const ZONES = ['7', '8'];
  const scope = {
    filter: parseFilter('').filter,
    moment: { now: NOON, day: NOON, offsetMinutes: 0 },
  };
  const never = new AbortController().signal;

  it.each([
    [
      'its newest entries',
      (archive: OpenedArchive, store: EventStore) =>
        loadArchive({ archive, zones: ZONES, store, signal: never, grown() {} }),
    ],
    [
      'the newest that a filter keeps',
      async (archive: OpenedArchive, store: EventStore) => {
        const large = await largeArchive(archive, ZONES, expect.fail);
        if (!large) expect.fail('there is nothing in it');
        return loadScope(large, scope, { zones: ZONES, store, signal: never, grown() {} });
      },
    ],
  ])('%s are listed, of whichever zone they are', async (_, load) => {
    const writer = await openEventArchive(file);
    const stamps = { '7': 1000, '8': 9000 };
    for (const [zone, every] of Object.entries(stamps)) {
      const many = Array.from({ length: 9_000_000 / every }, (_, at) =>
        entryWith({ logId: `${zone} ${at}`, timestamp: NOON - at * every }),
      );
      const [newest, oldest] = [NOON, NOON - 9_000_000];
      await writer.append(zone, DAY, many, { ...noCoverage(DAY), oldest, newest });
    }
    await writer.close();
    const archive = await readEventArchive(file);
    const store = new EventStore({ unit: 'ms', maxBytes: 500_000, segmentRows: 200 });
    expect(await load(archive, store)).toBe(false);
    await archive.close();
    const { horizon } = store;
    if (horizon === null) expect.fail('all had room');
    // Some older entries are still there.
    const listed = [...store.ids()]
      .filter((id) => (store.time(id) ?? 0) > horizon)
      .map((id) => store.zoneOf(id));
    for (const [zone, every] of Object.entries(stamps)) {
      const own = listed.filter((each) => each === zone).length;
      expect(own).toBe(Math.ceil((NOON - horizon) / every));
    }
  });
});

it('an archive that is listed by pages keeps every digit of a timestamp', async () => {
  const entry = entryWith({ logId: 'a', timestamp: 1773482400123456800 });
  keepAsWritten(entry, 'timestamp', '1773482400123456789');
  const writer = await openEventArchive(file);
  await writer.append('7', DAY, [entry], noCoverage(DAY));
  await writer.close();
  const archive = await readEventArchive(file);
  const store = new EventStore();
  const large = { answers: archive.answerer(['7']), entries: 1, span: { from: 0, until: 1 } };
  const moment = { now: NOON, day: NOON, offsetMinutes: 0 };
  const scope = { filter: parseFilter('').filter, moment };
  const signal = new AbortController().signal;
  await loadScope(large, scope, { zones: ['7'], store, signal, grown() {} });
  await archive.close();
  expect(stampAsWritten(store.entry(store.at(0) ?? -1))).toBe('1773482400123456789');
});

describe('E4: while another program holds the archive', () => {
  const held = () => {
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    return other;
  };

  it('pages wait in order, following continues, and nothing is lost', async () => {
    const late: number[] = [];
    const writer = await openArchiveWriter(file, {
      failed: (reason) => expect.fail(reason),
      late: (entries) => late.push(entries),
    });
    const other = held();
    for (const id of ['a', 'b', 'c']) expect(await writer.append(...page(id))).toBe(1);
    expect(Math.max(...late)).toBe(3);
    expect((await writer.coverage('7', DAY)).entries).toBe(0);
    other.exec('COMMIT');
    other.close();
    expect(await writer.append(...page('d'))).toBe(1);
    await writer.close();
    expect(late.at(-1)).toBe(0);
    expect((await kept()).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('following waits when the queue is full', async () => {
    const writer = await openArchiveWriter(file, {
      failed: (reason) => expect.fail(reason),
      late: () => {},
    });
    const other = held();
    const many = Array.from({ length: 20_001 }, (_, n) =>
      entryWith({ logId: `${n}`, timestamp: NOON }),
    );
    let isTaken = false;
    const taken = writer.append('7', DAY, many, noCoverage(DAY)).then((added) => {
      isTaken = true;
      return added;
    });
    // Lets the first attempt fail, so that the next one is pending.
    for (let turns = 0; turns < 5000; turns += 1) await new Promise(setImmediate);
    expect(isTaken).toBe(false);
    other.exec('COMMIT');
    other.close();
    expect(await taken).toBe(20_001);
    await writer.close();
  });

  it('an archive that is closed meanwhile does not claim coverage that it lacks', async () => {
    const writer = await openArchiveWriter(file, {
      failed: (reason) => expect.fail(reason),
      late: () => {},
    });
    await writer.append(...page('a'));
    const other = held();
    await writer.append(...page('b'));
    await writer.close();
    other.exec('COMMIT');
    other.close();
    expect(await kept()).toEqual(['a']);
  });
});

describe('7: an archive claims exactly what it holds', () => {
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
    ['9%', [holding([64, 0])]],
    ['all', [holding([720, 0])]],
    ['all', [holding([720, 0.5])]],
    ['>99%', [holding([720, 30], [28, 0])]],
    ['50%', [holding([720, 0]), holding()]],
    ['>99%', [holding([720, 2]), holding([720, 0])]],
  ])('%s', (words, coverages) => {
    expect(heldOf(coverages, NOON)).toBe(words);
  });
});
