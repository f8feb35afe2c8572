import type { DriftEntry } from '../contract/drift.ts';
import type { Finding } from './finding.ts';
import type { TerminalEnvironment } from './look-at-terminal.ts';

/** What the doctor of a console is told by whoever knows the process. */
export interface Surroundings {
  readonly env: TerminalEnvironment;
  /** Which program runs on what. */
  readonly program: Finding;
  /** Looks at the program's files and who may read them. */
  lookAtFiles(): Promise<readonly Finding[]>;
  /** How the answers so far differed from the contract. */
  drift(): readonly DriftEntry[];
}
