import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, type Files, ownUid } from './files.ts';
import { newOwnFolder } from './own-folder.ts';
import { atExit } from './own-process.ts';
import { codeOf } from './system-error.ts';
import type { Environment } from './terminal.ts';
import { directoryRefusal, trustedPath } from './trusted-file.ts';

/** `reason`: a sentence; hostile text. */
export type Edited =
  | { readonly kind: 'saved'; readonly text: string }
  | { readonly kind: 'not saved'; readonly reason: string };

/** Opens a text in the terminal and returns the result. */
export type Editor = (text: string) => Promise<Edited>;

/** Variables passed to an editor: what it needs to draw and find its settings, but no keys. */
const ALLOWED =
  /^(?:PATH|HOME|TERM|TERMINFO|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|SHELL|USER|LOGNAME|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_(?:CONFIG|DATA|CACHE)_HOME|XDG_RUNTIME_DIR)$/;

/** The environment for child processes. */
export function environmentForChild(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && ALLOWED.test(name)) kept[name] = value;
  }
  return kept;
}

interface EditorParts {
  readonly files: Files;
  /** Candidate directories for the temporary file, best first. */
  readonly places: readonly string[];
  readonly environment: Environment;
}

/** Maximum size of the edited text, bytes. */
const MAX_EDITED_BYTES = 1024 * 1024;

/**
 * Runs `$VISUAL`, `$EDITOR` or `vi`, with space-separated arguments and no shell. The text is in a file in its own
 * folder. The folder is removed afterwards, however the program ends, except after SIGKILL; then the next start
 * removes it. Copies the editor keeps elsewhere (backups, history) are not touched.
 */
export function environmentEditor({ files, places, environment }: EditorParts): Editor {
  const command = environment['VISUAL']?.trim() || environment['EDITOR']?.trim() || 'vi';
  const [program = 'vi', ...options] = command.split(/\s+/);
  return async (text) => {
    const folder = newOwnFolder(places.find(isPrivate) ?? places.at(-1) ?? '/', 'edit');
    const path = join(folder, 'value.txt');
    let child: ChildProcess | undefined;
    const clear = () => rmSync(folder, { recursive: true, force: true });
    const stay = atExit(() => {
      // Otherwise it would continue in a terminal that belongs to the shell again.
      child?.kill('SIGHUP');
      clear();
    });
    try {
      await files.createPrivate(path, text);
      child = spawn(program, [...options, path], {
        stdio: 'inherit',
        env: environmentForChild(environment),
      });
      const fault = await endOf(child);
      if (fault !== undefined) return { kind: 'not saved', reason: `${program} ${fault}.` };
      return { kind: 'saved', text: await files.readText(path, MAX_EDITED_BYTES) };
    } catch (error) {
      if (error instanceof FileError) return { kind: 'not saved', reason: error.message };
      // Node throws some system errors when starting a program, and emits others.
      if (codeOf(error) === undefined) throw error;
      return { kind: 'not saved', reason: `${program} could not be started.` };
    } finally {
      stay();
      clear();
    }
  };
}

/** Whether only we can look into a directory, or redirect its path. */
function isPrivate(place: string): boolean {
  const trust = trustedPath(place, ownUid());
  if (trust.kind === 'refused' || !trust.found) return false;
  return directoryRefusal(lstatSync(place), place, ownUid()) === undefined;
}

/** Resolves when the program has ended, with the error if any. */
function endOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('could not be started'));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal ? `was ended by ${signal}` : `ended with status ${code}`);
    });
  });
}
