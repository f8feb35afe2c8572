import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTING, maskedAddress } from '../../../../src/platform/world/events/traffic-pattern.ts';

test('an address lies in its network, in one of its subnets, with the last octet masked', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...HOSTING),
      fc.nat(0xffffffff),
      fc.integer({ min: 1, max: 256 }),
      (origin, chance, subnets) => {
        const address = maskedAddress(origin, chance, subnets);
        expect(address.startsWith(`${origin.network}.`)).toBe(true);
        const third = Number(/^\d+\.\d+\.(\d+)\.\*$/.exec(address)?.[1]);
        expect(third).toBeLessThan(subnets);
      },
    ),
  );
});
