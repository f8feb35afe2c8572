import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Printable, printable, words } from '../../src/text/printable.ts';
import { BOLD, foreground, PLAIN } from '../../src/text/style.ts';
import { width } from '../../src/text/width.ts';
import {
  beside,
  between,
  compose,
  cutLine,
  fitLine,
  gap,
  type Line,
  lineWidth,
  lineWithout,
  lookAlikeLines,
  nameLine,
  type Styled,
  span,
  styledWidth,
  trimmedLine,
} from '../../src/ui/line.ts';
import { theme } from '../../src/ui/theme.ts';
import { consoleUnderTest, KEYS } from '../support/console.ts';

const text = (line: Line) => line.map((piece) => piece.text).join('');
const abc: Line = [span(words`abc`, BOLD), span(words`def`)];

const anyLine = fc
  .array(fc.record({ text: fc.string({ unit: 'grapheme' }), style: fc.constantFrom(PLAIN, BOLD) }))
  .map((pieces): Line => pieces.map((piece) => span(printable(piece.text), piece.style)));

describe('a line', () => {
  it('is cut with a sign that something is missing', () => {
    expect(text(cutLine(abc, 6))).toBe('abcdef');
    expect(text(cutLine(abc, 5))).toBe('abcd…');
    expect(text(cutLine(abc, 3))).toBe('ab…');
    expect(text(cutLine(abc, 2))).toBe('a…');
    expect(cutLine(abc, 0)).toEqual([]);
  });

  it('is filled on the side away from where it is aligned', () => {
    expect(text(fitLine(abc, 8))).toBe('abcdef  ');
    expect(text(fitLine(abc, 8, 'right'))).toBe('  abcdef');
    expect(fitLine(abc, 6)).toBe(abc);
  });

  it('never takes more columns than it is given, and exactly those it is fitted to', () => {
    fc.assert(
      fc.property(anyLine, fc.nat({ max: 40 }), (line, columns) => {
        expect(lineWidth(cutLine(line, columns))).toBeLessThanOrEqual(columns);
        expect(lineWidth(fitLine(line, columns))).toBe(columns);
      }),
    );
  });
});

describe('two ends of a line', () => {
  it('stand apart', () => {
    expect(text(between([span(words`left`)], [span(words`right`)], 12))).toBe('left   right');
  });

  it('cut the left when both do not fit, the right when nothing else does', () => {
    expect(text(between([span(words`left`)], [span(words`right`)], 8))).toBe('l… right');
    expect(text(between([span(words`left`)], [span(words`right`)], 5))).toBe('right');
    expect(text(between([span(words`left`)], [span(words`right`)], 3))).toBe('ri…');
  });
});

describe('a composed line', () => {
  it('opens and closes the style of every piece that has one', () => {
    expect(compose([span(words`a`), span(words`b`, foreground(1, BOLD))], 9)).toBe(
      'a\u001b[1;31mb\u001b[0m',
    );
  });

  it('is no wider than it may be', () => {
    expect(compose(abc, 4)).toBe('\u001b[1mabc\u001b[0m…');
  });
});

it('a gap is spaces, and none when there is no room', () => {
  expect(gap(3).text).toBe('   ');
  expect(gap(-2).text).toBe('');
  expect(width(gap(5).text as Printable)).toBe(5);
});

describe('the rest of a line', () => {
  it('is what lies behind so many columns, in the styles it had', () => {
    expect(lineWithout(abc, 0)).toEqual(abc);
    expect(lineWithout(abc, 2)).toEqual([span(words`c`, BOLD), span(words`def`)]);
    expect(lineWithout(abc, 3)).toEqual([span(words`def`)]);
    expect(lineWithout(abc, 9)).toEqual([]);
  });

  it('is as much narrower, whatever graphemes are cut through', () => {
    fc.assert(
      fc.property(anyLine, fc.nat({ max: 40 }), (line, columns) => {
        expect(lineWidth(lineWithout(line, columns))).toBe(Math.max(0, lineWidth(line) - columns));
      }),
    );
  });
});

it('a line is trimmed of what is blank at its end, and of nothing else', () => {
  expect(trimmedLine([gap(2), span(words`a b`), gap(3)])).toEqual([gap(2), span(words`a b`)]);
});

const line = (text: string): Styled => compose([span(printable(text), theme.bad)], 80);

it('places the right block beside the widest line of the left one', () => {
  const left = { lines: [line('ab'), line('決')], columns: 5 };
  const right = { lines: [line('x'), line('y'), line('z')], columns: 1 };
  const lines = beside(left, right, 4);
  expect(lines.map((each) => each.replace(/\u001b\[[\d;]*m/g, ''))).toEqual([
    'ab     x',
    '決     y',
    '       z',
    '       ',
  ]);
});

it('measures what is seen of a line, not its styles', () => {
  expect(styledWidth(line('決ab'))).toBe(4);
  expect(styledWidth('' as Styled)).toBe(0);
});

const textOf = (line: ReturnType<typeof nameLine>) => line.map(({ text }) => text).join('');

it('issue 15: a name that may be confused with another has a sign before it, and its characters are named', () => {
  expect(textOf(nameLine('prod-payments'))).toBe('prod-payments');
  expect(textOf(nameLine('prod-paymеnts'))).toBe('≈ prod-paymеnts');
  expect(lookAlikeLines({ name: 'prod-payments', id: 'x1' })).toEqual([]);
  expect(lookAlikeLines({ name: 'prod-paymеnts', id: 'хx' }).map(textOf)).toEqual([
    ' ≈ name contains Cyrillic е (U+0435)',
    ' ≈ id contains Cyrillic х (U+0445)',
  ]);
});

it('issue 15: two applications that look alike are told apart in the list and where one is deleted', async () => {
  const test = await consoleUnderTest({
    columns: 120,
    workspace: (demo) => ({
      ...demo,
      apps: demo.apps.slice(0, 2).map((app, at) => ({
        ...app,
        name: ['prod-payments', 'prod-paymеnts'][at] ?? '',
      })),
    }),
  });
  await test.pass(2000);
  const text = await test.text();
  expect(text).toContain('≈ prod-paymеnts');
  expect(text).not.toContain('≈ prod-payments');
  await test.press(':', 'delete', KEYS.enter);
  await test.pass(1000);
  const rows = (await test.text()).split('\n').filter((line) => line.includes('contains Cyrillic'));
  const [cursor] = (await test.text()).split('\n').filter((line) => line.includes(' name '));
  // Whichever is under the cursor: only the look-alike is marked.
  expect(rows.length > 0).toBe(cursor?.includes('е') ?? false);
});
