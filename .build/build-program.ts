import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { changePackages, defines } from './packages.ts';
import { manifest, PROJECT } from './release.ts';

const MAIN = 'src/main.ts';

/** A built program. */
interface Program {
  /** What `src/main.ts` imports at once: enough for the first words on the screen. */
  readonly start: string;
  /** What it imports later. */
  readonly rest: string;
  /** The folders of the packages that are in it, sorted. */
  readonly packages: readonly string[];
}

export async function bundle(options: BuildOptions): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // jsonc-parser's CommonJS cannot be bundled: it hides what it requires.
    mainFields: ['module', 'main'],
    target: 'node22',
    // The oldest Node reads these although esbuild's table does not say so. import() becomes require(): code of
    // a `vm.Script` has no other.
    supported: { 'regexp-set-notation': true, 'dynamic-import': false },
    minify: true,
    // Text of one byte a character is read twice as fast.
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    // Given, not found: a file that a plugin resolved would have another one, or none.
    tsconfigRaw: {},
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      'import.meta.url': '""',
      WARREN_VERSION: JSON.stringify(manifest.version),
      ...defines,
    },
    inject: ['.build/lazy-intl.ts'],
    metafile: true,
    ...options,
    outfile: 'out.cjs',
    write: false,
  });
  return { text: outputFiles?.[0]?.text ?? '', metafile: metafile as Metafile };
}

const bundled = (text: string, plugins: readonly Plugin[]) =>
  bundle({
    stdin: { contents: text, resolveDir: PROJECT },
    plugins: [...plugins, inkLater, workerText],
  });

/**
 * Bundles the program as two files. Each module is in one of them, and the other file reaches it through what that
 * one exports, by the paths of modules. The same sources give the same bytes.
 */
export async function buildProgram(): Promise<Program> {
  const later = new Set<string>();
  // What is imported later is left out, and noted.
  const { metafile } = await bundle({
    entryPoints: [MAIN],
    plugins: [
      elsewhere('', (path, kind) => kind === 'dynamic-import' && later.add(path) !== undefined),
    ],
  });
  const early = Object.keys(metafile.inputs).filter((path) => /^src\/(?!main\.ts$)/.test(path));
  const start = await bundled(
    [
      `import './${MAIN}';`,
      ...early.map((path) => `export * as ${JSON.stringify(path)} from './${path}';`),
    ].join('\n'),
    [elsewhere('./program.cjs', (path) => later.has(path) && !early.includes(path))],
  );
  const getters = [...later]
    .filter((path) => !early.includes(path))
    .map((path) => `get ${JSON.stringify(path)}() { return require('./${path}'); },`);
  const changes = changePackages();
  const rest = await bundled(`module.exports = {\n${getters.join('\n')}\n};`, [
    elsewhere('./start.cjs', (path) => early.includes(path)),
    changes.plugin,
  ]);
  changes.check();
  return {
    start: start.text,
    rest: rest.text,
    packages: packagesOf([start.metafile, rest.metafile]),
  };
}

/** Bundles the program as one file, which takes longer to start. */
export async function buildSingleFile(): Promise<string> {
  return (await bundled(`import './${MAIN}';`, [changePackages().plugin])).text;
}

/** Takes the modules of ours that are `there` from the exports of `file`. */
function elsewhere(file: string, isThere: (path: string, kind: string) => boolean): Plugin {
  return {
    name: 'elsewhere',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{1,2}\/.*/ }, ({ path, kind, resolveDir, namespace }) => {
        if (namespace === 'elsewhere') return { path, external: true };
        const module = relative(PROJECT, resolve(resolveDir, path)).replaceAll('\\', '/');
        return isThere(module, kind) ? { path: module, namespace: 'elsewhere' } : undefined;
      });
      onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path }) => ({
        contents: file && `module.exports = require('${file}')[${JSON.stringify(path)}];`,
        resolveDir: PROJECT,
      }));
    },
  };
}

/** Puts the text of a thread's module in the place of its address: a thread cannot be started from a part of a file. */
export const workerText: Plugin = {
  name: 'worker-text',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]worker-source\.ts$/ }, async ({ path }) => {
      const [, module] = /new URL\('(.+?)'/.exec(await readFile(path, 'utf8')) ?? [];
      if (module === undefined) throw new Error(`${path} names no module`);
      const { text } = await bundle({ entryPoints: [join(dirname(path), module)] });
      return { contents: `export const workerSource = ${JSON.stringify(text)};` };
    });
  },
};

/** What the program imports of Ink, as modules that load it when the first of it is drawn: the first picture does without. */
const LAZY_INK: Readonly<Record<string, string>> = {
  ink: `module.exports = {
    get Box() { return require('ink').Box; },
    get render() { return require('ink').render; },
    get Text() { return require('ink').Text; },
  };`,
  'ink-table': `const { createElement } = require('react');
    module.exports = { default: (props) => createElement(require('ink-table').default, props) };`,
  'ink-text-input': "module.exports = (props) => require('ink-text-input').default(props);",
};
const inkLater: Plugin = {
  name: 'ink-later',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^ink(?:-table|-text-input)?$/ }, ({ path, importer, namespace }) =>
      namespace === 'ink-later' || importer.includes('node_modules')
        ? undefined
        : { path, namespace: 'ink-later' },
    );
    onLoad({ filter: /.*/, namespace: 'ink-later' }, ({ path }) => ({
      contents: LAZY_INK[path] ?? '',
      resolveDir: PROJECT,
    }));
  },
};

function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const given = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs));
  const keys = given.flatMap(([path, { bytesInOutput }]) => {
    const [, key] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return key === undefined || bytesInOutput === 0 ? [] : [key];
  });
  return [...new Set(keys)].sort();
}
