import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { changePackages, standIns } from './packages.ts';
import { manifest, PROJECT } from './release.ts';

const MAIN = 'src/main.ts';
/** What draws. */
export const INK = `import { createElement } from 'react';
export * from 'ink';
export { default as TextInput } from 'ink-text-input';
// With the first table: it loads node:crypto.
const Table = (props) => createElement(require('ink-table').default, props);
export { Table };`;

export async function bundle(options: BuildOptions): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    // jsonc-parser's CommonJS cannot be bundled: it hides what it requires.
    mainFields: ['module', 'main'],
    target: 'node22',
    external: ['start', 'program', 'drawing'].map((name) => `./${name}.cjs`),
    // The oldest Node reads these although esbuild's table does not say so. import() becomes require(): code of
    // a `vm.Script` has no other.
    supported: { 'regexp-set-notation': true, 'dynamic-import': false },
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    jsx: 'automatic',
    // Given, not found: a file that a plugin resolved would have another one, or none.
    tsconfigRaw: {},
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.url': '""',
      WARREN_VERSION: JSON.stringify(manifest.version),
    },
    // In the place of `Intl`.
    inject: ['.build/lazy-intl.ts'],
    metafile: true,
    ...options,
    outfile: 'out.cjs',
    write: false,
  });
  // esbuild leaves templates and regular expressions as they are; with one such character all takes twice the room.
  const text = (outputFiles?.[0]?.text ?? '').replace(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return { text, metafile: metafile as Metafile };
}

/**
 * `words` is there for the compiler, and says what a plain template does: V8 keeps two lists for each with a tag, of
 * thousands. The tests run the same (test/vitest.config.ts).
 */
export const withPlainWords = (source: string): string => source.replace(/\bwords`/g, '`');

/**
 * Our modules as the bundle has them: `words` is no function, and a thread is its text, since it cannot be started from
 * a part of a file.
 */
export const ourModules: Plugin = {
  name: 'our-modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path }) => {
      const text = withPlainWords(await readFile(path, 'utf8'));
      const [address, module] = /new URL\('(\S+)', import\.meta\.url\)/.exec(text) ?? [];
      const thread = module && (await bundle({ entryPoints: [join(dirname(path), module)] }));
      return {
        contents: thread ? text.replace(address ?? '', () => JSON.stringify(thread.text)) : text,
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      };
    });
  },
};

const bundled = (text: string, ...plugins: readonly Plugin[]) =>
  bundle({
    stdin: { contents: text, resolveDir: PROJECT },
    plugins: [...plugins, ourModules],
  });

/**
 * Bundles the program: what `src/main.ts` imports at once, which is enough for the first words on the screen; everything
 * else; and what draws. Each module is in one file, and the others take it from there by its path. `packages`: the
 * folders of the packages that are in it, sorted.
 */
export async function buildProgram() {
  const shared = await sharedModules();
  const changes = changePackages();
  const texts = {
    'start.cjs': `import './${MAIN}';\n${exported(shared, 'start.cjs', (path) => `export * as '${path}' from '${path}';`)}`,
    // Each module is run when it is taken.
    'program.cjs': `module.exports = {${exported(shared, 'program.cjs', (path) => `get '${path}'() { return require('${path}'); },`)}};`,
    'drawing.cjs': INK,
  };
  const files: Record<string, string> = {};
  const metafiles: Metafile[] = [];
  for (const [file, contents] of Object.entries(texts)) {
    const plugins = [elsewhere(shared, file), changes.plugin];
    if (file !== 'drawing.cjs') plugins.push(lazily);
    const { text, metafile } = await bundled(contents, ...plugins);
    // As the launcher runs it; its end tells it from every other.
    const digest = hash('sha256', text).slice(0, 16);
    files[file] = `(function(exports,require,module){${text}})//${digest}`;
    metafiles.push(metafile);
  }
  changes.check();
  return { files, packages: packagesOf(metafiles) };
}

/** The modules that another file imports than the one they are in, and that one: `./src/main.ts` in `start.cjs`. */
type Shared = ReadonlyMap<string, string>;

const exported = (shared: Shared, file: string, line: (path: string) => string): string =>
  [...shared].flatMap(([path, own]) => (own === file ? line(path) : [])).join('\n');

async function sharedModules(): Promise<Shared> {
  const { metafile } = await bundle({ entryPoints: [MAIN], packages: 'external' });
  const importsOf = (path: string) =>
    (metafile.inputs[path]?.imports ?? []).filter((each) => metafile.inputs[each.path]);
  const start = new Set([MAIN]);
  for (const path of start) {
    for (const each of importsOf(path)) if (each.kind !== 'dynamic-import') start.add(each.path);
  }
  const fileOf = (path: string) => (start.has(path) ? 'start.cjs' : 'program.cjs');
  const shared = new Map(['react', 'react/jsx-runtime'].map((name) => [name, 'program.cjs']));
  for (const importer of Object.keys(metafile.inputs)) {
    for (const { path } of importsOf(importer)) {
      if (fileOf(path) !== fileOf(importer)) shared.set(`./${path}`, fileOf(path));
    }
  }
  return shared;
}

/** Bundles the program as one file, which takes longer to start. */
export const buildSingleFile = async (): Promise<string> =>
  (await bundled(`import './${MAIN}';`, changePackages().plugin)).text;

/** Takes modules that are in other files than `own` from what those export. */
const elsewhere = (shared: Shared, own: string): Plugin =>
  standIns('elsewhere', /^(?:\.{1,2}\/|react)/, async ({ path, resolveDir }) => {
    const module = path.startsWith('.')
      ? `./${relative(PROJECT, resolve(resolveDir, path)).replaceAll('\\', '/')}`
      : path;
    const file = shared.get(module);
    if (file === undefined || file === own) return [module, undefined];
    const there = `require('./${file}')['${module}']`;
    if (file !== 'start.cjs') return [module, `module.exports = ${there};`];
    // Constants, which it has by then: else a thousand imports of names each would copy the namespace.
    const names = Object.keys(await import(join(PROJECT, module)));
    return [module, `export const { ${names.join(', ')} } = ${there};`];
  });

/** A module that looks each of its names up in `module` when it is used. */
const getters = (module: string, names: readonly string[]): string =>
  `module.exports = { ${names.map((name) => `get ${name}() { return require('${module}').${name}; }`)} };`;

const builtins = ['child_process', 'crypto', 'fs/promises', 'http2', 'https', 'tls', 'zlib'];

/** Modules that are loaded when the first of their names is used: the first picture does without. */
const LAZY: Readonly<Record<string, string>> = {
  ink: getters('./drawing.cjs', ['Box', 'render', 'Text']),
  'ink-table': "module.exports = { default: (props) => require('./drawing.cjs').Table(props) };",
  'ink-text-input': "module.exports = (props) => require('./drawing.cjs').TextInput(props);",
  ...Object.fromEntries(
    builtins.map((name) => [
      `node:${name}`,
      getters(`node:${name}`, Object.keys(process.getBuiltinModule(name) ?? {})),
    ]),
  ),
};

const lazily = standIns('lazily', /^(?:ink|node:)/, async ({ path }) => [path, LAZY[path]]);

function packagesOf(metafiles: readonly Metafile[]): readonly string[] {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).map((out) => out.inputs),
  );
  const folders = inputs.flatMap(Object.entries).flatMap(([path, { bytesInOutput }]) => {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
    return folder !== undefined && bytesInOutput > 0 ? [folder] : [];
  });
  return [...new Set(folders)].sort();
}
