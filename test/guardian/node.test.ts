import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  below,
  entry,
  equalNodes,
  keysOf,
  type NodePath,
  pointerOf,
  stringAt,
} from '../../src/guardian/node.ts';
import { nodeOf } from '../support/nodes.ts';

describe('entry', () => {
  it('is what stands under a key', () => {
    expect(entry(nodeOf({ a: 1 }), 'a')).toMatchObject({ kind: 'scalar', value: 1 });
  });

  it('is nothing where there is no key, or no mapping', () => {
    expect(entry(nodeOf({ a: 1 }), 'b')).toBeUndefined();
    expect(entry(nodeOf([1]), '0')).toBeUndefined();
    expect(entry(undefined, 'a')).toBeUndefined();
  });

  it('takes names that every object has for names like any', () => {
    expect(entry(nodeOf({}), 'constructor')).toBeUndefined();
    expect(entry(nodeOf({}), '__proto__')).toBeUndefined();
  });
});

describe('stringAt', () => {
  it('find only what is of their kind', () => {
    const node = nodeOf({ mapping: {}, string: 'a', number: 1 });
    expect(stringAt(node, 'string')).toBe('a');
    expect(stringAt(node, 'number')).toBeUndefined();
  });
});

describe('equalNodes', () => {
  it.each([
    [{ a: [1, 'x', null] }, { a: [1, 'x', null] }, true],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: null }, { b: null }, false],
    ['1', 1, false],
    [[], {}, false],
  ])('%j and %j: %s', (one, other, equal) => {
    expect(equalNodes(nodeOf(one), nodeOf(other))).toBe(equal);
  });

  it('tells nothing from something', () => {
    expect(equalNodes(undefined, undefined)).toBe(true);
    expect(equalNodes(nodeOf(null), undefined)).toBe(false);
  });
});

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

  it('undoes pointerOf, percent encoded or not', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (keys) => {
        const encoded = pointerOf(trailOf(keys)).split('/').map(encodeURIComponent).join('/');
        expect(keysOf(`#${encoded}`)).toEqual(keys);
      }),
    );
  });
});
