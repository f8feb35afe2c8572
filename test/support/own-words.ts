import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A text of the program, and the file that contains it. */
export interface OwnText {
  readonly file: string;
  readonly text: string;
}

/** The literal parts of the template that starts at `start`, and where it ends. */
function template(source: string, start: number): { readonly text: string; readonly end: number } {
  let text = '';
  let at = start;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') {
      const code = /\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/iy;
      code.lastIndex = at;
      const found = code.exec(source);
      text += found ? String.fromCodePoint(Number.parseInt(found[1] ?? found[2] ?? '', 16)) : ' ';
      at += found?.[0].length ?? 2;
    } else if (source.startsWith('${', at)) {
      at = valueEnd(source, at + 2);
      text += '\u0000';
    } else {
      text += source[at];
      at += 1;
    }
  }
  return { text, end: at + 1 };
}

/** The index after the brace that ends a template's value. Skips strings and templates within it. */
function valueEnd(source: string, start: number): number {
  let open = 1;
  let at = start;
  while (open > 0 && at < source.length) {
    const sign = source[at];
    if (sign === '`') at = template(source, at + 1).end;
    else if (sign === "'" || sign === '"') {
      at += 1;
      while (at < source.length && source[at] !== sign) at += source[at] === '\\' ? 2 : 1;
      at += 1;
    } else {
      if (sign === '{') open += 1;
      else if (sign === '}') open -= 1;
      at += 1;
    }
  }
  return at;
}

/** The templates tagged `words` in a source, with NUL for each value. */
export function saidBy(source: string): readonly string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(/\bwords`/g)].map(
    ({ index, 0: tag }) => template(code, index + tag.length).text,
  );
}

/**
 * All texts of the program: templates tagged `words`, the only text drawn without sanitising (`src/text/printable.ts`), and
 * the help topics. The embedded platform is excluded, because its texts are data.
 */
export function ownTexts(): readonly OwnText[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('platform/'))
    .toSorted()
    .flatMap((name): OwnText[] => {
      const file = `src/${name}`;
      const read = () => readFileSync(join(ROOT, file), 'utf8');
      if (/\.tsx?$/.test(name)) return saidBy(read()).map((text) => ({ file, text }));
      return /^help\/.*\.md$/.test(name) ? [{ file, text: read() }] : [];
    });
}

/** At least two letters, with combining marks and apostrophes. A word with a digit is a value, and a single letter is a key. */
export const WORD =
  /(?<![\p{L}\p{M}\p{N}_])\p{L}[\p{L}\p{M}]+(?:[’'][\p{L}\p{M}]+)*(?![\p{L}\p{M}\p{N}_])/gu;

/** The words of a text. */
export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

const VOCABULARY = join(import.meta.dirname, 'standard-words.txt');

/** The standard words in lower case, from `standard-words.txt`. */
export const readVocabulary = (): readonly string[] =>
  readFileSync(VOCABULARY, 'utf8').trim().split('\n');
