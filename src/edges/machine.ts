import { randomUUID } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import { type Directories, realDirectories } from './directories.ts';
import { type Editor, environmentEditor } from './editor.ts';
import { type Files, realFiles } from './files.ts';
import { type Operator, operatorOf } from './operator.ts';

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

/** The part of the environment that says where state is kept. */
interface StateEnvironment {
  readonly XDG_STATE_HOME?: string | undefined;
  readonly HOME?: string | undefined;
}

/**
 * Where the program keeps what must outlive a run: `$XDG_STATE_HOME/warren`, otherwise
 * `~/.local/state/warren`. Relative paths are passed over, as the XDG specification asks; null when nothing
 * is left. The directory need not be there yet.
 */
export function stateDirectory({ XDG_STATE_HOME, HOME }: StateEnvironment): string | null {
  if (XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME)) return join(XDG_STATE_HOME, 'warren');
  if (HOME && isAbsolute(HOME)) return join(HOME, '.local', 'state', 'warren');
  return null;
}
