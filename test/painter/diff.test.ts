import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diff } from '../../src/painter/diff.ts';
import { COVERED, createFrameParser, isBlankAt, parseRow, textAt } from '../../src/painter/grid.ts';
import { createPainter, type Painter } from '../../src/painter/painter.ts';
import { PLAIN } from '../../src/text/style.ts';
import { THEMES } from '../../src/text/themes.ts';
import { doubtful } from '../../src/text/width.ts';
import { createEmulator, type Emulator } from '../support/emulator.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { anyChange, changed } from '../support/frames.ts';
import { hostileStrings } from '../support/hostile.ts';
import { foreignTo } from '../support/strict-terminal.ts';

const COLUMNS = 200;
const ROWS = 50;

/** A row of a list as dense as the console's. */
const entry = (n: number, cursor: number): string => {
  const fields = [
    'healthy',
    `checkout-service-${n}`,
    `${n % 5}/5`,
    'fra ams nyc sgp',
    `${(n * 37) % 100} %`,
    `${(n * 7919) % 4096} MB`,
  ];
  const text = fields.map((field, i) => field.padEnd(i === 1 ? 40 : 28)).join('');
  return n === cursor
    ? `\u001b[48;5;236m ${text.padEnd(COLUMNS - 1)}\u001b[49m`
    : ` \u001b[32m${text.slice(0, 28)}\u001b[39m${text.slice(28).trimEnd()}`;
};
const screen = (top: number, cursor: number): string =>
  [
    '\u001b[1mwarren\u001b[22m',
    '',
    ...Array.from({ length: 45 }, (_, y) => entry(top + y, cursor)),
    '',
    '? help',
  ].join('\n');

function bytesBetween(before: string, after: string): number {
  const parse = createFrameParser({ columns: COLUMNS, rows: ROWS }, THEMES.dark);
  const first = parse(before);
  return Buffer.byteLength(diff(first, parse(after), PLAIN).bytes);
}

test('a cursor move on 200x50 takes at most 450 bytes', () => {
  expect(bytesBetween(screen(0, 5), screen(0, 6))).toBeLessThanOrEqual(450 - 16);
});

test('scrolling a list of 45 rows by one takes at most 300 bytes', () => {
  expect(bytesBetween(screen(0, 44), screen(1, 45))).toBeLessThanOrEqual(300 - 16);
  expect(bytesBetween(screen(5, 5), screen(4, 4))).toBeLessThanOrEqual(300 - 16);
});

test('a tail that grows by one entry takes at most 250 bytes', () => {
  expect(bytesBetween(screen(0, -1), screen(1, -1))).toBeLessThanOrEqual(250 - 16);
});

test('without a screen before, all is painted on an empty one', () => {
  const parse = createFrameParser({ columns: 8, rows: 3 }, THEMES.dark);
  expect(diff(undefined, parse('ab\n\n\u001b[1mc'), PLAIN)).toEqual({
    bytes: '\u001b[H\u001b[Jab\r\n\n\u001b[1mc',
    style: 1,
  });
});

interface Bench {
  readonly painter: Painter;
  readonly emulator: Emulator;
  /** Shows `frame` and gives the bytes it took. */
  show(frame: string): Promise<string>;
}

/** A painter on an emulator, every frame painted at once. */
async function bench(columns: number, rows: number, colour = true): Promise<Bench> {
  const emulator = createEmulator(columns, rows);
  let written = '';
  const painter = createPainter({
    output: {
      write: (bytes) => {
        written += bytes;
        return true;
      },
      drained: async () => {},
    },
    clock: fakeClock(),
    columns,
    rows,
    colour,
  });
  const flush = async () => {
    const bytes = written;
    written = '';
    await emulator.write(bytes);
    return bytes;
  };
  painter.enter();
  await flush();
  return {
    painter,
    emulator,
    show: (frame) => {
      painter.paint(frame);
      painter.flush();
      return flush();
    },
  };
}

