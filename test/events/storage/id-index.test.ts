import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdIndex, NO_ENTRY } from '../../../src/events/storage/id-index.ts';

function found(index: IdIndex, hash: number): number[] {
  const ids: number[] = [];
  for (let id = index.first(hash); id !== NO_ENTRY; id = index.next(hash)) ids.push(id);
  return ids.sort((a, b) => a - b);
}

/** Few hashes, some of them in one shard and in adjacent slots, so that runs and wraps occur. */
const hash = fc.constantFrom(0, 1, 2, 63, 64, 127, 0xfc00003f, 0xfc00003e, 0xffffffff);

test('the index behaves like a map from hash to ids, whatever is added and removed', () => {
  const step = fc.record({ remove: fc.boolean(), hash, id: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const index = new IdIndex();
      const model = new Map<number, Set<number>>();
      for (const { remove, hash, id } of steps) {
        const ids = model.get(hash) ?? new Set();
        model.set(hash, ids);
        if (remove) {
          index.remove(hash, id);
          ids.delete(id);
        } else if (!ids.has(id)) {
          index.add(hash, id);
          ids.add(id);
        }
      }
      for (const [hash, ids] of model) {
        expect(found(index, hash)).toEqual([...ids].sort((a, b) => a - b));
      }
    }),
  );
});

test('ids are still found after the tables grow', () => {
  const index = new IdIndex();
  const hashOf = (id: number) => Math.imul(id, 0x9e3779b1) >>> 0;
  for (let id = 0; id < 20_000; id += 1) index.add(hashOf(id), id);
  for (let id = 0; id < 20_000; id += 1) expect(found(index, hashOf(id))).toContain(id);
});

test('the largest possible id differs from a free slot', () => {
  const index = new IdIndex();
  index.add(7, 2 ** 32 - 2);
  expect(found(index, 7)).toEqual([2 ** 32 - 2]);
});
