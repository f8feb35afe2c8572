import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The result of a proof. */
export interface ProofResult {
  /** The name of its section, and of its script `proof:NAME`. */
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

export const PROOFS = join(import.meta.dirname, '../proof/README.md');

/** Replaces the section of a proof, or adds one. Sections are sorted by name. */
export function writeProofResult(result: ProofResult, file = PROOFS): void {
  const [head = '', ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${result.proof}\n`));
  const all = [head, ...[...others, sectionOf(result)].toSorted()];
  writeFileSync(file, `${all.map((each) => each.trim()).join('\n\n')}\n`);
}

const sectionOf = ({ proof, command, seed, summary, rows }: ProofResult): string =>
  [
    `## ${proof}`,
    `\`${command}\`${seed === null ? '' : `, seed ${seed}`}`,
    ...(summary === undefined ? [] : [summary]),
    table(rows),
  ].join('\n\n');

function table(rows: ProofResult['rows']): string {
  const heads = Object.keys(rows[0] ?? {});
  return [
    row(heads),
    row(heads.map(() => '---')),
    ...rows.map((each) => row(heads.map((head) => each[head] ?? ''))),
  ].join('\n');
}

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
