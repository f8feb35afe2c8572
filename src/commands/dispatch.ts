import type { Printable } from '../text/printable.ts';
import type { Command } from './command.ts';
import { commandFor } from './table.ts';

/** What dispatch needs of the console. */
export interface DispatchContext {
  /** The commands in force now; asked for each key, as a key may change them. */
  table(): readonly Command[];
  /** Says one sentence to the operator. */
  say(sentence: Printable): void;
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

/** Runs `command`, or says why it cannot be run. */
export function runCommand(context: DispatchContext, command: Command): void {
  const reason = command.unavailable?.();
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
