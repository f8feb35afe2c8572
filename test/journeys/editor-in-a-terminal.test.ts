import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { kill } from 'node:process';
import { beforeEach, describe, expect, it } from 'vitest';
import { startBundled } from '../support/bundled.ts';
import type { PtyProgram } from '../support/pty.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let program: PtyProgram | undefined;
let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, 'run'), { mode: 0o700 });
  // An editor that prints the path of its file, creates another file beside it, and waits.
  writeFileSync(
    join(home, 'editor'),
    '#!/bin/sh\necho more > "$(dirname "$1")/.value.txt.swp"\necho "$1" > "$HOME/edited"\nexec sleep 600\n',
  );
  await chmod(join(home, 'editor'), 0o700);
});

const start = () => {
  program = startBundled(['--demo', '--seed', '7', '--pane', 'scripts'], {
    columns: 100,
    rows: 30,
    env: {
      HOME: home,
      XDG_RUNTIME_DIR: join(home, 'run'),
      EDITOR: join(home, 'editor'),
    },
  });
  return program;
};

/** Opens the editor on a value. Returns the path of its file. */
async function edit(): Promise<string> {
  const console = start();
  await console.until((screen) => screen.join('\n').includes('Scripts'));
  const press = async (keys: string, then: string) => {
    await console.until((screen) => screen.join('\n').includes(then));
    console.send(keys);
  };
  await press('a', 'a add');
  await press('TOKEN\t\t', 'Add a variable');
  await press('hunter2', 'TOKEN');
  await press('\u0018', 'Ctrl-X editor');
  for (;;) {
    if (existsSync(join(home, 'edited'))) {
      const path = readFileSync(join(home, 'edited'), 'utf8').trim();
      if (path !== '') return path;
    }
    await console.quiet(20);
  }
}

const left = () => readdirSync(join(home, 'run'));

describe('A10: the file given to an editor', () => {
  it('is in memory and only accessible to its owner', async () => {
    const path = await edit();
    expect(dirname(dirname(path))).toBe(join(home, 'run'));
    expect(readFileSync(path, 'utf8')).toBe('hunter2');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  });

  it.each(['SIGHUP', 'SIGTERM', 'SIGINT', 'SIGQUIT'] as const)(
    'is gone after %s, with what the editor put beside it',
    async (signal) => {
      const path = await edit();
      kill(program?.pid ?? 0, signal);
      await program?.exited;
      expect(existsSync(path)).toBe(false);
      expect(left()).toEqual([]);
    },
  );

  it('is removed by the next start if the program was killed', async () => {
    const path = await edit();
    kill(program?.pid ?? 0, 'SIGKILL');
    await program?.exited;
    expect(existsSync(path)).toBe(true);
    const next = start();
    await next.until((screen) => screen.join('\n').includes('Scripts'));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  });
});
