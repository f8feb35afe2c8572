import { type Printable, words } from '../text/printable.ts';
import type { Command } from './command.ts';
import { FIELD_KEYS } from './field-commands.ts';

/** What is said of a command that a read-only console does not have. */
export const BARRED = words`Read-only: the command would change the service. Nothing was sent.`;

/**
 * The commands in force: the given layers flattened, nearest first. A key belongs to the first command
 * that claims it, so that a pane may give a global key a meaning of its own.
 */
export function commandTable(
  layers: readonly (readonly Command[])[],
  { readOnly }: { readonly readOnly: boolean },
): readonly Command[] {
  const all = layers.flat();
  return readOnly ? all.filter((command) => !command.danger) : all;
}

export function commandFor(table: readonly Command[], key: string): Command | undefined {
  return table.find((command) => command.keys.includes(key));
}

/** The keys of `command` that really reach it: those no nearer command has taken. */
export function liveKeys(table: readonly Command[], command: Command): readonly string[] {
  return command.keys.filter((key) => commandFor(table, key) === command);
}

/** `commands` as far as they can be reached while text is typed: by keys that neither are text nor edit it. */
export function whileTyping(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => {
    const keys = command.keys.filter(
      (key) => key.length > 1 && key !== 'space' && !FIELD_KEYS.has(key),
    );
    return keys.length > 0 ? [{ ...command, keys }] : [];
  });
}

/** What dispatch needs of the console. */
export interface DispatchContext {
  /** The commands in force now; asked for each key, as a key may change them. */
  table(): readonly Command[];
  say(sentence: Printable): void;
  /** Why nothing can be changed now, as a sentence; undefined when it can. */
  unchangeable?(): Printable | undefined;
  /** A command failed with an error that is not the service's: a bug. */
  failed(error: unknown): void;
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Runs the command that `key` stands for; false when no command has the key. */
export function dispatch(context: DispatchContext, key: string): boolean {
  const command = commandFor(context.table(), key);
  if (!command) return false;
  runCommand(context, command);
  return true;
}

export function runCommand(context: DispatchContext, command: Command): void {
  const reason = (command.danger && context.unchangeable?.()) ?? command.unavailable?.();
  if (reason !== undefined) {
    context.say(reason);
    return;
  }
  try {
    const work = command.run();
    if (work) context.track(work).catch(context.failed);
  } catch (error) {
    context.failed(error);
  }
}
