import { describe, expect, it } from 'vitest';
import type { OpenWalk } from '../../src/feeds/day-walk.ts';
import { nextTask } from '../../src/feeds/next-task.ts';
import { newWalk } from '../../src/feeds/walk.ts';

const walk = newWalk({
  token: 'a',
  fromFirst: true,
  begunAt: 0,
  dayOver: false,
  newestKnown: null,
});
const DOWN_TO = 1000;
const open = (id: number, until: number | null = null): OpenWalk => ({
  id,
  walk: { ...walk, floor: DOWN_TO },
  breaks: 0,
  rest: until === null ? null : { why: 'token-repeated', until },
});
const AGENDA = { elapsed: 100, pollAt: 100, pageAt: 0, backfillTo: 500 };

describe('what to do next', () => {
  it.each([
    {
      said: 'a poll that is due comes before a walk',
      order: 'newest-first',
      walks: [open(1)],
      agenda: {},
      task: { kind: 'look' },
    },
    {
      said: 'a walk continues until a poll is due',
      order: 'newest-first',
      walks: [open(1)],
      agenda: { pollAt: 200 },
      task: { kind: 'walk', id: 1 },
    },
    {
      said: 'the latest walk goes first',
      order: 'newest-first',
      walks: [open(1), open(2)],
      agenda: { pollAt: 200 },
      task: { kind: 'walk', id: 2 },
    },
    {
      said: 'a resting walk is skipped',
      order: 'newest-first',
      walks: [open(1), open(2, 150)],
      agenda: { pollAt: 200 },
      task: { kind: 'walk', id: 1 },
    },
    {
      said: 'a resting walk is waited for',
      order: 'newest-first',
      walks: [open(2, 150)],
      agenda: { pollAt: 200 },
      task: { kind: 'wait', ms: 50 },
    },
    {
      said: 'oldest first, there is no poll beside the walk',
      order: 'oldest-first',
      walks: [open(1)],
      agenda: {},
      task: { kind: 'walk', id: 1 },
    },
    {
      said: 'in an unknown order neither',
      order: 'unknown',
      walks: [open(1)],
      agenda: {},
      task: { kind: 'walk', id: 1 },
    },
    {
      said: 'without walks there are only polls',
      order: 'oldest-first',
      walks: [],
      agenda: { pollAt: 130 },
      task: { kind: 'wait', ms: 30 },
    },
    {
      said: 'an unwanted backfill waits',
      order: 'newest-first',
      walks: [open(1)],
      agenda: { pollAt: 130, backfillTo: 1000 },
      task: { kind: 'wait', ms: 30 },
    },
    {
      said: 'a failed walk waits, the poll does not',
      order: 'newest-first',
      walks: [open(1)],
      agenda: { pageAt: 500 },
      task: { kind: 'look' },
    },
    {
      said: 'no wait is longer than a timer holds',
      order: 'newest-first',
      walks: [],
      agenda: { pollAt: Number.POSITIVE_INFINITY },
      task: { kind: 'wait', ms: 2 ** 31 - 1 },
    },
  ] as const)('$said', ({ order, walks, agenda, task }) => {
    expect(nextTask({ order, walks }, { ...AGENDA, ...agenda })).toEqual(task);
  });
});
