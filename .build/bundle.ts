// node .build/bundle.ts: builds the program into dist/.
import { join } from 'node:path';
import { PROJECT } from './release.ts';
import { writeProgram } from './write-program.ts';

await writeProgram(join(PROJECT, 'dist'));
