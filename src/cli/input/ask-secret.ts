import { createKeyReader } from '../../input/key-reader.ts';
import { type Printable, words } from '../../text/printable.ts';
import type { Edges } from '../edges.ts';
import { EXIT } from '../exit-code.ts';
import { Refusal } from '../refusal.ts';
import { typeSecret } from './secret-line.ts';

/**
 * Asks on the terminal for something that is not shown while it is typed.
 *
 * @throws Refusal when there is no terminal to ask on, or the operator gives up
 */
export async function askSecret(
  question: Printable,
  { stdin, stderr, clock, interrupted }: Edges,
): Promise<string> {
  if (!stdin.isTTY || !stderr.isTTY || !stdin.setRawMode) {
    throw new Refusal([
      words`There is no access key for this service, and no terminal to ask for it on.`,
      words`Set WARREN_ACCESS_KEY, or name an access_key_file or an access_key_command in the configuration.`,
    ]);
  }
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const giveUp = () => reject(new Refusal([words`No key was given.`], EXIT.interrupted));
  let typed = '';
  const reader = createKeyReader(clock, (event) => {
    const line = typeSecret(typed, event);
    if (line.kind === 'done') resolve(line.secret);
    else if (line.kind === 'given up') giveUp();
    else typed = line.typed;
  });
  // Before the question: who answers at once must not see the answer.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.on('data', reader.push);
  stdin.on('end', giveUp);
  interrupted.addEventListener('abort', giveUp, { once: true });
  stdin.resume();
  try {
    return await promise;
  } finally {
    reader.close();
    stdin.off('data', reader.push);
    stdin.off('end', giveUp);
    interrupted.removeEventListener('abort', giveUp);
    stdin.pause();
    stdin.setRawMode(false);
    stderr.write('\n');
  }
}
