// What of other people's packages is changed on their way into the program. The tests run the same (test/vitest.config.ts).
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { PROJECT } from './release.ts';

/** One exact piece of a file below node_modules, and what stands there instead. */
interface Edit {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly why: string;
}

/** What a package imports, and the text of the module that it gets instead. */
interface Stub {
  readonly from: string;
  readonly imports: string;
  readonly text: string;
  readonly why: string;
}

/** Without these it cannot be built. */
const edits: readonly Edit[] = [
  {
    file: 'yoga-layout/dist/src/index.js',
    find: 'const Yoga = wrapAssembly(await loadYoga());',
    replace: 'const library = {};\nloadYoga(library);\nconst Yoga = wrapAssembly(library);',
    why: 'CommonJS has no top-level await',
  },
  {
    file: 'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
    find: 'if(h.instantiateWasm)try{return h.instantiateWasm(d,\na)}catch(e){v("Module.instantiateWasm callback failed with error: "+e),ca(e)}',
    replace:
      'a(new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(H.slice(H.indexOf(",")+1),"base64")),d));return{};',
    why: 'the bytes are in the file: compiled at once, nobody has to wait for a fetch of them',
  },
  {
    file: 'ink/build/reconciler.js',
    find: "await import('./devtools.js');",
    replace: '',
    why: 'CommonJS has no top-level await; React’s developer tools are not shipped',
  },
  {
    file: 'ink/build/reconciler.js',
    find: 'const loaded = await loadPackageJson();',
    replace: 'const loaded = {};',
    why: 'CommonJS has no top-level await; this is for the developer tools, too',
  },
];

/** Each takes milliseconds off every start; none of what they replace is ever used. */
const stubs: readonly Stub[] = [
  {
    from: 'ink',
    imports: './output.js',
    text: "export { default } from './src/painter/ink-output.ts';",
    why: 'Ink parses every row of every frame anew: a key takes 16 ms instead of 4',
  },
  {
    from: 'got',
    imports: 'cacheable-request',
    text: 'export default class {}\nexport class CacheError extends Error {}',
    why: 'answers are never cached',
  },
  {
    from: 'got',
    imports: './utils/http2-client.js',
    text: 'export default {};',
    why: 'HTTP/2 is never asked for',
  },
  {
    from: 'got',
    imports: './utils/dns-cache.js',
    text: 'export default class {}',
    why: 'addresses are never cached',
  },
  {
    from: 'got',
    imports: 'node:http2',
    text: 'export class Http2ServerResponse {}\nexport const constants = {};',
    why: 'nothing is piped into an HTTP/2 response',
  },
  {
    from: 'got',
    imports: 'node:crypto',
    text: 'let last = 0;\nexport const randomUUID = () => String(++last);',
    why: 'identifiers for diagnostics that nobody subscribes to',
  },
];

/** Names that packages use when they are loaded, and those of `lazy-intl.ts` that stand for them. */
export const defines: Readonly<Record<string, string>> = {
  // The tables of a language take 8 ms: loaded when the first text needs them.
  'Intl.Segmenter': 'LazySegmenter',
  // For the words of assertions that never fail.
  'Intl.ListFormat': 'LazyListFormat',
};

const packageOf = (path: string): string =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? '';

const anyOf = (texts: readonly string[]): string => texts.map(RegExp.escape).join('|');

/** An esbuild plugin that does so. What no longer fits a package, or is no longer needed, stops the build. */
export function changePackages(): { readonly plugin: Plugin; check(): void } {
  const met = new Set<unknown>();
  const plugin: Plugin = {
    name: 'change-packages',
    setup({ onResolve, onLoad }) {
      const files = anyOf(edits.map(({ file }) => file));
      onLoad({ filter: new RegExp(`node_modules/(?:${files})$`) }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const edit of edits.filter(({ file }) => path.endsWith(`/${file}`))) {
          const parts = contents.split(edit.find);
          if (parts.length !== 2) continue;
          met.add(edit);
          contents = parts.join(edit.replace);
        }
        return { contents, loader: 'js' };
      });
      const imports = anyOf(stubs.map((stub) => stub.imports));
      onResolve({ filter: new RegExp(`^(?:${imports})$`) }, ({ path, importer }) => {
        const from = packageOf(importer);
        const stub = stubs.find((each) => each.from === from && each.imports === path);
        if (!stub) return undefined;
        met.add(stub);
        return { path: `${from}/${path}`, namespace: 'stub', pluginData: stub.text };
      });
      onLoad({ filter: /.*/, namespace: 'stub' }, ({ pluginData }) => ({
        contents: pluginData,
        resolveDir: PROJECT,
      }));
    },
  };
  const check = () => {
    for (const each of [...edits, ...stubs]) {
      if (!met.has(each)) throw new Error(`packages.ts: not met: ${JSON.stringify(each)}`);
    }
  };
  return { plugin, check };
}
