import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import type { Shape } from '../../src/contract/shape.ts';
import {
  anything,
  dateTime,
  flag,
  id,
  integer,
  isoDateTime,
  number,
  numberOf,
  oneOf,
  text,
  timeSeries,
} from '../../src/contract/values.ts';

/** The value, and the kind of drift if any. */
function read(shape: Shape<unknown>, json: unknown): readonly unknown[] {
  const drift = driftLog();
  const value = shape.at('at')(json, drift);
  return [value, ...drift.entries().map(({ kind }) => kind)];
}

const status = oneOf(['notStarted', 'started', 'ready'], 'no codes');
const mode = oneOf(['Log', 'Block'], 'by position');

describe('scalars', () => {
  it.each<[string, Shape<unknown>, unknown, readonly unknown[]]>([
    ['text', text, 'a', ['a']],
    ['an empty text', text, '', ['']],
    ['a number for a text', text, 7, ['7', 'wrong-type']],
    ['an object for a text', text, {}, [null, 'wrong-type']],
    ['a number', number, 1.5, [1.5]],
    ['a number as text', number, '1.5', [1.5, 'wrong-type']],
    ['no number at all', number, 'many', [null, 'wrong-type']],
    ['an empty text for a number', number, ' ', [null, 'wrong-type']],
    ['infinity, as 1e400 parses', number, Number.POSITIVE_INFINITY, [null, 'wrong-type']],
    ['a fraction for an integer', integer, 0.5, [0.5]],
    ['a true flag', flag, true, [true]],
    ['a text for a flag', flag, 'true', [null, 'wrong-type']],
    ['an id', id, 803311, ['803311']],
    ['an id beyond 2^53', id, '9223372036854775807', ['9223372036854775807']],
    ['a text id', id, 'k3Jd82', ['k3Jd82', 'wrong-type']],
    ['a fraction for an id', id, 1.5, [null, 'wrong-type']],
    ['a rounded number for an id', id, 2 ** 60, [null, 'wrong-type']],
    ['an empty id', id, '', [null, 'wrong-type']],
    ['a known name', status, 'notStarted', ['notStarted']],
    ['another casing', status, 'NotStarted', ['notStarted']],
    ['an unknown name', status, 'evicted', ['evicted', 'unknown-value']],
    ['a code where there are none', status, 1, ['1', 'unknown-value']],
    ['a list for a name', status, [], [null, 'wrong-type']],
    ['a code', mode, 1, ['Block']],
    ['a name for a code', mode, 'block', ['Block']],
    ['a code as text', mode, '0', ['Log']],
    ['an unknown code', mode, 7, ['7', 'unknown-value']],
    ['a stamp', dateTime, '2026-03-18T13:56:38Z', ['2026-03-18T13:56:38.000Z']],
    ['no stamp', dateTime, 'yesterday', [null, 'unknown-value']],
    ['a number for a stamp', dateTime, 5, [null, 'unknown-value']],
    ['anything', anything, { a: [1] }, [{ a: [1] }]],
  ])('reads %s', (_, shape, json, expected) => {
    expect(read(shape, json)).toEqual(expected);
  });

  it.each([[text], [number], [integer], [flag], [id], [status], [dateTime], [anything]])(
    'are null, without a note, when absent',
    (shape) => {
      expect(read(shape, null)).toEqual([null]);
      expect(read(shape, undefined)).toEqual([null]);
    },
  );

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        for (const shape of [text, number, integer, flag, id, status, mode, dateTime, anything]) {
          read(shape, json);
        }
      }),
    );
  });
});

// Assumption: date-form
describe('a date-time of the service', () => {
  it.each([
    ['2026-03-18T13:56:38.8350428Z', '2026-03-18T13:56:38.835Z'],
    ['2026-03-18T13:56:38.8Z', '2026-03-18T13:56:38.800Z'],
    ['2026-03-18T13:56:38', '2026-03-18T13:56:38.000Z'],
    ['2026-03-18T13:56', '2026-03-18T13:56:00.000Z'],
    ['2026-03-18 13:56:38z', '2026-03-18T13:56:38.000Z'],
    ['2026-03-18T13:56:38+02:00', '2026-03-18T11:56:38.000Z'],
    ['2026-03-18T23:56:38-0500', '2026-03-19T04:56:38.000Z'],
  ])('%s is %s', (stamp, iso) => {
    expect(isoDateTime(stamp)).toBe(iso);
  });

  it.each([
    [''],
    ['now'],
    ['2026-03-18'],
    ['2026-13-18T13:56:38Z'],
    ['2026-02-31T13:56:38Z'],
    ['2026-02-29T00:00:00Z'],
    ['2026-04-31T23:30:00-02:00'],
    ['2026-03-18T25:00:00Z'],
    ['18/03/2026 13:56'],
    ['2026-03-18T13:56:38Z; rm'],
    ['1773842198000'],
  ])('%j is none', (stamp) => {
    expect(isoDateTime(stamp)).toBeUndefined();
  });

  it('of ours is unchanged, in any time zone of the machine', () => {
    const years = { min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true };
    fc.assert(
      fc.property(fc.date(years), (date) => {
        const iso = date.toISOString();
        expect(isoDateTime(iso)).toBe(iso);
        expect(isoDateTime(iso.replace('Z', '0000'))).toBe(iso);
      }),
    );
  });
});

describe('a chart object', () => {
  it('becomes points in order of time', () => {
    const chart = { '2026-03-18T13:57:00Z': 5, '2026-03-18T13:56:00Z': 0 };
    expect(timeSeries(chart, numberOf)).toEqual([
      { at: Date.parse('2026-03-18T13:56:00Z'), value: 0 },
      { at: Date.parse('2026-03-18T13:57:00Z'), value: 5 },
    ]);
  });

  it('reads timestamps without a zone as UTC', () => {
    expect(timeSeries({ '2026-03-18T00:00:00': 1 }, numberOf)).toEqual([
      { at: Date.UTC(2026, 2, 18), value: 1 },
    ]);
  });

  it('drops invalid values', () => {
    const chart = { '2026-03-18T13:56:00Z': null, '2026-03-18T13:57:00Z': 7 };
    expect(timeSeries(chart, numberOf)).toHaveLength(1);
  });

  it('is empty when there are no points', () => {
    expect(timeSeries({}, numberOf)).toEqual([]);
  });

  it.each([
    [null],
    [[1, 2]],
    ['text'],
    [{ latest: 5 }],
    [{ '2026-03-18T13:56:00Z': 1, total: 2 }],
    [{ '2026-03-18T13:56:00Z': { p50: 1 } }],
  ])('is not one when it is %j', (chart) => {
    expect(timeSeries(chart, numberOf)).toBeUndefined();
  });
});
