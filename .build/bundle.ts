// node .build/bundle.ts [--entry FILE] [--out FILE] [--readable] [--sizes]: builds dist/warren.cjs.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildProgram } from './build-program.ts';
import { writeProgram } from './write-program.ts';

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
const { archive, sections, shares } = await buildProgram({
  entry: resolve(values.entry ?? inProject('src/main.ts')),
  complete: values.entry === undefined,
  minify: !values.readable,
});
await writeProgram(out, archive);

const size = archive.launcher.length + archive.sections.text.length;
console.log(`${out}: ${(size / 1024).toFixed(0)} KiB in ${sections.length} sections`);
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
