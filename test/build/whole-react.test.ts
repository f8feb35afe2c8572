import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { wholeReact } from '../../.build/whole-react.ts';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

async function bundled(text: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: text, loader: 'jsx', resolveDir: FOLDER },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [wholeReact],
  });
  return outputFiles[0]?.text ?? '';
}

/** What a bundle exports. */
function run(code: string): Record<string, unknown> {
  const module = { exports: {} };
  new Function('require', 'module', 'exports', code)(
    createRequire(import.meta.url),
    module,
    module.exports,
  );
  return module.exports;
}

it('React is one module, however it is imported, and copied by nobody', async () => {
  const code = await bundled(`
    import React, { createElement } from 'react';
    import * as all from 'react';
    export const one = React.createElement === createElement && all.createElement === createElement;
    export const same = React === require('react');
    export const type = (<b>bold</b>).type;
  `);
  expect(run(code)).toMatchObject({ one: true, same: true, type: 'b' });
  expect(code).not.toContain('= __toESM(');
});
