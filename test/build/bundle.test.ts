import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archive } from '../../.build/archive.ts';
import { type Built, buildProgram } from '../../.build/build-program.ts';
import { textDigest } from '../../.build/text-digest.ts';
import { writeProgram } from '../../.build/write-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-bundle-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Run {
  /** For Node, before the file. */
  readonly options?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function run(file: string, { options = [], args = [], env = {} }: Run = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, file, ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

/** Writes a program of chunks by section and name; the one called `main` is run. */
async function archived(
  name: string,
  ...sections: readonly Readonly<Record<string, string>>[]
): Promise<string> {
  const file = join(folder, `${name}.cjs`);
  const lists = sections.map((section) =>
    Object.entries(section).map(([each, text]) => ({ name: `${each}.js`, text })),
  );
  const { launcher, sections: rest } = await archive(lists, 'main.js', [22, 15]);
  await writeFile(file, launcher);
  await writeFile(join(folder, rest.file), rest.text);
  return file;
}

describe('the bundle', () => {
  it('runs its main chunk, and the others when they are asked for', async () => {
    const file = await archived(
      'lazy',
      {
        main: 'console.log("main"); setImmediate(() => console.log(require("./other.js").name));',
        beside: 'console.log("beside");',
      },
      {
        other: 'console.log("other"); exports.name = require("node:path").basename("/a/b");',
        never: 'console.log("never");',
      },
    );
    expect(run(file)).toEqual({ status: 0, stdout: 'main\nother\nb\n', stderr: '' });
  });

  it('does not hand over a chunk that has not run to its end', async () => {
    const file = await archived('circle', {
      main: 'require("./first.js");',
      first: 'require("./second.js"); exports.name = "first";',
      second: 'console.log(require("./first.js").name);',
    });
    const { status, stdout, stderr } = run(file);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('first.js is needed while it runs');
  });

  it('lets the young generation of the engine grow to some megabytes, and no further', async () => {
    const main = `
      const v8 = require('node:v8');
      const sizes = [1 << 20, 3 << 20, 5 << 20];
      v8.getHeapSpaceStatistics = () => [
        { space_name: 'old_space', space_size: 99 << 20 },
        { space_name: 'new_space', space_size: sizes.shift() },
      ];
      const alive = setInterval(() => {}, 1000);
      v8.setFlagsFromString = (flag) => {
        console.log(flag, sizes.length);
        clearInterval(alive);
        // What keeps compiled code asks for the flags too.
        v8.setFlagsFromString = () => {};
      };
    `;
    const { stdout } = run(await archived('young', { main }));
    expect(stdout).toBe('--semi-space-growth-factor=1 0\n');
  });

  it('keeps every character of a chunk, those that end a comment too', async () => {
    const main = 'console.log(/a*/.source, "*/ /* */", `\\u00e9`); // */';
    expect(run(await archived('comment', { main })).stdout).toBe('a* */ /* */ é\n');
  });

  it('evaluates a chunk once', async () => {
    const main = 'require("./b.js"); console.log(require("./b.js").seen);';
    const b = 'console.log("b"); exports.seen = 1;';
    expect(run(await archived('once', { main }, { b })).stdout).toBe('b\n1\n');
    expect(run(await archived('once inside', { main, b })).stdout).toBe('b\n1\n');
  });

  it('says in one line which Node it needs, and ends with 2', async () => {
    const file = await archived('old', { main: 'console.log("main");' });
    const old = join(folder, 'old-node.cjs');
    await writeFile(old, 'Object.defineProperty(process.versions, "node", { value: "22.14.9" });');
    expect(run(file, { options: ['-r', old] })).toEqual({
      status: 2,
      stdout: '',
      stderr: 'warren needs Node 22.15 or newer; this is Node 22.14.9.\n',
    });
  });

  it('can be read by engines of 2009, so that they come to that line', async () => {
    const chunk = { name: 'main.js', text: 'let a = 1n;' };
    const { launcher } = await archive([[chunk]], 'main.js', [22, 15]);
    const code = launcher.slice(launcher.indexOf('\n'));
    const old = await transform(code, { target: 'es5' });
    const today = await transform(code, { target: 'esnext' });
    expect(old.code).toBe(today.code);
  });

  it('can be one file', async () => {
    const main = { name: 'main.js', text: 'require("./other.js")' };
    const other = { name: 'other.js', text: 'console.log("*/")' };
    const { single } = await archive([[main], [other]], 'main.js', [22, 15]);
    const file = join(folder, 'single.cjs');
    await writeFile(file, single);
    expect(run(file).stdout).toBe('*/\n');
  });

  it('says that its sections are missing, and ends with 2', async () => {
    const { launcher, sections } = await archive(
      [[{ name: 'main.js', text: '"alone"' }]],
      'main.js',
      [22, 15],
    );
    const file = join(folder, 'alone.cjs');
    await writeFile(file, launcher);
    expect(run(file)).toEqual({
      status: 2,
      stdout: '',
      stderr: `warren is incomplete: ${sections.file} is missing beside it. Install it again.\n`,
    });
  });

  it('refuses a chunk that cannot be put in a comment', async () => {
    const main = { name: 'main.js', text: 'var a = "é"' };
    await expect(archive([[main]], 'main.js', [22, 15])).rejects.toThrow('var a = "é"');
  });
});

describe('a program that is written again', () => {
  it('keeps the sections that belong to it and no others', async () => {
    const file = join(folder, 'again', 'warren.cjs');
    const write = async (text: string) => {
      const written = await archive([[{ name: 'main.js', text }]], 'main.js', [22, 15]);
      await writeProgram(file, written);
      return written.sections.file;
    };
    await write('console.log("old")');
    await writeFile(join(folder, 'again', 'notes'), 'mine');
    const kept = await write('console.log("new")');
    expect((await readdir(join(folder, 'again'))).sort()).toEqual(['notes', kept, 'warren.cjs']);
    expect(run(file).stdout).toBe('new\n');
  });
});

describe('the code cache', () => {
  const main = 'console.log("main");';
  const files = (directory: string) => readdir(join(directory, 'warren')).catch(() => []);

  it('is kept for its owner alone, and used', async () => {
    const file = await archived('cached', { main });
    const cache = join(folder, 'cache');
    expect(run(file, { env: { XDG_CACHE_HOME: cache } }).stdout).toBe('main\n');
    const [name, ...others] = await files(cache);
    expect(others).toEqual([]);
    expect((await stat(join(cache, 'warren'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(cache, 'warren', name ?? ''))).mode & 0o777).toBe(0o600);
    expect(run(file, { env: { XDG_CACHE_HOME: cache } }).stdout).toBe('main\n');
  });

  it('is taken by the next start although memory was limited when it was written', async () => {
    const busy = `
      const kept = [];
      const end = Date.now() + 1000;
      const step = () => {
        if (kept.length > 1e6) kept.length = 0;
        for (let at = 0; at < 1e5; at++) kept.push({ at });
        if (Date.now() < end) setImmediate(step);
        else require('./other.js');
      };
      step();`;
    const file = await archived('limited', { main: busy }, { other: 'console.log("other");' });
    const spy = join(folder, 'taken.cjs');
    await writeFile(
      spy,
      `const vm = require('node:vm');
       vm.Script = class extends vm.Script {
         constructor(code, options) {
           super(code, options);
           console.error(this.cachedDataRejected);
         }
       };`,
    );
    const env = { XDG_CACHE_HOME: join(folder, 'limited') };
    expect(run(file, { options: ['-r', spy], env }).stderr).toBe('undefined\nundefined\n');
    expect(run(file, { options: ['-r', spy], env }).stderr).toBe('false\nfalse\n');
  });

  it('is replaced when it is not code', async () => {
    const file = await archived('spoilt', { main });
    const cache = join(folder, 'spoilt');
    run(file, { env: { XDG_CACHE_HOME: cache } });
    const [name = ''] = await files(cache);
    await writeFile(join(cache, 'warren', name), 'nonsense');
    expect(run(file, { env: { XDG_CACHE_HOME: cache } }).stdout).toBe('main\n');
    expect((await stat(join(cache, 'warren', name))).size).toBeGreaterThan(100);
  });

  it.each([
    ['others can write to', (directory: string) => chmod(directory, 0o770)],
    [
      'is a link',
      async (directory: string) => {
        await rm(directory, { recursive: true });
        await mkdir(`${directory}-elsewhere`, { mode: 0o700 });
        await symlink(`${directory}-elsewhere`, directory);
      },
    ],
  ])('is left alone where its directory %s', async (what, spoil) => {
    const file = await archived('open', { main });
    const cache = join(folder, `open ${what}`);
    await mkdir(join(cache, 'warren'), { recursive: true, mode: 0o700 });
    await spoil(join(cache, 'warren'));
    expect(run(file, { env: { XDG_CACHE_HOME: cache } }).stdout).toBe('main\n');
    expect(await files(cache)).toEqual([]);
  });

  it.each([
    ['cannot be made', { XDG_CACHE_HOME: '/dev/null/cache' }],
    ['is not absolute', { XDG_CACHE_HOME: 'cache' }],
    ['has no home', { HOME: '' }],
    ['is not wanted', { NODE_DISABLE_COMPILE_CACHE: '1' }],
  ])('is done without where it %s', async (_, env) => {
    const file = await archived('without', { main });
    expect(run(file, { env })).toEqual({ status: 0, stdout: 'main\n', stderr: '' });
  });
});

describe('the program', () => {
  const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

  let first: Built;
  beforeAll(async () => {
    first = await buildProgram({ entry, complete: true });
  });

  it('names nothing by the folder it is built in', () => {
    const project = fileURLToPath(new URL('../..', import.meta.url));
    const inputs = Object.values(first.shares).flatMap(Object.keys);
    expect(inputs.some((input) => input.includes('src/shell/later.ts'))).toBe(true);
    // Names of chunks are digests of these, too.
    expect(inputs.filter((input) => input.includes(project))).toEqual([]);
  });

  it('is the same bytes from the same sources', async () => {
    const script = fileURLToPath(new URL('../../.build/bundle.ts', import.meta.url));
    const built = async (name: string): Promise<readonly string[]> => {
      const out = join(folder, name);
      execFileSync(process.execPath, [script, '--out', join(out, 'warren.cjs')]);
      const names = (await readdir(out)).sort();
      const digests = names.map(async (each) =>
        textDigest(await readFile(join(out, each), 'utf8')),
      );
      return [...names, ...(await Promise.all(digests))];
    };
    const one = await built('one');
    expect(one).toHaveLength(4);
    expect(await built('another')).toEqual(one);
  });

  it('has what draws in a section of its own, so that the first picture can do without', () => {
    const { sections, shares } = first;
    const chunksWith = (part: string) =>
      Object.keys(shares).filter((name) => Object.hasOwn(shares[name] ?? {}, part));
    for (const part of ['ink', 'ink-table', 'ink-text-input', 'react-reconciler', 'yoga-layout']) {
      expect(chunksWith(part), part).toEqual(['drawing.js']);
    }
    expect(
      sections.find((section) => section.some(({ name }) => name === 'drawing.js')),
    ).toHaveLength(1);
  });

  it('has what no first picture needs in sections of their own', () => {
    const { shares } = first;
    const chunksWith = (part: string) =>
      Object.keys(shares).filter((name) => Object.hasOwn(shares[name] ?? {}, part));
    for (const [part, chunk] of [
      ['src/panes/events/index.tsx', 'panes-later.js'],
      ['src/panes/guardian/index.tsx', 'panes-later.js'],
      ['src/panes/apps/view.tsx', 'panes-apps-later.js'],
      ['src/shell/app.tsx', 'shell-later.js'],
      ['src/shell/help.tsx', 'shell-later.js'],
      ['src/shell/deletion.tsx', 'shell-later.js'],
    ] as const) {
      expect(chunksWith(part), part).toEqual([chunk]);
    }
  });

  it('loads neither Ink, nor React, nor the client to say its version', async () => {
    const { archive: whole, sections, shares } = first;
    const file = join(folder, 'program', 'warren.cjs');
    await writeProgram(file, whole);
    const spy = join(folder, 'spy.cjs');
    await writeFile(
      spy,
      `const vm = require('node:vm');
       vm.Script = class extends vm.Script {
         constructor(code, options) {
           super(code, options);
           console.error(options.filename.split(':').at(-1));
         }
       };`,
    );
    const { stdout, stderr } = run(file, { options: ['-r', spy], args: ['--version'] });
    expect(stdout).toMatch(/^warren \d/);
    const names = new Set(stderr.trim().split('\n'));
    const loaded = sections
      .filter(([chunk]) => names.has(chunk?.name ?? ''))
      .flat()
      .flatMap(({ name }) => Object.keys(shares[name] ?? {}));
    expect(loaded).toContain('src/main.ts');
    expect(loaded.filter((part) => !part.startsWith('src/'))).toEqual([]);
  });
});
