import { describe, expect, it } from 'vitest';
import { driftLog } from '../../src/contract/drift.ts';
import {
  decoder,
  list,
  map,
  noBody,
  nullableList,
  object,
  observed,
  orBlank,
  required,
  type Shape,
  ShapeMismatch,
} from '../../src/contract/shape.ts';
import { id, integer, text } from '../../src/contract/values.ts';
import { noDrift } from '../support/no-drift.ts';

function read<T>(shape: Shape<T>, json: unknown) {
  const drift = driftLog();
  const value = shape.at('top')(json, drift);
  return { value, drift: drift.entries().map(({ kind, path, count }) => [kind, path, count]) };
}

const point = object({ x: integer, y: integer });

describe('an object', () => {
  // Assumption: unknown-fields
  it('keeps known fields and counts the others', () => {
    expect(read(point, { x: 1, y: 2, z: 3 })).toEqual({
      value: { x: 1, y: 2 },
      drift: [['unknown-field', 'top.z', 1]],
    });
  });

  // Assumption: null-fields
  it('fills missing fields with null, and notes it', () => {
    expect(read(point, { x: 1 })).toEqual({
      value: { x: 1, y: null },
      drift: [['missing-field', 'top.y', 1]],
    });
  });

  it('does not note an absent field that the contract never stated', () => {
    expect(read(object({ x: integer, seen: observed(text) }), { x: 1 })).toEqual({
      value: { x: 1, seen: null },
      drift: [],
    });
  });

  it.each([[[1, 2]], ['x'], [7], [true]])('is null when %j arrives', (json) => {
    expect(read(point, json)).toEqual({ value: null, drift: [['wrong-type', 'top', 1]] });
  });

  it.each([[null], [undefined]])('is null, without a note, for %j', (json) => {
    expect(read(point, json)).toEqual({ value: null, drift: [] });
  });

  it('ignores fields of the prototype', () => {
    expect(read(object({ toString: text }), JSON.parse('{"__proto__":{"x":1}}')).value).toEqual({
      toString: null,
    });
  });
});

describe('an object that is blank when absent', () => {
  it('has every field, absent', () => {
    expect(read(orBlank({ x: integer, names: list(text) }), null).value).toEqual({
      x: null,
      names: [],
    });
  });
});

describe('a list', () => {
  // Assumption: null-arrays
  it('is empty for null and undefined', () => {
    expect(read(list(point), null)).toEqual({ value: [], drift: [] });
    expect(read(list(point), undefined)).toEqual({ value: [], drift: [] });
  });

  it('drops invalid items and counts them at one path', () => {
    expect(read(list(point), [{ x: 1, y: 1 }, null, 5])).toEqual({
      value: [{ x: 1, y: 1 }],
      drift: [['wrong-type', 'top[]', 2]],
    });
  });

  it('collapses indexes, so that a thousand items make one entry', () => {
    const items = Array.from({ length: 1000 }, () => ({ x: 1, y: 1, extra: [] }));
    expect(read(list(point), items).drift).toEqual([['unknown-field', 'top[].extra', 1000]]);
  });

  it('is empty, with a note, for an object', () => {
    expect(read(list(point), {})).toEqual({ value: [], drift: [['wrong-type', 'top', 1]] });
  });

  it('distinguishes null from empty where that has a meaning', () => {
    expect(read(nullableList(text), null).value).toBeNull();
    expect(read(nullableList(text), []).value).toEqual([]);
  });
});

describe('a map', () => {
  it('keeps every key, even those of Object.prototype', () => {
    const { value } = read(map(id), { 200: 1, constructor: 2, toString: 3 });
    expect(Object.entries(value ?? {})).toEqual([
      ['200', '1'],
      ['constructor', '2'],
      ['toString', '3'],
    ]);
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  it.each([[[]], ['x']])('is null when %j arrives', (json) => {
    expect(read(map(text), json).value).toBeNull();
  });
});

describe('a required object', () => {
  it('says where, what was expected, and what arrived', () => {
    expect(() => read(object({ data: required(point) }), { data: null })).toThrow(
      new ShapeMismatch('top.data', 'an object', null),
    );
    expect(() => read(required(point), [])).toThrow(
      'top: an object was expected, an array arrived',
    );
  });
});

const hit = decoder('hit', object({ Id: integer, Name: text }));

describe('the top level of an answer', () => {
  it('is decoded if it has at least one field of the contract', () => {
    expect(hit.decode({ Name: 'a' }, noDrift)).toEqual({ Id: null, Name: 'a' });
  });

  it.each([
    [[], 'hit: an object was expected, an array arrived'],
    [null, 'hit: an object was expected, null arrived'],
    ['text', 'hit: an object was expected, a string arrived'],
    [undefined, 'hit: an object was expected, nothing arrived'],
    [{}, 'hit: an object with Id, Name was expected, an object arrived'],
    [{ id: 1 }, 'hit: an object with Id, Name was expected, an object arrived'],
  ])('is refused when it is %j', (json, message) => {
    expect(() => hit.decode(json, noDrift)).toThrow(message);
  });

  it('is ignored if no body is expected', () => {
    expect(noBody.decode({ any: 'thing' }, noDrift)).toBeNull();
  });
});
