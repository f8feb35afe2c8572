import { describe, expect, it } from 'vitest';
import { COMPARED_KEYWORDS, keywordDifferences } from '../../src/guardian/compare-keywords.ts';
import { readJson } from '../../src/guardian/read.ts';
import { mappingOf } from '../support/nodes.ts';

const said = (before: object, after: object) =>
  keywordDifferences(mappingOf({ ...before }), mappingOf({ ...after })).map(
    ({ change, what }) => `${change}: ${what}`,
  );

/** The same for two JSON objects given without braces. */
const saidOfText = (...texts: [string, string]) => {
  const [before, after] = texts.map((text) => {
    const reading = readJson(`{${text}}`);
    if (reading.kind !== 'read' || reading.root.kind !== 'mapping') throw new Error('no object');
    return reading.root;
  });
  if (!before || !after) throw new Error('no two objects');
  return keywordDifferences(before, after).map(({ change, what }) => `${change}: ${what}`);
};

describe('keywordDifferences', () => {
  it.each([
    [{ type: 'number' }, { type: 'integer' }, 'tightened: type number became integer'],
    [
      { type: 'string' },
      { type: ['string', 'null'] },
      'loosened: type string became ["string","null"]',
    ],
    [
      { type: 'string' },
      { type: 'string', nullable: true },
      'loosened: type string became string or null',
    ],
    [{ type: 'string' }, { type: 'integer' }, 'changed: type string became integer'],
    [{}, { type: 'string' }, 'tightened: type any became string'],
    [{}, { enum: ['a'] }, 'tightened: values any became "a"'],
    [{ const: 1 }, {}, 'loosened: values 1 became any'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'tightened: the list of values is now without "b"'],
    [{ enum: ['a'] }, { const: 'b' }, 'changed: the list of values is now without "a", with "b"'],
    [
      { enum: [] },
      { enum: [1, 2, 3, 4, 5] },
      'loosened: the list of values is now with 1, 2, 3 and 2 more',
    ],
    [{}, { required: ['a'] }, 'tightened: "a" became required'],
    [{ required: ['a'] }, {}, 'loosened: "a" became optional'],
    [{ minimum: 1 }, { minimum: 2 }, 'tightened: minimum 1 became 2'],
    [{ minimum: 1 }, { exclusiveMinimum: 1 }, 'tightened: minimum 1 became 1 (exclusive)'],
    [{ minimum: 1 }, {}, 'loosened: minimum 1 became none'],
    [{ maximum: 1 }, { maximum: 2 }, 'loosened: maximum 1 became 2'],
    [{}, { minLength: 1 }, 'tightened: minLength 0 became 1'],
    [{ maxItems: 3 }, {}, 'loosened: maxItems 3 became none'],
    [{}, { multipleOf: 2 }, 'tightened: multipleOf none became 2'],
    [{ multipleOf: 2 }, { multipleOf: 4 }, 'tightened: multipleOf 2 became 4'],
    [{ multipleOf: 4 }, { multipleOf: 2 }, 'loosened: multipleOf 4 became 2'],
    [{ multipleOf: 2 }, { multipleOf: 3 }, 'changed: multipleOf 2 became 3'],
    [{ multipleOf: 0.1 }, { multipleOf: 0.2 }, 'changed: multipleOf 0.1 became 0.2'],
    [{}, { uniqueItems: true }, 'tightened: uniqueItems false became true'],
    [{ uniqueItems: true }, { uniqueItems: false }, 'loosened: uniqueItems true became false'],
    [{}, { pattern: 'a' }, 'tightened: pattern none became "a"'],
    [{ pattern: 'a' }, { pattern: 'b' }, 'changed: pattern "a" became "b"'],
    [{ format: 'date' }, {}, 'loosened: format "date" became none'],
    [{ oneOf: [{}] }, { oneOf: [{}, {}] }, 'changed: oneOf 1 schemas became 2 schemas'],
    [{ oneOf: [{}] }, { oneOf: [{ type: 'null' }] }, 'changed: oneOf changed'],
  ])('%j and %j: %s', (before, after, difference) => {
    expect(said(before, after)).toEqual([difference]);
  });

  it.each([
    [{ type: 'integer' }, { type: ['integer'] }],
    [{ enum: [1, 2] }, { enum: [2, 1] }],
    [{ required: ['a', 'b'] }, { required: ['b', 'a'] }],
    [{ minLength: 0 }, {}],
    [{ uniqueItems: false }, {}],
    [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ])('finds no difference between %j and %j', (before, after) => {
    expect(said(before, after)).toEqual([]);
  });

  it.each([
    [
      '"maximum": 9223372036854775807',
      '"maximum": 9223372036854775806',
      'tightened: maximum 9223372036854775807 became 9223372036854775806',
    ],
    [
      '"minimum": -9007199254740993',
      '"exclusiveMinimum": -9007199254740993',
      'tightened: minimum -9007199254740993 became -9007199254740993 (exclusive)',
    ],
    [
      '"exclusiveMaximum": 9007199254740992',
      '"exclusiveMaximum": 9007199254740993',
      'loosened: maximum 9007199254740992 (exclusive) became 9007199254740993 (exclusive)',
    ],
    [
      '"enum": [9007199254740992]',
      '"enum": [9007199254740993]',
      'changed: the list of values is now without 9007199254740992, with 9007199254740993',
    ],
    [
      '"const": 9007199254740993',
      '"const": 9007199254740992',
      'changed: the list of values is now without 9007199254740993, with 9007199254740992',
    ],
    [
      '"minLength": 9007199254740992',
      '"minLength": 9007199254740993',
      'tightened: minLength 9007199254740992 became 9007199254740993',
    ],
    [
      '"maxLength": 9007199254740992',
      '"maxLength": 9007199254740993',
      'loosened: maxLength 9007199254740992 became 9007199254740993',
    ],
    [
      '"multipleOf": 9007199254740993',
      '"multipleOf": 9007199254740992',
      'changed: multipleOf 9007199254740993 became 9007199254740992',
    ],
  ])('compares numbers beyond 2^53 as they are written: %s and %s', (before, after, difference) => {
    expect(saidOfText(before, after)).toEqual([difference]);
  });

  it.each([
    ['"maximum": 100000000000000000000', '"maximum": 1e20'],
    ['"const": 100000000000000000000', '"const": 1e20'],
    ['"enum": [1, 2.0]', '"enum": [1.0, 2]'],
    ['"multipleOf": 100000000000000000000', '"multipleOf": 1e20'],
  ])('finds no difference between the same number written as %s and as %s', (before, after) => {
    expect(saidOfText(before, after)).toEqual([]);
  });

  it('never divides by zero', () => {
    expect(said({ multipleOf: 0 }, { multipleOf: 2 })).toEqual(['changed: multipleOf 0 became 2']);
  });

  it('compares every keyword that it claims to', () => {
    const odd: Readonly<Record<string, unknown>> = {
      type: 'string',
      enum: ['a'],
      const: 'a',
      required: ['a'],
      uniqueItems: true,
      pattern: 'a',
      format: 'date',
      oneOf: [{}],
    };
    const seen = COMPARED_KEYWORDS.filter((keyword) => {
      const before = keyword === 'nullable' ? { type: 'string' } : {};
      const value = keyword === 'nullable' ? true : (odd[keyword] ?? 5);
      return said(before, { ...before, [keyword]: value }).length > 0;
    });
    expect(seen).toEqual(COMPARED_KEYWORDS);
  });
});
