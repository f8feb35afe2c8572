import { expect, test } from 'vitest';
import { createPainter } from '../../src/painter/painter.ts';
import { ENTER, RESTORE } from '../../src/painter/sequences.ts';
import { printable, words } from '../../src/text/printable.ts';
import { THEMES } from '../../src/text/themes.ts';
import { createEmulator } from '../support/emulator.ts';
import { fakeClock } from '../support/fake-clock.ts';

const FRAME_TIME = 1000 / 60;

/** A painter on a link that a test can make slow, and what came out of it. */
function painting(size = { columns: 20, rows: 4 }) {
  const clock = fakeClock();
  let writes: string[] = [];
  let count = 0;
  let taken = true;
  let drain = () => {};
  const painter = createPainter({
    output: {
      write: (bytes) => {
        writes.push(bytes);
        count += 1;
        return taken;
      },
      drained: () =>
        new Promise((resolve) => {
          drain = resolve;
        }),
    },
    clock,
    colour: true,
    ...size,
  });
  return {
    clock,
    painter,
    /** What was written since the last look. */
    written: () => {
      const bytes = writes.join('');
      writes = [];
      return bytes;
    },
    /** How often something was written. */
    count: () => count,
    /** From now on everything written has to wait. */
    stall: () => {
      taken = false;
    },
    /** The link takes all that waited, and what comes. */
    flow: async () => {
      taken = true;
      drain();
      await clock.advance(0);
    },
  };
}
const wrapped = (bytes: string) => `\u001b[?2026h${bytes}\u001b[?2026l`;

test('entering takes the terminal and shows the newest frame', () => {
  const { painter, written } = painting();
  painter.paint('old');
  painter.paint('new');
  expect(written()).toBe('');
  painter.enter();
  expect(written()).toBe(`${ENTER}\u001b[H\u001b[Jnew`);
});

test('a frame after a pause is painted at once', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  await clock.advance(1000);
  written();
  painter.paint('a');
  expect(written()).toBe('\u001b[1;1Ha');
});

test('of a burst the first and the last are painted', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  await clock.advance(1000);
  written();
  for (let i = 0; i < 100; i++) painter.paint(`frame ${i}`);
  expect(written()).toBe('\u001b[1;1Hframe 0');
  await clock.advance(FRAME_TIME);
  expect(written()).toBe('\u001b[1;7H99');
  await clock.advance(1000);
  expect(written()).toBe('');
});

test('at most sixty frames a second are painted', async () => {
  const { painter, clock, count } = painting();
  painter.enter();
  const before = count();
  for (let ms = 0; ms < 1000; ms++) {
    painter.paint(`frame ${ms}`);
    await clock.advance(1);
  }
  expect(count() - before).toBeGreaterThan(50);
  expect(count() - before).toBeLessThanOrEqual(60);
});

test('a frame that answers a key does not wait for a burst to end', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  await clock.advance(1000);
  written();
  painter.paint('entry 1');
  painter.paint('entry 2');
  written();
  painter.flush();
  expect(written()).toBe('\u001b[1;7H2');
  painter.flush();
  painter.paint('entry 3');
  expect(written()).toBe('\u001b[1;7H3');
});

test('frames are skipped while earlier bytes wait, and the newest is painted when they are taken', async () => {
  const { painter, clock, written, stall, flow } = painting();
  painter.enter();
  await clock.advance(1000);
  written();
  stall();
  painter.paint('first');
  expect(written()).toBe('\u001b[1;1Hfirst');
  for (let i = 0; i < 5; i++) {
    painter.paint(`frame ${i}`);
    painter.flush();
    await clock.advance(1000);
  }
  expect(written()).toBe('');
  await flow();
  expect(written()).toBe('\u001b[1;2Hrame 4');
});

test('a resize repaints everything, with the frame made for the new size', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  painter.paint('wide wide wide');
  await clock.advance(1000);
  written();
  painter.resize({ columns: 10, rows: 2 });
  painter.paint('narrow');
  expect(written()).toBe('');
  await clock.advance(FRAME_TIME);
  expect(written()).toBe('\u001b[H\u001b[Jnarrow');
});

test('a burst of resizes is painted at most once per frame time, and ends with the last size', async () => {
  const { painter, clock, count, written } = painting();
  painter.enter();
  await clock.advance(1000);
  const before = count();
  for (let i = 0; i < 200; i++) {
    painter.resize({ columns: 20 + (i % 7), rows: 5 });
    painter.paint(`size ${i}`);
    await clock.advance(1);
  }
  await clock.advance(1000);
  expect(count() - before).toBeLessThanOrEqual(13);
  const emulator = createEmulator(20 + (199 % 7), 5);
  await emulator.write(written());
  expect(emulator.lines()[0]).toBe('size 199');
});

test('resizing to the same size writes nothing', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  written();
  painter.resize({ columns: 20, rows: 4 });
  await clock.advance(1000);
  expect(written()).toBe('');
});

test('invalidating paints everything again', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  painter.paint('abc');
  await clock.advance(1000);
  written();
  painter.invalidate();
  expect(written()).toBe('\u001b[H\u001b[Jabc');
});

