import { describe, expect, it } from 'vitest';
import { driftLog } from '../../../src/contract/drift.ts';
import { eventLogs } from '../../../src/contract/operations/event-logs.ts';
import { noDrift } from '../../support/no-drift.ts';

const entry = {
  logId: 'c5c09fe1-2071-486c-b6ba-4c43b45aeb09',
  timestamp: 1759913310543,
  log: '{"Message":"Restricted File Access Attempt"}',
  labels: {
    asn: '48090',
    country: 'BG',
    ruleId: '930130',
    severity: '',
    method: 'GET',
    ruleGroup: '',
    status: 'Blocked',
    serverZone: 'SG',
  },
};

// Assumption: start-token
describe('a page of event logs', () => {
  it('keeps every entry as it is', () => {
    const drift = driftLog();
    const json = {
      logs: [entry],
      hasMoreData: true,
      continuationToken: 'a/b=',
      startToken: null,
      errorResponse: null,
    };
    expect(eventLogs.answer.decode(json, drift)).toEqual(json);
    expect(drift.entries()).toEqual([]);
  });

  it('has entries even without labels', () => {
    const [first] = eventLogs.answer.decode({ logs: [{ logId: 'x', labels: null }] }, noDrift).logs;
    expect(first).toMatchObject({
      logId: 'x',
      timestamp: null,
      labels: { asn: null, status: null },
    });
  });

  it('has none when logs is null', () => {
    expect(eventLogs.answer.decode({ logs: null }, noDrift).logs).toEqual([]);
  });

  it('keeps invalid entries and logs that are no text as JSON', () => {
    const drift = driftLog();
    const logs = [entry, ['b'], 'c', null, { ...entry, log: { Message: 'an object' } }];
    const page = eventLogs.answer.decode({ logs }, drift);
    expect([...page.logs].map(({ log }) => log)).toEqual([
      entry.log,
      '["b"]',
      '"c"',
      'null',
      '{"Message":"an object"}',
    ]);
    expect(drift.entries().length).toBeGreaterThan(0);
  });

  it('that is no list is refused: an empty one would be the end of the log', () => {
    for (const logs of [{ 0: entry }, 'none', 0, false]) {
      expect(() => eventLogs.answer.decode({ logs, hasMoreData: false }, noDrift)).toThrow(
        'an array was expected',
      );
    }
  });

  it('requests the first page without a token', () => {
    expect(eventLogs.compose({ shieldZoneId: '7', date: '03-14-2026' }).path).toEqual({
      shieldZoneId: '7',
      date: '03-14-2026',
      continuationToken: undefined,
    });
  });
});
