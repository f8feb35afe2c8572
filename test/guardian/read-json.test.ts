import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/guardian/read-json.ts';
import { plainOf } from '../support/nodes.ts';

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function expectLikeJsonParse(text: string): void {
  const expected = parsed(text);
  const reading = readJson(text);
  expect(reading.kind).toBe(expected ? 'read' : 'unreadable');
  if (reading.kind === 'read' && expected) {
    expect(plainOf(reading.root)).toEqual(expected.value);
  }
}

const anyJson = fc.json({ maxDepth: 4 });
const scrap = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u12',
  '1',
  '-',
  '.',
  'e',
  'tru',
  'null',
  ' ',
  '\n',
  '\u0001',
  '0',
  '+',
);

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(fc.property(anyJson, expectLikeJsonParse), { numRuns: 500 });
  });

  it('takes and refuses the same broken texts as JSON.parse', () => {
    const broken = fc
      .tuple(anyJson, fc.nat(), fc.nat(3), scrap)
      .map(([text, at, length, piece]) => {
        const start = at % (text.length + 1);
        return text.slice(0, start) + piece + text.slice(start + length);
      });
    fc.assert(fc.property(broken, expectLikeJsonParse), { numRuns: 2000 });
  });

  it.each([
    ['', 0, 'A value was expected here, not the end of the file.'],
    ['{"a": tru}', 6, 'A quoted key or a value was expected here, not "t".'],
    ['{"a": 1,}', 8, 'A quoted key was expected here, not "}".'],
    ['{"a" 1}', 5, '":" was expected here, not "1".'],
    ['{"a": 1 "b": 2}', 8, '"," or the end of what is open was expected here, not """.'],
    ['[1 2]', 3, '"," or the end of what is open was expected here, not "2".'],
    ['{"a": "x', 6, 'The string that starts here does not end on its line.'],
    ['{"a": "x\ny"}', 6, 'The string that starts here does not end on its line.'],
    ['{"a": "x\u0001y"}', 6, 'The string that starts here holds a raw control character.'],
    ['{"a": 1.}', 6, 'The number that starts here does not end.'],
    ['{"a": 1} // b', 9, 'JSON has no comments.'],
    ['{"a": "\\x"}', 6, 'The string that starts here has an escape sequence that JSON has not.'],
    ['{} {}', 3, 'The end of the file was expected here, not "{".'],
    ["{'a': 1}", 1, 'A quoted key or a value was expected here, not "\'".'],
  ])('says of %j what is wrong at %i', (text, at, sentence) => {
    expect(readJson(text)).toMatchObject({ kind: 'unreadable', findings: [{ at, sentence }] });
  });

  it('says under which key a document breaks', () => {
    const reading = readJson('{"paths": {"/a": [1, nope]}}');
    expect(reading.findings[0]?.pointer).toBe('/paths/~1a/1');
  });

  it('finds keys that stand twice, and keeps the last value', () => {
    const reading = readJson('{"a": {"b": 1, "b": 2}}');
    expect(reading).toMatchObject({ kind: 'read', findings: [{ at: 15, pointer: '/a/b' }] });
    expect(reading.kind === 'read' && plainOf(reading.root)).toEqual({ a: { b: 2 } });
  });

  it('places entries at their key and items at themselves', () => {
    const reading = readJson('{ "a": [ 10 ] }');
    if (reading.kind !== 'read' || reading.root.kind !== 'mapping') throw new Error('not read');
    const list = reading.root.entries.get('a');
    expect(list?.at).toBe(2);
    expect(list?.kind === 'sequence' && list.items[0]?.at).toBe(9);
  });

  it('reads 200 levels of nesting and says where the 201st is', () => {
    expect(readJson('['.repeat(200) + ']'.repeat(200)).kind).toBe('read');
    expect(readJson('['.repeat(100_000))).toMatchObject({
      kind: 'unreadable',
      findings: [{ at: 200, sentence: 'Nested deeper than 200 levels.' }],
    });
  });

  it('keeps numbers as they were written', () => {
    const reading = readJson('9223372036854775807');
    expect(reading).toMatchObject({ root: { text: '9223372036854775807' } });
  });
});
