import { describe, expect, it } from 'vitest';
import { EntryCollector, EntryFilter } from '../../../../src/cli/commands/events/entry-filter.ts';
import type {
  EventLogEntry,
  EventLogPage,
} from '../../../../src/contract/operations/event-logs.ts';
import { startOfDay, utcDay } from '../../../../src/text/time.ts';
import { entryWith } from '../../../support/event-entries.ts';

const NOW = Date.parse('2026-03-14T14:00:00Z');
const DAY = utcDay(NOW);
const MINUTE = 60_000;

const entry = (n: number, country: string, ago: number | null): EventLogEntry => ({
  logId: `id-${n}`,
  timestamp: ago === null ? null : NOW - ago,
  log: JSON.stringify({ Url: `https://shop.example/p/${n}` }),
  labels: {
    asn: null,
    country,
    ruleId: null,
    severity: null,
    method: 'GET',
    ruleGroup: null,
    status: 'Blocked',
    serverZone: null,
  },
});

function filter(text: string, since: number | null = null): EntryFilter {
  return new EntryFilter({ zone: '7', text, since, now: NOW });
}

const idsOf = (picked: ReturnType<EntryFilter['pick']>) =>
  picked.map(({ entry: { logId } }) => logId);

describe('use 4: a value that no entry has', () => {
  const unseen = (text: string, ...countries: readonly string[]) => {
    const picking = filter(text);
    for (const [n, country] of countries.entries()) picking.pick([entry(n, country, n)]);
    return picking.unseen;
  };

  it('is reported with the existing values, on whichever page', () => {
    expect(unseen('status:blok', 'BG', 'DE')).toBe(
      'No entry that was read has status "blok"; values read include Blocked.',
    );
    expect(unseen('country:dk', 'BG', 'DE')).toBe(
      'No entry that was read has country "dk"; values read include BG, DE.',
    );
  });

  it('is reported if a field lacks its colon', () => {
    expect(unseen('since 15m', 'BG')).toBe('“since” is taken as text; with a colon it is a field.');
    expect(unseen('"since" 15m', 'BG')).toBeNull();
  });

  it('is not reported if a page has it, for patterns, in quotes, or without any page', () => {
    expect(unseen('country:de', 'BG', 'DE')).toBeNull();
    expect(unseen('country:d*', 'BG')).toBeNull();
    expect(unseen('country:"dk"', 'BG')).toBeNull();
    expect(unseen('country:dk')).toBeNull();
  });
});

describe('matching entries', () => {
  const entries = [
    entry(1, 'BG', 5 * MINUTE),
    entry(2, 'DE', MINUTE),
    entry(3, 'BG', 20 * MINUTE),
    entry(4, 'BG', null),
    entry(5, 'BG', 2 * MINUTE),
  ];

  it('keep their order, whatever their times', () => {
    expect(idsOf(filter('country:BG').pick(entries))).toEqual(['id-1', 'id-3', 'id-4', 'id-5']);
  });

  it('keep their order in pages of many thousands', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => entry(n, 'BG', (n * 7919) % 100_000));
    expect(idsOf(filter('').pick(many))).toEqual(many.map(({ logId }) => logId));
  });

  it('are limited by --since, and then need a time', () => {
    expect(idsOf(filter('', NOW - 10 * MINUTE).pick(entries))).toEqual(['id-1', 'id-2', 'id-5']);
  });

  it('have values extracted from their logs', () => {
    const [row] = filter('').pick(entries);
    expect(row?.extract('path')).toBe('/p/1');
    expect(row?.time).toBe(NOW - 5 * MINUTE);
  });

  it('are found with timestamps in another unit, too', () => {
    const seconds = entries.map((each) => ({
      ...each,
      timestamp: each.timestamp === null ? null : each.timestamp / 1000,
    }));
    expect(idsOf(filter('since:10m').pick(seconds))).toEqual(['id-1', 'id-2', 'id-5']);
  });
});

