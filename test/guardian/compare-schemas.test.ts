import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSchemas } from '../../src/guardian/compare-schemas.ts';
import { schemaReferences } from '../../src/guardian/inline-schema.ts';
import type { Node } from '../../src/guardian/node.ts';
import { isObject } from '../support/naive-counts.ts';
import { mappingOf, nodeOf, specificationWith } from '../support/nodes.ts';
import { everyoneKnowsEveryone, longChain } from '../support/openapi-documents.ts';

const compared = (before: unknown, after: unknown) => compareSchemas(nodeOf(before), nodeOf(after));
const said = (before: unknown, after: unknown) =>
  compared(before, after).differences.map(
    ({ change, pointer, what }) => `${pointer} ${change}: ${what}`,
  );

const string = { type: 'string' };
const number = { type: 'number' };

describe('compareSchemas', () => {
  it('ignores annotations', () => {
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
      '/additionalProperties tightened: nothing is valid any more',
    ],
    [
      'an object that is opened',
      { additionalProperties: false },
      {},
      '/additionalProperties loosened: something is admitted',
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
      '/allOf/1 tightened: minLength 0 became 1',
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
    ['another not', { not: string }, { not: number }, ' changed: "not" is another'],
    ['a new not', {}, { not: string }, ' tightened: something is excluded'],
    ['a not that is gone', { not: string }, {}, ' loosened: nothing is excluded any more'],
    ['a schema that is false', string, false, ' tightened: nothing is valid any more'],
    ['a schema that was false', false, string, ' loosened: something is admitted'],
    ['what is not understood', { if: string }, { if: number }, ' changed: "if" is another'],
    ['a reference that is left', { $ref: '#/a' }, { $ref: '#/b' }, ' changed: "$ref" is another'],
    ['what is no schema', 'text', string, ' changed: this is not a schema'],
  ])('tells of %s', (_what, before, after, difference) => {
    expect(said(before, after)).toEqual([difference]);
  });

  it('is unknown beside keywords that depend on others', () => {
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

  it('ignores annotations beside keywords that depend on others', () => {
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
    [{ properties: {} }, {}],
  ])('takes %j and %j for the same', (before, after) => {
    expect(said(before, after)).toEqual([]);
  });
});

/** A simple implementation of a few JSON Schema keywords. */
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

/** Two schemas that are often similar: the second differs in one or two keywords. */
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

describe('the comparison in compareSchemas', () => {
  /** A schema that must not be read. */
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
    'excludes a node that both sides share under %s',
    (keyword) => {
      const [before, after] = [around(sealed, keyword), around(sealed, keyword)];
      expect(compareSchemas(before, after)).toEqual({ change: 'same', differences: [] });
      expect(compareSchemas(sealed, sealed).change).toBe('same');
    },
  );

  it('ends where neither side has a schema', () => {
    expect(compared({}, {}).change).toBe('same');
    expect(compared({ items: {} }, { items: { items: {} } }).change).toBe('same');
  });

  it('covers each part once, at any depth', () => {
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

const toOrder = { $ref: '#/components/schemas/Order' };
const toCustomer = { $ref: '#/components/schemas/Customer' };

/** Compares the schemas of two documents, each with its own references. */
function comparedIn(
  [before, schemas]: readonly [unknown, Readonly<Record<string, unknown>>],
  [after, schemasAfter]: readonly [unknown, Readonly<Record<string, unknown>>],
  openapi = '3.1.0',
) {
  const [one, other] = [schemas, schemasAfter].map((each) =>
    schemaReferences(specificationWith({ paths: {}, components: { schemas: each } }, openapi)),
  );
  if (!one || !other) throw new Error('no references');
  return compareSchemas(nodeOf(before), nodeOf(after), { before: one, after: other });
}

const places = ({ differences }: ReturnType<typeof compared>) =>
  differences.map(({ change, pointer }) => `${pointer} ${change}`);

describe('references in compareSchemas', () => {
  it('may be on either side, or on both', () => {
    const written = [{ items: string }, {}] as const;
    const referring = [{ items: toOrder }, { Order: toCustomer, Customer: string }] as const;
    const other = [{ items: toOrder }, { Order: number }] as const;
    expect(comparedIn(written, referring).change).toBe('same');
    expect(comparedIn(referring, written).change).toBe('same');
    expect(places(comparedIn(written, other))).toEqual(['/items changed']);
    expect(places(comparedIn(other, referring))).toEqual(['/items changed']);
  });

  it('apply with their siblings in 3.1, and alone in 3.0', () => {
    const plain = [toOrder, { Order: string }] as const;
    const limited = [{ ...toOrder, minLength: 3 }, { Order: string }] as const;
    expect(comparedIn(limited, [{ minLength: 3, allOf: [string] }, {}]).change).toBe('same');
    expect(comparedIn(plain, limited).change).not.toBe('same');
    expect(comparedIn(plain, limited, '3.0.3').change).toBe('same');
    expect(comparedIn(plain, [{ ...toOrder, title: 'a' }, { Order: string }]).change).toBe('same');
  });

  it('may be circular: a difference is reported at its first place', () => {
    const tree = (name: unknown) =>
      [toOrder, { Order: { properties: { name, children: { items: toOrder } } } }] as const;
    expect(comparedIn(tree(string), tree(string)).change).toBe('same');
    expect(places(comparedIn(tree({}), tree(string)))).toEqual(['/properties/name tightened']);
  });

  it('may be circular in schemas that are only tested for equality', () => {
    const either = (type: string) =>
      [toOrder, { Order: { oneOf: [{ type }, { items: toOrder }] } }] as const;
    expect(comparedIn(either('string'), either('string')).change).toBe('same');
    expect(places(comparedIn(either('string'), either('number')))).toEqual([' changed']);
  });

  it('are resolved only once', () => {
    const { schemas } = everyoneKnowsEveryone(12).components;
    const person = { $ref: '#/components/schemas/Person0' };
    const other = { ...schemas, Person11: { ...schemas.Person11, minProperties: 1 } };
    expect(comparedIn([person, schemas], [person, schemas]).change).toBe('same');
    const { change, differences } = comparedIn([person, schemas], [person, other]);
    expect(change).toBe('tightened');
    expect(differences).toHaveLength(11);
    expect(differences.at(-1)?.pointer).toBe('/properties/person11');
  });

  it('unresolvable on one side are compared with their targets on the other', () => {
    const schemas = { Order: { properties: { name: string, next: toOrder } } };
    const written = (left: object) => [{ properties: { name: string, next: left } }, {}] as const;
    expect(comparedIn(written(toOrder), [toOrder, schemas]).change).toBe('same');
    expect(comparedIn([toOrder, schemas], written(toOrder)).change).toBe('same');
    const unlike = comparedIn(written(toCustomer), [toOrder, schemas]);
    expect(unlike.differences).toEqual([
      {
        change: 'changed',
        what: '"#/components/schemas/Customer" is not written out: not compared',
        pointer: '/properties/next',
        isUncompared: true,
      },
    ]);
    const bare = comparedIn([{ items: toOrder }, {}], [{ items: toOrder }, schemas]);
    expect(bare.differences.map(({ what, pointer }) => [what, pointer])).toEqual([
      ['"#/components/schemas/Order" is not written out: not compared', '/items'],
    ]);
  });
});

describe('schemas too large to compare', () => {
  /** A schema of `count` properties that counts how often it is read. */
  function counting(count: number) {
    const { entries } = mappingOf({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, string])),
    });
    const looks = { count: 0 };
    const schema: Node = {
      kind: 'mapping',
      at: 0,
      get entries() {
        looks.count += 1;
        return entries;
      },
    };
    return { looks, schema };
  }

  it.each([
    ['before', 2000],
    ['after', 2000],
  ])(
    'are said not to be: every property that only one side names, %s, against as many',
    (side, count) => {
      const named = nodeOf({
        properties: Object.fromEntries(
          Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'object' }]),
        ),
      });
      const { looks, schema } = counting(count);
      const others: Node = {
        kind: 'mapping',
        at: 0,
        entries: new Map([['additionalProperties', schema]]),
      };
      const { change, differences } =
        side === 'before' ? compareSchemas(named, others) : compareSchemas(others, named);
      expect(change).toBe('changed');
      expect(differences.at(-1)).toEqual({
        change: 'changed',
        what: 'the rest is not compared, for its size',
        pointer: '',
        isUncompared: true,
      });
      expect(looks.count).toBeLessThan(1000);
    },
  );

  it('end the comparison if they never end', () => {
    const chain = (count: number, last: unknown) => {
      const { schemas } = longChain(count).components;
      return [
        { $ref: '#/components/schemas/Link0' },
        { ...schemas, [`Link${count - 1}`]: last },
      ] as const;
    };
    expect(comparedIn(chain(200, string), chain(200, string)).change).toBe('same');
    expect(comparedIn(chain(200, string), chain(200, number)).change).toBe('changed');
    expect(comparedIn(chain(9000, string), chain(9000, number)).differences).toMatchObject([
      { what: 'not compared, for its size' },
    ]);
  });

  it('share the budget with earlier comparisons', () => {
    const budget = { left: 3 };
    expect(compareSchemas(nodeOf({ items: {} }), nodeOf({}), { budget }).change).toBe('changed');
    expect(compareSchemas(nodeOf({}), nodeOf({}), { budget }).change).toBe('changed');
    expect(compared({}, {}).change).toBe('same');
  });
});

