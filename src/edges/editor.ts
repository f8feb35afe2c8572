import { type ChildProcess, spawn } from 'node:child_process';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileError, type Files, ownUid } from './files.ts';
import { newOwnFolder } from './own-folder.ts';
import { codeOf } from './system-error.ts';
import type { Environment } from './terminal.ts';
import { directoryRefusal, trustedPath } from './trusted-file.ts';

/** What came out of an editor. `reason`: a sentence; hostile text. */
export type Edited =
  | { readonly kind: 'saved'; readonly text: string }
  | { readonly kind: 'not saved'; readonly reason: string };

/** An editor that takes the terminal, shows it a text and gives back what became of it. */
export type Editor = (text: string) => Promise<Edited>;

/** What is handed on to an editor: what it needs to draw and to find its settings, and no key. */
const ALLOWED =
  /^(?:PATH|HOME|TERM|TERMINFO|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|SHELL|USER|LOGNAME|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_(?:CONFIG|DATA|CACHE)_HOME|XDG_RUNTIME_DIR)$/;

/** The environment that a child of ours may see. */
export function environmentForChild(environment: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && ALLOWED.test(name)) kept[name] = value;
  }
  return kept;
}

/** What an editor needs. */
interface EditorParts {
  readonly files: Files;
  /** Where the text may lie meanwhile, in a folder that only its owner can look into; the best place first. */
  readonly places: readonly string[];
  readonly environment: Environment;
}

/** The largest text that is taken back, bytes. */
const LARGEST = 1024 * 1024;

/**
 * `$VISUAL`, `$EDITOR` or `vi`, with its arguments told apart by spaces; no shell is asked. The text goes
 * through a file in a folder of its own, which is removed afterwards with what the editor put beside it, however
 * the program ends but for SIGKILL; what that leaves the next start sweeps. What the editor keeps elsewhere
 * (backups, histories) is the editor's business.
 */
export function environmentEditor({ files, places, environment }: EditorParts): Editor {
  const command = environment['VISUAL']?.trim() || environment['EDITOR']?.trim() || 'vi';
  const [program = 'vi', ...options] = command.split(/\s+/);
  return async (text) => {
    const folder = newOwnFolder(places.find(isPrivate) ?? places.at(-1) ?? '/', 'edit');
    const path = join(folder, 'value.txt');
    let child: ChildProcess | undefined;
    const clear = () => rmSync(folder, { recursive: true, force: true });
    const atExit = () => {
      // It would go on with a terminal that is the shell's again.
      child?.kill('SIGHUP');
      clear();
    };
    process.once('exit', atExit);
    try {
      await files.createPrivate(path, text);
      child = spawn(program, [...options, path], {
        stdio: 'inherit',
        env: environmentForChild(environment),
      });
      const fault = await endOf(child);
      if (fault !== undefined) return { kind: 'not saved', reason: `${program} ${fault}.` };
      return { kind: 'saved', text: await files.readText(path, LARGEST) };
    } catch (error) {
      if (error instanceof FileError) return { kind: 'not saved', reason: error.message };
      // Node throws some errors of the system when it starts a program, and emits others.
      if (codeOf(error) === undefined) throw error;
      return { kind: 'not saved', reason: `${program} could not be started.` };
    } finally {
      process.off('exit', atExit);
      clear();
    }
  };
}

/** Whether nobody else can look into a directory, or lead it elsewhere. */
function isPrivate(place: string): boolean {
  const trust = trustedPath(place, ownUid());
  if (trust.kind === 'refused' || !trust.found) return false;
  return directoryRefusal(lstatSync(place), place, ownUid()) === undefined;
}

/** Resolves when the program has ended: with what went wrong, or undefined. */
function endOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => resolve('could not be started'));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal ? `was ended by ${signal}` : `ended with status ${code}`);
    });
  });
}
