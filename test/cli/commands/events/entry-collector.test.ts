import { expect, it } from 'vitest';
import { SeenEntries } from '../../../../src/cli/commands/events/entry-collector.ts';
import type { EventLogEntry } from '../../../../src/contract/operations/event-logs.ts';

const LABELS = {
  asn: null,
  country: null,
  ruleId: null,
  severity: null,
  method: null,
  ruleGroup: null,
  status: null,
  serverZone: null,
};
const entry = (logId: string | null, log: string): EventLogEntry => ({
  logId,
  timestamp: 1,
  log,
  labels: LABELS,
});

it('an entry is new once, and again when it says something else', () => {
  const seen = new SeenEntries();
  const offered = [
    entry('a', 'one'),
    entry('a', 'one'),
    entry('a', 'two'),
    entry('a', 'two'),
    entry('a', 'one'),
    entry('a', 'three'),
    entry(null, 'one'),
    entry(null, 'one'),
    entry(null, 'two'),
  ];
  expect(offered.map((each) => seen.add(each))).toEqual([
    true,
    false,
    true,
    false,
    false,
    true,
    true,
    false,
    true,
  ]);
});
