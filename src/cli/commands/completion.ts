import { nearest } from '../../config/nearest.ts';
import { printable, words } from '../../text/printable.ts';
import { completionScripts, type Shell } from '../completion/scripts.ts';
import type { Action } from '../context.ts';
import { EXIT } from '../exit-code.ts';
import { Refusal } from '../refusal.ts';

const isShell = (name: string): name is Shell => Object.hasOwn(completionScripts, name);

export const completionCommand: Action<'completion'> = async (
  { arguments: { SHELL } },
  { stdout },
) => {
  if (!isShell(SHELL)) {
    const meant = nearest(SHELL, Object.keys(completionScripts));
    throw new Refusal([
      words`SHELL is bash, zsh or fish.${meant === undefined ? words`` : words` Did you mean ${printable(meant)}?`}`,
    ]);
  }
  await stdout.write(completionScripts[SHELL]);
  return EXIT.done;
};
