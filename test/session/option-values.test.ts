import { describe, expect, it } from 'vitest';
import {
  durationOption,
  seedOf,
  spanOptions,
  wholeNumber,
} from '../../src/session/option-values.ts';
import { words } from '../../src/text/printable.ts';

const option = words`size`;
const range = { least: 1, most: 100 };

describe('the value of an option', () => {
  it('is an integer within its range', () => {
    expect(wholeNumber(option, undefined, range)).toBeUndefined();
    expect(wholeNumber(option, '100', range)).toBe(100);
  });

  it.each(['0', '101', '1.5', '-1', '1e2', ' 1', '', '0x10', '99999999999999999999'])(
    '%j is refused',
    (text) => {
      expect(() => wholeNumber(option, text, range)).toThrow(
        '--size takes a whole number from 1 to 100.',
      );
    },
  );

  it('is a duration with a minimum', () => {
    expect(durationOption(option, undefined, 1000)).toBeUndefined();
    expect(durationOption(option, '5s', 1000)).toBe(5000);
    expect(() => durationOption(option, '500ms', 1000)).toThrow(
      '--size takes a duration such as 500ms, 5s, 15m, 2h or 1d, and at least 1s.',
    );
  });

  it.each([
    // Asked at 00:10, unless another time is given.
    [{ since: '23:50' }, '03-13T23:50', undefined],
    [{ since: '00:05' }, '03-14T00:05', undefined],
    [{ since: '23:50', until: '00:05' }, '03-13T23:50', '03-14T00:05'],
    [{ since: '23:50', until: '00:20' }, '03-13T23:50', '03-14T00:20'],
    [{ since: '2d', until: '07:15' }, '03-12T00:10', '03-13T07:15'],
    [{ until: '07:15' }, undefined, '03-13T07:15'],
    [{ since: '11:30', until: '12:30', at: '12:00' }, '03-14T11:30', '03-14T12:30'],
    [{ since: '1h', until: '2h', at: '12:00' }, '03-14T11:00', '03-14T10:00'],
  ])('is a span, in which a time of day is the last one: %j', (given, since, until) => {
    const now = Date.parse(`2026-03-14T${'at' in given ? given.at : '00:10'}:00Z`);
    const span = spanOptions(given, now);
    const text = (ms: number | undefined) => ms && new Date(ms).toISOString().slice(5, 16);
    expect([text(span.since), text(span.until)]).toEqual([since, until]);
  });

  it('is the seed of a world, 1 by default', () => {
    expect([seedOf(undefined), seedOf('0'), seedOf('7')]).toEqual([1, 0, 7]);
    expect(() => seedOf('many')).toThrow('--seed takes a whole number');
  });
});
