/**
 * Text of a module with the default, or everything, of a module of Node required instead of imported. Both are
 * what `require` gives; but the form that esbuild has for imports copies every property, and a dozen of copies
 * of `process` take 2 ms of every start.
 */
export const wholeBuiltins = (text: string): string =>
  text.replace(
    /^import (?:\* as )?([\w$]+)(?:, (\{[^}]*\}))? from "(node:[\w/]+)";$/gm,
    (_, whole: string, names: string | undefined, module: string) => {
      const required = `const ${whole} = require(${JSON.stringify(module)});`;
      return names ? `${required} import ${names} from ${JSON.stringify(module)};` : required;
    },
  );
