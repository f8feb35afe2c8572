import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIN_DWELL_MS } from '../../src/mutations/deletable.ts';
import { startBundled, startForTest } from '../support/bundled.ts';
import { PROGRAM } from '../support/program.ts';
import { type PtyProgram, shows, writtenBy } from '../support/pty.ts';
import { foreignTo } from '../support/strict-terminal.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/* The bundled program in a real pseudo-terminal, for screen readers and for terminals without cursor control. */

/** Starts the console in a shell that prints a line when the console ends. */
const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): PtyProgram =>
  startBundled(['--seed', '7', ...args], { env });

/** The sequence that leaves the cursor on a line. */
const HERE = /\r(?:\u001b\[\d+A)?$/;

describe('--screen-reader', () => {
  it('speaks pane, rows and questions on the main screen, without the alternate screen', async () => {
    const console = start(['--demo', '--screen-reader']);
    await console.until(shows('Row 1 of 28: checkout, '));
    expect((await console.screen()).slice(0, 4).join(' ')).toMatch(
      /^warren, starting… Pane 1 of 8, Apps\. 28 watched, .*As of \d\d:\d\d:\d\d/,
    );
    console.send('j');
    await console.until(shows('Row 2 of 28: '));
    expect(writtenBy(console)).toMatch(HERE);
    console.send('/');
    await console.until(shows('Filter? words, '));
    console.send('auth');
    await console.until(shows('Filter: auth'));
    await console.until(shows('Row 1 of 1: auth-gateway'));
    console.send('\r');
    console.send('?');
    await console.until(shows('Help: keys and commands. Esc closes.'));
    console.send('\u001b');
    await console.quiet(200);
    console.send('qq');
    expect(await console.exited).toBe(0);
    const bytes = writtenBy(console);
    expect(foreignTo(bytes)).toEqual([]);
    // No alternate screen, erasing or colour: only bracketed paste and vertical cursor moves.
    expect([...new Set(bytes.match(/\u001b\[\??\d*[^\d]/g))].sort()).toEqual(
      expect.arrayContaining(['\u001b[?2004h', '\u001b[?2004l']),
    );
    expect(bytes.replace(/\u001b\[(?:\?2004[hl]|\d+[AB])/g, '')).not.toContain('\u001b');
    expect(bytes.endsWith('\n\u001b[?2004l')).toBe(true);
  });

  it('states everything at stake before a deletion, and sends nothing on Esc', async () => {
    const console = start(['--demo', '--screen-reader']);
    await console.until(shows('Row 1 of 28'));
    // A row that has only just come under the cursor cannot be deleted.
    await console.quiet(MIN_DWELL_MS);
    console.send(':');
    await console.until(shows('Command:'));
    console.send('delete\r');
    await console.until(shows('Type the ID? Ctrl-Y then deletes after 5 s; Enter or Esc cancels.'));
    const said = (await console.screen()).join('\n');
    for (const fact of [
      'Dialog: Delete an application',
      'name: “checkout”',
      'id: ',
      'where: ',
      'Will be deleted, as of ',
      'Not deleted: ',
    ]) {
      expect(said).toContain(fact);
    }
    console.send('\u001b');
    await console.until(shows('Cancelled. Nothing was sent or deleted.'));
  });

  it('can also be chosen by the configuration and the environment', async () => {
    const inkAsks = start(['--demo'], { INK_SCREEN_READER: 'true' });
    await inkAsks.until(shows('Row 1 of 28: checkout'));
    expect(writtenBy(inkAsks)).not.toContain('\u001b[?1049h');
    await inkAsks.close();

    const folder = temporaryDirectory();
    await mkdir(join(folder, 'warren'));
    await writeFile(join(folder, 'warren', 'config.yaml'), 'screen_reader: true\n', {
      mode: 0o600,
    });
    const configured = start([], { XDG_CONFIG_HOME: folder });
    await configured.until(shows('Row 1 of 28: checkout'));
    expect(await configured.screen()).toContainEqual(
      expect.stringContaining('This is a demo: an embedded platform, an invented world.'),
    );
    configured.send('q');
    expect(await configured.exited).toBe(0);
    // The alternate screen used until the configuration was read has been left.
    expect(
      writtenBy(configured)
        .match(/\u001b\[\?1049[hl]/g)
        ?.at(-1),
    ).toBe('\u001b[?1049l');
  });
});

describe('TERM=dumb', () => {
  const PRINTABLE = /^[\x20-\x7e\r\n]*$/;

  it('writes only text and line feeds, in ASCII unless the locale has more', async () => {
    const console = start(['--demo'], { TERM: 'dumb', LANG: 'C' });
    await console.until(shows('Row 1 of 28: checkout'));
    for (const [keys, said] of [
      ['j', 'Row 2 of 28: '],
      ['f', 'This splits the screen; with the screen reader there is no split.'],
      ['c', 'This terminal has no clipboard. What would be copied: '],
      ['3', 'Pane 3 of 8, DNS scan.'],
      ['5', 'Pane 5 of 8, Guardian.'],
      ['7', 'Pane 7 of 8, Scripts.'],
    ] as const) {
      console.send(keys);
      await console.until(shows(said));
    }
    console.send('q');
    expect(await console.exited).toBe(0);
    expect(writtenBy(console)).toMatch(PRINTABLE);
  });

  it('accepts lines as well as keys', async () => {
    const console = start(['--demo'], { TERM: 'dumb' });
    await console.until(shows('Row 1 of 28: checkout'));
    // As an editor's shell sends lines: a line feed after a key is not Enter, and a line feed alone is.
    console.send('j\n');
    await console.until(shows('Row 2 of 28: '));
    console.send('/\n');
    await console.until(shows('Filter?'));
    console.send('auth\n');
    await console.until(shows('Row 1 of 1: auth-gateway'));
    console.send('\n');
    await console.until(shows('auth-gateway, '));
    await console.quiet(500);
    console.send('q\nq\n');
    await console.until(shows('Pasted text is not run as keys.'));
    console.send('\u0003');
    await console.until(shows('Press Ctrl-C again to quit.'));
    console.send('\u0003');
    expect(await console.exited).toBe(0);
    expect(writtenBy(console)).not.toContain('\u001b');
  });

  it('suspends to the shell, and says where the cursor is when it continues', async () => {
    const program = startForTest({
      file: 'bash',
      args: ['--norc', '--noprofile', '-i'],
      rows: 60,
      env: { TERM: 'dumb', PS1: 'shell$ ' },
    });
    await program.until(shows('shell$'));
    program.send(`${process.execPath} ${PROGRAM} --demo --seed 7\n`);
    await program.until(shows('Row 1 of 28'));
    program.send('\u001a');
    await program.until(shows('Stopped'));
    program.send('fg\n');
    await program.until(
      (screen) => screen.filter((line) => line.startsWith('Row 1 of 28')).length > 1,
    );
    program.send('q');
    await program.until(
      (screen) => screen.findLast((line) => line !== '')?.startsWith('shell$') === true,
    );
  });
});