/** What a screen looks like on which every line was simply written. */
async function pictureOf(lines: readonly string[], columns: number, rows: number): Promise<string> {
  const emulator = createEmulator(columns, rows);
  await emulator.write(`\u001b[?7l${lines.map((line, y) => `\u001b[${y + 1};1H${line}`).join('')}`);
  return emulator.picture();
}

const size = fc.record({
  columns: fc.integer({ min: 1, max: 40 }),
  rows: fc.integer({ min: 1, max: 14 }),
});
const story = size.chain((first) =>
  fc.record({
    size: fc.constant(first),
    steps: fc.array(
      fc.oneof(
        { weight: 9, arbitrary: anyChange(first.columns, first.rows) },
        { weight: 1, arbitrary: size },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  }),
);

test('whatever frames and sizes follow each other, the screen shows the last frame', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ size: first, steps }) => {
      let { columns, rows } = first;
      const { painter, emulator, show } = await bench(columns, rows);
      let lines: string[] = [];
      for (const step of steps) {
        if ('columns' in step) {
          ({ columns, rows } = { columns: Math.max(step.columns, first.columns), rows: step.rows });
          emulator.resize(columns, rows);
          painter.resize({ columns, rows });
        } else {
          lines = changed(lines, step, rows);
        }
        lines = lines.slice(0, rows);
        const bytes = await show(lines.join('\n'));
        expect(foreignTo(bytes)).toEqual([]);
        expect(emulator.picture()).toBe(await pictureOf(lines, columns, rows));
      }
    }),
    { numRuns: 150 },
  );
});

test('a wide character in the place of another does not displace the change below it', async () => {
  const { emulator, show } = await bench(10, 2);
  await show('ab 名\nabcd');
  await show('ab 字\nabcX');
  expect(emulator.lines()).toEqual(['ab 字', 'abcX']);
});

/** Frames so short and so alike that the end of one change is often next to the start of another. */
const alike = fc.record({
  columns: fc.integer({ min: 1, max: 8 }),
  rows: fc.integer({ min: 1, max: 3 }),
  frames: fc.array(
    fc.array(
      fc
        .array(fc.constantFrom('a', 'b', ' ', '名', '字', 'e\u0301', '\u001b[1m'), { maxLength: 6 })
        .map((parts) => `${parts.join('')}\u001b[0m`),
      { minLength: 3, maxLength: 3 },
    ),
    { minLength: 2, maxLength: 5 },
  ),
});

test('frames that are nearly alike follow each other without a trace, in windows from one cell', async () => {
  await fc.assert(
    fc.asyncProperty(alike, async ({ columns, rows, frames }) => {
      const { emulator, show } = await bench(columns, rows);
      const whole = await bench(columns, rows);
      for (const frame of frames) {
        await show(frame.join('\n'));
        whole.painter.invalidate();
        await whole.show(frame.join('\n'));
        expect(emulator.picture()).toBe(whole.emulator.picture());
      }
    }),
    { numRuns: 500 },
  );
});

test('graphemes of doubtful width displace nothing around them', async () => {
  const graphemes = [
    'a',
    'b',
    ' ',
    '名',
    '│',
    '🎉',
    '🇩🇪',
    'กำ',
    'क्ष',
    '⌚',
    '\u1112\u1161\u11ab',
    '﷽',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyChange(24, 6, graphemes), { minLength: 1, maxLength: 6 }),
      async (steps) => {
        const { emulator, show } = await bench(24, 6);
        let lines: string[] = [];
        for (const step of steps) {
          lines = changed(lines, step, 6);
          await show(lines.join('\n'));
        }
        for (const [y, line] of lines.entries()) {
          const row = parseRow(line, 24, THEMES.dark);
          let beside = false;
          for (let column = 0; column < 24; column++) {
            if (row.glyphs[column] === COVERED) continue;
            const text = textAt(row, column);
            const isDoubtful = doubtful(text);
            // The terminal may let a doubtful grapheme spill over a blank behind it.
            if (!isDoubtful && !(beside && isBlankAt(row, column))) {
              expect({ y, column, text: emulator.cell(y, column).text }).toEqual({
                y,
                column,
                text,
              });
            }
            beside = isDoubtful;
          }
        }
      },
    ),
    { numRuns: 120 },
  );
});

