import { expect, it } from 'vitest';
import { askedFields, matchingRows, readExpression } from '../../src/watches/expression.ts';
import { howOf, subjectOf } from '../../src/watches/subjects.ts';
import { overviewOf } from '../support/overviews.ts';

const T = Date.parse('2026-11-22T12:00:00Z');

/** The explanation for an application, or a part of it. */
function howIs(typed: string, answer: unknown): string | undefined {
  const read = readExpression(typed);
  if (read.kind === 'refused') throw new Error(read.message);
  const { expression } = read;
  const rows = matchingRows(expression, subjectOf(expression.subject).rows(answer, T));
  return rows.length === 0 ? undefined : howOf(rows, askedFields(expression));
}

const lacking = overviewOf({
  currentLatency: { indicator: -5.25 },
  averageCPU: { indicator: 0.004 },
  activeInstances: { indicator: 1 },
  desiredInstances: 3,
  regions: [{ region: 'DE', pods: [{ name: 'p1', outboundConnectionsRejectedDiff: 4 }] }],
});

it('explains the condition, or else reports the compared number', () => {
  const issue = '1 of 3 instances active';
  expect(howIs('app health = warn', lacking)).toBe(issue);
  expect(howIs('app status = active', lacking)).toBe(issue);
  expect(howIs('app latency < 0', lacking)).toBe('latency -5.25');
  expect(howIs('app latency < 0 cpu < 0.01', lacking)).toBe('latency -5.25, cpu 0.004');
  expect(howIs('app latency < 0 !latency > 5', lacking)).toBe('latency -5.25');
  expect(howIs('app latency < 60', overviewOf({ currentLatency: { indicator: 50 } }))).toBe(
    'latency 50',
  );
  expect(howIs('app latency > 60', lacking)).toBeUndefined();
});

it('names the part of an application, and explains a scan', () => {
  expect(howIs('pod rejected > 3', lacking)).toBe('DE p1');
  const scan = { Status: 'Failed', Records: [], Error: 'timed out' };
  expect(howIs('dns scan = Failed', scan)).toBe('timed out');
  expect(howIs('dns records < 5', scan)).toBe('records 0');
});

it('tells the size of a burst, not its condition again', () => {
  const burst = { isBurst: true, text: '90 a minute, usual are 3' };
  expect(howIs('zone burst = yes', burst)).toBe('burst of 90 a minute, usual are 3');
  expect(howIs('zone burst = no', { ...burst, isBurst: false })).toBe('');
  expect(howIs('zone burst = yes', null)).toBeUndefined();
});
