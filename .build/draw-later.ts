import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

/** The chunk with the packages that draw. */
const CHUNK = 'drawing';
const NAMESPACE = 'draw-later';

const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}.ts`, import.meta.url));

/** What the program imports of each: from the stand-in that loads it when it is first used. */
const imported: Readonly<Record<string, string>> = {
  ink: 'export { Box, render, Text }',
  'ink-table': 'export { table as default }',
  'ink-text-input': 'export { TextInput as default }',
};

/** The entry that the packages become. */
export const drawingEntry: Readonly<Record<string, string>> = { [CHUNK]: standIn('drawing') };

/**
 * Puts what draws into a section of its own, loaded at its first use: a third of what there is to load for
 * the console, and the first picture does without it (`src/shell/frame/frame.ts`).
 */
export const drawLater: Plugin = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^ink(?:-table|-text-input)?$/ }, ({ path, importer }) =>
      // The packages themselves, and the section, get the real ones.
      /[\\/](?:node_modules|stand-ins)[\\/]/.test(importer)
        ? undefined
        : { path, namespace: NAMESPACE },
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `${imported[path]} from ${JSON.stringify(standIn('drawing-later'))};`,
      loader: 'js',
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    }));
    build.onResolve({ filter: /^build:drawing$/ }, () => ({
      path: `./${CHUNK}.js`,
      external: true,
    }));
  },
};
