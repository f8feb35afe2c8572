import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** The modules of functions that are called late, by the chunk that each becomes. */
export const laterEntries: Readonly<Record<string, string>> = Object.fromEntries(
  ['shell', 'panes', 'panes/apps'].map((folder) => [
    `${folder.replace('/', '-')}-later`,
    fileURLToPath(new URL(`../src/${folder}/later.ts`, import.meta.url)),
  ]),
);

const NAMESPACE = 'load-later';

const LINE = /^export \{ (\w+(?:, \w+)*) \} from '[^']+';$/;

/** The names that the text of such a module gives on; throws where it does anything else. */
export function namesGivenOn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
  return lines.flatMap((line) => {
    const [, names] = LINE.exec(line) ?? [];
    if (names === undefined) throw new Error(`not of the form ${LINE.source}: ${line}`);
    return names.split(', ');
  });
}

/**
 * Makes a section of its own of each `later.ts`, loaded when the first of its functions is called: what the first
 * picture does without is most of the console, and takes a tenth of the time to that picture to load.
 */
export const loadLater: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /\/later\.ts$/ }, async ({ path, kind, pluginData, ...args }) => {
      if (kind === 'entry-point' || pluginData === NAMESPACE) return undefined;
      const { importer, resolveDir } = args;
      const found = await build.resolve(path, {
        kind,
        importer,
        resolveDir,
        pluginData: NAMESPACE,
      });
      // Named as seen from the project: esbuild makes names of chunks of it, the same wherever it is built.
      return found.errors.length > 0
        ? found
        : { path: relative(PROJECT, found.path), namespace: NAMESPACE };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async (args) => {
      const path = resolve(PROJECT, args.path);
      const [chunk] = Object.entries(laterEntries).find(([, file]) => file === path) ?? [];
      if (chunk === undefined) throw new Error(`${path} is not among the later entries`);
      const names = namesGivenOn(await readFile(path, 'utf8'));
      return {
        contents: [
          `const later = () => require('build:${chunk}');`,
          ...names.map((name) => `export const ${name} = (...args) => later().${name}(...args);`),
        ].join('\n'),
        loader: 'js',
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      };
    });
    build.onResolve({ filter: /^build:.*-later$/ }, ({ path }) => ({
      path: `./${path.slice('build:'.length)}.js`,
      external: true,
    }));
  },
};
