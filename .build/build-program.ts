import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile, transform } from 'esbuild';
import { type Archive, archive, type Section } from './archive.ts';
import { drawingEntry, drawLater } from './draw-later.ts';
import { editPackages } from './edit-packages.ts';
import { escapedPatterns } from './escaped-patterns.ts';
import { type Chunk, groupChunks } from './group-chunks.ts';
import { laterEntries, loadLater } from './load-later.ts';
import { circleAmong, plainExports } from './plain-exports.ts';
import { wholeBuiltins } from './whole-builtins.ts';
import { wholeReact } from './whole-react.ts';
import { workerText } from './worker-text.ts';

/** The syntax that the oldest supported Node reads. */
const TARGET = 'node22';

/** Syntax that the oldest Node reads although esbuild's tables do not say so: it would be written as calls. */
const SUPPORTED = { 'regexp-set-notation': true };

/** The chunk that esbuild makes of the entry called `main`. */
const MAIN = 'main.js';

/** What to build. */
export interface Program {
  /** The module to run first; what it and others load through `import()` becomes a section of its own. */
  readonly entry: string;
  /** Whether it must use every edited file of every package (the program does, a sample need not). */
  readonly complete: boolean;
  /** Off: names stay readable, for profiles. */
  readonly minify?: boolean;
}

/** A built program, and what it is made of. */
export interface Built {
  readonly archive: Archive;
  readonly sections: readonly Section[];
  /** Bytes that each package or source file gave to each chunk. */
  readonly shares: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The packages that gave something to it, by their keys in the lock file: `node_modules/got`; sorted. */
  readonly packages: readonly string[];
}

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

function oldestNode({ engines }: Manifest): readonly [number, number] {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
  if (major === undefined || minor === undefined) throw new Error('package.json: engines.node');
  return [Number(major), Number(minor)];
}

function chunksOf({ outputs }: Metafile): Record<string, Chunk> {
  const isLater = (kind: string) => kind === 'dynamic-import' || kind === 'require-call';
  const named = (imports: Metafile['outputs'][string]['imports'], later: boolean) =>
    imports
      .filter(({ path, kind, external }) =>
        external ? later && path.startsWith('./') : isLater(kind) === later,
      )
      .map(({ path }) => basename(path));
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { entryPoint, imports }]) => [
      basename(path),
      {
        isEntry: entryPoint !== undefined,
        imports: named(imports, false),
        laterImports: named(imports, true),
      },
    ]),
  );
}

function packagesOf({ outputs }: Metafile): readonly string[] {
  const given = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const keys = given.flatMap(([path, { bytesInOutput }]) => {
    const [, key] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return key === undefined || bytesInOutput === 0 ? [] : [key];
  });
  return [...new Set(keys)].sort();
}

/** Bundles a program. The same sources give the same bytes. */
export async function buildProgram({ entry, complete, minify = true }: Program): Promise<Built> {
  const manifest = await readManifest();
  const result = await build({
    entryPoints: { main: entry, ...(complete && { ...drawingEntry, ...laterEntries }) },
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    supported: SUPPORTED,
    jsx: 'automatic',
    // Given, not found: whether esbuild finds tsconfig.json for a file that a plugin resolved depends on
    // which file it comes to first, and with it "use strict" in some modules and the bytes of the bundle.
    tsconfigRaw: {},
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.DEV': '"false"',
      WARREN_VERSION: JSON.stringify(manifest.version),
    },
    external: ['react-devtools-core'],
    plugins: [
      ...(complete ? [drawLater, loadLater] : []),
      wholeReact,
      editPackages(complete),
      workerText({ target: TARGET, minify }),
    ],
    legalComments: 'none',
    // Names of sections: the main one is `main`, those behind an import() are named after its module.
    chunkNames: '[name]-[hash]',
    outdir: 'sections',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });

  const chunks = chunksOf(result.metafile);
  const circle = circleAmong(chunks);
  if (circle) throw new Error(`chunks import one another: ${circle.join(', ')}`);

  const texts = new Map(
    await Promise.all(
      result.outputFiles.map(async ({ path, text }) => {
        const { code } = await transform(plainExports(wholeBuiltins(text)), {
          format: 'cjs',
          platform: 'node',
          target: TARGET,
          minifyWhitespace: true,
          minifySyntax: minify,
          minifyIdentifiers: minify,
          // Tagged templates cannot be written in ASCII, so they become calls.
          charset: 'ascii',
          // import() becomes require(), so that the boot code is the only way to a section.
          supported: { ...SUPPORTED, 'dynamic-import': false, 'template-literal': false },
        });
        return [basename(path), escapedPatterns(code.trimEnd())] as const;
      }),
    ),
  );
  const sections = groupChunks(chunks, MAIN).map((names) =>
    names.map((name) => ({ name, text: texts.get(name) ?? '' })),
  );

  const shares: Record<string, Record<string, number>> = {};
  for (const [path, output] of Object.entries(result.metafile.outputs)) {
    const share: Record<string, number> = {};
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const part = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input;
      share[part] = (share[part] ?? 0) + bytesInOutput;
    }
    shares[basename(path)] = share;
  }
  return {
    archive: await archive(sections, MAIN, oldestNode(manifest)),
    sections,
    shares,
    packages: packagesOf(result.metafile),
  };
}
