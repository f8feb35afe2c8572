import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { environmentEditor, environmentForChild } from '../../src/edges/editor.ts';
import { realFiles } from '../../src/edges/files.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let directory = '';

beforeEach(() => {
  directory = temporaryDirectory();
});

/** An editor that is a shell script; `$1` is the file. */
async function editing(script: string, environment: Record<string, string> = {}) {
  const program = join(directory, 'editor');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const state = join(directory, 'state');
  const editor = environmentEditor({
    files: realFiles(),
    places: [state],
    environment: { PATH: process.env['PATH'], EDITOR: program, ...environment },
  });
  return { edited: await editor('before'), left: await readdir(state).catch(() => []) };
}

describe('the editor', () => {
  it('returns what was saved, and leaves no file', async () => {
    const { edited, left } = await editing('printf "%s and after" "$(cat "$1")" > "$1"');
    expect(edited).toEqual({ kind: 'saved', text: 'before and after' });
    expect(left).toEqual([]);
  });

  it('gets a file that only its owner can read', async () => {
    const { edited } = await editing('stat -c "%a %F" "$1" > "$1.mode"; mv "$1.mode" "$1"');
    expect(edited).toEqual({ kind: 'saved', text: '600 regular file\n' });
  });

  it('sees no key in its environment', async () => {
    const { edited } = await editing('env > "$1"', {
      WARREN_ACCESS_KEY: 'key-that-must-not-be-seen',
      AWS_SECRET: 'nor-this',
      LANG: 'C.UTF-8',
    });
    const text = edited.kind === 'saved' ? edited.text : '';
    expect(text).toContain('LANG=C.UTF-8');
    expect(text).not.toContain('must-not-be-seen');
    expect(text).not.toContain('nor-this');
  });

  it.each(['/etc/passwd/vi', `/${'v'.repeat(5000)}`])(
    'that cannot be searched for, as %.20s, is reported and leaves no file',
    async (EDITOR) => {
      const { edited, left } = await editing('exit 0', { EDITOR });
      expect(edited).toEqual({ kind: 'not saved', reason: `${EDITOR} could not be started.` });
      expect(left).toEqual([]);
    },
  );

  it('that fails changes nothing, and leaves no file', async () => {
    const { edited, left } = await editing('echo changed > "$1"; exit 3');
    expect(edited).toEqual({
      kind: 'not saved',
      reason: `${join(directory, 'editor')} ended with status 3.`,
    });
    expect(left).toEqual([]);
  });

  it('that does not exist is named', async () => {
    const { edited } = await editing('', { VISUAL: '/nowhere/editor --wait' });
    expect(edited).toEqual({ kind: 'not saved', reason: '/nowhere/editor could not be started.' });
  });

  it('gets its own arguments before the file', async () => {
    const program = join(directory, 'editor');
    const { edited } = await editing('echo "$1 $2" > "$3"', { VISUAL: `${program} --wait  -x` });
    expect(edited).toEqual({ kind: 'saved', text: '--wait -x\n' });
  });
});

it('only listed variables are passed on', () => {
  expect(
    environmentForChild({ PATH: '/bin', LC_ALL: 'C', LD_PRELOAD: 'x', NODE_OPTIONS: 'y', A: 'z' }),
  ).toEqual({ PATH: '/bin', LC_ALL: 'C' });
});
