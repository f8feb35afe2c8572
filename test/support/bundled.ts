import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';

const SCRIPT = resolve(import.meta.dirname, '../../.build/bundle.ts');

/** The program as it is shipped and an empty folder for its home, made before the tests of a file. */
export function bundledProgram(): { readonly program: string; readonly home: string } {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'warren-'));
    const { stderr } = spawnSync(process.execPath, [SCRIPT, '--out', join(home, 'warren.cjs')], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  return {
    get program() {
      return join(home, 'warren.cjs');
    },
    get home() {
      return home;
    },
  };
}
