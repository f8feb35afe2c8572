import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../src/guardian/compare-schemas.ts';
import type { Node } from '../../src/guardian/node.ts';
import { isObject } from '../support/naive-counts.ts';
import { nodeOf } from '../support/nodes.ts';

const compared = (before: unknown, after: unknown) => compareSchemas(nodeOf(before), nodeOf(after));
const said = (before: unknown, after: unknown) =>
  compared(before, after).differences.map(
    ({ change, pointer, what }) => `${pointer} ${change}: ${what}`,
  );

const string = { type: 'string' };
const number = { type: 'number' };

describe('compareSchemas', () => {
  it('finds nothing where only words differ', () => {
    const before = { ...string, description: 'a', 'x-a': 1, properties: { a: { title: 'a' } } };
    expect(compared(before, { ...string, example: 1, properties: { a: {} } })).toEqual({
      change: 'same',
      differences: [],
    });
  });

  it.each([
    [
      'a property',
      { properties: { a: number } },
      { properties: { a: { type: 'integer' } } },
      '/properties/a tightened: type number became integer',
    ],
    [
      'a new property',
      {},
      { properties: { a: string } },
      '/properties/a tightened: this property is new',
    ],
    [
      'a property that is gone',
      { properties: { a: string } },
      {},
      '/properties/a loosened: this property is gone',
    ],
    [
      'a new property of a closed object',
      { additionalProperties: false },
      { additionalProperties: false, properties: { a: string } },
      '/properties/a loosened: this property is new',
    ],
    [
      'a property gone from a closed object',
      { additionalProperties: false, properties: { a: string } },
      { additionalProperties: false },
      '/properties/a tightened: this property is gone',
    ],
    [
      'an object that is closed',
      {},
      { additionalProperties: false },
      ' tightened: additionalProperties true became false',
    ],
    [
      'an object that is opened',
      { additionalProperties: false },
      {},
      ' loosened: additionalProperties false became true',
    ],
    [
      'items',
      { items: string },
      { items: { ...string, minLength: 1 } },
      '/items tightened: minLength 0 became 1',
    ],
    [
      'one schema more in allOf',
      { allOf: [string] },
      { allOf: [string, { minLength: 1 }] },
      '/allOf/0 tightened: minLength 0 became 1',
    ],
    [
      'other schemas in allOf',
      { allOf: [string, number] },
      { allOf: [{ type: 'null' }] },
      '/allOf changed: other schemas must hold',
    ],
    [
      'one alternative more',
      { anyOf: [string] },
      { anyOf: [string, number] },
      '/anyOf loosened: there are more alternatives',
    ],
    [
      'one alternative fewer',
      { anyOf: [string, number] },
      { anyOf: [string] },
      '/anyOf tightened: there are fewer alternatives',
    ],
    ['the first alternatives', {}, { anyOf: [string] }, '/anyOf tightened: there are alternatives'],
    [
      'no alternatives any more',
      { anyOf: [string] },
      {},
      '/anyOf loosened: there are no alternatives any more',
    ],
    [
      'other alternatives',
      { anyOf: [string, number] },
      { anyOf: [{ type: 'null' }] },
      '/anyOf changed: the alternatives changed',
    ],
    [
      'a not',
      { not: { minLength: 2 } },
      { not: { minLength: 1 } },
      '/not tightened: minLength 2 became 1',
    ],
    ['a new not', {}, { not: string }, '/not tightened: something is excluded'],
    ['a not that is gone', { not: string }, {}, '/not loosened: nothing is excluded any more'],
    ['a schema that is false', string, false, ' tightened: nothing is valid any more'],
    ['a schema that was false', false, string, ' loosened: something is admitted'],
    ['what is not understood', { if: string }, { if: number }, ' changed: "if" is another'],
    ['a reference that is left', { $ref: '#/a' }, { $ref: '#/b' }, ' changed: "$ref" is another'],
    ['what is no schema', 'text', string, ' changed: this is not a schema'],
  ])('tells of %s', (_what, before, after, difference) => {
    expect(said(before, after)).toEqual([difference]);
  });

  it('cannot tell beside keywords that hang on others', () => {
    const before = { unevaluatedProperties: false };
    expect(compared(before, { ...before, properties: { a: string } }).change).toBe('changed');
  });

  it.each([
    [{ properties: { a: string } }, { properties: { a: string, note: { description: 'any' } } }],
    [{ properties: { a: string } }, { properties: { a: string }, additionalProperties: true }],
    [{}, { items: {} }],
    [{ allOf: [{}] }, { allOf: [{ properties: { note: {} } }] }],
    [{ allOf: [string] }, { allOf: [string, { properties: { note: {} } }] }],
    [{ anyOf: [{ title: 'a' }] }, { anyOf: [{ additionalProperties: {} }] }],
  ])('takes %j and %j for another where what nothing looked at is refused', (one, other) => {
    const closed = { unevaluatedProperties: false, unevaluatedItems: false };
    expect(compared({ ...closed, ...one }, { ...closed, ...other }).change).toBe('changed');
    expect(compared({ ...closed, ...other }, { ...closed, ...one }).change).toBe('changed');
    expect(compared(one, other).change).toBe('same');
  });

  it('minds no words beside keywords that hang on others', () => {
    const worded = (description: string) => ({
      unevaluatedProperties: false,
      properties: { a: { ...string, description } },
      allOf: [{ description, properties: { b: { description } } }],
    });
    expect(said(worded('one'), worded('other'))).toEqual([]);
  });

  it.each([
    [true, {}],
    [{ items: true }, {}],
    [{ allOf: [string, number] }, { allOf: [number, string] }],
    [{ anyOf: [string, number] }, { anyOf: [number, string] }],
    [{ properties: {} }, {}],
  ])('takes %j and %j for the same', (before, after) => {
    expect(said(before, after)).toEqual([]);
  });
});

