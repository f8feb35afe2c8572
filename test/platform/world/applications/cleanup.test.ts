import fc from 'fast-check';
import { expect, test } from 'vitest';
import { castOf } from '../../../../src/platform/world/applications/cast.ts';
import { CLEANUP_MS, cleanedUp } from '../../../../src/platform/world/applications/cleanup.ts';
import { podSituation } from '../../../../src/platform/world/applications/situation.ts';
import { the } from '../../visitor.ts';

const application = the(castOf(7), ({ name }) => name === 'storefront');
const placeOf = (position: number) => ({
  application,
  regionIndex: 0,
  ordinal: position,
  position,
  total: 20,
});
const STAGE = { ready: 0, deleting: 1, gone: 2 };

test('every pod is ready, then deleting, then gone, and none comes back', () => {
  fc.assert(
    fc.property(fc.nat(19), fc.nat(CLEANUP_MS), fc.nat(CLEANUP_MS), (position, one, other) => {
      const place = placeOf(position);
      const stageAt = (since: number) => {
        const pod = cleanedUp(podSituation(place, 0), place, since);
        return pod?.status === 'deleting' ? STAGE.deleting : pod ? STAGE.ready : STAGE.gone;
      };
      const [earlier, later] = [Math.min(one, other), Math.max(one, other)];
      expect(stageAt(earlier)).toBeLessThanOrEqual(stageAt(later));
      expect(stageAt(CLEANUP_MS)).toBe(STAGE.gone);
    }),
  );
});

test('the first pod gets notice at once, the last one not', () => {
  const statusOf = (position: number) =>
    cleanedUp(podSituation(placeOf(position), 0), placeOf(position), 0)?.status;
  expect([statusOf(0), statusOf(19)]).toEqual(['deleting', 'ready']);
});
