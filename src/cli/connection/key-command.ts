import { spawn } from 'node:child_process';
import { type Printable, words } from '../../text/printable.ts';
import type { Edges } from '../edges.ts';
import { Refusal } from '../refusal.ts';

/** Long enough to type a passphrase. */
const LONGEST = 60_000;
const LARGEST = 4096;

/**
 * What a command of the configuration writes to its output. It runs in /bin/sh, may ask on the terminal,
 * and does not get to see the key of the environment.
 *
 * @throws Refusal when it fails, takes more than a minute, or writes more than 4 KiB
 */
export function runKeyCommand(
  command: string,
  { env, clock, interrupted }: Pick<Edges, 'env' | 'clock' | 'interrupted'>,
): Promise<string> {
  const { WARREN_ACCESS_KEY: _, ...passed } = env;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, interrupted]);
  const child = spawn('/bin/sh', ['-c', command], {
    env: passed,
    stdio: ['inherit', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  void clock.sleep(LONGEST, signal).then(() => over.abort());

  return new Promise((resolve, reject) => {
    const fail = (reason: Printable) =>
      reject(
        new Refusal([
          words`The access_key_command ${reason}.`,
          words`Run it by hand to see why: warren config show tells where it stands.`,
        ]),
      );
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > LARGEST) over.abort();
    });
    child.on('error', () => {
      if (text.length > LARGEST) fail(words`wrote more than 4 KiB`);
      else if (interrupted.aborted) fail(words`was interrupted`);
      else fail(signal.aborted ? words`took more than a minute` : words`could not be started`);
    });
    child.on('close', (code) => {
      over.abort();
      if (code === 0) resolve(text);
      else fail(code === null ? words`was ended by a signal` : words`ended with exit code ${code}`);
    });
  });
}
