import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { bundle, INK } from '../../.build/build-program.ts';
import { changePackages } from '../../.build/packages.ts';
import { PROJECT } from '../../.build/release.ts';

/** Writes the packages that the bundler edits, as in the shipped program. Returns their files by name. */
export async function shippedPackages(): Promise<Readonly<Record<string, string>>> {
  const folder = join(PROJECT, 'dist/packages');
  const { plugin } = changePackages();
  const bundled = async (options: BuildOptions) =>
    (await bundle({ ...options, plugins: [plugin], external: ['react'] })).text;
  const texts = {
    'got.cjs': await bundled({ entryPoints: ['got'] }),
    'got.mjs': `import got from './got.cjs'; export default got.default; export * from './got.cjs';`,
    'ink.cjs': await bundled({ stdin: { contents: INK, resolveDir: PROJECT } }),
    // The default export is the whole `exports`, as Node imports a CommonJS module.
    'ink-table.mjs': `import { Table } from './ink.cjs'; export default { default: Table };`,
    'ink-text-input.mjs': `import { TextInput } from './ink.cjs'; export default TextInput;`,
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  return {
    got: join(folder, 'got.mjs'),
    'ink-table': join(folder, 'ink-table.mjs'),
    'ink-text-input': join(folder, 'ink-text-input.mjs'),
    ink: join(folder, 'ink.cjs'),
  };
}
