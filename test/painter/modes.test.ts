import { expect, test } from 'vitest';
import { ENTER, RESTORE } from '../../src/painter/modes.ts';
import { createEmulator } from '../support/emulator.ts';
import { foreignTo } from '../support/strict-terminal.ts';

test('restoring ends every mode that entering begins', () => {
  const modes = (bytes: string, end: string) =>
    [...bytes.matchAll(/\u001b\[\?(\d+)([hl])/g)].map(([, mode, set]) =>
      set === end ? `-${mode}` : `+${mode}`,
    );
  const begun = modes(ENTER, 'l');
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
