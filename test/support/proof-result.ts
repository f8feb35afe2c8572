import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a proof, for `test/proof/README.md`. */
export interface ProofResult {
  /** The name of its file, and of its script `proof:NAME`. */
  readonly proof: string;
  /** Reproduces the result. */
  readonly command: string;
  /** Null if nothing is random. */
  readonly seed: number | null;
  /** What was done and found, in sentences. */
  readonly summary?: string;
  /** Rows of a table. All have the same keys, which are the column heads. */
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

const RESULTS = join(import.meta.dirname, '../proof/results');

/** Writes `test/proof/results/NAME.json`. */
export function writeProofResult(result: ProofResult, folder = RESULTS): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${result.proof}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** All stored results, by name. */
export function readProofResults(folder = RESULTS): readonly ProofResult[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
