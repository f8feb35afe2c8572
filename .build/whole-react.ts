import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const NAMESPACE = 'whole-react';
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/**
 * React as a module with exports of its own, made once. It is CommonJS, of which every module that imports it
 * would otherwise make a copy, of forty accessors that each use goes through: two milliseconds of a start.
 */
export const wholeReact: Plugin = {
  name: NAMESPACE,
  setup(build) {
    const require = createRequire(import.meta.url);
    build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind }) =>
      kind === 'import-statement' ? { path, namespace: NAMESPACE } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: moduleOf(path, Object.keys(require(path))),
      loader: 'js',
      resolveDir: FOLDER,
    }));
  },
};

const moduleOf = (path: string, names: readonly string[]): string =>
  [
    `const whole = require(${JSON.stringify(path)});`,
    'export default whole;',
    // One by one: plainExports sees that they never change.
    ...names.map((name) => `export const ${name} = whole.${name};`),
  ].join('\n');