describe('a time of day in the filter is the last one before the command was given,', () => {
  const at = (text: string) => ({ ...entry(1, 'BG', 0), logId: text, timestamp: Date.parse(text) });
  const days = ['2026-03-13T07:00Z', '2026-03-13T23:55Z', '2026-03-14T00:05Z', '2026-03-14T07:10Z'];
  const keeps = (text: string, now: string, newest?: string) => {
    const filter = new EntryFilter({
      zone: '7',
      text,
      since: null,
      now: Date.parse(now),
      ...(newest && { newest: utcDay(Date.parse(newest)) }),
    });
    return idsOf(filter.pick(days.map(at)));
  };

  it('on whichever page an entry is', () => {
    expect(keeps('since:23:50', '2026-03-14T00:10Z')).toEqual(days.slice(1));
    expect(keeps('since:07:05', '2026-03-14T09:00Z')).toEqual(days.slice(3));
    expect(keeps('since:23:50 until:07:00', '2026-03-14T09:00Z')).toEqual(days.slice(1, 3));
  });

  it('and until is the first one after it in its group, or alone of the last day that is read', () => {
    const at = '2026-03-14T00:10Z';
    expect(keeps('since:23:50 until:00:20', at)).toEqual(days.slice(1, 3));
    expect(keeps('(since:23:50 until:00:20) or country:ZZ', at)).toEqual(days.slice(1, 3));
    expect(keeps('!(since:23:50 until:00:20)', at)).toEqual([days[0], days[3]]);
    expect(keeps('until:00:01', at)).toEqual(days.slice(0, 2));
    expect(keeps('until:24:00', at)).toEqual(days);
    expect(keeps('until:23:00', '2026-03-20T09:00Z', '2026-03-13')).toEqual(days.slice(0, 1));
  });

  it('or before the end of the last day that is read', () => {
    expect(keeps('since:23:50', '2026-03-20T09:00Z', '2026-03-13')).toEqual(days.slice(1));
  });
});

describe('a page that is too old', () => {
  const page = (agos: readonly number[]): EventLogPage => ({
    logs: agos.map((ago, n) => entry(n, 'BG', ago)),
    hasMoreData: true,
    continuationToken: 'x',
    startToken: null,
    errorResponse: null,
  });
  const falling = Array.from({ length: 20 }, (_, n) => (20 + n) * MINUTE);

  it('belongs to a newest-first log, and is older than --since', () => {
    expect(filter('', NOW - 10 * MINUTE).isTooOld(page(falling), DAY)).toBe(true);
    expect(filter('', NOW - 30 * MINUTE).isTooOld(page(falling), DAY)).toBe(false);
    expect(filter('', NOW - 10 * MINUTE).isTooOld(page(falling.toReversed()), DAY)).toBe(false);
    expect(filter('').isTooOld(page(falling), DAY)).toBe(false);
  });
});

describe('the text of a filter', () => {
  it('must be valid as a whole', () => {
    expect(() => filter('country:BG (')).toThrow(/^--where: .* {3}country:BG \( {14}\^$/);
  });

  it('may contain a pattern that takes too long, which is an error', () => {
    const slow = { ...entry(1, 'BG', 0), log: `${'a'.repeat(60)}!` };
    expect(() => filter('log~"^(a+)+$"').pick([slow])).toThrow('takes too long');
  });
});

const MIDNIGHT = startOfDay(DAY);

function collecting() {
  const written: (string | null)[] = [];
  const filter = new EntryFilter({
    zone: '7',
    since: null,
    until: null,
    now: MIDNIGHT,
  });
  const collector = new EntryCollector(filter, Number.POSITIVE_INFINITY, async (rows) => {
    written.push(...rows.map(({ entry }) => entry.logId));
  });
  return { collector, written };
}

const atMidnight = (logId: string) => entryWith({ logId, timestamp: MIDNIGHT });

it('E7: an entry returned for both days around midnight is written once', async () => {
  const { collector, written } = collecting();
  expect(await collector.add(DAY - 1, [atMidnight('a'), atMidnight('b')])).toBe(2);
  expect(await collector.add(DAY, [atMidnight('b'), atMidnight('c')])).toBe(1);
  expect(await collector.add(DAY - 1, [atMidnight('c')])).toBe(0);
  // The old day ends ten minutes past midnight; the new one may be walked again.
  collector.forget(DAY - 1);
  collector.forget(DAY - 1);
  expect(await collector.add(DAY, [atMidnight('a'), atMidnight('c')])).toBe(0);
  expect(written).toEqual(['a', 'b', 'c']);
});

it('only neighbouring days share duplicate detection, and only while they are recent', async () => {
  const { collector, written } = collecting();
  await collector.add(DAY - 2, [atMidnight('a')]);
  await collector.add(DAY, [atMidnight('a')]);
  collector.forget(DAY);
  collector.forget(DAY + 1);
  await collector.add(DAY + 1, [atMidnight('a')]);
  expect(written).toEqual(['a', 'a', 'a']);
});
