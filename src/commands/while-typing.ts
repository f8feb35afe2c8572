import type { Command } from './command.ts';

/** Control keys that edit the line being typed. */
const EDITS = new Set(['ctrl-u', 'ctrl-w']);

/** `commands` as far as they can be reached while text is typed: by keys that neither are text nor edit it. */
export function whileTyping(commands: readonly Command[]): readonly Command[] {
  return commands.flatMap((command) => {
    const keys = command.keys.filter((key) => key.length > 1 && key !== 'space' && !EDITS.has(key));
    return keys.length > 0 ? [{ ...command, keys }] : [];
  });
}
