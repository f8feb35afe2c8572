import { printable, words } from '../../../text/printable.ts';
import { configPath } from '../../connection/config-file.ts';
import type { Action } from '../../context.ts';
import { EXIT } from '../../exit-code.ts';
import { Refusal } from '../../refusal.ts';

/** The path as it is and nothing else, in every format: a shell puts it into a command. */
export const configPathCommand: Action<'config path'> = async (_, { edges, stdout }) => {
  const path = configPath(edges.env);
  if (path === undefined) {
    throw new Refusal([words`There is no place for a configuration: HOME is not set.`]);
  }
  await stdout.write(`${stdout.isTerminal ? printable(path) : path}\n`);
  return EXIT.done;
};
