import type { Finding } from '../../../doctor/finding.ts';
import { askTerminal, type TerminalAnswer } from '../../../doctor/terminal-answer.ts';
import { lookAtTerminal, withoutTerminal } from '../../../doctor/terminal-checks.ts';
import { canPlaceCursor } from '../../../edges/terminal-environment.ts';
import { FEATURE_QUERY } from '../../../painter/sequences.ts';
import type { Edges } from '../../edges.ts';

/** Takes the terminal for one question: keys as they come, and back. */
async function answerOf({ stdin, stdout, clock, interrupted }: Edges): Promise<TerminalAnswer> {
  if (!stdin.setRawMode) return { kind: 'silent' };
  stdin.setRawMode(true);
  try {
    return await askTerminal(
      {
        queryFeatures: () => void stdout.write(FEATURE_QUERY),
        onInput(listener) {
          stdin.on('data', listener);
          stdin.resume();
          return () => {
            stdin.off('data', listener);
            stdin.pause();
          };
        },
      },
      clock,
      interrupted,
    );
  } finally {
    stdin.setRawMode(false);
  }
}

/** The terminal that the command runs on, if it is one. */
export async function lookAtOwnTerminal(edges: Edges): Promise<readonly Finding[]> {
  const { env, stdin, stdout } = edges;
  if (!stdin.isTTY || !stdout.isTTY) return withoutTerminal(env);
  const { columns = 0, rows = 0 } = stdout;
  // One that cannot place its cursor would print the question.
  const answer: TerminalAnswer = canPlaceCursor(env) ? await answerOf(edges) : { kind: 'silent' };
  return lookAtTerminal({ env, size: { columns, rows }, answer });
}
