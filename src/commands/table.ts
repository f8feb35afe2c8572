import { keyName } from '../text/key-names.ts';
import { type Printable, words } from '../text/printable.ts';
import type { Room } from '../text/spoken.ts';
import type { Command } from './command.ts';
import { FIELD_KEYS } from './field-commands.ts';

/** Shown for a command that does not exist in read-only mode. */
export const BARRED = words`Read-only: the command would change the service. Nothing was sent.`;

/**
 * All available commands, the innermost layer first. A key belongs to the first command that claims it, so a pane may
 * override a global key.
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

/** Without the commands that are listed as a typed command only. */
export const listedByKey = (commands: readonly Command[]): readonly Command[] =>
  commands.filter(({ keys, typed }) => keys.length > 0 || typed === undefined);

/** The keys of `command` that no command before it has. */
export function liveKeys(table: readonly Command[], command: Command): readonly string[] {
  return command.keys.filter((key) => commandFor(table, key) === command);
}

/** The names of its live keys: `? F1`. */
export const keysOf = (
  table: readonly Command[],
  command: Command,
  room: Pick<Room, 'ascii'>,
): Printable =>
  liveKeys(table, command)
    .map((key) => keyName(key, room))
    .join(' ') as Printable;

/** The commands available while typing: those with keys that neither are text nor edit it. */
export function whileTyping(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => {
    const keys = command.keys.filter(
      (key) => key.length > 1 && key !== 'space' && !FIELD_KEYS.has(key),
    );
    return keys.length > 0 ? [{ ...command, keys }] : [];
  });
}

/** What dispatch needs. */
export interface DispatchContext {
  /** The current commands. Read for each key, since a key may change them. */
  table(): readonly Command[];
  say(sentence: Printable): void;
  /** Why nothing can be changed now, as a sentence; undefined if it can. */
  unchangeable(): Printable | undefined;
  /** Called when a command fails because of a bug. */
  failed(error: unknown): void;
  track<Value>(work: Promise<Value>): Promise<Value>;
}

/** Runs the command bound to `key`; false if there is none. */
export function dispatch(context: DispatchContext, key: string): boolean {
  const command = commandFor(context.table(), key);
  if (!command) return false;
  runCommand(context, command);
  return true;
}

export function runCommand(context: DispatchContext, command: Command): void {
  const reason = (command.danger && context.unchangeable()) ?? command.unavailable?.();
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
