import { describe, expect, it } from 'vitest';
import { read } from '../../src/guardian/read.ts';
import { readYaml } from '../../src/guardian/read-yaml.ts';
import { plainOf } from '../support/nodes.ts';

function contentOf(text: string): unknown {
  const reading = readYaml(text);
  if (reading.kind === 'unreadable') throw new Error(reading.findings[0]?.sentence);
  return JSON.parse(JSON.stringify(plainOf(reading.root)));
}

describe('readYaml', () => {
  it('reads complex YAML', () => {
    const text = '%YAML 1.2\n---\n? a\n: !!str 1\n!!str b:\t[x: 1]\n';
    expect(contentOf(text)).toEqual({ a: '1', b: [{ x: 1 }] });
  });

  it('keeps keys as written', () => {
    expect(contentOf('200: a\n0x10: b\nnull: c\n1.0: d')).toEqual({
      200: 'a',
      '0x10': 'b',
      null: 'c',
      '1.0': 'd',
    });
  });

  it('reports duplicate keys, and keeps the last value', () => {
    const reading = readYaml('a:\n  b: 1\n  b: 2');
    expect(reading.findings).toMatchObject([{ at: 12, pointer: '/a/b', severity: 'error' }]);
    expect(contentOf('a: 1\na: 2')).toEqual({ a: 2 });
  });

  it('warns of merge keys, and does not merge', () => {
    const text = 'base: &b {x: 1}\nthing:\n  <<: *b';
    expect(readYaml(text).findings).toMatchObject([{ severity: 'warning', pointer: '/thing/<<' }]);
    expect(contentOf(text)).toEqual({ base: { x: 1 }, thing: { '<<': { x: 1 } } });
  });

  it.each([
    ['a: b: c', 3, 'Nested mappings are not allowed in compact mappings.'],
    ['a: 1\n---\nb: 2', 5, 'The file holds more than one YAML document.'],
    ['{a: 1}: 2', 0, 'A key must be a string, not a collection.'],
    ['a: *x', 0, 'The alias *x names nothing that ends before it.'],
    ['a: &x [*x]', 7, 'The alias *x names nothing that ends before it.'],
  ])('says of %j what is wrong at %i', (text, at, sentence) => {
    expect(readYaml(text)).toMatchObject({ kind: 'unreadable', findings: [{ at, sentence }] });
  });

  it('warns of unknown tags', () => {
    expect(readYaml('a: !thing 1').findings).toMatchObject([{ severity: 'warning', at: 3 }]);
  });

  it('is not quadratic in the number of keys', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `key${index}: 1`).join('\n');
    expect(readYaml(text)).toMatchObject({ kind: 'read', findings: [] });
  });

  it('limits nesting', () => {
    expect(readYaml('? '.repeat(50_000)).kind).toBe('unreadable');
    expect(readYaml(`a: ${'['.repeat(50_000)}`).kind).toBe('unreadable');
  });
});

describe('anchors', () => {
  it('use the last definition before the alias', () => {
    expect(contentOf('a: &x 1\nb: &x 2\nc: *x')).toEqual({ a: 1, b: 2, c: 2 });
    const deep = `a: &x ${'['.repeat(150)}${']'.repeat(150)}`;
    expect(readYaml(`${deep}\nb: ${'['.repeat(60)}*x${']'.repeat(60)}`)).toMatchObject({
      findings: [{ sentence: 'Nested deeper than 200 levels.' }],
    });
  });

  it.each(['', ' !!seq'])('limit documents that double with every line%s', (tag) => {
    const lines = Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`);
    const text = [`a0: &a0${tag} [x]`, ...lines].join('\n');
    expect(read(text)).toMatchObject({
      kind: 'unreadable',
      findings: [{ sentence: 'Aliases stand for more than 200000 values.' }],
    });
  });
});

it('only nesting is reported as too deep', () => {
  const other = new RangeError('Invalid array length');
  expect(() =>
    readYaml('a: 1', () => {
      throw other;
    }),
  ).toThrow(other);
});
