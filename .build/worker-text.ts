import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The first module of the searching thread. */
const WORKER = 'src/events/search-worker/search-worker.ts';

/**
 * The esbuild plugin that puts the text of the searching thread into the bundle, where the sources name
 * its module: a thread cannot be started from a part of a file.
 */
export function workerText(options: { readonly target: string; readonly minify: boolean }): Plugin {
  return {
    name: 'worker-text',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]search-worker[\\/]worker-source\.ts$/ }, async () => {
        const { outputFiles } = await build({
          entryPoints: [inProject(WORKER)],
          bundle: true,
          format: 'cjs',
          platform: 'node',
          target: options.target,
          minify: options.minify,
          charset: 'ascii',
          tsconfigRaw: {},
          legalComments: 'none',
          write: false,
          logLevel: 'warning',
        });
        const [output] = outputFiles;
        if (!output) throw new Error(`${WORKER}: nothing came of it`);
        return { contents: `export const workerSource = ${JSON.stringify(output.text)};` };
      });
    },
  };
}
