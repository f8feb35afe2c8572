import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a proof came to, for `test/proof/README.md`. */
export interface ProofResult {
  /** Its name: of the file, and behind `proof:` in `package.json`. */
  readonly proof: string;
  /** What gives the same again. */
  readonly command: string;
  /** Null where nothing was left to chance. */
  readonly seed: number | null;
  /** What was done, and what it came to, in sentences. */
  readonly summary?: string;
  /** A table: every row has the same keys, which are the heads of its columns. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

const RESULTS = join(import.meta.dirname, '../proof/results');

/** Writes `test/proof/results/NAME.json`. */
export function writeProofResult(result: ProofResult, folder = RESULTS): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.proof}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** The results of all proofs that were run, by name. */
export function readProofResults(folder = RESULTS): readonly ProofResult[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
