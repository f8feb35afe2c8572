import { expect, it } from 'vitest';
import {
  createEntryCollector,
  EntryFilter,
} from '../../../../src/cli/commands/events/entry-filter.ts';
import { EVERYTHING } from '../../../../src/events/filter/filter.ts';
import { startOfDay, utcDay } from '../../../../src/text/time.ts';
import { entryWith } from '../../../support/event-entries.ts';

const DAY = utcDay(Date.UTC(2026, 2, 14));
const MIDNIGHT = startOfDay(DAY);

function collecting() {
  const written: (string | null)[] = [];
  const filter = new EntryFilter({
    zone: '7',
    filter: EVERYTHING,
    since: null,
    until: null,
    now: MIDNIGHT,
  });
  const collector = createEntryCollector(filter, Number.POSITIVE_INFINITY, async (rows) => {
    written.push(...rows.map(({ entry }) => entry.logId));
  });
  return { collector, written };
}

const entry = (logId: string) => entryWith({ logId, timestamp: MIDNIGHT });

it('E7: an entry that the service gives for both days at midnight is written once', async () => {
  const { collector, written } = collecting();
  expect(await collector.add(DAY - 1, [entry('a'), entry('b')])).toBe(2);
  expect(await collector.add(DAY, [entry('b'), entry('c')])).toBe(1);
  expect(await collector.add(DAY - 1, [entry('c')])).toBe(0);
  // The old day ends ten minutes past midnight; the new one may be walked again.
  collector.forget(DAY - 1);
  collector.forget(DAY - 1);
  expect(await collector.add(DAY, [entry('a'), entry('c')])).toBe(0);
  expect(written).toEqual(['a', 'b', 'c']);
});

it('days that are not neighbours do not share what they remember, nor does one that is long over', async () => {
  const { collector, written } = collecting();
  await collector.add(DAY - 2, [entry('a')]);
  await collector.add(DAY, [entry('a')]);
  collector.forget(DAY);
  collector.forget(DAY + 1);
  await collector.add(DAY + 1, [entry('a')]);
  expect(written).toEqual(['a', 'a', 'a']);
});