/** JSON Schema for a few keywords, in the plainest way. */
function admits(schema: unknown, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) throw new Error('no schema');
  const list = (keyword: string) => (Array.isArray(schema[keyword]) ? schema[keyword] : undefined);
  const isOfType = (type: unknown) =>
    type === 'null'
      ? value === null
      : type === 'object'
        ? isObject(value)
        : type === 'array'
          ? Array.isArray(value)
          : type === 'integer'
            ? Number.isInteger(value)
            : type === typeof value;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  if (types && !types.some(isOfType)) return false;
  const same = (one: unknown) => JSON.stringify(one) === JSON.stringify(value);
  if (list('enum')?.some(same) === false) return false;
  if ('const' in schema && !same(schema.const)) return false;
  const limit = (keyword: string, none: number) => Number(schema[keyword] ?? none);
  if (typeof value === 'number') {
    if (value < limit('minimum', -Infinity) || value > limit('maximum', Infinity)) return false;
    if (value <= limit('exclusiveMinimum', -Infinity)) return false;
    if ('multipleOf' in schema && value % Number(schema.multipleOf) !== 0) return false;
  }
  if (typeof value === 'string') {
    if (value.length < limit('minLength', 0) || value.length > limit('maxLength', Infinity))
      return false;
  }
  if (Array.isArray(value) && 'items' in schema) {
    if (!value.every((item) => admits(schema.items, item))) return false;
  }
  if (isObject(value)) {
    if (list('required')?.some((name) => !Object.hasOwn(value, String(name)))) return false;
    const properties = isObject(schema.properties) ? schema.properties : {};
    for (const [name, item] of Object.entries(value)) {
      const own = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      if (!admits(own ?? true, item)) return false;
    }
  }
  if (list('allOf')?.some((one) => !admits(one, value))) return false;
  if (list('anyOf')?.every((one) => !admits(one, value))) return false;
  if (list('oneOf') && list('oneOf')?.filter((one) => admits(one, value)).length !== 1)
    return false;
  return !('not' in schema && admits(schema.not, value));
}

