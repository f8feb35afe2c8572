import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/** The program as it is shipped: `npm run build` makes it, and `npm test` begins with that. */
export const PROGRAM = resolve(import.meta.dirname, '../../dist/warren.cjs');

/** The program and an empty folder for its home, made before the tests of a file. */
export function bundledProgram(): { readonly program: string; readonly home: string } {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'warren-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  return {
    program: PROGRAM,
    get home() {
      return home;
    },
  };
}
