import { describe, expect, it } from 'vitest';
import { LARGEST, read, withoutByteOrderMark } from '../../src/guardian/read.ts';

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

  it('holds to JSON what begins like JSON', () => {
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

  it('says of a large document that is broken where it is', () => {
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

  it('tells how much of a text it has read', () => {
    const told: number[] = [];
    read('a: 1\n'.repeat(100_000), (part) => told.push(part));
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect(told.at(-1)).toBe(1);
  });
});

describe('withoutByteOrderMark', () => {
  it('takes one mark off the start', () => {
    expect(withoutByteOrderMark('\uFEFFa')).toBe('a');
    expect(withoutByteOrderMark('a\uFEFF')).toBe('a\uFEFF');
  });
});
