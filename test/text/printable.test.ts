import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it, test } from 'vitest';
import {
  asSentence,
  cleanLines,
  cleanTyped,
  codePointAt,
  isSimple,
  plainMarkdown,
  printable,
  printableStart,
  toAscii,
  words,
} from '../../src/text/printable.ts';
import { doubtful } from '../../src/text/width.ts';
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

describe('the output of printable', () => {
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

  test('a string of millions of marks is safe', () => {
    const shown = printable(`a${'\u0301'.repeat(3_000_000)}`);
    expect(shown).toBe(`a${'\u0301'.repeat(4)}<+2999996 marks>`);
  });
});

describe('printable, for every string', () => {
  test('leaves nothing that acts or hides, and a second pass changes nothing', () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const shown = printable(text);
        expect(leaks(shown)).toEqual([]);
        expect(printable(shown)).toBe(shown);
      }),
      { numRuns: 5_000 },
    );
  });

  test('joined results are printable too', () => {
    fc.assert(
      fc.property(anyString, anyString, (left, right) => {
        const joined = printable(left) + printable(right);
        expect(printable(joined)).toBe(joined);
      }),
      { numRuns: 5_000 },
    );
  });

  test('makes an inserted invisible character visible', () => {
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

test('every simple character is safe, one unit long, one column wide, and no terminal doubts it', () => {
  const wrong: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const text = String.fromCodePoint(codePoint);
    if (!isSimple(text)) continue;
    const safe = printable(text) === text && !/\p{C}|\p{Z}(?<! )|\p{M}/u.test(text);
    if (!safe || text.length !== 1 || stringWidth(text) !== 1 || doubtful(printable(text))) {
      wrong.push(codePoint.toString(16));
    }
  }
  expect(wrong).toEqual([]);
});

test('one other character makes a text not simple', () => {
  expect(isSimple('warren │ ▁▂▃ ⣿ é ✓')).toBe(true);
  expect(
    ['名', 'e\u0301', '\u001b', '\u00a0', '🎉', '\u2800'].map((c) => isSimple(`a${c}`)),
  ).toEqual(new Array(6).fill(false));
});

test('reads whole pairs, and lone halves as themselves', () => {
  expect(codePointAt('a🎉', 1)).toBe(0x1f389);
  expect(codePointAt('🎉', 1)).toBe(0xdf89);
  expect(codePointAt('\ud83cx', 0)).toBe(0xd83c);
  expect(codePointAt('x\ud83c', 1)).toBe(0xd83c);
  expect(codePointAt('x', 1)).toBe(0);
});

test('never reads past the end of a slice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(), (whole, at) => {
      const end = at % (whole.length + 1);
      const slice = whole.slice(0, end);
      const last = Math.max(0, end - 1);
      expect(codePointAt(slice, last)).toBe(end === 0 ? 0 : whole.charCodeAt(last));
    }),
  );
});

const SOURCE = resolve(import.meta.dirname, '../../src');

/** The characters beyond ASCII in what is drawn. */
function drawnSigns(): readonly string[] {
  const texts = ['ui', 'shell', 'panes', 'state', 'commands'].flatMap((layer) =>
    readdirSync(join(SOURCE, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(SOURCE, layer, name), 'utf8')),
  );
  return [...new Set(texts.join('').match(/[^\x00-\x7f]/gu) ?? [])];
}

describe('an ASCII character', () => {
  it('stands for every sign that the console draws', () => {
    expect(drawnSigns().filter((sign) => toAscii(sign) === '?')).toEqual([]);
  });

  it.each([
    ['a', 'a'],
    [' ', ' '],
    ['é', 'e'],
    ['Å', 'A'],
    ['e\u0301', 'e'],
    ['❯', '>'],
    ['✖', 'x'],
    ['█', '#'],
    ['▓', '#'],
    ['▉', '='],
    ['…', '~'],
    ['名', '?'],
    ['🎉', '?'],
    ['␛', '?'],
  ])('of %s is %s', (grapheme, character) => {
    expect(toAscii(grapheme)).toBe(character);
  });

  it('is one, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), (grapheme) => {
        expect(toAscii(grapheme)).toMatch(/^[\x20-\x7e]$/);
      }),
    );
  });
});

it('E19: of a long text a row is given what it may show, and a sign that there is more', () => {
  const marks = printableStart(`e${'\u0301'.repeat(100_000)}`);
  expect(marks).toBe(`e${'\u0301'.repeat(4)}<+1019 marks>…`);
  const emoji = printableStart('👩\u200d'.repeat(20_000));
  expect(emoji.length).toBeLessThan(5000);
  expect(emoji.endsWith('…')).toBe(true);
  expect(printableStart('a'.repeat(1024))).toBe('a'.repeat(1024));
  expect(printableStart('a\u0000')).toBe('a␀');
});

describe('typed or pasted text', () => {
  it.each([
    ['plain', 'plain'],
    ['two\r\nlines', 'two lines'],
    ['a\tb\u2028c', 'a b c'],
    ['\u001b[31mred\u0007', '[31mred'],
    ['\u009b2J', '2J'],
    ['half \ud83d of it', 'half  of it'],
    ['whole 🎉', 'whole 🎉'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(cleanTyped(typed)).toBe(kept);
  });

  it('is always one line without control and broken characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const kept = cleanTyped(typed);
        expect(kept).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(kept.isWellFormed()).toBe(true);
        expect(cleanTyped(kept)).toBe(kept);
      }),
    );
  });
});

it('text of many lines keeps its line breaks and tabs', () => {
  expect(cleanLines('one\n\ttwo\u001b[2J\r\u{1f389}\ud83c')).toBe('one\n\ttwo[2J\u{1f389}');
});

it('a sentence ends with one full stop, whether the text had one or not', () => {
  expect(asSentence(words`The name exists`)).toBe('The name exists.');
  expect(asSentence(words`The name exists.`)).toBe('The name exists.');
  expect(asSentence(words`Why?`)).toBe('Why?');
});

it.each([
  ['a | b', 'a \\| b'],
  ['![x](y) <b>', '\\!\\[x\\](y) \\<b\\>'],
  ['~~a~~ $1$ &amp; {a} #7', '\\~\\~a\\~\\~ \\$1\\$ \\&amp; \\{a\\} \\#7'],
  ['@ada :bug: 14:02', '\\@ada \\:bug: 14:02'],
  ['a\\b `c`', 'a\\\\b \\`c\\`'],
])('nothing of %s is markup', (text, plain) => {
  expect(plainMarkdown(printable(text))).toBe(plain);
});
