import { describe, expect, it } from 'vitest';
import {
  boundOf,
  canonical,
  numberAt,
  sumOf,
  typesOf,
  valuesOf,
} from '../../src/guardian/schema-values.ts';
import { mappingOf, nodeOf } from '../support/nodes.ts';

describe('canonical', () => {
  it.each([
    [{ b: 1, a: [1, '1', null] }, { a: [1, '1', null], b: 1 }, true],
    [1, 1.0, true],
    ['1', 1, false],
    [null, 'null', false],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
  ])('of %j and %j is the same: %s', (one, other, same) => {
    expect(canonical(nodeOf(one)) === canonical(nodeOf(other))).toBe(same);
  });
});

describe('typesOf', () => {
  it.each([
    [{}, ['null', 'boolean', 'object', 'array', 'string', 'integer', 'fraction']],
    [{ type: 'string' }, ['string']],
    [{ type: 'number' }, ['integer', 'fraction']],
    [{ type: ['integer', 'null'] }, ['integer', 'null']],
    [{ type: 'string', nullable: true }, ['string', 'null']],
    [{ nullable: false, type: 'string' }, ['string']],
  ])('of %j are %j', (schema, types) => {
    expect([...typesOf(mappingOf(schema))]).toEqual(types);
  });
});

describe('valuesOf', () => {
  it.each([
    [{}, undefined],
    [{ enum: ['a', 1] }, ['"a"', '1']],
    [{ const: null }, ['null']],
    [{ const: 'a', enum: ['a', 'b'] }, ['"a"']],
    [{ const: 'c', enum: ['a', 'b'] }, []],
  ])('of %j are %j', (schema, values) => {
    const found = valuesOf(mappingOf(schema));
    expect(found && [...found]).toEqual(values);
  });
});

describe('boundOf', () => {
  it.each([
    [{}, 'minimum', Number.NEGATIVE_INFINITY, true],
    [{ minimum: 1 }, 'minimum', 1, false],
    [{ minimum: 1, exclusiveMinimum: true }, 'minimum', 1, true],
    [{ exclusiveMinimum: 2 }, 'minimum', 2, true],
    [{ minimum: 3, exclusiveMinimum: 2 }, 'minimum', 3, false],
    [{ minimum: 2, exclusiveMinimum: 2 }, 'minimum', 2, true],
    [{ maximum: 3, exclusiveMaximum: 2 }, 'maximum', 2, true],
    [{ maximum: 1, exclusiveMaximum: 2 }, 'maximum', 1, false],
    [{ maximum: 'x' }, 'maximum', Number.POSITIVE_INFINITY, true],
  ] as const)('of %j: %s %d', (schema, end, value, isExclusive) => {
    expect(boundOf(mappingOf(schema), end)).toEqual({ value, isExclusive });
  });
});

it('numberAt finds numbers only', () => {
  expect(numberAt(mappingOf({ a: 1 }), 'a')).toBe(1);
  expect(numberAt(mappingOf({ a: '1' }), 'a')).toBeUndefined();
});

it.each([
  [[], 'same'],
  [['tightened'], 'tightened'],
  [['loosened', 'loosened'], 'loosened'],
  [['tightened', 'loosened'], 'changed'],
  [['loosened', 'changed'], 'changed'],
] as const)('%j come to %s', (changes, sum) => {
  expect(sumOf(changes)).toBe(sum);
});
