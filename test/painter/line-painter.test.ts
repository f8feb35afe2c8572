import { expect, test } from 'vitest';
import { createLinePainter } from '../../src/painter/line-painter.ts';
import { words } from '../../src/text/printable.ts';
import type { SpokenItem } from '../../src/text/spoken.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { cell, placePart, rowPart, spokenOf, tablePart } from './spoken/parts.ts';

function saying(kind: 'reader' | 'plain' = 'plain') {
  const clock = fakeClock();
  let written = '';
  let flows = true;
  let drain = () => {};
  const painter = createLinePainter({
    kind,
    columns: 80,
    rows: 24,
    clock,
    output: {
      write: (bytes) => {
        written += bytes;
        return flows;
      },
      drained: () =>
        new Promise((resolve) => {
          drain = resolve;
        }),
    },
  });
  return {
    clock,
    painter,
    /** The lines said since the last look. */
    said: () => {
      const lines = written.split('\n').filter((line) => line !== '');
      written = '';
      return lines;
    },
    bytes: () => written,
    stall: () => {
      flows = false;
    },
    flow: async () => {
      flows = true;
      drain();
      await clock.advance(0);
    },
    /** A key whose answer is `frame`. */
    press: (frame: readonly SpokenItem[]) => {
      painter.keyPressed();
      painter.speak(frame);
    },
  };
}

const APPS = placePart('Apps', '24 watched');
const at = (row: number, ...more: readonly (SpokenItem | string)[]) =>
  spokenOf(APPS, tablePart(24), rowPart(row, { here: true }), ...more);
const prompt = (value: string): SpokenItem => ({
  kind: 'prompt',
  label: 'Filter',
  value,
  hint: 'words',
});

test('entering says where one is', () => {
  const { painter, said } = saying();
  painter.speak(at(1));
  expect(said()).toEqual([]);
  painter.enter();
  expect(said()).toEqual(['Apps. 24 watched.', 'Table of 24 rows.', 'Row 1 of 24: app-1, active']);
});

test('a key is answered at once', () => {
  const { painter, said, press } = saying();
  painter.speak(at(1));
  painter.enter();
  said();
  press(at(2));
  expect(said()).toEqual(['Row 2 of 24: app-2, active']);
});

test('a key that changes nothing is answered with where one is, after a moment', async () => {
  const { clock, painter, said, press } = saying();
  painter.speak(at(24));
  painter.enter();
  said();
  press(at(24));
  expect(said()).toEqual([]);
  await clock.advance(1000);
  expect(said()).toEqual(['Row 24 of 24: app-24, active']);
});

test('what changes by itself settles first, and figures are summed up at the most every half minute', async () => {
  const { clock, painter, said } = saying();
  const rows = (count: number) =>
    spokenOf(placePart('Events'), tablePart(count), rowPart(count, { here: true, of: count }));
  painter.speak(rows(24));
  painter.enter();
  said();
  for (let second = 1; second <= 29; second += 1) {
    painter.speak(rows(24 + second));
    await clock.advance(1000);
  }
  expect(said()).toEqual([]);
  painter.speak(rows(60));
  await clock.advance(2000);
  expect(said()).toEqual(['36 new rows, 60 in all.', 'Row 60 of 60: app-60, active']);
});

test('a change under the cursor and a notice are spoken once they settle', async () => {
  const { clock, painter, said } = saying();
  painter.speak(at(1));
  painter.enter();
  said();
  const row = rowPart(1, { here: true, cells: [cell('app-1'), cell('failing')] });
  painter.speak(spokenOf(APPS, tablePart(24), row));
  painter.speak(
    spokenOf(APPS, tablePart(24), row, { kind: 'notice', tone: 'bad', text: 'Refused.' }),
  );
  expect(said()).toEqual([]);
  await clock.advance(300);
  expect(said()).toEqual(['app-1: failing', 'Error: Refused.']);
});

test('typed text is echoed, and its results are spoken when typing pauses', async () => {
  const { clock, painter, said, press } = saying();
  painter.speak(at(1));
  painter.enter();
  press(at(1, prompt('')));
  said();
  press(at(1, prompt('s')));
  press(at(7, prompt('sh')));
  expect(said()).toEqual(['sh']);
  await clock.advance(700);
  expect(said()).toEqual(['Row 7 of 24: app-7, active', 'Filter: sh']);
});

test('deleting a character speaks the line again', () => {
  const { painter, said, press } = saying();
  painter.speak(at(1));
  painter.enter();
  press(at(1, prompt('shop')));
  said();
  press(at(1, prompt('sho')));
  expect(said()).toEqual(['Filter: sho']);
});

test('on request everything is spoken again, with every row', () => {
  const { painter, said } = saying();
  painter.speak(spokenOf(APPS, tablePart(24), rowPart(1), rowPart(2, { here: true }), rowPart(3)));
  painter.enter();
  said();
  painter.invalidate();
  expect(said()).toEqual([
    'Apps. 24 watched.',
    'Table of 24 rows.',
    'Row 1 of 24: app-1, active',
    'Row 3 of 24: app-3, active',
    'Row 2 of 24: app-2, active',
  ]);
});

test('a stalled terminal gets the newest news when it takes output again', async () => {
  const { painter, said, press, stall, flow } = saying();
  painter.speak(at(1));
  painter.enter();
  said();
  stall();
  press(at(2));
  said();
  press(at(3));
  press(at(4));
  expect(said()).toEqual([]);
  await flow();
  expect(said()).toEqual(['Row 4 of 24: app-4, active']);
});

test('nothing is spoken while suspended; resuming speaks the position', async () => {
  const { clock, painter, said, bytes } = saying();
  painter.speak(at(1));
  painter.enter();
  painter.suspend();
  expect(bytes().endsWith('\n')).toBe(true);
  said();
  painter.speak(at(2));
  await clock.advance(5000);
  expect(said()).toEqual([]);
  painter.resume();
  expect(said().at(-1)).toBe('Row 2 of 24: app-2, active');
});

test('a plain terminal gets only text and line feeds, and no clipboard sequence', async () => {
  const { clock, painter, press, bytes } = saying();
  painter.speak(at(1, '\u001b[1mbold \u001b[2J\u0007\u001b[0m'));
  painter.enter();
  press(at(2, prompt('\u001b[31m')));
  expect(painter.copy(words`text`)).toBe(false);
  painter.queryBackground();
  await clock.advance(5000);
  painter.leave();
  expect(bytes()).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$/);
});

test('a screen reader gets marked pastes, the clipboard, and the cursor on the row', () => {
  const { painter, bytes } = saying('reader');
  painter.speak(at(1));
  painter.enter();
  expect(bytes()).toMatch(/^\u001b\[\?2004h[^\u001b]*Row 1 of 24: app-1, active\r$/);
  expect(painter.copy(words`text`)).toBe(true);
  painter.leave();
  expect(bytes().endsWith('\n\u001b[?2004l')).toBe(true);
});
