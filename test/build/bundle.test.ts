import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../.build/build-program.ts';
import { PROGRAM } from '../support/program.ts';

/** A copy of the built program, that tests may spoil. */
let folder: string;
let launcher: string;
beforeAll(async () => {
  folder = await mkdtemp(join(dirname(PROGRAM), '.copy-'));
  launcher = join(folder, 'warren.cjs');
  await mkdir(join(folder, 'preloaded'));
  for (const name of await readdir(dirname(PROGRAM))) {
    if (/\.c?js|\.code/.test(name)) await cp(join(dirname(PROGRAM), name), join(folder, name));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Says which files are run, and whether compiled code was used. */
const SPY = `const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options?.filename) console.error(options.filename, this.cachedDataRejected);
  }
};`;

async function run(args: readonly string[], prelude = SPY) {
  const before = join(folder, 'preloaded', 'before.cjs');
  await writeFile(before, prelude);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-r', before, launcher, ...args],
    { env: { HOME: folder }, encoding: 'utf8', timeout: 20_000 },
  );
  return { status, stdout, stderr };
}

describe('the launcher', () => {
  it('says in one line which Node it needs, and ends with 2', async () => {
    const old = 'Object.defineProperty(process.versions, "node", { value: "22.14.9" });';
    expect(await run(['--version'], old)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'warren needs Node 22.15 or newer; this is Node 22.14.9.\n',
    });
  });

  it('can be read by engines of 2009, so that they come to that line', async () => {
    const code = (await readFile(launcher, 'utf8')).replace(/^#!.*/, '');
    const old = await transform(code, { target: 'es5' });
    const today = await transform(code, { target: 'esnext' });
    expect(old.code).toBe(today.code);
  });

  it('loads only what the first words on the screen need to say the version', async () => {
    const { stdout, stderr } = await run(['--version']);
    expect(stdout).toMatch(/^warren \d/);
    expect(stderr).toBe('./start.cjs false\n');
  });
});

describe('compiled code', () => {
  const code = () => join(folder, 'program.cjs.code');
  let whole: Buffer;
  beforeAll(async () => {
    whole = await readFile(code());
  });

  it('is used by the Node that it was made with', async () => {
    expect((await run(['--help'])).stderr).toContain('./start.cjs false\n');
    expect((await run(['--help'])).stderr).toContain('./program.cjs false\n');
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['has its second half zeroed', (bytes) => bytes.fill(0, bytes.length / 2)],
    ['has a block zeroed', (bytes) => bytes.fill(0, 4096, 8192)],
    ['is torn', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['is empty', () => Buffer.alloc(0)],
    ['is all zeros', (bytes) => bytes.fill(0)],
    ['is something else', () => Buffer.from('nonsense')],
  ])('is left alone where it %s', async (_, spoil) => {
    await writeFile(code(), spoil(Buffer.from(whole)));
    const { status, stderr } = await run(['--help']);
    expect(status).toBe(0);
    expect(stderr).toContain('./program.cjs undefined\n');
    await writeFile(code(), whole);
  });

  it('is left alone where the engine does not take it', async () => {
    const other = `${SPY}\nrequire('node:v8').setFlagsFromString('--no-opt');`;
    expect((await run(['--help'], other)).stderr).toContain('./program.cjs true\n');
  });

  it('is done without where it is missing', async () => {
    await rm(code());
    expect((await run(['--help'])).stderr).toContain('./program.cjs undefined\n');
    await writeFile(code(), whole);
  });

  it('is not that of another program', async () => {
    const program = await readFile(join(folder, 'program.cjs'));
    await writeFile(join(folder, 'program.cjs'), `${program.subarray(0, -16)}0123456789abcdef`);
    expect((await run(['--help'])).stderr).toContain('./program.cjs undefined\n');
    await writeFile(join(folder, 'program.cjs'), program);
  });

  it('is written by nobody who runs the program', async () => {
    const before = await readdir(folder);
    await run(['search', 'checkout', '--demo']);
    expect(await readdir(folder)).toEqual(before);
    expect(whole.equals(await readFile(code()))).toBe(true);
  });
});

it('the same sources give the same bytes, which name no path of where they are built', async () => {
  const [one, another] = [await buildProgram(), await buildProgram()];
  expect(JSON.stringify(one) === JSON.stringify(another)).toBe(true);
  expect(Object.values(one.files).join()).not.toContain(process.cwd());
  // Else each would take twice the room in memory.
  expect(Object.values(one.files).join()).toMatch(/^[\0-\x7f]*$/);
});
