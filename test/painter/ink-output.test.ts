import { type StyledChar, styledCharsFromTokens, tokenize } from '@alcalzone/ansi-tokenize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import Output from '../../src/painter/ink-output.ts';

type Frame = Pick<Output, 'write' | 'clip' | 'unclip' | 'get'>;
type FrameClass = new (size: { width: number; height: number }) => Frame;

// Ink does not export it.
const original = new URL('../../node_modules/ink/build/output.js', import.meta.url);
const { default: Original } = (await import(original.href)) as { default: FrameClass };

const column = fc.integer({ min: -3, max: 14 });
const row = fc.integer({ min: -1, max: 4 });
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }) },
  { weight: 3, arbitrary: fc.constantFrom('  ', '│', '❯ ', '●', '…', '▄▅▆', 'é') },
  { weight: 2, arbitrary: fc.constantFrom('漢字', '👍', 'e\u0301', '日') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\u001b[31m',
      '\u001b[1;44m',
      '\u001b[7m',
      '\u001b[0m',
      '\u001b[39m',
      '\u001b[22m',
    ),
  },
  { weight: 1, arbitrary: fc.constant('\n') },
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

const TRANSFORMERS = {
  none: (line: string) => line,
  inverse: (line: string) => `\u001b[7m${line}\u001b[27m`,
  numbered: (line: string, index: number) => `${index}${line}`,
  shorter: (line: string) => line.slice(1),
} as const;

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      x: column,
      y: row,
      text,
      transformer: fc.constantFrom(
        'none',
        'none',
        'none',
        'inverse',
        'numbered',
        'shorter' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('clip' as const),
      x: fc.option(fc.tuple(column, column), { nil: undefined }),
      y: fc.option(fc.tuple(row, row), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unclip' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

function draw(Class: FrameClass, width: number, height: number, actions: readonly Action[]) {
  const output = new Class({ width, height });
  for (const each of actions) {
    if (each.kind === 'unclip') output.unclip();
    else if (each.kind === 'clip') {
      const { x, y } = each;
      output.clip({ x1: x?.[0], x2: x?.[1], y1: y?.[0], y2: y?.[1] });
    } else {
      const transformers = each.transformer === 'none' ? [] : [TRANSFORMERS[each.transformer]];
      output.write(each.x, each.y, each.text, { transformers });
    }
  }
  return output.get();
}

/** What a terminal shows of a row: characters with the codes in force, plain blanks at the end cut. */
function cells(row: string): readonly string[] {
  const seen = styledCharsFromTokens(tokenize(row)).map(
    ({ value, styles }: StyledChar) =>
      `${value}${styles
        .map(({ code }) => code)
        .sort()
        .join('')}`,
  );
  return seen.slice(0, seen.findLastIndex((cell) => cell.trim() !== '') + 1);
}

describe('the stand-in for the output of Ink', () => {
  it('draws the same cells as the original, whatever is drawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(action, { maxLength: 12 }),
        (width, height, actions) => {
          const ours = draw(Output, width, height, actions);
          const theirs = draw(Original, width, height, actions);
          expect(ours.height).toBe(theirs.height);
          expect(ours.output.split('\n').map(cells)).toEqual(theirs.output.split('\n').map(cells));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('joins plain pieces without parsing their cells', () => {
    const output = new Output({ width: 30, height: 1 });
    output.write(0, 0, '\u001b[32mok\u001b[39m', { transformers: [] });
    output.write(10, 0, 'detail  ', { transformers: [] });
    expect(output.get().output).toBe('\u001b[32mok\u001b[39m\u001b[0m        detail');
  });

  it('returns the same string for a row drawn before', () => {
    const row = () => {
      const output = new Output({ width: 30, height: 2 });
      output.write(3, 1, '漢字', { transformers: [] });
      return output.get().output;
    };
    expect(row()).toBe(row());
  });
});
