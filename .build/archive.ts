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

/** A program, ready to be written. */
export interface Archive {
  /** What Node runs first, an executable text. The file with the sections belongs beside it. */
  readonly launcher: string;
  readonly sections: {
    /** Says what is in it, so that no launcher ever reads the sections of another. */
    readonly file: string;
    readonly text: string;
  };
  /** All in one executable text. It takes 10 ms longer to start, for Node reads the whole of what it runs. */
  readonly single: string;
  /** What runs the sections at the end of whatever file it is run from: those of `ending`. */
  readonly boot: string;
  readonly ending: string;
}

/** Texts one after the other, and the places of the sections that they hold, counted from the end. */
interface Layout {
  readonly text: string;
  readonly table: readonly (readonly [
    names: readonly string[],
    distance: number,
    size: number,
    digest: string,
  ])[];
}

function layOut(
  sections: readonly Section[],
  digests: readonly string[],
  texts: readonly string[],
  after = '',
): Layout {
  const text = `${texts.join('')}${after}`;
  let distance = text.length;
  const table = sections.map((section, index) => {
    const size = texts[index]?.length ?? 0;
    const row = [section.map(({ name }) => name), distance, size, digests[index] ?? ''] as const;
    distance -= size;
    return row;
  });
  return { text, table };
}

const SHEBANG = '#!/usr/bin/env node\n';

/**
 * The whole program: the boot code, and the sections, in a file of their own or in a comment, so that they
 * can end a file of code.
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
): Promise<Archive> {
  const source = await readFile(new URL('boot.cjs', import.meta.url), 'utf8');
  const texts = sections.map(textOf);
  for (const text of texts) {
    // Text of one byte a character is read and looked through twice as fast.
    const strange = /.{0,40}(?:[^\0-\x7f]|\*\x01\/).{0,40}/.exec(text);
    if (strange) throw new Error(`a section cannot be put in the archive: ${strange[0]}`);
  }
  const digests = texts.map((text) => textDigest(text).slice(0, 32));
  const plain = layOut(sections, digests, texts);
  const hidden = layOut(
    sections,
    digests,
    texts.map((text) => text.replaceAll('*/', HIDDEN)),
    '\n*/\n',
  );
  const bootFor = async (file: string, { table }: Layout): Promise<string> => {
    const values = { SECTIONS: table, MAIN: main, NEEDS: needs, FILE: file };
    const filled = Object.entries(values).reduce(
      (boot, [name, value]) => fillIn(boot, name, value),
      source,
    );
    // The oldest syntax there is: an engine that cannot read the boot code cannot be turned away by it.
    return (await transform(filled, { target: 'es5', minify: true })).code;
  };
  const file = `sections-${textDigest(plain.text).slice(0, 16)}`;
  const boot = await bootFor('', hidden);
  const ending = `/*\n${hidden.text}`;
  return {
    launcher: `${SHEBANG}${await bootFor(file, plain)}`,
    sections: { file, text: plain.text },
    single: `${SHEBANG}${boot}${ending}`,
    boot,
    ending,
  };
}
