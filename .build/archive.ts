import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { textDigest } from './text-digest.ts';

/** CommonJS text that requires other chunks as `./name`. */
export interface ChunkText {
  readonly name: string;
  readonly text: string;
}

/** A separately loaded part of the program: chunks that are read and compiled together. */
export type Section = readonly ChunkText[];

/** Stands for the two characters that would end the comment early; boot.cjs puts them back. */
const HIDDEN = '*\u0001/';

function fillIn(boot: string, name: string, value: unknown): string {
  const declaration = new RegExp(`^var ${name} = .*;$`, 'gm');
  if (boot.match(declaration)?.length !== 1) throw new Error(`boot.cjs: no single "var ${name}"`);
  return boot.replace(declaration, () => `var ${name} = ${JSON.stringify(value)};`);
}

// An expression: functions by the names of the chunks.
function textOf(section: Section): string {
  const functions = section.map(
    ({ name, text }) => `${JSON.stringify(name)}:function(require,module,exports){${text}\n}`,
  );
  return `({${functions.join(',')}})`;
}

/**
 * The whole program as the text of one executable file: the boot code, and the sections in a comment.
 *
 * The engine skips a comment in a millisecond, while it takes 30 to look through the same megabyte as
 * code, even when most of it is never run. So the first picture appears as soon as the boot code runs,
 * and every start pays only for the sections it loads.
 *
 * @param main the name of the chunk to run
 * @param needs the oldest version of Node, as [major, minor]
 */
export async function archive(
  sections: readonly Section[],
  main: string,
  needs: readonly [number, number],
): Promise<string> {
  const boot = await readFile(new URL('boot.cjs', import.meta.url), 'utf8');
  const texts = sections.map(textOf);
  for (const text of texts) {
    // Text of one byte a character is read and looked through twice as fast.
    const strange = /.{0,40}(?:[^\0-\x7f]|\*\x01\/).{0,40}/.exec(text);
    if (strange) throw new Error(`a section cannot be put in the archive: ${strange[0]}`);
  }
  const hidden = texts.map((text) => `${text.replaceAll('*/', HIDDEN)}\n`);
  const sizes = hidden.map((text) => text.length);
  const body = `${hidden.join('')}*/\n`;
  let distance = body.length;
  const table = sections.map((section, index) => {
    const size = sizes[index] ?? 0;
    const names = section.map(({ name }) => name);
    const row = [names, distance, size, textDigest(texts[index] ?? '').slice(0, 32)];
    distance -= size;
    return row;
  });
  const filled = fillIn(fillIn(fillIn(boot, 'SECTIONS', table), 'MAIN', main), 'NEEDS', needs);
  // The oldest syntax there is: an engine that cannot read the boot code cannot be turned away by it.
  const { code } = await transform(filled, { target: 'es5', minify: true });
  return `#!/usr/bin/env node\n${code}/*\n${body}`;
}
