import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COVERED, isBlankAt, parseRow, textAt } from '../../src/painter/grid.ts';
import { createPainter, type Painter } from '../../src/painter/painter.ts';
import { THEMES } from '../../src/text/themes.ts';
import { doubtful } from '../../src/text/width.ts';
import { createEmulator, type Emulator } from '../support/emulator.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { anyChange, changed } from '../support/frames.ts';
import { hostileStrings } from '../support/hostile.ts';
import { foreignTo } from '../support/strict-terminal.ts';

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
      pending: () => 0,
      drained: async () => {},
    },
    clock: fakeClock(),
    columns,
    rows,
    colour,
    framesPerSecond: Number.POSITIVE_INFINITY,
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
  columns: fc.integer({ min: 2, max: 40 }),
  rows: fc.integer({ min: 2, max: 14 }),
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
    { numRuns: 300 },
  );
});

test('around graphemes of doubtful width everything else stands where it belongs', async () => {
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
    { numRuns: 200 },
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

test('what does not fit is left out, and no wide character is split', async () => {
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
  const { painter, show } = await bench(20, 4);
  await show('one\ntwo');
  expect(await show('one\ntwo')).toBe('');
  expect(await show('one \ntwo\u001b[0m')).toBe('');
  expect(painter.stats.frames).toBe(2);
});
