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
    [{ since: '22:00', until: '23:00' }, '03-13T22:00', '03-13T23:00'],
    [{ since: '2d', until: '07:15' }, '03-12T00:10', '03-12T07:15'],
    [{ until: '07:15' }, undefined, '03-14T07:15'],
    [{ until: '13:41', at: '13:36' }, undefined, '03-14T13:41'],
    [{ since: '22:00', until: '06:00', at: '13:36' }, '03-13T22:00', '03-14T06:00'],
    [{ since: '11:30', until: '12:30', at: '12:00' }, '03-14T11:30', '03-14T12:30'],
    [{ since: '2h', until: '1h', at: '12:00' }, '03-14T10:00', '03-14T11:00'],
  ])('is a span from the last such time to the next one after it: %j', (given, since, until) => {
    const now = Date.parse(`2026-03-14T${'at' in given ? given.at : '00:10'}:00Z`);
    const span = spanOptions(given, now);
    const text = (ms: number | undefined) => ms && new Date(ms).toISOString().slice(5, 16);
    expect([text(span.since), text(span.until)]).toEqual([since, until]);
  });

  it.each([
    { since: '13:26', until: '13:16' },
    { since: '13:26', until: '13:26' },
    { since: '14:00', until: '14:00' },
    // A night that is not over.
    { since: '14:00', until: '13:50' },
    { since: '1m', until: '13:16' },
    { since: '1h', until: '2h' },
    { since: '2026-03-14T13:00Z', until: '2026-03-14T12:00Z' },
  ])('is no span that ends before it begins: %j, at 13:36', (given) => {
    const now = Date.parse('2026-03-14T13:36:00Z');
    expect(() => spanOptions(given, now)).toThrow('--since must be before --until.');
  });

  it('is the seed of a world, 1 by default', () => {
    expect([seedOf(undefined), seedOf('0'), seedOf('7')]).toEqual([1, 0, 7]);
    expect(() => seedOf('many')).toThrow('--seed takes a whole number');
  });
});
