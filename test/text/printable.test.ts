import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable, words } from '../../src/text/printable.ts';
import { hostileStrings } from '../support/hostile.ts';
import { leaks } from '../support/leaks.ts';

const SAMPLE = 20_000;

/** Any string at all, lone surrogates and controls in plenty. */
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      'a',
      '\u0301',
      '\u0903',
      '\u200d',
      '🎉',
      '🇩',
      '\u1112',
      '\u1161',
      '\u11ab',
      '\x1b',
    ),
  }),
);

describe('what printable shows', () => {
  test.each([
    ['an escape sequence', 'a\u001b[31mb', 'a␛[31mb'],
    ['line ends and tabs', 'a\r\n\tb\0', 'a␍␊␉b␀'],
    ['delete', '\u007f', '␡'],
    ['C1 controls', '\u009b2J', '<9B>2J'],
    ['bidirectional overrides', 'a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['zero-width characters', 'a\u200bb\u2060c\ufeff', 'a<U+200B>b<U+2060>c<U+FEFF>'],
    ['a soft hyphen', 'soft\u00adhyphen', 'soft<U+00AD>hyphen'],
    ['tag characters', 'x\u{e0041}', 'x<U+E0041>'],
    ['fillers that look like nothing', '\u3164\u115f\u2800', '<U+3164><U+115F><U+2800>'],
    ['blanks that look like a space', 'a\u00a0b\u3000c', 'a<U+00A0>b<U+3000>c'],
    ['line and paragraph separators', '\u2028\u2029', '<U+2028><U+2029>'],
    ['private use, unassigned, noncharacters', '\ue000\u0378\ufdd0', '<U+E000><U+0378><U+FDD0>'],
    ['lone surrogates', 'x\ud800y\udc00', 'x<U+D800>y<U+DC00>'],
    ['joiners inside an emoji', '👨\u200d👧', '👨<U+200D>👧'],
    ['variation selectors', '❤\ufe0f', '❤<U+FE0F>'],
    ['a skin tone', '👍🏽', '👍<U+1F3FD>'],
    ['half a flag', '🇩🇪🇫', '🇩🇪<U+1F1EB>'],
    ['a combining flood', `a${'\u0301'.repeat(9)}b`, `a${'\u0301'.repeat(4)}<+5 marks>b`],
    ['a flood at the end', `a${'\u0301'.repeat(6)}`, `a${'\u0301'.repeat(4)}<+2 marks>`],
    ['marks without a base', '\u0301\u0302x', '<U+0301>\u0302x'],
    ['marks on an emoji', '🎉\u0336', '🎉<U+0336>'],
    [
      'conjoining letters without a syllable',
      '\u1112\u1112\u1161\u1161',
      '<U+1112>\u1112\u1161<U+1161>',
    ],
  ])('%s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test.each([
    '',
    'GET /a?b=c 200',
    'naïve café',
    '名前と値',
    '한국어',
    'Ελληνικά',
    'שלום',
    'ไทย',
    'é',
    '🎉🇩🇪',
    '│─┼▁▂█⣿●▲✓',
  ])('clean text comes back unchanged: %s', (text) => {
    expect(printable(text)).toBe(text);
  });

  test('a string of millions of marks is no danger', () => {
    const shown = printable(`a${'\u0301'.repeat(3_000_000)}`);
    expect(shown).toBe(`a${'\u0301'.repeat(4)}<+2999996 marks>`);
  });
});

describe('what printable promises for every string', () => {
  test('nothing that acts or hides is left, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const shown = printable(text);
        expect(leaks(shown)).toEqual([]);
        expect(printable(shown)).toBe(shown);
      }),
      { numRuns: 5_000 },
    );
  });

  test('joined results need no second look', () => {
    fc.assert(
      fc.property(anyString, anyString, (left, right) => {
        const joined = printable(left) + printable(right);
        expect(printable(joined)).toBe(joined);
      }),
      { numRuns: 5_000 },
    );
  });

  test('one inserted invisible character is seen', () => {
    fc.assert(
      fc.property(
        anyString,
        fc.constantFrom('\u200b', '\u202e', '\ufe0f', '\u200d', '\u00ad', '\u{e0041}', '\0'),
        fc.nat(),
        (text, invisible, at) => {
          const place = at % (text.length + 1);
          // Between the halves of a pair the insertion would be another change as well.
          fc.pre(!/[\ud800-\udbff]$/.test(text.slice(0, place)));
          expect(printable(text.slice(0, place) + invisible + text.slice(place))).not.toBe(
            printable(text),
          );
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test(`${SAMPLE} strings of the hostile grammar`, () => {
    const strings = hostileStrings(1);
    for (let i = 0; i < SAMPLE; i++) {
      const text = strings.next().value;
      const shown = printable(text);
      if (leaks(shown).length > 0 || printable(shown) !== shown) expect.fail(JSON.stringify(text));
      // A string cut out of another one must not show what lies behind the cut.
      if (printable(JSON.parse(JSON.stringify(text))) !== shown) expect.fail(JSON.stringify(text));
    }
  });
});

describe('words', () => {
  test('joins our own text with safe values and numbers', () => {
    expect(words`Loaded ${3} of ${printable('a\nb')}\u2026`).toBe('Loaded 3 of a␊b…');
  });
});
