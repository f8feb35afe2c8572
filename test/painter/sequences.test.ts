import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createPainter } from '../../src/painter/painter.ts';
import {
  clipboardSequence,
  ENTER,
  notificationSequence,
  RESTORE,
} from '../../src/painter/sequences.ts';
import { printable } from '../../src/text/printable.ts';
import { createEmulator } from '../support/emulator.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { hostileStrings } from '../support/hostile.ts';
import { foreignTo } from '../support/strict-terminal.ts';

test('restoring ends every mode that entering begins', () => {
  const modes = (bytes: string, end: string) =>
    [...bytes.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(([, mode, set]) =>
      set === end ? `-${mode}` : `+${mode}`,
    );
  // Origin mode is off in every terminal, until a program turns it on.
  const begun = modes(ENTER, 'l').filter((mode) => mode !== '-6');
  for (const mode of begun) {
    const undone = mode.startsWith('+') ? `-${mode.slice(1)}` : `+${mode.slice(1)}`;
    expect(modes(RESTORE, 'l')).toContain(undone);
  }
  expect(begun).toEqual(['+1049', '-25', '-7', '+2004']);
  expect(foreignTo(ENTER + RESTORE)).toEqual([]);
});

test('the shell finds its screen as it was, however often it is restored', async () => {
  const emulator = createEmulator(20, 3);
  await emulator.write('$ warren\r\n');
  await emulator.write(`${ENTER}\u001b[H\u001b[1;31mconsole${RESTORE}${RESTORE}$ `);
  expect(emulator.lines()).toEqual(['$ warren', '$', '']);
});

test.each([
  ['margins', '\u001b[2;3r'],
  ['origin mode', '\u001b[2;3r\u001b[?6h'],
  ['insert mode', '\u001b[4h'],
  ['line drawing', '\u001b(0'],
  ['the second character set', '\u001b)0\u000e'],
  ['a style', '\u001b[1;7;44m'],
])('%s, left behind by another program, does not change the screen', async (_, left) => {
  const shown = async (before: string) => {
    const emulator = createEmulator(12, 4);
    // The other program lost its connection, and never left the alternate screen.
    await emulator.write(`\u001b[?1049h${before}`);
    const painter = createPainter({
      output: {
        write: (bytes) => {
          void emulator.write(bytes);
          return true;
        },
        drained: async () => {},
      },
      clock: fakeClock(),
      colour: true,
      columns: 12,
      rows: 4,
    });
    painter.paint('one\ntwo\nthree\nfour');
    painter.enter();
    painter.paint('line 0\none\ntwo\n\u001b[1mthree\u001b[0m');
    painter.flush();
    return emulator.picture();
  };
  expect(await shown(left)).toBe(await shown(''));
});

describe('the sequence for the clipboard', () => {
  it('carries the text as base64 and nothing that could end it early, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [, encoded] =
          /^\u001b\]52;c;([A-Za-z0-9+/=]*)\u0007$/.exec(clipboardSequence(text) ?? '') ?? [];
        expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('is not made for what terminals would cut or refuse', () => {
    expect(clipboardSequence('x'.repeat(56_244))).toBeDefined();
    expect(clipboardSequence('x'.repeat(56_245))).toBeUndefined();
  });
});

it('a notification is one sequence, whatever its text is', () => {
  for (const text of hostileStrings(7).take(300)) {
    for (const way of ['OSC 9', 'OSC 777'] as const) {
      const sequence = notificationSequence(way, printable(text));
      expect(sequence).toMatch(
        way === 'OSC 9'
          ? /^\u001b\]9;warren: [^\u0000-\u001f\u007f-\u009f;]{0,200}\u001b\\$/
          : /^\u001b\]777;notify;warren;[^\u0000-\u001f\u007f-\u009f;]{0,200}\u001b\\$/,
      );
    }
  }
});
