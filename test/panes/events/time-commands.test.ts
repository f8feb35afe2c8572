import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/api-error.ts';
import { noCoverage } from '../../../src/events/coverage.ts';
import type { DayProgress } from '../../../src/feeds/pages-feed.ts';
import { EMPTY_EVENTS, type EventsState } from '../../../src/panes/events/state.ts';
import { loadedOf, timeCommands } from '../../../src/panes/events/time-commands.ts';
import { utcDay } from '../../../src/text/time.ts';

const at = (time: string) => Date.parse(`2026-03-14T${time}Z`);
const day = utcDay(at('12:00'));
const minute = { from: at('12:00'), until: at('12:01') };

/** A day that is loaded from `from` on. */
function loadedFrom(from: string, change: Partial<DayProgress> = {}) {
  const progress: DayProgress = {
    day,
    order: 'newest-first',
    pages: 3,
    phase: 'following',
    end: null,
    restarts: 0,
    failure: null,
    stale: false,
    coverage: { ...noCoverage(day), loaded: [{ from: at(from), until: at('14:00') }] },
    ...change,
  };
  return new Map([[day, progress]]);
}

describe('the loading state of a minute', () => {
  it('is "loaded" if all of it is, or if it is newer than the log', () => {
    expect(loadedOf(loadedFrom('12:00'), minute, null)).toBe('loaded');
    const newest = { from: at('14:00'), until: at('14:01') };
    expect(loadedOf(loadedFrom('13:00'), newest, null)).toBe('loaded');
    const end = { from: at('13:59'), until: at('14:00:30') };
    expect(loadedOf(loadedFrom('13:00'), end, null)).toBe('loaded');
  });

  it('is "loading" before the first page and while older pages are loading', () => {
    expect(loadedOf(undefined, minute, null)).toBe('on its way');
    expect(loadedOf(loadedFrom('13:00', { phase: 'walking' }), minute, null)).toBe('on its way');
    const oldestFirst = { phase: 'walking', order: 'oldest-first' } as const;
    const later = { from: at('15:00'), until: at('15:01') };
    expect(loadedOf(loadedFrom('13:00', oldestFirst), later, null)).toBe('on its way');
  });

  it('is not awaited on another day, after eviction, or when loading ended or was refused', () => {
    const yesterday = { from: minute.from - 86_400_000, until: minute.until - 86_400_000 };
    expect(loadedOf(loadedFrom('13:00'), yesterday, null)).toBe('another day');
    expect(loadedOf(loadedFrom('13:00'), minute, at('12:30'))).toBe('dropped');
    expect(loadedOf(loadedFrom('13:00', { phase: 'ended' }), minute, null)).toBe('stopped');
    const error = new ApiError({ kind: 'outside-window', title: 'The bundle has nothing of it' });
    const failure = { error, attempts: 1, wait: { kind: 'after', ms: 1000 } } as const;
    const refused = loadedFrom('13:00', { phase: 'walking', failure });
    expect(loadedOf(refused, minute, null)).toBe('stopped');
  });
});

it('} moves any time range on, as wide as it was, until the newest entry is in it, and then says so', () => {
  const seconds = (most: number) => fc.integer({ min: 1, max: most }).map((each) => each * 1000);
  const DAY = 86_400;
  fc.assert(
    fc.property(seconds(DAY), seconds(DAY), seconds(DAY / 4), (length, start, width) => {
      const span = { from: at('00:00'), until: at('00:00') + length };
      const from = span.from + (start % length);
      let state: EventsState = { ...EMPTY_EVENTS, timeRange: { from, until: from + width } };
      const model = {
        slice: { getState: () => state },
        shown: () => ({ span, store: { span } }),
        here: () => undefined,
        applyFilters: (change: Partial<EventsState>) => {
          state = { ...state, ...change };
        },
      };
      const store = { getState: () => ({ size: { columns: 80 } }) };
      const commands = timeCommands({ store } as never, model as never);
      const later = commands.find(({ keys }) => keys.includes('}'));
      const range = () => state.timeRange ?? span;
      while (range().until < span.until) {
        expect(later?.unavailable?.()).toBeUndefined();
        const before = range();
        later?.run();
        expect(range().from).toBeGreaterThan(before.from);
        expect(range().from).toBeLessThan(span.until);
        expect(range().until - range().from).toBe(width);
      }
      expect(later?.unavailable?.()).toBe('The range is at the newest entry.');
    }),
  );
});
