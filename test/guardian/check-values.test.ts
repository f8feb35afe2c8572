import { describe, expect, it } from 'vitest';
import { checkValues } from '../../src/guardian/check-values.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { collected, specificationWith } from '../support/nodes.ts';

type Parts = Readonly<Record<string, unknown>>;

function findings(parts: Parts, openapi = '3.0.3'): readonly string[] {
  const { report, found } = collected();
  checkValues(specificationWith(parts, openapi), report);
  return found;
}

const schema = (value: unknown, openapi?: string) =>
  findings({ components: { schemas: { S: value } } }, openapi);
const operation = (value: Parts, openapi?: string) =>
  findings({ paths: { '/a': { get: { responses: {}, ...value } } } }, openapi);

const TYPES = '"array" or "boolean" or "integer" or "number" or "object" or "string"';

describe('a schema', () => {
  it.each([
    [{ type: 'strng' }, `"type" must be ${TYPES}, not "strng".`],
    [{ type: ['string'] }, `"type" must be ${TYPES}, not a list.`],
    [{ required: 'id' }, '"required" must be a list of names, not "id".'],
    [{ required: true }, '"required" must be a list of names, not true.'],
    [{ required: ['id', 7] }, '"required" must be a list of names, not a list with 7.'],
    [{ minLength: -1 }, '"minLength" must be a whole number, 0 or more, not -1.'],
    [{ maxItems: 1.5 }, '"maxItems" must be a whole number, 0 or more, not 1.5.'],
    [{ minimum: '1' }, '"minimum" must be a number, not "1".'],
    [{ multipleOf: 0 }, '"multipleOf" must be a number greater than 0, not 0.'],
    [{ exclusiveMinimum: 1 }, '"exclusiveMinimum" must be true or false, not 1.'],
    [{ nullable: 'yes' }, '"nullable" must be true or false, not "yes".'],
    [{ enum: 'a' }, '"enum" must be a list, not "a".'],
    [{ pattern: 7 }, '"pattern" must be a string, not 7.'],
  ])('%j of 3.0 is reported', (value, sentence) => {
    expect(schema(value)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ['minLength', 'maxLength', 'string'],
    ['minItems', 'maxItems', 'array'],
    ['minProperties', 'maxProperties', 'object'],
    ['minimum', 'maximum', 'number'],
  ])('whose %s is above its %s is reported: no %s is valid', (lowest, highest, noun) => {
    expect(schema({ [lowest]: 10, [highest]: 5 })).toEqual([
      `/components/schemas/S/${lowest}: No ${noun} is valid: "${lowest}" is 10, and "${highest}" is 5.`,
    ]);
    expect(schema({ [lowest]: 5, [highest]: 5 })).toEqual([]);
    expect(schema({ [lowest]: 5 })).toEqual([]);
  });

  it.each([
    ['tpye', 'type'],
    ['requried', 'required'],
    ['maxLenght', 'maxLength'],
    ['minlength', 'minLength'],
    ['aditionalPropertis', 'additionalProperties'],
  ])('with the unknown keyword %s has a notice of %s, and no error', (typed, meant) => {
    for (const openapi of ['3.0.3', '3.1.0']) {
      expect(schema({ [typed]: 7 }, openapi)).toEqual([
        `/components/schemas/S/${typed}: Unknown keyword "${typed}" in a schema object; did you mean "${meant}"?`,
      ]);
    }
  });

  it.each(['note', 'nota', 'knot', 'id', 'ref', 'unit', 'data', 'date'])(
    'with the keyword %s of its own has no notice',
    (own) => {
      expect(schema({ [own]: 7 }, '3.1.0')).toEqual([]);
    },
  );

  it('has a limited number of notices, which leave room for errors', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1200 }, (_, at) => [`p${at}`, { tpye: 'string' }]),
    );
    const found = schema({ properties, required: true });
    expect(found.filter((each) => each.includes('did you mean'))).toHaveLength(100);
    expect(found.filter((each) => each.includes('"required" must be'))).toHaveLength(1);
  });

  it('with any number of own keywords is checked in time', () => {
    const own = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`keyword${at}`, at]),
    );
    expect(schema({ ...own, type: 'strng' }, '3.1.0')).toHaveLength(1);
  });

  it.each([
    [{ type: ['string', 'nul'] }, 'not a list with "nul".'],
    [{ type: [] }, 'not a list.'],
    [{ type: null }, 'not nothing.'],
    [{ exclusiveMinimum: true }, '"exclusiveMinimum" must be a number, not true.'],
  ])('%j of 3.1 is reported', (value, sentence) => {
    expect(schema(value, '3.1.0')).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ['3.0.3', { type: 'string', minLength: 0, nullable: true, exclusiveMinimum: true, 'x-a': 1 }],
    ['3.0.3', { $ref: '#/components/schemas/S', type: 'strng' }],
    ['3.0.3', { properties: { type: { type: 'string' }, required: { type: 'boolean' } } }],
    ['3.0.3', { example: { type: 'strng', required: true }, default: { minLength: -1 } }],
    ['3.1.0', { type: ['string', 'null'], exclusiveMinimum: 0, unknownKeyword: 1 }],
    ['3.1.0', { id: 'a', units: 'ms', label: 'b', 'x-tpye': 1, properties: { tpye: {} } }],
    ['3.0.3', { $ref: '#/components/schemas/S', tpye: 'string' }],
    ['3.1.0', true],
  ])('in %s has nothing wrong: %j', (openapi, value) => {
    expect(schema(value, openapi)).toEqual([]);
  });
});

