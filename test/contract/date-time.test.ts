import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDateTime } from '../../src/contract/date-time.ts';

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
    ['2026-03-18T25:00:00Z'],
    ['18/03/2026 13:56'],
    ['2026-03-18T13:56:38Z; rm'],
    ['1773842198000'],
  ])('%j is none', (stamp) => {
    expect(isoDateTime(stamp)).toBeUndefined();
  });

  it('of ours comes back unchanged, in whatever zone the machine is', () => {
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
