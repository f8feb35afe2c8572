import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { spoilt } from '../../../src/platform/faults/spoilt.ts';
import { emptyReply, jsonReply } from '../../../src/platform/reply.ts';

const reply = jsonReply(200, { name: 'a', count: 5, on: true, list: [1, 2], none: null });
const textOf = (how: Parameters<typeof spoilt>[1]) => spoilt(reply, how).body.toString();

describe('a spoilt answer', () => {
  test('is JSON that breaks off', () => {
    const text = textOf('truncated JSON');
    expect(reply.body.toString().startsWith(text)).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test('is a page of HTML, or nothing, with the same status', () => {
    expect(spoilt(reply, 'html').headers['content-type']).toMatch(/^text\/html/);
    expect(textOf('html')).toMatch(/^<!DOCTYPE html>/);
    expect(spoilt(reply, 'empty')).toEqual(emptyReply(200));
  });

  test('has the same fields with values of other types', () => {
    expect(JSON.parse(textOf('wrong types'))).toEqual({
      name: ['a'],
      count: { value: 5 },
      on: 1,
      list: { length: 2 },
      none: 0,
    });
    expect(spoilt(emptyReply(200), 'wrong types').body.toString()).toBe('0');
  });

  test('holds bytes that are no UTF-8', () => {
    const { body } = spoilt(reply, 'bad bytes');
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError);
  });

  test('has an encoding that nobody knows', () => {
    expect(spoilt(reply, 'unknown encoding').headers['content-encoding']).toBe('x-unheard-of');
  });

  test.each(['gzip cut', 'gzip garbled', 'gzip checksum'] as const)(
    'cannot be unpacked when it is %s',
    (how) => {
      const { body, headers } = spoilt(reply, how);
      expect(headers['content-encoding']).toBe('gzip');
      expect(() => gunzipSync(body)).toThrow(/unexpected end|incorrect/);
    },
  );
});
