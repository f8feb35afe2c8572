import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../src/text/json-text.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';

describe('JSON', () => {
  it('keeps readable text as it is', () => {
    expect(jsonText({ a: 'naïve 名前 🎉' })).toBe('{"a":"naïve 名前 🎉"}');
  });

  it('A5: escapes what a terminal must not be given', () => {
    expect(jsonText('\u009b2J\u202e\u007f\u2028')).toBe('"\\u009b2J\\u202e\\u007f\\u2028"');
  });

  it('loses nothing and leaks nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = jsonText({ [text]: text }, 2);
        expect(JSON.parse(json)).toEqual({ [text]: text });
        expect(leaks(json.replaceAll('\n', ' '))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    for (const text of hostileStrings(1).take(2000)) {
      const json = jsonText(text);
      expect(JSON.parse(json)).toBe(text);
      expect(leaks(json)).toEqual([]);
    }
  });

  it('of nothing is null', () => {
    expect(jsonText(undefined)).toBe('null');
  });
});
