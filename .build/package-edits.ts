/** One exact piece of a file and what stands there in the bundle. It must occur exactly once. */
export interface Edit {
  readonly find: string;
  readonly replace: string;
}

const GRAPHEMES = 'import { graphemes } from "build:graphemes";\n';

/**
 * What the bundle changes in other people's packages, by file below node_modules; the files themselves
 * are never touched. An edit that no longer fits stops the build, so an upgrade is looked at by a person.
 */
export const packageEdits: Readonly<Record<string, readonly Edit[]>> = {
  // yoga fetches its own WebAssembly from a data: URL and awaits it at the top level. That loads an HTTP
  // client, and a top-level await keeps ink-table from requiring Ink. The bytes are here: use them now.
  'yoga-layout/dist/src/index.js': [
    {
      find: 'const Yoga = wrapAssembly(await loadYoga());',
      replace: 'const library = {};\nloadYoga(library);\nconst Yoga = wrapAssembly(library);',
    },
  ],
  'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js': [
    { find: 'import.meta.url', replace: '""' },
    {
      find: 'if(h.instantiateWasm)try{return h.instantiateWasm(d,\na)}catch(e){v("Module.instantiateWasm callback failed with error: "+e),ca(e)}',
      replace:
        'a(new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(H.slice(H.indexOf(",")+1),"base64")),d));return{};',
    },
  ],
  // The two other top-level awaits of Ink's graph, both for its developer tools.
  'ink/build/reconciler.js': [
    { find: "        await import('./devtools.js');\n", replace: '' },
    { find: "        import.meta.resolve('react-devtools-core');\n", replace: '' },
    {
      find: '        const loaded = await loadPackageJson();\n',
      replace: '        const loaded = {};\n',
    },
    {
      find: "new URL('../package.json', import.meta.url)",
      replace: "''",
    },
    {
      find: "if (process.env['DEV'] === 'true') {\n    // Intentionally",
      replace: 'if (false) {\n    // Intentionally',
    },
    {
      find: "if (process.env['DEV'] === 'true') {\n    try {",
      replace: 'if (false) {\n    try {',
    },
  ],
  'ink/build/ink.js': [
    {
      find: "import process from 'node:process';\n",
      replace: "import process from 'node:process';\nimport { elapsed } from 'build:elapsed';\n",
    },
    { find: 'const startTime = performance.now();', replace: 'const startTime = elapsed();' },
    {
      find: 'const renderTime = performance.now() - startTime;',
      replace: 'const renderTime = elapsed() - startTime;',
    },
    {
      find: "        if (process.env['DEV'] === 'true') {\n            reconciler.injectIntoDevTools();\n        }\n",
      replace: '',
    },
  ],
  // Every row's text is cleaned at every frame: the same rows, nearly always.
  'ink/build/sanitize-ansi.js': [
    {
      find: 'const sanitizeAnsi = (text) => {\n',
      replace: `import { plainWidth } from "build:plain-width";
import { recent } from "build:recent";
const recentTexts = recent(1024);
const sanitizeAnsi = (text) =>
    plainWidth(text) === undefined ? recentTexts(text, () => sanitize(text)) : text;
const sanitize = (text) => {
`,
    },
  ],
  // Asking for the global navigator makes one.
  'ansi-escapes/base.js': [
    { find: "import {isBrowser} from 'environment';\n", replace: 'const isBrowser = false;\n' },
  ],
  'scheduler/cjs/scheduler.production.js': [
    {
      find: 'if ("object" === typeof performance && "function" === typeof performance.now) {\n  var localPerformance = performance;',
      replace: 'if (true) {\n  var localPerformance = { now: require("build:elapsed").elapsed };',
    },
  ],
  // What FORCE_COLOR=1 comes to, which main sets: both streams are looked at otherwise.
  'chalk/source/vendor/supports-color/index.js': [
    {
      find: 'createSupportsColor({isTTY: tty.isatty(1)})',
      replace: '{ level: 1, hasBasic: true, has256: false, has16m: false }',
    },
    {
      find: 'createSupportsColor({isTTY: tty.isatty(2)})',
      replace: '{ level: 1, hasBasic: true, has256: false, has16m: false }',
    },
  ],
  // Only for an error that nothing else caught.
  'ink/build/components/ErrorOverview.js': [
    {
      find: 'const stackUtils = new StackUtils({\n    cwd: cwd(),\n    internals: StackUtils.nodeInternals(),\n});',
      replace:
        'const stackUtils = { parseLine: (line) => new StackUtils({ cwd: cwd(), internals: StackUtils.nodeInternals() }).parseLine(line) };',
    },
  ],
  // Asked only where a stream does not know its size.
  'terminal-size/index.js': [
    {
      find: "import {execFileSync} from 'node:child_process';\n",
      replace:
        "const execFileSync = (...args) => require('node:child_process').execFileSync(...args);\n",
    },
  ],
  // Making a segmenter loads 8 ms worth of tables; ours does so for the first text that needs them.
  'ink/build/line-update.js': [
    {
      find: "const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });",
      replace: `${GRAPHEMES}const segmenter = graphemes;`,
    },
  ],
  'wrap-ansi/index.js': [
    {
      find: 'const segmenter = new Intl.Segmenter();',
      replace: `${GRAPHEMES}const segmenter = graphemes;`,
    },
  ],
  'slice-ansi/tokenize-ansi.js': [
    {
      find: "const GRAPHEME_SEGMENTER = new Intl.Segmenter(undefined, {granularity: 'grapheme'});",
      replace: `${GRAPHEMES}const GRAPHEME_SEGMENTER = graphemes;`,
    },
  ],
  '@alcalzone/ansi-tokenize/build/tokenize.js': [
    {
      find: 'const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });',
      replace: `${GRAPHEMES}const segmenter = graphemes;`,
    },
  ],
  // Compiling its expressions over Unicode properties takes 20 ms: only for text that is not plain.
  'string-width/index.js': [
    { find: 'export default function stringWidth(', replace: 'return function stringWidth(' },
    {
      find: "import {eastAsianWidth} from 'get-east-asian-width';\n",
      replace: `import {eastAsianWidth} from 'get-east-asian-width';
import { graphemes } from "build:graphemes";
import { plainWidth } from "build:plain-width";
let measure;
export default function stringWidth(input, options) {
  const width = plainWidth(input, options?.countAnsiEscapeCodes);
  return width ?? (measure ??= create())(input, options);
}
function create() {
`,
    },
    { find: 'const segmenter = new Intl.Segmenter();', replace: 'const segmenter = graphemes;' },
    {
      find: 'return nonAsciiOrControlRegex.test(string) ? unicodeWidth(string, ambiguousIsNarrow) : string.length;\n}\n',
      replace:
        'return nonAsciiOrControlRegex.test(string) ? unicodeWidth(string, ambiguousIsNarrow) : string.length;\n}\n}\n',
    },
  ],
  // ink-table hashes rows with it; loading it would load node:crypto, 5 ms.
  'object-hash/index.js': [
    {
      find: "var crypto = require('crypto');",
      replace:
        "var crypto = { getHashes: () => require('crypto').getHashes(), createHash: (name) => require('crypto').createHash(name) };",
    },
    {
      find: "var hashes = crypto.getHashes ? crypto.getHashes().slice() : ['sha1', 'md5'];\nhashes.push('passthrough');",
      replace: "var hashes = ['sha1', 'passthrough'];",
    },
  ],
  // Neither HTTP/2, nor a cache of answers or of addresses is ever asked for.
  'got/dist/source/core/index.js': [
    {
      find: "import CacheableRequest, { CacheError as CacheableCacheError, } from 'cacheable-request';\n",
      replace:
        "class CacheableCacheError extends Error {}\nclass CacheableRequest { constructor() { throw new Error('A cache is not in this bundle'); } }\n",
    },
    {
      find: "import { Http2ServerResponse, constants as http2Constants } from 'node:http2';\n",
      replace: '',
    },
    { find: '\n    || destination instanceof Http2ServerResponse;', replace: ';' },
    { find: 'if (destination instanceof Http2ServerResponse) {', replace: 'if (false) {' },
  ],
  'got/dist/source/core/options.js': [
    { find: "import http2Client from './utils/http2-client.js';\n", replace: '' },
    {
      find: "import DnsCache from './utils/dns-cache.js';\n",
      replace:
        "class DnsCache { constructor() { throw new Error('A cache of addresses is not in this bundle'); } }\n",
    },
    {
      find: 'internals.agent.http2 ?? http2Client.globalAgent',
      replace: 'internals.agent.http2',
    },
    {
      find: 'return http2Client.auto;',
      replace: "throw new Error('HTTP/2 is not in this bundle');",
    },
    {
      find: 'return this.#internals.http2 ? http2Client.auto : https.request;',
      replace: 'return https.request;',
    },
    // Node copies the options of a request again and again, key by key: these only where TLS reads them.
    {
      find: '            // eslint-disable-next-line @typescript-eslint/naming-convention\n            ALPNProtocols: https.alpnProtocols,\n',
      replace:
        "            ...(url.protocol === 'https:' && {\n            ALPNProtocols: https.alpnProtocols,\n",
    },
    {
      find: '            secureOptions: https.secureOptions,\n',
      replace: '            secureOptions: https.secureOptions,\n            }),\n',
    },
    // Entry by entry only where there is a list, which must not be shared.
    {
      find: 'const cloneHttps = (https) => Object.fromEntries(',
      replace:
        'const cloneHttps = (https) => !Object.values(https).some(Array.isArray) ? { ...https } : Object.fromEntries(',
    },
  ],
  // For the words of assertions that never fail; each loads the tables of a language, 6 ms.
  '@sindresorhus/is/distribution/index.js': [
    {
      find: "const andFormatter = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });",
      replace:
        "const andFormatter = { format: (list) => new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(list) };",
    },
    {
      find: "const orFormatter = new Intl.ListFormat('en', { style: 'long', type: 'disjunction' });",
      replace:
        "const orFormatter = { format: (list) => new Intl.ListFormat('en', { style: 'long', type: 'disjunction' }).format(list) };",
    },
  ],
  // The engine copies a literal four times as fast before it has optimised anything.
  'zustand/esm/vanilla.mjs': [
    {
      find: 'Object.assign({}, state, nextState)',
      replace: '{ ...state, ...nextState }',
    },
  ],
  // Called three times a request, and there is never anything to strip.
  'got/dist/source/core/utils/strip-url-auth.js': [
    {
      find: '    const sanitized = new URL(url);\n',
      replace:
        "    if (url instanceof URL && url.username === '' && url.password === '') return url.href;\n    const sanitized = new URL(url);\n",
    },
  ],
  // Ids for diagnostics nobody subscribes to: a number does, without node:crypto.
  'got/dist/source/core/diagnostics-channel.js': [
    { find: "import { randomUUID } from 'node:crypto';\n", replace: 'let requests = 0;\n' },
    { find: 'return randomUUID();', replace: 'return String(++requests);' },
  ],
  // Checks one argument with it; loading it takes 2 ms.
  'signal-exit/index.js': [
    { find: "var assert = require('assert')", replace: 'var assert = { equal() {} }' },
  ],
  // Every Node this runs on has it; asking would load node:zlib.
  'got/dist/source/core/utils/decompress-response.js': [
    {
      find: "...(typeof zlib.createZstdDecompress === 'function' ? ['zstd'] : [])",
      replace: "'zstd'",
    },
  ],
  'decompress-response/index.js': [
    {
      find: "typeof zlib.createZstdDecompress === 'function'",
      replace: 'true',
    },
  ],
};