describe('a schema with one keyword changed, or written differently', () => {
  const leaf = fc.record(
    {
      type: fc.constantFrom('string', 'integer', 'object'),
      minLength: fc.integer({ min: 1, max: 3 }),
      maximum: fc.integer({ min: 1, max: 3 }),
      enum: fc.uniqueArray(fc.constantFrom('a', 1, null), { minLength: 1 }),
      required: fc.uniqueArray(fc.constantFrom('a', 'b'), { minLength: 1 }),
      description: fc.constantFrom('one', 'other'),
    },
    { requiredKeys: [] },
  );
  const { written } = fc.letrec<{ written: Readonly<Record<string, unknown>> }>((tie) => {
    const list = fc.array(tie('written'), { minLength: 1, maxLength: 2 });
    const map = fc.dictionary(fc.constantFrom('a', 'b'), tie('written'));
    const parts = fc.record(
      {
        properties: map,
        patternProperties: map,
        additionalProperties: tie('written'),
        items: tie('written'),
        not: tie('written'),
        if: tie('written'),
        allOf: list,
        anyOf: list,
        oneOf: list,
      },
      { requiredKeys: [] },
    );
    return {
      written: fc.oneof(
        { maxDepth: 2, depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.tuple(leaf, parts).map(([own, more]) => ({ ...own, ...more })),
      ),
    };
  });

  const MAPS = ['properties', 'patternProperties'];

  /** Applies `change` to the schema and all schemas in it, innermost first. */
  function mapped(schema: unknown, change: (each: object) => unknown): unknown {
    if (!isObject(schema)) return schema;
    const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (keyword === 'enum' || keyword === 'required') return [keyword, value];
      if (Array.isArray(value)) return [keyword, value.map((item) => mapped(item, change))];
      if (!isObject(value)) return [keyword, value];
      if (!MAPS.includes(keyword)) return [keyword, mapped(value, change)];
      const items = Object.entries(value).map(([name, item]) => [name, mapped(item, change)]);
      return [keyword, Object.fromEntries(items)];
    });
    return change(Object.fromEntries(entries));
  }

  /** Moves every `every`th schema behind a reference and reverses all keys. */
  function otherwise(schema: unknown, every: number) {
    const schemas: Record<string, unknown> = {};
    let met = 0;
    const whole = mapped(schema, (each) => {
      const turned = Object.fromEntries(Object.entries(each).reverse());
      met += 1;
      if (met % every !== 0) return turned;
      const name = `S${met}`;
      schemas[name] = turned;
      return { $ref: `#/components/schemas/${name}` };
    });
    return [whole, schemas] as const;
  }

  const changes = fc.constantFrom(
    { minProperties: 7777 },
    { maxLength: 7777 },
    { const: 9007199254740992 },
    { format: 'another' },
    { multipleOf: 7777 },
    { type: 'null' },
    { required: ['another'] },
    { uniqueItems: true },
    { contains: {} },
  );

  it('is never the same after changing one keyword at one place, with or without references', () => {
    fc.assert(
      fc.property(
        written,
        changes,
        fc.nat(),
        fc.constantFrom(1, 2, 99),
        (schema, change, at, every) => {
          let count = 0;
          mapped(schema, (each) => {
            count += 1;
            return each;
          });
          let place = at % count;
          const other = mapped(schema, (each) => {
            place -= 1;
            return place === -1 ? { ...each, ...change } : each;
          });
          expect(compared(schema, other).change).not.toBe('same');
          expect(comparedIn([schema, {}], otherwise(other, every)).change).not.toBe('same');
          expect(comparedIn(otherwise(other, every), otherwise(schema, 2)).change).not.toBe('same');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is the same with references inlined and keys reordered', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(1, 2, 99), (schema, every) => {
        expect(comparedIn([schema, {}], otherwise(schema, every)).differences).toEqual([]);
        expect(comparedIn(otherwise(schema, every), otherwise(schema, 2)).differences).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the result of compareSchemas', () => {
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

  it('is reversed when the schemas are swapped', () => {
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

  it('finds a schema equal to itself', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        expect(compared(schema, schema)).toEqual({ change: 'same', differences: [] });
      }),
    );
  });
});
