import { randomUUID } from 'node:crypto';
import { type Directories, realDirectories } from './directories.ts';
import { type Editor, environmentEditor } from './editor.ts';
import { type Files, realFiles } from './files.ts';
import { type Operator, operatorOf } from './operator.ts';
import { stateDirectory } from './state-directory.ts';

/** What lies around the program, beside the clock and the terminal. */
export interface Machine {
  readonly files: Files;
  readonly directories: Directories;
  /** Who sits at the terminal. */
  readonly operator: Operator;
  /** Where what outlives a run is kept; null when the environment names no place. */
  readonly stateDirectory: string | null;
  /** Absent when there is no place for its file. */
  readonly editor?: Editor | undefined;
  /** An id that no other run has made. */
  newId(): string;
}

/** The machine the process runs on, by its environment. */
export function realMachine(environment: Readonly<Record<string, string | undefined>>): Machine {
  const files = realFiles();
  const directory = stateDirectory(environment);
  let operator: Operator | undefined;
  return {
    files,
    directories: realDirectories(),
    // Asked for when something is changed, if anything is.
    get operator() {
      operator ??= operatorOf(environment);
      return operator;
    },
    stateDirectory: directory,
    editor: directory === null ? undefined : environmentEditor({ files, directory, environment }),
    newId: randomUUID,
  };
}
