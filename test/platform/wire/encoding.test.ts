import { describe, expect, test } from 'vitest';
import { DEFAULT_DIALECT, type Dialect } from '../../../src/platform/wire/dialect.ts';
import { encodeDate, encodeEnum, encodeJson } from '../../../src/platform/wire/encoding.ts';

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

test('words are cased', () => {
  expect(encodeEnum('doingGreat', dialect({ 'enum-casing': 'camel' }))).toBe('doingGreat');
  expect(encodeEnum('doingGreat', dialect({ 'enum-casing': 'pascal' }))).toBe('DoingGreat');
});
