import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { ourModules } from '../../.build/build-program.ts';
import { shippedPackages } from '../support/shipped-packages.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Replaces packages by their shipped, edited versions. */
const asShipped = (shipped: Readonly<Record<string, string>>): Plugin => ({
  name: 'as shipped',
  setup(builder) {
    builder.onResolve({ filter: /^[a-z-]+$/ }, ({ path: name }) => {
      const file = shipped[name];
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
});

/** Bundles and imports module `name` of `test/support`, because Node strips types but does not support the JSX of panes. */
export async function loadPlay<Play>(name: string): Promise<Play> {
  const outfile = path(`.${name.replaceAll('/', '-')}.mjs`);
  try {
    await build({
      entryPoints: [path(`../support/${name}.ts`)],
      plugins: [asShipped(await shippedPackages()), ourModules],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      jsx: 'automatic',
      outfile,
    });
    return await import(outfile);
  } finally {
    await rm(outfile, { force: true });
  }
}
