import { expect, it } from 'vitest';
import type { EventLogEntry } from '../../src/contract/operations/event-logs.ts';
import { keepAsWritten } from '../../src/contract/shape.ts';
import { SeenEntries } from '../../src/events/seen-entries.ts';

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

it('an entry is new once, and again if its content differs', () => {
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

it('an entry is known if the same one was added, even if its log id also has other content', () => {
  const seen = new SeenEntries();
  expect(seen.has(entry('a', 'one'))).toBe(false);
  seen.add(entry('a', 'one'));
  expect([seen.has(entry('a', 'one')), seen.has(entry('a', 'two'))]).toEqual([true, false]);
  seen.add(entry('a', 'two'));
  expect([seen.has(entry('a', 'one')), seen.has(entry('a', 'two'))]).toEqual([true, true]);
});

it('entries whose timestamps differ only beyond the precision of a double are two', () => {
  const seen = new SeenEntries();
  const stamped = (digits: string): EventLogEntry => {
    const told = { ...entry(null, 'one'), timestamp: Number(digits) };
    keepAsWritten(told, 'timestamp', digits);
    return told;
  };
  const [first, second] = ['1773496920123456789', '1773496920123456780'] as const;
  expect(Number(first)).toBe(Number(second));
  expect([first, second, first].map((digits) => seen.add(stamped(digits)))).toEqual([
    true,
    true,
    false,
  ]);
});
