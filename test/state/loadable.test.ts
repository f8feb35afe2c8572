import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { failed, lastLoaded, secondOf, WAITING } from '../../src/state/loadable.ts';

const at = (elapsed: number) => ({ wall: 1000 + elapsed, elapsed });
const loaded = { kind: 'loaded', value: 7, at: at(1), took: 12 } as const;
const error = new ApiError({ kind: 'timeout', title: 'No answer in time' });

it('a failure annotates the last good answer', () => {
  const first = failed(loaded, error, at(5));
  expect(first).toEqual({
    kind: 'failed',
    error,
    attempts: 1,
    since: at(5),
    at: at(5),
    last: loaded,
  });
  const again = failed(first, new ApiError({ kind: 'timeout', title: 'No answer in time' }), at(9));
  expect(again).toEqual({ ...first, attempts: 2, at: at(9) });
  expect(lastLoaded(again)).toBe(loaded);
  // A recording gives the same failure until there is another one.
  expect(failed(first, error, at(9))).toBe(first);
});

it('what was never answered has no last answer', () => {
  expect(lastLoaded(WAITING)).toBeNull();
  expect(lastLoaded(failed(WAITING, error, at(1)))).toBeNull();
  expect(lastLoaded(loaded)).toBe(loaded);
});

it('time is told by the seconds of the wall clock, whenever it is looked at', () => {
  const second = { wall: 61_000, elapsed: 500.25 };
  expect(secondOf(second)).toEqual(second);
  expect(secondOf({ wall: 61_999, elapsed: 1499.25 })).toEqual(second);
});
