import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, jsonText } from '../../src/text/json-and-csv.ts';
import { printable } from '../../src/text/printable.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';

/** The cells of a line of CSV, by RFC 4180. */
function cells(text: string): readonly string[] {
  const found: string[] = [];
  for (const [, quoted, bare] of text
    .replace(/\n$/, '')
    .matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)) {
    found.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
  }
  return found;
}

describe('a line of CSV', () => {
  it.each([
    [[1, -2.5, true, null, 'a'], '1,-2.5,true,,a\n'],
    [['a,b', 'a;b', 'say "x"', ' edge '], '"a,b","a;b","say ""x"""," edge "\n'],
    [['two\nlines'], 'two␊lines\n'],
    [['a=1', '1-2', '@', '-'], 'a=1,1-2,@,-\n'],
  ])('%j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    ' =1',
    ';=1',
    '"=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\u00a0=1',
  ])('A5: has an apostrophe before what a spreadsheet would run: %j', (text) => {
    expect(cells(csvLine([text]))).toEqual([`'${printable(text)}`]);
  });

  it.each(['\t=1', '\r=1', '\n=1', '\0=1'])(
    'A5: shows what a spreadsheet would trim: %j',
    (text) => {
      expect(cells(csvLine([text]))).toEqual([`'${printable(text)}`]);
    },
  );

  it('A4: acts on no terminal, wherever it goes', () => {
    for (const text of hostileStrings(7).take(5000)) {
      const line = csvLine([text, 'next']);
      expect(leaks(line.replace(/\n$/, ''))).toEqual([]);
      expect(cells(line)).toHaveLength(2);
    }
  });

  it('gives back every printable text, but for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        const read = cells(csvLine(values));
        const shown = values.map(printable);
        expect(read.map((cell, at) => (cell === shown[at] ? cell : cell.slice(1)))).toEqual(shown);
        for (const cell of read) expect(cell).not.toMatch(/^[\s;,|'"]*[=+\-@＝＋－＠]./su);
      }),
    );
  });

  it('has every byte where that was asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        expect(cells(csvLine(values, 'raw'))).toEqual(values);
      }),
    );
  });
});

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
