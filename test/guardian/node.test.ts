import { describe, expect, it } from 'vitest';
import { entry, equalNodes, mappingAt, stringAt } from '../../src/guardian/node.ts';
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

describe('mappingAt and stringAt', () => {
  it('find only what is of their kind', () => {
    const node = nodeOf({ mapping: {}, string: 'a', number: 1 });
    expect(mappingAt(node, 'mapping')?.kind).toBe('mapping');
    expect(mappingAt(node, 'string')).toBeUndefined();
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
