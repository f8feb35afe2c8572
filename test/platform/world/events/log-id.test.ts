import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eight, logId } from '../../../../src/platform/world/events/log-id.ts';

const anyUnique = fc.integer({ min: 0, max: 0xffffffff });
const anySeries = fc.integer({ min: 0, max: 0xffff });

test('an id looks like a GUID, and both its numbers can be read back', () => {
  fc.assert(
    fc.property(anyUnique, anySeries, (unique, series) => {
      const id = logId(unique, series);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const readUnique = Number.parseInt(id.slice(0, 8), 16);
      expect(readUnique).toBe(unique);
      expect(Number.parseInt(id.slice(9, 13), 16) ^ (readUnique & 0xffff)).toBe(series);
    }),
  );
});

test('eight digits stand for 32 bits', () => {
  fc.assert(
    fc.property(anyUnique, (value) => {
      expect(eight(value)).toBe(value.toString(16).padStart(8, '0'));
    }),
  );
});
