import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yamlLines } from '../../../src/panes/guardian/yaml-lines.ts';
import { printable } from '../../../src/text/printable.ts';
import { theme } from '../../../src/ui/theme.ts';
import { lineText } from '../../support/line-text.ts';

/** The pieces of one line that have a style, by the style's name. */
function pieces(yaml: string): readonly (readonly [string, string])[] {
  const names = new Map([
    [theme.accent, 'key'],
    [theme.good, 'text'],
    [theme.special, 'literal'],
    [theme.faint, 'quiet'],
  ] as const);
  return (yamlLines(yaml).at(-1) ?? []).flatMap(({ text, style }) => {
    const name = names.get(style);
    return name === undefined ? [] : [[name, text.trim()] as const];
  });
}

describe('a line of a schema', () => {
  it.each([
    ['type: object', [['key', 'type:']]],
    [
      '  maxLength: 40',
      [
        ['key', 'maxLength:'],
        ['literal', '40'],
      ],
    ],
    [
      '  nullable: true',
      [
        ['key', 'nullable:'],
        ['literal', 'true'],
      ],
    ],
    [
      `pattern: '^\\d+: #$'`,
      [
        ['key', 'pattern:'],
        ['text', `'^\\d+: #$'`],
      ],
    ],
    [
      '"a: b": 1',
      [
        ['key', '"a: b":'],
        ['literal', '1'],
      ],
    ],
    ['- name', [['quiet', '-']]],
    [
      '- - type: string',
      [
        ['quiet', '- -'],
        ['key', 'type:'],
      ],
    ],
    [
      '$ref: x # leads back',
      [
        ['key', '$ref:'],
        ['quiet', '# leads back'],
      ],
    ],
    ['url: http://a.example/#x', [['key', 'url:']]],
    ['# a remark', [['quiet', '# a remark']]],
    ['a: |\n  text: of a block', [['text', 'text: of a block']]],
    [
      'a: |\n  of a block\nb: 1',
      [
        ['key', 'b:'],
        ['literal', '1'],
      ],
    ],
    ['- |\n  of a block', [['text', 'of a block']]],
  ])('%j', (yaml, expected) => {
    expect(pieces(yaml)).toEqual(expected);
  });
});

it('whatever the text, every line comes out whole', () => {
  const text = fc.array(fc.string({ unit: 'binary', maxLength: 60 })).map((all) => all.join('\n'));
  const like = fc.string({ unit: fc.constantFrom(...`-:#'"|> a\n\t`) });
  fc.assert(
    fc.property(fc.oneof(text, like), (yaml) => {
      const lines = yaml.replace(/\n$/, '').split('\n');
      // What is made printable piece by piece may be written otherwise where a mark begins a piece.
      fc.pre(
        !/\p{M}|\p{Regional_Indicator}|[\u1100-\u11ff\ud7b0-\ud7fb\ua960-\ua97c]|[\u{16d63}-\u{16d6a}]/u.test(
          yaml,
        ),
      );
      expect(yamlLines(yaml).map(lineText)).toEqual(lines.map(printable));
    }),
  );
});

it('a line of megabytes is cut', () => {
  const [line = []] = yamlLines(`description: ${'x'.repeat(5_000_000)}`);
  expect(lineText(line).length).toBeLessThan(3000);
  expect(lineText(line)).toMatch(/x…$/);
});
