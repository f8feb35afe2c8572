// node .build/bundle.ts [--entry FILE] [--out FILE] [--readable] [--sizes]: builds dist/warren.cjs.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProgram } from './build-program.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values } = parseArgs({
  options: {
    entry: { type: 'string' },
    out: { type: 'string' },
    readable: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
  },
});
const out = values.out ?? inProject('dist/warren.cjs');
const { text, sections, shares } = await buildProgram({
  entry: resolve(values.entry ?? inProject('src/main.ts')),
  complete: values.entry === undefined,
  minify: !values.readable,
});
await mkdir(dirname(out), { recursive: true });
// Put in place whole: a program that runs from the old file goes on reading the old one.
await writeFile(`${out}.new`, text, { mode: 0o755 });
await rename(`${out}.new`, out);

console.log(`${out}: ${(text.length / 1024).toFixed(0)} KiB in ${sections.length} sections`);
if (values.sizes) {
  for (const section of sections) {
    console.log(`section of ${section.length}`);
    for (const { name, text } of section) {
      console.log(`  ${name} ${text.length}`);
      const share = Object.entries(shares[name] ?? {}).sort((a, b) => b[1] - a[1]);
      for (const [part, bytes] of share.slice(0, 20)) console.log(`    ${bytes} ${part}`);
    }
  }
}