test('nothing in a frame gets through as a sequence', async () => {
  const { show } = await bench(60, 8);
  const strings = hostileStrings(2);
  let clean = '';
  for (let i = 0; i < 2_000; i++) {
    const lines = Array.from({ length: 8 }, () => strings.next().value);
    clean += foreignTo(await show(lines.join('\n'))).join();
  }
  expect(clean).toBe('');
});

test('a sequence the painter does not know is drawn', async () => {
  const { emulator, show } = await bench(40, 3);
  await show('a\u001b[8mb\u001b]8;;x\u0007c\n\u001b[38;2;1;2;3md\u001b[5;1me');
  expect(emulator.lines()).toEqual(['a␛[8mb␛]8;;x␇c', '␛[38;2;1;2;3md␛[5;1me', '']);
});

const link = (address: string, text = address) =>
  `\u001b]8;;${address}\u0007${text}\u001b]8;;\u0007`;

test('use 17: an address is a link only in terminals with links', async () => {
  const { painter, emulator, show } = await bench(40, 2);
  const frame = `type ${link('https://a.example/x')} end`;
  expect(await show(frame)).toMatch(/type https:\/\/a\.example\/x end$/);
  painter.setLinks(true);
  const bytes = await show(`${frame}\n`);
  expect(bytes).toContain(
    '\u001b]8;;https://a.example/x\u001b\\https://a.example/x\u001b]8;;\u001b\\',
  );
  expect(foreignTo(bytes)).toEqual([]);
  // Another address below the same text is another picture; the same one is not.
  expect(await show(`type ${link('https://b.example/y', 'https://a.example/x')} end`)).toContain(
    ']8;;https://b.example/y',
  );
  expect(await show(`type ${link('https://b.example/y', 'https://a.example/x')} end\n`)).toBe('');
  painter.setLinks(false);
  expect(await show('type')).not.toContain(']8;');
  expect(emulator.lines()).toEqual(['type', '']);
});

test('use 17: an address is a link however many links were on the screen before', async () => {
  const { painter, show, emulator } = await bench(60, 3);
  painter.setLinks(true);
  const frame = (at: number) => `head\n${link(`https://a.example/${at}`)}\nfoot`;
  for (let at = 0; at < 600; at += 1) {
    expect(await show(frame(at))).toContain(`]8;;https://a.example/${at}\u001b`);
  }
  expect(await show(`${frame(599)}\n`)).toBe('');
  expect(emulator.lines()).toEqual(['head', 'https://a.example/599', 'foot']);
});

test('use 17: only addresses become links, and none is left open', async () => {
  const { painter, emulator, show } = await bench(60, 2);
  painter.setLinks(true);
  expect(await show(link('javascript:alert(1)', 'x'))).not.toContain('\u001b]8');
  expect(emulator.lines()[0]).toContain('javascript:alert(1)');
  const bytes = await show(`\u001b]8;;https://a.example/\u0007https://a.example/`);
  expect(bytes.lastIndexOf('\u001b]8;;\u001b\\')).toBeGreaterThan(bytes.indexOf('https://a'));
});

test('text beyond the right edge is dropped, and no wide character is split', async () => {
  const { emulator, show } = await bench(5, 2);
  await show('abcd名\nabcdefgh\nthird');
  expect(emulator.lines()).toEqual(['abcd', 'abcde']);
});

test('without colour only attributes are left', async () => {
  const { emulator, show } = await bench(10, 1, false);
  const bytes = await show('\u001b[1;31;44mred\u001b[0m');
  expect(bytes).toBe('\u001b[1;1H\u001b[1mred');
  expect(emulator.picture()).toBe('[1:r][1:e][1:d]       ');
});

test('a frame that changes nothing writes nothing', async () => {
  const { show } = await bench(20, 4);
  await show('one\ntwo');
  expect(await show('one\ntwo')).toBe('');
  expect(await show('one \ntwo\u001b[0m')).toBe('');
});
