import { expect, test } from 'vitest';
import { severeRule } from '../../src/events/severity.ts';
import { EventStore } from '../../src/events/store.ts';
import { entryWith, SAMPLE_DAY } from './sample-entries.ts';

function severeAmong(labels: readonly { severity?: string | null; status?: string | null }[]) {
  const store = new EventStore();
  store.add(
    '7',
    labels.map((one, at) =>
      entryWith({ logId: String(at), timestamp: SAMPLE_DAY + at, labels: one }),
    ),
  );
  const { rule, isSevere } = severeRule(store);
  return { rule, severe: [...store.ids()].map(isSevere) };
}

test('severe is what the severity says, in whatever case', () => {
  const { rule, severe } = severeAmong([
    { severity: 'CRITICAL' },
    { severity: 'notice' },
    { severity: 'Error' },
    { severity: '', status: 'Blocked' },
    { severity: null },
  ]);
  expect(severe).toEqual([true, false, true, false, false]);
  expect(rule).toBe('severity is one of critical, error, emergency, alert, fatal, high');
});

test('while no entry has a severity, what was blocked is severe, and the rule says so', () => {
  const { rule, severe } = severeAmong([
    { severity: '', status: 'blocked' },
    { severity: null, status: 'Logged' },
    { status: null },
  ]);
  expect(severe).toEqual([true, false, false]);
  expect(rule).toBe('status is Blocked, since no entry has a severity');
});
