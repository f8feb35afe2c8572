import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readPlainYaml } from '../../src/guardian/read-plain-yaml.ts';
import { readYaml } from '../../src/guardian/read-yaml.ts';
import { plainOf } from '../support/nodes.ts';
import { generatedDocuments, sampleDocuments } from '../support/openapi-documents.ts';

/** A reading as text. Where a value that is not there stands is nobody's business, nor is an anchor's. */
function spoken(reading: object, text: string): string {
  const withoutPlaces = JSON.stringify(reading, (key, value) => {
    if (key === 'at' && text.includes('&')) return undefined;
    if (value instanceof Map) return [...value];
    return typeof value === 'number' && key === 'value' ? String(value) : value;
  });
  return withoutPlaces.replaceAll(/"at":\d+,"value":null/g, '"value":null');
}

/** Whatever is read here, the package reads in the same way. */
function expectLikePackage(text: string): 'read' | 'left' {
  const plain = readPlainYaml(text);
  if (plain.kind === 'not plain') return 'left';
  const reading = readYaml(text);
  if (plain.kind === 'read') expect(spoken(plain, text)).toBe(spoken(reading, text));
  else expect(reading.kind).toBe('unreadable');
  return 'read';
}

const scrap = fc.constantFrom(
  ...['a', 'b: ', 'c', '- ', '  ', '    ', '\n', '\n  ', '\n- ', '"q"', "'s'", '"x\\n', '{', '}'],
  ...[
    '[',
    ']',
    ',',
    ', ',
    ':',
    ': ',
    '#',
    '# c',
    ' # c',
    '|',
    '>-',
    '|2',
    '&a',
    '&a ',
    '*a',
    '!t ',
  ],
  ...['? ', '---', '...', '1.0', 'null', '~', '\t', '\r\n', '%', '@', '"', "'", '\\', 'é', '<<: '],
  ...['key: v\n', 'k:\n', '  - x\n', '    y: z\n', '|\n', '>\n', 'two words\n', 'a: |\n', '- - '],
);

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.lorem({ maxCount: 30 }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a', '200')),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
}));

const anyStyle = fc.record({
  lineWidth: fc.constantFrom(0, 20, 80),
  indentSeq: fc.boolean(),
  indent: fc.constantFrom(2, 4),
  defaultStringType: fc.constantFrom(
    ...(['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const),
  ),
  collectionStyle: fc.constantFrom(...(['any', 'flow', 'block'] as const)),
});

describe('readPlainYaml', () => {
  it('reads every document of the corpus that is YAML as the package does', () => {
    const documents = [...sampleDocuments(), ...generatedDocuments()];
    const yaml = documents.filter(({ text }) => !text.startsWith('{'));
    expect(yaml.length).toBeGreaterThan(15);
    for (const { name, text } of yaml) expect(expectLikePackage(text), name).toBe('read');
  });

  it('reads values written in any style as the package does', () => {
    let read = 0;
    const runs = 1500;
    fc.assert(
      fc.property(anyValue, anyStyle, (value, style) => {
        if (expectLikePackage(stringify(value, style)) === 'read') read += 1;
      }),
      { numRuns: runs },
    );
    // Explicit keys and the like are left to the package; they must stay rare.
    expect(read).toBeGreaterThan(runs * 0.85);
  });

  it('reads mutated texts as the package does, or leaves them to it', () => {
    const edit = fc.tuple(fc.nat(), scrap, fc.nat(3));
    fc.assert(
      fc.property(anyValue, anyStyle, fc.array(edit, { maxLength: 3 }), (value, style, edits) => {
        let text = stringify(value, { ...style, aliasDuplicateObjects: false });
        for (const [at, piece, length] of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + piece + text.slice(start + length);
        }
        expectLikePackage(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('reads scraps as the package does, or leaves them to it', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 16 }), (scraps) => {
        if (expectLikePackage(scraps.join('')) === 'read') read += 1;
      }),
      { numRuns: 6000 },
    );
    expect(read).toBeGreaterThan(500);
  });

  it.each([
    ['!!str 1', 'a tag'],
    ['%YAML 1.2\n---\na: 1', 'a directive'],
    ['? a\n: 1', 'an explicit key'],
    ['a:\t1', 'a tab'],
    ['a: 1\n---\nb: 2', 'a second document'],
    ['a: "x', 'an open quote'],
    ['a: [1', 'an open bracket'],
    ['a: b: c', 'a mapping inside a line'],
    ['a: 1\n b: 2', 'a key that is indented for no reason'],
    ['a: @x', 'a reserved character'],
    ['a: x #c\n#d\n\t', 'a tab after the end'],
  ])('leaves %j to the package, for %s', (text) => {
    expect(readPlainYaml(text).kind).toBe('not plain');
  });

  it('says where a text stops being plain', () => {
    expect(readPlainYaml('a: 1\nb: !t 2')).toEqual({ kind: 'not plain', at: 8 });
  });

  it('follows aliases', () => {
    const reading = readPlainYaml('a: &x {k: [1]}\nb: *x\nc: [&y 2, *y]');
    expect(reading.kind === 'read' && JSON.stringify(plainOf(reading.root))).toBe(
      '{"a":{"k":[1]},"b":{"k":[1]},"c":[2,2]}',
    );
  });

  it('places entries at their key and items at themselves', () => {
    const reading = readPlainYaml('a:\n  - x: 1\n  -\n    y');
    if (reading.kind !== 'read' || reading.root.kind !== 'mapping') throw new Error('not read');
    const list = reading.root.entries.get('a');
    if (list?.kind !== 'sequence') throw new Error('no list');
    expect([list.at, ...list.items.map(({ at }) => at)]).toEqual([0, 7, 20]);
  });

  it('says where nesting becomes too deep', () => {
    const steps = Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    expect(readPlainYaml(steps).kind).toBe('unreadable');
    expect(readPlainYaml('- '.repeat(100_000)).kind).toBe('unreadable');
  });
});
