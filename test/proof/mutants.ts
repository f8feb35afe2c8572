/**
 * Mutates a copy of the source, one mutant at a time, and counts those that tests or the compiler detect: `node
 * test/proof/mutants.ts [mutants per folder] [seed] [folder...]`. Runs the tests that import the mutated file, its own first.
 * Prints the survivors. A run of the default folders writes the score to README.md.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { parseAst } from 'vitest/node';
import { numberArgument } from '../support/number-argument.ts';
import { writeProofResult } from '../support/proof-result.ts';
import { seededRandom } from '../support/random.ts';

type Mutant = readonly [start: number, end: number, by: string];
type Node = { readonly [Part in 'left' | 'right' | 'test' | 'argument']: Node } & {
  readonly [Text in 'type' | 'operator']: string;
} & { readonly start: number; readonly end: number; readonly value: unknown };

/** Pairs of operators, each of which is replaced by the other. */
const PAIRS = '> >= < <= === !== + - * /'.split(' ');

function mutantsAt(node: Node, code: string): readonly Mutant[] {
  const { type, start, end, operator, value, left, right, test } = node;
  const part = (of: Node): Mutant => [start, end, code.slice(of.start, of.end)];
  const other = PAIRS[PAIRS.indexOf(operator) ^ 1];
  if (type === 'BinaryExpression' && other) return [[left.end, right.start, ` ${other} `]];
  if (type === 'LogicalExpression') return [left, right].map(part);
  if (/^(If|Cond)/.test(type)) return ['true', 'false'].map((by) => [test.start, test.end, by]);
  if (type === 'UnaryExpression' && operator === '!') return [part(node.argument)];
  if (typeof value === 'boolean') return [[start, end, `${!value}`]];
  if (typeof value === 'number') return [[start, end, `${value + 1}`]];
  return type === 'ExpressionStatement' ? [[start, end, ';']] : [];
}

function mutantsIn(node: Node, code: string): readonly Mutant[] {
  if (/^(Import|TS(?!As|Satisfies|NonNull))/.test(node.type)) return [];
  const children = Object.values(node).flat() as (Node | null)[];
  const nodes = children.filter((child) => typeof child?.type === 'string') as Node[];
  return [...mutantsAt(node, code), ...nodes.flatMap((child) => mutantsIn(child, code))];
}

const root = resolve(import.meta.dirname, '../..');
process.chdir(mkdtempSync(join(tmpdir(), 'mutants-')));
for (const name of ['src', 'test', '.build', 'package.json', 'tsconfig.json'])
  cpSync(join(root, name), name, { recursive: true });
symlinkSync(join(root, 'node_modules'), 'node_modules');

const files = globSync('{src,test}/**/*.{ts,tsx}').sort();
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const importers = new Map<string, string[]>();
for (const [file, text] of texts)
  for (const [, name = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
    const target = normalize(join(dirname(file), name));
    importers.set(target, [...(importers.get(target) ?? []), file]);
  }

/** The tests below `folder` that import one of `named`, or else one of their importers. */
function testsOf(named: readonly string[], folder: string): readonly string[] {
  const next = [...new Set(named.flatMap((file) => importers.get(file) ?? []))];
  const tests = next.filter((file) => file.startsWith(folder) && file.includes('.test.'));
  return tests.length > 0 || next.length === 0 ? tests : testsOf(next, folder);
}

/** Whether a test fails. A timeout counts as a failure. */
function fails(tests: readonly string[]): boolean {
  const vitest = 'node_modules/vitest/vitest.mjs run --config=test/vitest.config.ts --bail=1';
  const args = [...vitest.split(' '), '--pool=threads', '--maxWorkers=1', ...tests];
  return tests.length > 0 && spawnSync(process.execPath, args, { timeout: 300_000 }).status !== 0;
}

function isNoticed(file: string, [start, end, by]: Mutant): boolean {
  const code = texts.get(file) ?? '';
  writeFileSync(file, code.slice(0, start) + by + code.slice(end));
  const own = file.replace('src', 'test').replace(/\.tsx?$/, '.test.');
  const tests = Map.groupBy(testsOf([file], dirname(own)), (test) => test.startsWith(own));
  const compiles = () => spawnSync('node_modules/.bin/tsc', ['-p', '.']).status === 0;
  const noticed = fails(tests.get(true) ?? []) || fails(tests.get(false) ?? []) || !compiles();
  writeFileSync(file, code);
  const line = code.slice(0, start).split('\n').length;
  if (!noticed) console.log(`${file}:${line}  ${code.slice(start, end)}  →  ${by}`);
  return noticed;
}

const count = numberArgument(1, 20);
const seed = numberArgument(2, 1);
const only = process.argv.slice(4);
const usual = ['src/contract', 'src/http', 'src/feeds', 'src/mutations', 'src/events/filter'];
const random = seededRandom(seed);
const rows: { Folder: string; Mistakes: string; Noticed: string }[] = [];
for (const folder of only.length > 0 ? only : usual) {
  if (fails([folder.replace('src', 'test')])) throw new Error(`Tests of ${folder} fail anyhow.`);
  const left = [...texts].flatMap(([file, text]) => {
    const tree = file.startsWith(`${folder}/`) && (parseAst(text, { lang: 'ts' }) as unknown);
    return tree ? mutantsIn(tree as Node, text).map((mutant) => [file, mutant] as const) : [];
  });
  const all = left.length;
  const chosen = () => left.splice(random.below(left.length), 1);
  const sample = Array.from({ length: Math.min(count, all) }, chosen).flat();
  const noticed = sample.filter((each) => isNoticed(...each)).length;
  const share = Math.round((100 * noticed) / sample.length);
  rows.push({
    Folder: folder,
    Mistakes: `${sample.length} of ${all}`,
    Noticed: `${noticed} (${share} %)`,
  });
  console.log(rows.at(-1));
}
if (only.length === 0) {
  const command = `npm run proof:mutants -- ${count} ${seed}`;
  writeProofResult({ proof: 'mutants', command, seed, rows });
}
