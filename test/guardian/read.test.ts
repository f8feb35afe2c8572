import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST, read, readJson, withoutByteOrderMark } from '../../src/guardian/read.ts';
import { plainOf } from '../support/nodes.ts';

describe('read', () => {
  it.each([
    ['{"a": 1}', 'JSON'],
    ['\n { "a": 1}', 'JSON'],
    ['{}', 'JSON'],
    ['[1]', 'JSON'],
    ['a: 1', 'YAML'],
    ['{a: 1}', 'YAML'],
    ['"a": 1', 'YAML'],
    ['# {\na: 1', 'YAML'],
  ])('takes %j for %s', (text, format) => {
    expect(read(text)).toMatchObject({ kind: 'read', format });
  });

  it('text that begins like JSON must be JSON', () => {
    expect(read('{"a": 1,}')).toMatchObject({ kind: 'unreadable', findings: [{ at: 8 }] });
  });

  it('refuses an empty text', () => {
    expect(read(' \n').findings[0]?.sentence).toBe('The document is empty.');
  });

  it('reads up to 5 MiB of UTF-8, and no more', () => {
    const most = `"${'é'.repeat((LARGEST - 2) / 2)}"`;
    expect(read(most).kind).toBe('read');
    expect(read(`${most} `).findings[0]?.sentence).toMatch(/larger than 5 MiB/);
  });

  it('locates an error in a large document', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `key${index}: value\n`).join('');
    const text = `${lines}bad: [1, 2\nmore: 1\n`;
    expect(read(text).findings[0]?.at).toBeGreaterThan(lines.length);
  });

  it.each([
    ['tabs', 'a:\n\t- b\n'],
    ['brackets', 'a: 1\n]\n'],
    ['mappings inside lines', 'a: b: c\n'],
    ['quotes that stay open', 'a: "\n'],
    ['anchors on one line', '&a '],
  ])('names the first fault of 100 kB of %s', (_what, piece) => {
    const reading = read(piece.repeat(100_000 / piece.length));
    expect(reading.kind).toBe('unreadable');
    expect(reading.findings[0]?.at).toBeLessThan(200);
  });

  it.each([
    ['brackets', '['],
    ['braces', '{'],
    ['dashes', '- '],
    ['keys', '? '],
    ['colons', ': '],
    ['documents', '---\n'],
    ['JSON', '[['],
  ])('stops early in 5 MB of %s', (_what, piece) => {
    const start = performance.now();
    expect(read(piece.repeat(5_000_000 / piece.length)).kind).toBe('unreadable');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('reports its progress', () => {
    const told: number[] = [];
    read('a: 1\n'.repeat(100_000), (part) => told.push(part));
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(told.at(-1)).toBe(1);
  });
});

describe('withoutByteOrderMark', () => {
  it('removes one byte order mark', () => {
    expect(withoutByteOrderMark('\uFEFFa')).toBe('a');
    expect(withoutByteOrderMark('a\uFEFF')).toBe('a\uFEFF');
  });
});

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

  it('accepts and rejects the same broken texts as JSON.parse', () => {
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
    ['{"a": "\\x"}', 6, 'The string that starts here has an invalid escape sequence.'],
    ['{} {}', 3, 'The end of the file was expected here, not "{".'],
    ["{'a': 1}", 1, 'A quoted key or a value was expected here, not "\'".'],
  ])('says of %j what is wrong at %i', (text, at, sentence) => {
    expect(readJson(text)).toMatchObject({ kind: 'unreadable', findings: [{ at, sentence }] });
  });

  it('names the key under which a document breaks', () => {
    const reading = readJson('{"paths": {"/a": [1, nope]}}');
    expect(reading.findings[0]?.pointer).toBe('/paths/~1a/1');
  });

  it('reports duplicate keys, and keeps the last value', () => {
    const reading = readJson('{"a": {"b": 1, "b": 2}}');
    expect(reading).toMatchObject({ kind: 'read', findings: [{ at: 15, pointer: '/a/b' }] });
    expect(reading.kind === 'read' && plainOf(reading.root)).toEqual({ a: { b: 2 } });
  });

  it('locates entries at their key and items at themselves', () => {
    const reading = readJson('{ "a": [ 10 ] }');
    if (reading.kind !== 'read' || reading.root.kind !== 'mapping') throw new Error('not read');
    const list = reading.root.entries.get('a');
    expect(list?.at).toBe(2);
    expect(list?.kind === 'sequence' && list.items[0]?.at).toBe(9);
  });

  it('reads 200 levels of nesting and locates level 201', () => {
    expect(readJson('['.repeat(200) + ']'.repeat(200)).kind).toBe('read');
    expect(readJson('['.repeat(100_000))).toMatchObject({
      kind: 'unreadable',
      findings: [{ at: 200, sentence: 'Nested deeper than 200 levels.' }],
    });
  });

  it('keeps numbers as written', () => {
    const reading = readJson('9223372036854775807');
    expect(reading).toMatchObject({ root: { text: '9223372036854775807' } });
  });
});
