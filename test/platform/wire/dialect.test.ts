import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../src/contract/dialects.ts';
import {
  DEFAULT_DIALECT,
  type Dialect,
  type DialectId,
  dialectChoices,
  dialectFrom,
  encodeDate,
  encodeEnum,
  encodeJson,
} from '../../../src/platform/wire/dialect.ts';

describe('the choices', () => {
  test('are all that the contract leaves open, with the same values and more', () => {
    const values = new Map<string, readonly string[]>(
      dialectChoices.map((choice) => [choice.id, choice.values]),
    );
    for (const [id, ways] of Object.entries(DIALECTS)) {
      expect(values.get(id)).toEqual(expect.arrayContaining([...ways]));
    }
    expect(values.get('token-form')).toEqual(['url-safe', 'slashed']);
    expect(values.get('timestamp-unit')).toContain('nanoseconds');
  });

  test('include the default', () => {
    const spoken: Readonly<Record<DialectId, string | number>> = DEFAULT_DIALECT;
    for (const { id, values } of dialectChoices) expect(values).toContain(String(spoken[id]));
    expect(Object.keys(DEFAULT_DIALECT).sort()).toEqual(dialectChoices.map(({ id }) => id).sort());
  });
});

describe('settings', () => {
  test('choose a value each; the last one for a name counts', () => {
    expect(dialectFrom([])).toEqual({});
    expect(dialectFrom(['log-order=oldest', 'log-page-size=33', 'log-order=newest'])).toEqual({
      'log-order': 'newest',
      'log-page-size': 33,
    });
  });

  test.each([
    {
      setting: 'logorder=newest',
      sentence: /^There is no dialect "logorder"\. Did you mean log-order\? There are: .*log-order/,
    },
    {
      setting: 'log-order=sideways',
      sentence: /^log-order cannot be "sideways"\. It is newest or oldest/,
    },
    {
      setting: 'log-order=oldst',
      sentence: /^log-order cannot be "oldst"\. Did you mean oldest\? It is newest or oldest/,
    },
    { setting: 'log-order', sentence: /^log-order cannot be ""/ },
    { setting: 'log-page-size=0', sentence: /^log-page-size is a whole number/ },
    { setting: 'log-page-size=1e3', sentence: /^log-page-size is a whole number/ },
    { setting: '__proto__=x', sentence: /^There is no dialect/ },
  ])('$setting is refused in a sentence', ({ setting, sentence }) => {
    expect(() => dialectFrom([setting])).toThrow(sentence);
  });
});

const dialect = (choices: Partial<Dialect>): Dialect => ({ ...DEFAULT_DIALECT, ...choices });
const moment = Date.parse('2026-03-14T14:02:00.125Z');

test.each([
  { form: 'empty', json: '{"a":[],"b":[1],"c":null}' },
  { form: 'null', json: '{"a":null,"b":[1],"c":null}' },
  { form: 'absent', json: '{"b":[1],"c":null}' },
] as const)('an array with nothing in it is $form', ({ form, json }) => {
  expect(encodeJson({ a: [], b: [1], c: null }, dialect({ 'null-arrays': form }))).toBe(json);
});

test('fields may be changed on the way', () => {
  const json = encodeJson({ a: 1, b: { a: 2 } }, DEFAULT_DIALECT, (name, value) =>
    name === 'a' ? [] : value,
  );
  expect(json).toBe('{"a":[],"b":{"a":[]}}');
});

describe('a date-time', () => {
  test.each([
    { form: 'milliseconds', text: '2026-03-14T14:02:00.125Z' },
    { form: 'seven-digits', text: '2026-03-14T14:02:00.1250000Z' },
    { form: 'no-zone', text: '2026-03-14T14:02:00.125' },
  ] as const)('is spoken with $form', ({ form, text }) => {
    expect(encodeDate(moment, dialect({ 'date-form': form }))).toBe(text);
  });
});

test('enumeration values are cased', () => {
  expect(encodeEnum('doingGreat', dialect({ 'enum-casing': 'camel' }))).toBe('doingGreat');
  expect(encodeEnum('doingGreat', dialect({ 'enum-casing': 'pascal' }))).toBe('DoingGreat');
});
