import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { below, keysOf, type NodePath, pointerOf } from '../../src/guardian/node.ts';

const trailOf = (keys: readonly (string | number)[]) =>
  keys.reduce<NodePath | null>((parent, key) => below(parent, key), null);

describe('pointerOf', () => {
  it.each([
    [[], ''],
    [['paths', '/pets/{id}', 'get'], '/paths/~1pets~1{id}/get'],
    [['a~b', 0, ''], '/a~0b/0/'],
    [['~1'], '/~01'],
  ])('%j is %j', (keys, pointer) => {
    expect(pointerOf(trailOf(keys))).toBe(pointer);
  });
});

describe('keysOf', () => {
  it.each([
    ['#', []],
    ['#/', ['']],
    ['#/paths/~1pets~1%7Bid%7D/get', ['paths', '/pets/{id}', 'get']],
    ['#/a~0b/~01', ['a~b', '~1']],
    ['#/%E2%82%AC', ['€']],
    ['#thing', undefined],
    ['#/%', undefined],
    ['#/%ff', undefined],
  ])('%s names %j', (fragment, keys) => {
    expect(keysOf(fragment)).toEqual(keys);
  });

  it('reverses pointerOf, with or without percent encoding', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
        const encoded = pointerOf(trailOf(keys)).split('/').map(encodeURIComponent).join('/');
        expect(keysOf(`#${encoded}`)).toEqual(keys);
      }),
    );
  });
});
