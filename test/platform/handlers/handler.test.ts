import { expect, test } from 'vitest';
import { parsedObject } from '../../../src/platform/handlers/handler.ts';

test('an object is taken as it is', () => {
  expect(parsedObject(Buffer.from('{"a":[1],"b":null}'))).toEqual({ a: [1], b: null });
});

test.each(['', 'null', '5', '"a"', '[]', '{"a":', '{"a":1}}'])('%s is no object', (text) => {
  expect(parsedObject(Buffer.from(text))).toBeUndefined();
});

test('bytes that are no UTF-8 are no JSON', () => {
  expect(parsedObject(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
});
