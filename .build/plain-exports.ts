/** At the very end: whatever looks like it elsewhere is part of a text. */
const CLAUSE = /(?<=^|\n)export \{\n([^}]*)\};\n$/;
const GIVEN = /^ {2}([\w$]+)(?: as ([\w$]+))?,?$/;
/** All that another chunk gives on, or its default: esbuild imports neither, and both need marks left out here. */
const WHOLE_CHUNK =
  /^import (?:(?:\* as )?[\w$]+(?:,[^\n]*)?|\{[^}]*\bdefault as\b[^}]*\}) from "\.\/[^\n]*$/m;
/** An import() of a chunk, by the form that esbuild gives to its name. */
const LATER = /\bimport\(("\.\/[\w.-]+-[A-Z0-9]{8}\.js")\)/g;

const OPERATOR = '(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?|<<|>>>?)?=(?![=>])';
/** Ends of patterns that take something apart; defaults look the same. */
const TAKEN_APART = /[}\]] =(?![=>])/g;
const DECLARED_APART = /\b(?:const|let|var) [{[]/g;
const LOOP_OVER_OTHERS = /\bfor (?:await )?\((?!const |let |var )/;

const count = (line: string, pattern: RegExp): number => line.match(pattern)?.length ?? 0;

/** Whether a line may set variables that it does not declare, other than by their name before an operator. */
const mayTakeApart = (line: string): boolean =>
  count(line, TAKEN_APART) > count(line, DECLARED_APART) || LOOP_OVER_OTHERS.test(line);

/**
 * Whether `name`, of the top level of a chunk, has one value for good once the chunk has run. Where that is
 * not plain to see it is false: any variable of the name counts, whatever its scope.
 */
function isFixed(text: string, suspects: readonly string[], name: string): boolean {
  const itself = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const declaration = `^(?:var|let|const) ${itself} = |^class ${itself} |^(?:async )?function\\*? ${itself}\\(`;
  if (count(text, new RegExp(declaration, 'gm')) !== 1) return false;
  const set = `(?<!^(?:var|let|const) )${itself} ?(?:${OPERATOR}|\\+\\+|--)|(?:\\+\\+|--)${itself}`;
  if (new RegExp(set, 'm').test(text)) return false;
  const mention = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`);
  return !suspects.some((line) => mention.test(line));
}

/**
 * Text of a chunk, as esbuild splits a program into modules, that gives its exports on as properties of one
 * object, made when the chunk has run; an `import()` of it gets that object. What esbuild makes of them is two
 * functions an export, to be called one by the other at each use elsewhere in the program: 4 ms of a start.
 * What is not plainly fixed still is asked for at each use. A chunk must have run before others use it
 * ({@link circleAmong}; `boot.cjs` refuses what is required while it runs).
 */
export function plainExports(text: string): string {
  const [whole] = WHOLE_CHUNK.exec(text) ?? [];
  if (whole !== undefined) throw new Error(`the whole of a chunk is imported: ${whole}`);
  const suspects = text.split('\n').filter(mayTakeApart);
  return text
    .replace(LATER, 'Promise.resolve().then(() => require($1))')
    .replace(CLAUSE, (_, given: string) => {
      const properties = given
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [, local, name = local] = GIVEN.exec(line) ?? [];
          if (local === undefined || name === '__proto__')
            throw new Error(`cannot be given: ${line}`);
          const isPlain = isFixed(text, suspects, local);
          return isPlain ? `${name}: ${local}` : `get ${name}() { return ${local}; }`;
        });
      return `module.exports = { ${properties.join(', ')} };\n`;
    });
}

/**
 * Names of chunks that need one another at once, in a circle, one of those there are; undefined without any.
 * What is asked for later is not looked at.
 */
export function circleAmong(
  chunks: Readonly<Record<string, { readonly imports: readonly string[] }>>,
): readonly string[] | undefined {
  const done = new Set<string>();
  const from = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    for (const next of chunks[name]?.imports ?? []) {
      const circle = from(next, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(chunks)) {
    const circle = from(name, []);
    if (circle) return circle;
  }
  return undefined;
}
