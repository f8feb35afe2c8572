import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../src/cli/output/csv.ts';
import { leaks } from '../../support/leaks.ts';

/** The cells of CSV text, by RFC 4180. */
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
    [['a,b', 'say "x"', 'two\nlines', ' edge '], '"a,b","say ""x""","two\nlines"," edge "\n'],
    [['=1+1', '+1', '-1', '@x', '\tx', '＝1'], "'=1+1,'+1,'-1,'@x,'\tx,'＝1\n"],
    [[' =1'], "' =1\n"],
    [['a=1', '1-2', '@', '-'], 'a=1,1-2,@,-\n'],
  ])('%j', (values, line) => {
    expect(csvLine(values, false)).toBe(line);
  });

  it('gives back every text, but for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (values) => {
        const read = cells(csvLine(values, false));
        expect(read.map((cell, at) => (cell === values[at] ? cell : cell.slice(1)))).toEqual(
          values,
        );
        for (const cell of read) expect(cell).not.toMatch(/^\s*[=+\-@]./s);
      }),
    );
  });

  it('is safe to look at on a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(leaks(csvLine([text], true).replace(/\n$/, ''))).toEqual([]);
      }),
    );
  });
});
