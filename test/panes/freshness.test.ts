import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { freshness, troubleLine } from '../../src/panes/freshness.ts';
import { blockedBy } from '../../src/state/connection.ts';
import { failed, WAITING } from '../../src/state/loadable.ts';
import { lineText } from '../support/line-text.ts';

const BEGIN = Date.parse('2026-03-14T14:02:05Z');
const at = (elapsed: number) => ({ wall: BEGIN + elapsed, elapsed });
const loaded = { kind: 'loaded', value: 7, at: at(0), took: 12.4 } as const;
/** Each failed attempt has its own error. */
const timedOut = () =>
  new ApiError({ kind: 'timeout', title: 'No answer', detail: 'in\u001b[2J time' });

const told = (elapsed: number, every: number | null, loadable: typeof loaded = loaded) =>
  lineText(freshness({ loadable, now: at(elapsed), zone: 'utc', every }));

describe('the freshness of data', () => {
  it('is a constant time stamp while the data is fresh', () => {
    expect(told(0, 5000)).toBe('as of 14:02:05 · every 5 s · 12 ms');
    expect(told(9000, 5000)).toBe(told(0, 5000));
  });

  it('is a growing age once the data is stale', () => {
    expect(told(12_000, 5000)).toBe('as of 14:02:05 STALE 12 s');
    expect(told(600_000, 5000)).toBe('as of 14:02:05 STALE 10 min');
  });

  it('is only a time stamp for data that is not polled', () => {
    expect(told(600_000, null)).toBe('as of 14:02:05 · 12 ms');
  });

  it('is that of the last good answer after a failure', () => {
    const loadable = failed(loaded, timedOut(), at(5000));
    const line = freshness({ loadable, now: at(6000), zone: 'utc', every: 5000 });
    expect(lineText(line)).toBe('as of 14:02:05 · every 5 s · 12 ms');
  });

  it('says how many rows the time applies to, if some have older answers', () => {
    const facts = { loadable: loaded, now: at(0), zone: 'utc', every: 5000 } as const;
    const line = (asNew: number) => lineText(freshness({ ...facts, rows: { of: 28, asNew } }));
    expect(line(28)).toBe('as of 14:02:05 · every 5 s · 12 ms');
    expect(line(27)).toBe('27 of 28 as of 14:02:05 · every 5 s · 12 ms');
  });

  it('reports a missing answer', () => {
    const facts = { now: at(0), zone: 'utc', every: 5000 } as const;
    expect(lineText(freshness({ ...facts, loadable: WAITING }))).toBe('asking…');
    const loadable = failed(failed(WAITING, timedOut(), at(0)), timedOut(), at(1));
    expect(lineText(freshness({ ...facts, loadable }))).toBe('no answer yet');
  });

  it('D9: a failed answer is not reported as no answer', () => {
    const notFound = new ApiError({ kind: 'not-found', status: 404, title: 'Not found' });
    const loadable = failed(WAITING, notFound, at(0));
    const line = freshness({ loadable, now: at(0), zone: 'utc', every: null });
    expect(lineText(line)).toBe('answered 404 · attempt 1');
  });

  it('what is held back during an outage has no answer of its own', () => {
    const busy = new ApiError({ kind: 'service', status: 503, title: 'Busy' });
    const held = blockedBy(WAITING, busy, at(1));
    expect(lineText(freshness({ loadable: held, now: at(1), zone: 'utc', every: null }))).toBe(
      'not asked now',
    );
    expect(lineText(troubleLine(held, BEGIN, 'utc', 80))).toBe(
      '! Not asked: Busy · since 14:02:05',
    );
  });
});

it('a failure of the connection has no attempts of its own, since the header counts those of all requests', () => {
  expect(lineText(troubleLine(loaded, BEGIN, 'utc', 80))).toBe('');
  const once = failed(loaded, timedOut(), at(5000));
  expect(lineText(troubleLine(once, BEGIN, 'utc', 80))).toBe(
    '! No answer: in␛[2J time · since 14:02:10',
  );
  expect(lineText(troubleLine(failed(once, timedOut(), at(9000)), BEGIN, 'utc', 80))).toBe(
    '! No answer: in␛[2J time · since 14:02:10',
  );
  // If both do not fit, the time is not cut.
  expect(lineText(troubleLine(once, BEGIN, 'utc', 44))).toBe(
    '! No answer: in␛[2J time · since 14:02:10',
  );
  expect(lineText(troubleLine(once, BEGIN, 'utc', 34))).toBe('! No answer: in␛… · since 14:02:10');
});

it('a failure of the item itself is a sentence with attempts and start', () => {
  const refused = () => new ApiError({ kind: 'refused', status: 403, title: 'Not permitted' });
  const once = failed(loaded, refused(), at(5000));
  expect(lineText(troubleLine(once, BEGIN, 'utc', 80))).toBe(
    '! Not permitted · 1 attempt since 14:02:10',
  );
  expect(lineText(troubleLine(failed(once, refused(), at(9000)), BEGIN, 'utc', 80))).toBe(
    '! Not permitted · 2 attempts since 14:02:10',
  );
});

it('a failure of another day includes the date', () => {
  const yesterday = failed(loaded, timedOut(), at(5000));
  const now = BEGIN + 24 * 3_600_000;
  expect(lineText(troubleLine(yesterday, now, 'utc', 80))).toBe(
    '! No answer: in␛[2J time · since 03-14 14:02:10',
  );
});
