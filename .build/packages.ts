// What of other people's packages is changed on their way into the program. The tests run the same (test/vitest.config.ts).
import { readFile } from 'node:fs/promises';
import type { OnResolveArgs, Plugin } from 'esbuild';
import { PROJECT } from './release.ts';

/** One exact piece of a file below node_modules, wherever it is there, and what stands there instead. */
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
    find: "process.env['DEV'] === 'true'",
    replace: 'false',
    why: 'CommonJS has no top-level await; React’s developer tools are not shipped',
  },
];

/** Each makes starts or keys faster, and nothing that is used is left out; the seventh is `lazy-intl.ts`. */
const stubs: readonly Stub[] = [
  {
    from: 'ink',
    imports: './output.js',
    text: "export { default } from './src/painter/ink-output.ts';",
    why: 'Ink parses every row of every frame anew: a key takes 16 ms instead of 4',
  },
  {
    from: 'ink',
    imports: './measure-text.js',
    text: "export { measured as default } from './src/painter/ink-texts.ts';",
    why: 'Ink keeps the last thousands of texts that it measured: whole panes',
  },
  {
    from: 'ink',
    imports: 'widest-line',
    text: `import { blockOf } from './src/painter/ink-rows.ts';
export default (text) => blockOf(text).width;`,
    why: 'Ink measures every row of every frame anew',
  },
  {
    from: 'ink',
    imports: './sanitize-ansi.js',
    text: `import sanitize from './node_modules/ink/build/sanitize-ansi.js';
import { sanitized } from './src/painter/ink-texts.ts';
export default (text) => sanitized(text, sanitize);`,
    why: 'Ink cleans every row of every frame anew: a key takes an eighth longer',
  },
  {
    from: 'got',
    imports: './utils/http2-client.js',
    text: 'export default {};',
    why: 'HTTP/2 is never asked for',
  },
  {
    from: 'got',
    imports: './diagnostics-channel.js',
    text: `export * from './node_modules/got/dist/source/core/diagnostics-channel.js';
const generateRequestId = () => '';
export { generateRequestId };`,
    why: 'nobody subscribes to the channels: the ids alone load node:crypto, a twentieth of a start',
  },
];

const packageOf = (path: string): string =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? '';

const anyOf = (ends: readonly string[]) => new RegExp(`(?:${ends.map(RegExp.escape).join('|')})$`);

/**
 * An esbuild plugin that puts texts in the place of modules: `standIn` gives a name and the text, undefined where the
 * module stays. In such a text everything is itself.
 */
export const standIns = (
  namespace: string,
  filter: RegExp,
  standIn: (module: OnResolveArgs) => Promise<readonly [name: string, text: string | undefined]>,
): Plugin => ({
  name: namespace,
  setup({ onResolve, onLoad }) {
    onResolve({ filter }, async (module) => {
      if (module.namespace === namespace) return undefined;
      const [path, pluginData] = await standIn(module);
      return pluginData === undefined ? undefined : { path, namespace, pluginData };
    });
    onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({
      contents: pluginData,
      resolveDir: PROJECT,
    }));
  },
});

/** An esbuild plugin that does so. What no longer fits a package, or is no longer needed, stops the build. */
export function changePackages(): { readonly plugin: Plugin; check(): void } {
  const met = new Set<unknown>();
  const stubbing = standIns('stub', anyOf(stubs.map((stub) => stub.imports)), async (module) => {
    const from = packageOf(module.importer);
    const stub = stubs.find((each) => each.imports === module.path && each.from === from);
    if (stub) met.add(stub);
    return [`${from}/${module.path}`, stub?.text];
  });
  const plugin: Plugin = {
    name: 'change-packages',
    setup(build) {
      stubbing.setup(build);
      build.onLoad({ filter: anyOf(edits.map(({ file }) => `/${file}`)) }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const edit of edits.filter(({ file }) => path.endsWith(`/${file}`))) {
          if (contents.includes(edit.find)) met.add(edit);
          contents = contents.replaceAll(edit.find, () => edit.replace);
        }
        return { contents, loader: 'js' };
      });
    },
  };
  const check = () => {
    for (const each of [...edits, ...stubs]) {
      if (!met.has(each)) throw new Error(`packages.ts: not met: ${JSON.stringify(each)}`);
    }
  };
  return { plugin, check };
}
