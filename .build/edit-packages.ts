import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { isLazyBuiltin, lazyBuiltin } from './lazy-builtins.ts';
import { type Edit, packageEdits } from './package-edits.ts';
import { replacedFiles } from './replaced-files.ts';
import { textDigest } from './text-digest.ts';

const IN_PACKAGES = /[\\/]node_modules[\\/]/;
const LAZY = 'lazy-builtin';

const standIn = (name: string) => fileURLToPath(new URL(`stand-ins/${name}.ts`, import.meta.url));

/** Applies `edits` to the text of `file`; throws when one does not occur exactly once. */
export function applyEdits(file: string, text: string, edits: readonly Edit[]): string {
  return edits.reduce((edited, { find, replace }) => {
    const found = edited.split(find).length - 1;
    if (found !== 1) throw new Error(`${file}: expected once, found ${found} times: ${find}`);
    return edited.replace(find, () => replace);
  }, text);
}

/**
 * The esbuild plugin that makes third-party packages start fast and draw cheaply, see the two tables.
 *
 * @param complete whether every file of the tables must occur; a part of the program leaves some out
 */
export function editPackages(complete: boolean): Plugin {
  return {
    name: 'edit-packages',
    setup(build) {
      const seen = new Set<string>();
      const require = createRequire(import.meta.url);

      build.onResolve({ filter: /^build:/ }, ({ path }) => ({
        path: standIn(path.slice('build:'.length)),
      }));
      // Six copies of two majors otherwise; one idea of width for the whole program.
      build.onResolve({ filter: /^string-width$/ }, () => ({
        path: require.resolve('string-width'),
      }));

      build.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
        kind === 'import-statement' && isLazyBuiltin(path) ? { path, namespace: LAZY } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: LAZY }, ({ path }) => ({
        contents: lazyBuiltin(path),
        loader: 'js',
      }));

      build.onLoad({ filter: IN_PACKAGES }, async ({ path }) => {
        const file = path.split(`${sep}node_modules${sep}`).at(-1)?.replaceAll(sep, '/') ?? '';
        const replaced = replacedFiles[file];
        const edits = packageEdits[file];
        if (!replaced && !edits) return undefined;
        seen.add(file);
        const text = await readFile(path, 'utf8');
        if (edits) return { contents: applyEdits(file, text, edits), loader: 'js' };
        if (replaced && textDigest(text) !== replaced.sha256) {
          throw new Error(`${file} is not the file that ${replaced.by} stands in for`);
        }
        return { contents: `export { default } from 'build:${replaced?.by}';`, loader: 'js' };
      });

      build.onEnd(({ errors }) => {
        if (!complete || errors.length > 0) return undefined;
        const missed = [...Object.keys(packageEdits), ...Object.keys(replacedFiles)].filter(
          (file) => !seen.has(file),
        );
        return {
          errors: missed.map((file) => ({ text: `${file} is edited but not in the bundle` })),
        };
      });
    },
  };
}