describe('an operation', () => {
  it.each([
    [{ parameters: [{ name: 'a', in: 'query', required: 'yes' }] }, '"required" must be true or'],
    [{ requestBody: { content: {}, required: 'yes' } }, '"required" must be true or false'],
    [{ deprecated: 1 }, '"deprecated" must be true or false, not 1.'],
    [{ responses: { '20': { description: '' } } }, '"20" is not a status code'],
    [{ responses: { '2xx': { description: '' } } }, '"2xx" is not a status code'],
    [{ repsonses: {} }, 'Unknown key "repsonses" in an operation object.'],
    [{ parameters: [{ name: 'a', in: 'query', reqired: true }] }, 'Unknown key "reqired" in a'],
  ])('with %j is reported', (value, sentence) => {
    expect(operation(value)).toEqual([expect.stringContaining(sentence)]);
  });

  it('may have any status code, range and extension', () => {
    const responses = { '200': {}, '5XX': {}, default: {}, 'x-a': {} };
    expect(operation({ responses, 'x-internal': true })).toEqual([]);
  });
});

it('an unknown method is an error, at its place; other unknown keys are warnings', () => {
  const text = [
    'openapi: 3.0.3',
    "info: {title: T, version: '1'}",
    'paths:',
    '  /a:',
    '    gett: {responses: {}}',
    '    x-get: {}',
    "    get: {responses: {'200': {description: d, contnt: {}}}}",
  ].join('\n');
  expect(preflight(text).problems).toEqual([
    {
      severity: 'error',
      sentence:
        'Unknown key "gett" in a path item object. Its operations are get, put, post, delete, options, head, patch, trace.',
      line: 5,
      column: 5,
      pointer: '/paths/~1a/gett',
    },
    expect.objectContaining({
      severity: 'warning',
      sentence: 'Unknown key "contnt" in a response object.',
      line: 7,
    }),
  ]);
});

it('reports at most a thousand', () => {
  const schemas = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [at, { type: 'x' }]));
  expect(findings({ components: { schemas } })).toHaveLength(1000);
});

it('a misspelt keyword is a note with its position, not an error', () => {
  const file = [
    'openapi: 3.1.0',
    'info: { title: a, version: "1" }',
    'paths: { /a: { get: { responses: { default: { description: a } } } } }',
    'components:',
    '  schemas:',
    '    S:',
    '      tpye: string',
  ].join('\n');
  expect(preflight(file)).toMatchObject({
    problemCounts: { error: 0, note: 1 },
    problems: [{ severity: 'note', line: 7, column: 7 }],
  });
});
