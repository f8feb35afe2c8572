import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/*
 * Every file of the program is used, and every export is used by another file. An export for a test must also be used in its
 * own file. Code that only tests use is dead.
 */

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = ['src', '.build', 'test'].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }),
);
const texts = new Map(files.map((file) => [file, read(file)]));
const CONFIG = 'test/vitest.config.ts';
const program = files.filter((file) => /^(?!test\/).*(?<!\.d\.ts)x?$/.test(file));

const IMPORT =
  /\b(?:import|export)\s([^'"();]*?)\sfrom\s+'(\.[^']+)'|\b(?:import\(|URL\()\s*'(\.[^']+)'/g;
const EXPORT =
  /^export (default )?(?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

/** The imported names of each file; `*` for all. */
const used = { byProgram: new Map<string, Set<string>>(), byTests: new Map<string, Set<string>>() };
for (const [file, text] of texts) {
  const users = file.startsWith('test/') && file !== CONFIG ? used.byTests : used.byProgram;
  for (const [, what = '', from, whole = ''] of text.matchAll(IMPORT)) {
    const target = join(dirname(file), from ?? whole);
    const names = what.match(/\{([^}]*)\}/)?.[1]?.matchAll(/(?:type )?(\w+)(?: as \w+)?/g);
    const taken = users.get(target) ?? new Set();
    users.set(target, taken);
    for (const [, name = ''] of names ?? []) taken.add(name);
    if (!names) taken.add('*');
  }
}

/** Files named by the build are entry points, or replace modules of packages. */
const building = [...program.filter((file) => file.startsWith('.build/')), CONFIG, 'package.json'];
const isNamed = (file: string) =>
  building.some((other) => other !== file && read(other).includes(basename(file)));

it('every file of the program is imported by another one or named by the build', () => {
  const alone = program.filter((file) => !used.byProgram.has(file) && !isNamed(file));
  expect(alone, 'it is dead, or only tests use it').toEqual([]);
});

it('every export has a user outside its file', () => {
  const unused = program.flatMap((file) => {
    const text = texts.get(file) ?? '';
    const [users, tests] = [used.byProgram.get(file), used.byTests.get(file)];
    if (users ? users.has('*') : isNamed(file)) return [];
    return [...text.matchAll(EXPORT)].flatMap(([, byDefault, own = '']) => {
      const name = byDefault ? 'default' : own;
      // A recursive call is not a use.
      const itself = new RegExp(`^export (?:async )?function\\*? ${own}\\b[^]*?^}`, 'm');
      const here = text.replace(itself, own).match(new RegExp(`\\b${own}\\b`, 'g')) ?? [];
      return users?.has(name) || (tests?.has(name) && here.length > 1) ? [] : [`${file}: ${name}`];
    });
  });
  expect(unused, 'drop its `export`, or what nobody uses').toEqual([]);
});
