import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FileError, type Files } from './files.ts';

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
export function environmentForChild(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && ALLOWED.test(name)) kept[name] = value;
  }
  return kept;
}

/** What an editor needs. */
interface EditorParts {
  readonly files: Files;
  /** Where the text lies meanwhile, in a file that only its owner can read. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The largest text that is taken back, bytes. */
const LARGEST = 1024 * 1024;

/**
 * `$VISUAL`, `$EDITOR` or `vi`, with its arguments told apart by spaces; no shell is asked. The text goes
 * through a file that is removed afterwards. What the editor itself keeps of it (backups, histories) is the
 * editor's business.
 */
export function environmentEditor({ files, directory, environment }: EditorParts): Editor {
  const command = environment['VISUAL']?.trim() || environment['EDITOR']?.trim() || 'vi';
  const [program = 'vi', ...options] = command.split(/\s+/);
  return async (text) => {
    const path = join(directory, `edit-${randomBytes(8).toString('hex')}.txt`);
    try {
      await files.createPrivate(path, text);
      const fault = await runToEnd(program, [...options, path], environmentForChild(environment));
      if (fault !== undefined) return { kind: 'not saved', reason: `${program} ${fault}.` };
      return { kind: 'saved', text: await files.readText(path, LARGEST) };
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return { kind: 'not saved', reason: error.message };
    } finally {
      await files.remove(path).catch(() => undefined);
    }
  };
}

/** Resolves when the program has ended: with what went wrong, or undefined. */
function runToEnd(
  program: string,
  parameters: readonly string[],
  env: Record<string, string>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: 'inherit', env });
    child.once('error', () => resolve('could not be started'));
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(signal ? `was ended by ${signal}` : `ended with status ${code}`);
    });
  });
}
