import { expect, test } from 'vitest';
import { type Coverage, noCoverage } from '../../src/events/coverage.ts';
import {
  type EmptinessFacts,
  emptinessSentence,
  explainEmpty,
} from '../../src/events/explain-empty.ts';
import type { ViewCounts } from '../../src/events/filtered-view.ts';
import { utcDay } from '../../src/text/time.ts';
import { SAMPLE_DAY } from './sample-entries.ts';

const HOUR = 3_600_000;
const at = (hour: number) => SAMPLE_DAY + hour * HOUR;

const counts = (given: Partial<ViewCounts>): ViewCounts => ({
  matched: 0,
  scanned: 0,
  total: 0,
  hidden: 0,
  complete: true,
  stopped: null,
  ...given,
});

const coverage = (from: number, until: number): Coverage => ({
  ...noCoverage(utcDay(SAMPLE_DAY)),
  pages: 1,
  loaded: [{ from: at(from), until: at(until) }],
});

const why = (facts: Partial<EmptinessFacts>) => {
  const reason = explainEmpty({
    counts: counts({}),
    coverage: coverage(0, 14),
    now: at(14),
    ...facts,
  });
  return reason && emptinessSentence(reason);
};

test.each<[string, Partial<EmptinessFacts>, string | undefined]>([
  ['something is shown', { counts: counts({ matched: 1, total: 1 }) }, undefined],
  [
    'the filter hides it',
    { counts: counts({ total: 412, hidden: 412 }) },
    'The filter hides all 412 entries that are loaded.',
  ],
  [
    'the filter is still looking',
    { counts: counts({ total: 412, hidden: 12, complete: false }) },
    'The filter hides all 12 entries looked at so far.',
  ],
  [
    'the key was refused',
    { failure: 'unauthorised' },
    'The key was not accepted; the log was not read.',
  ],
  [
    'the day is out of the window',
    { failure: 'outside-window' },
    'The service keeps the last 72 hours only; this day is not among them.',
  ],
  [
    'the service is away',
    { failure: 'unreachable' },
    'The log could not be read; it is asked for again.',
  ],
  ['nothing was asked', { coverage: noCoverage(utcDay(SAMPLE_DAY)) }, 'Nothing is loaded yet.'],
  ['the zone is silent', {}, 'The log has no entry of this time.'],
  ['a moment after the last page', { now: at(14) + 2000 }, 'The log has no entry of this time.'],
  [
    'the time looked at is not loaded',
    { coverage: coverage(9, 14), range: { from: at(3), until: at(4) } },
    'Nothing is loaded of this time yet.',
  ],
  [
    'the time looked at is loaded and silent',
    { coverage: coverage(9, 14), range: { from: at(10), until: at(11) } },
    'The log has no entry of this time.',
  ],
])('an empty list when %s', (_, facts, sentence) => {
  expect(why(facts)).toBe(sentence);
});
