// node .build/bundle.ts [--out FOLDER]: builds the program into dist/.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeProgram } from './write-program.ts';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
await writeProgram(resolve(values.out ?? fileURLToPath(new URL('../dist', import.meta.url))));
