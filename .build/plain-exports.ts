const CLAUSE = /^export \{\n([^}]*)\};\n/m;
const GIVEN = /^ {2}([\w$]+)(?: as ([\w$]+))?,?$/;
/** An import of all that another chunk gives on; esbuild writes none, and it would need marks left out here. */
const WHOLE_CHUNK = /^import (?:\* as )?[\w$]+(?:,.*)? from "\.\/.*$/m;
const LATER = /\bimport\(("\.\/[\w.-]+\.js")\)/g;

const OPERATOR = '(?:[-+*/%&|^]|\\*\\*|&&|\\|\\||\\?\\?|<<|>>>?)?=(?![=>])';
/** What a pattern takes apart that is no declaration's, or begins a loop. */
const PATTERNS =
  /(?:^|[(;,])\s*(?:\{[^{}]*\}|\[[^[\]]*\]) = |\bfor (?:await )?\([\w$]+ (?:of|in) /gm;

/**
 * Whether `name`, of the top level of `text`, has one value for good once the text has run. Where that is not
 * plain to see it is false: any variable of the name counts, whatever its scope.
 */
function isFixed(text: string, name: string): boolean {
  const itself = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const declaration = `^(?:var|let|const) ${itself} = |^class ${itself} |^(?:async )?function\\*? ${itself}\\(`;
  if (text.match(new RegExp(declaration, 'gm'))?.length !== 1) return false;
  const set = `(?<!^(?:var|let|const) )${itself} ?(?:${OPERATOR}|\\+\\+|--)|(?:\\+\\+|--)${itself}`;
  if (new RegExp(set, 'm').test(text)) return false;
  const mention = new RegExp(itself);
  return !text.match(PATTERNS)?.some((pattern) => mention.test(pattern));
}

/**
 * Text of a chunk, as esbuild splits a program into modules, that gives its exports on as properties of one
 * object, made when the chunk has run. What esbuild makes of them is two functions an export, to be called
 * one by the other at each use elsewhere in the program: 4 ms of a start. What changes later still is asked
 * for at each use. Chunks must not import each other in a circle ({@link circleAmong}).
 */
export function plainExports(text: string): string {
  const [whole] = WHOLE_CHUNK.exec(text) ?? [];
  if (whole !== undefined) throw new Error(`the whole of a chunk is imported: ${whole}`);
  return text
    .replace(LATER, 'Promise.resolve().then(() => require($1))')
    .replace(CLAUSE, (_, given: string) => {
      const properties = given
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [, local, name = local] = GIVEN.exec(line) ?? [];
          if (local === undefined) throw new Error(`not of the form ${GIVEN.source}: ${line}`);
          return isFixed(text, local) ? `${name}: ${local}` : `get ${name}() { return ${local}; }`;
        });
      return `module.exports = { ${properties.join(', ')} };\n`;
    });
}

/** Names of chunks that import one another in a circle, one of those there are; undefined without any. */
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