test('suspending releases the terminal and keeps the newest frame until it resumes', async () => {
  const { painter, clock, written } = painting();
  painter.paint('before');
  painter.enter();
  written();
  painter.suspend();
  painter.suspend();
  expect(written()).toBe(RESTORE);
  painter.paint('meanwhile');
  await clock.advance(1000);
  expect(written()).toBe('');
  painter.resume();
  expect(written()).toBe(`${ENTER}\u001b[H\u001b[Jmeanwhile`);
});

test('leaving releases the terminal once, and nothing is painted afterwards', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  await clock.advance(1000);
  painter.paint('a');
  painter.paint('b');
  written();
  painter.leave();
  painter.leave();
  painter.paint('c');
  painter.flush();
  painter.invalidate();
  painter.resume();
  painter.enter();
  await clock.advance(1000);
  expect(written()).toBe(RESTORE);
  expect(clock.sleeping).toBe(0);
});

test('leaving before entering writes nothing', () => {
  const { painter, written } = painting();
  painter.leave();
  expect(written()).toBe('');
});

test('a long update is marked as synchronized', async () => {
  const { painter, clock, written } = painting({ columns: 700, rows: 4 });
  painter.enter();
  await clock.advance(1000);
  written();
  const line = 'long '.repeat(120).trimEnd();
  painter.paint(line);
  expect(written()).toBe(wrapped(`\u001b[1;1H${line}`));
});

test('a new theme is painted at once, and only where it differs', async () => {
  const { painter, clock, written } = painting();
  painter.enter();
  painter.paint('a \u001b[32mb\u001b[0m');
  await clock.advance(1000);
  written();
  painter.setTheme(THEMES.light);
  expect(written()).toBe('\u001b[1;3H\u001b[38;5;22mb');
  painter.setTheme(THEMES.light);
  expect(written()).toBe('');
  painter.resize({ columns: 10, rows: 2 });
  painter.paint('\u001b[91mc\u001b[0m');
  await clock.advance(1000);
  expect(written()).toContain('\u001b[38;5;124mc');
});

test('in ASCII mode only ASCII is written', async () => {
  const bytes: string[] = [];
  const painter = createPainter({
    output: { write: (each) => bytes.push(each) > 0, drained: async () => {} },
    clock: fakeClock(),
    colour: true,
    ascii: true,
    columns: 20,
    rows: 2,
  });
  painter.paint('❯ 名 \u001b[32m● ok\u001b[0m\n─── “x” … 🎉 \u009b');
  painter.enter();
  expect(bytes.join('')).toMatch(/^[\x00-\x7f]*$/);
  expect(bytes.join('')).toContain('--- "x" ~ ??');
});

test('ASCII mode can be turned on and off', () => {
  const bytes: string[] = [];
  const painter = createPainter({
    output: { write: (each) => bytes.push(each) > 0, drained: async () => {} },
    clock: fakeClock(),
    colour: true,
    columns: 20,
    rows: 2,
  });
  const written = () => bytes.splice(0).join('');
  painter.paint('a ─ b');
  painter.enter();
  expect(written()).toContain('a ─ b');
  painter.setAscii(true);
  expect(written()).toBe('\u001b[1;3H-');
  painter.setAscii(true);
  expect(written()).toBe('');
  painter.setAscii(false);
  expect(written()).toContain('─');
});

const ON = '\u001b[?1000h\u001b[?1002h\u001b[?1006h';
const OFF = '\u001b[?1006l\u001b[?1002l\u001b[?1000l';

test('mouse reports are on only while they are wanted and the terminal is held', () => {
  const { painter, written } = painting();
  painter.paint('a');
  painter.enter();
  painter.setMouse(false);
  expect(written()).not.toContain('\u001b[?100');
  painter.setMouse(true);
  painter.setMouse(true);
  expect(written()).toBe(ON);
  painter.suspend();
  expect(written()).toBe(OFF + RESTORE);
  painter.setMouse(true);
  expect(written()).toBe('');
  painter.resume();
  expect(written()).toContain(ENTER + ON);
  painter.leave();
  expect(written()).toBe(OFF + RESTORE);
});

test('a title is written when it changes, and the original one is restored', () => {
  const { painter, written } = painting();
  painter.paint('a');
  painter.setTitle(words`one`);
  painter.enter();
  expect(written()).toContain(`${ENTER}\u001b[22;2t\u001b]2;one\u001b\\`);
  painter.setTitle(words`one`);
  expect(written()).toBe('');
  painter.setTitle(words`two`);
  expect(written()).toBe('\u001b]2;two\u001b\\');
  painter.setTitle(null);
  expect(written()).toBe('\u001b[23;2t');
  painter.leave();
  expect(written()).toBe(RESTORE);
});

test('a title is cut, and in ASCII mode it is ASCII', () => {
  const { painter, written } = painting();
  painter.enter();
  written();
  painter.setTitle(words`${printable(`✖ ${'x'.repeat(200)}`)}`);
  expect(written()).toBe(`\u001b[22;2t\u001b]2;✖ ${'x'.repeat(77)}…\u001b\\`);
  painter.setAscii(true);
  written();
  painter.setTitle(printable('✖ a\u001b]2;b'));
  expect(written()).toBe('\u001b]2;x a?]2;b\u001b\\');
});
