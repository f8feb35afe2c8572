import { describe, expect, it } from 'vitest';
import { dnsScan, recordTypeName } from '../../../src/contract/operations/dns-scan.ts';
import { noDrift } from '../../support/no-drift.ts';

const decode = (json: unknown) => dnsScan.answer.decode(json, noDrift);

describe('a DNS scan', () => {
  it.each([
    [0, 'Pending'],
    [1, 'InProgress'],
    [2, 'Completed'],
    [3, 'Failed'],
    ['completed', 'Completed'],
    [7, '7'],
  ])('with the status %j is %s', (Status, word) => {
    expect(decode({ Status }).Status).toBe(word);
  });

  // Assumption: scan-without-result
  it('distinguishes "not yet" from "nothing found"', () => {
    expect(decode({ Records: null }).Records).toBeNull();
    expect(decode({ Records: [] }).Records).toEqual([]);
  });

  it('keeps the numbers of a record and the digits of its zone', () => {
    const scan = decode({
      ZoneId: '9007199254740993',
      CreatedAt: '2026-03-14T14:02:00',
      Records: [{ Name: '@', Type: 16, Ttl: 300, Value: 'v', Priority: null, IsProxied: false }],
    });
    expect(scan).toMatchObject({
      ZoneId: '9007199254740993',
      CreatedAt: '2026-03-14T14:02:00.000Z',
      CompletedAt: null,
      Records: [{ Name: '@', Type: 16, Ttl: 300, Priority: null, Port: null, IsProxied: false }],
    });
  });
});

// Assumption: record-types
it.each([
  [0, 'A'],
  [4, 'MX'],
  [16, 'SOA'],
  [5, 'TYPE 5'],
  [-1, 'TYPE -1'],
])('record type %i is drawn as %s', (type, name) => {
  expect(recordTypeName(type)).toBe(name);
});