const smallNumber = fc.constantFrom(0, 1, 2, 3);
const { schema: anySchema, value: anyValue } = fc.letrec((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 2 });
  return {
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, 1, 2, 3, 0.5, '', 'a', 'ab'),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
    ),
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.boolean(),
      fc.record(
        {
          type: fc.oneof(
            fc.constantFrom('string', 'number', 'integer', 'object', 'array'),
            fc.constant(['string', 'null']),
          ),
          enum: fc.uniqueArray(fc.constantFrom('a', 1, null), { minLength: 1 }),
          const: fc.constantFrom('a', 1),
          minimum: smallNumber,
          exclusiveMinimum: smallNumber,
          maximum: smallNumber,
          multipleOf: fc.constantFrom(1, 2, 4),
          minLength: smallNumber,
          maxLength: smallNumber,
          required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
          additionalProperties: tie('schema'),
          items: tie('schema'),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        { allOf: list, anyOf: list, oneOf: list, not: tie('schema') },
        { requiredKeys: [] },
      ),
    ),
  };
});

/** Two schemas that often have much in common: the second differs in a keyword or two. */
const pair = fc.oneof(
  fc.tuple(anySchema, anySchema),
  fc
    .tuple(anySchema, anySchema)
    .map(([one, other]) =>
      isObject(one) && isObject(other) ? [one, { ...one, ...other }] : [one, other],
    ),
  fc
    .tuple(anySchema, anySchema)
    .map(([one, other]) =>
      isObject(one) && isObject(other) ? [{ ...one, ...other }, one] : [other, one],
    ),
);

describe('what compareSchemas looks at', () => {
  /** A schema that must not be looked into. */
  const sealed: Node = {
    kind: 'mapping',
    at: 0,
    get entries(): never {
      throw new Error('it was looked into');
    },
  };
  const around = (inner: Node, keyword: string): Node => ({
    kind: 'mapping',
    at: 0,
    entries: new Map([[keyword, inner]]),
  });

  it.each(['items', 'not', 'additionalProperties'])(
    'is not what both sides share: the same node under %s',
    (keyword) => {
      const [before, after] = [around(sealed, keyword), around(sealed, keyword)];
      expect(compareSchemas(before, after)).toEqual({ change: 'same', differences: [] });
      expect(compareSchemas(sealed, sealed).change).toBe('same');
    },
  );

  it('is nothing where neither side has a schema: it comes to an end', () => {
    expect(compared({}, {}).change).toBe('same');
    expect(compared({ items: {} }, { items: { items: {} } }).change).toBe('same');
  });

  it('is each part once, however deep it stands', () => {
    const nested = (depth: number, innermost: unknown): unknown =>
      depth === 0
        ? innermost
        : {
            properties: { a: nested(depth - 1, innermost) },
            additionalProperties: nested(0, innermost),
          };
    const { change, differences } = compared(nested(60, string), nested(60, number));
    expect(change).toBe('changed');
    expect(differences).toHaveLength(61);
  });
});

describe('what compareSchemas promises', () => {
  it('holds for every value', () => {
    const counts = { same: 0, tightened: 0, loosened: 0, changed: 0 };
    fc.assert(
      fc.property(pair, fc.array(anyValue, { minLength: 20, maxLength: 40 }), (schemas, values) => {
        const [before, after] = schemas;
        const { change } = compared(before, after);
        counts[change] += 1;
        for (const value of values) {
          const [was, is] = [admits(before, value), admits(after, value)];
          if (change === 'same') expect(is).toBe(was);
          if (change === 'tightened') expect(is && !was).toBe(false);
          if (change === 'loosened') expect(was && !is).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });

  it('turns round with the schemas', () => {
    const opposite = {
      same: 'same',
      tightened: 'loosened',
      loosened: 'tightened',
      changed: 'changed',
    };
    fc.assert(
      fc.property(pair, ([before, after]) => {
        expect(compared(after, before).change).toBe(opposite[compared(before, after).change]);
      }),
    );
  });

  it('is that a schema is the same as itself', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(compared(schema, schema)).toEqual({ change: 'same', differences: [] });
      }),
    );
  });
});
