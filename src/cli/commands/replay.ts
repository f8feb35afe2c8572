import { EXIT, UserError } from '../../session/errors.ts';
import { openedRecording } from '../../session/replay-session.ts';
import { words } from '../../text/printable.ts';
import type { Action } from '../context.ts';

export const replayCommand: Action<'replay'> = async ({ arguments: { FILE } }, context) => {
  // What is wrong with the file is said before the screen is taken.
  (await openedRecording(FILE)).file.close();
  if (!context.openConsole) throw new UserError([words`A recording is looked at in the console.`]);
  context.openConsole(['--replay', FILE]);
  return EXIT.done;
};
