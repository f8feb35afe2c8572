import { dirname, isAbsolute, join } from 'node:path';
import { type Printable, printable, words } from '../text/printable.ts';
import type { KeyWay } from './choose-service.ts';
import { configPath } from './config-file.ts';
import type { Edges } from './edges.ts';
import { Refusal } from './errors.ts';
import { readGuarded } from './trusted-file.ts';

/** Keys are a few dozen characters. */
const LARGEST_FILE = 4096;

/** What asks the operator for a key; the console gives the terminal back meanwhile. */
export interface Asking {
  /** Asks without showing what is typed. Rejects with a Refusal when there is nobody to ask. */
  secret(question: Printable): Promise<string>;
  /** Runs something that may use the terminal itself, such as a password manager. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Gets the access key the way the choice says.
 *
 * @param host for people, in the question
 * @throws Refusal when there is none; its words never hold the key
 */
export async function getAccessKey(
  way: KeyWay,
  host: string,
  edges: Edges,
  asking: Asking,
): Promise<string> {
  switch (way.kind) {
    case 'environment':
      return edges.env['WARREN_ACCESS_KEY'] ?? '';
    case 'file':
      return keyIn(fileText(way.path, edges), words`the access_key_file`);
    case 'command': {
      const text = await asking.during(() => runKeyCommand(way.command, edges));
      return keyIn(text, words`the output of access_key_command`);
    }
    case 'prompt':
      return keyIn(
        await asking.secret(words`Access key for ${printable(host)}: `),
        words`what was typed`,
      );
  }
}

/** The path of a key file as configured: `~/` is the home, what is relative starts at the configuration. */
export function keyFilePath(path: string, env: Edges['env']): string {
  if (path.startsWith('~/')) return join(env['HOME'] ?? '/', path.slice(2));
  if (isAbsolute(path)) return path;
  return join(dirname(configPath(env) ?? '/'), path);
}

function fileText(path: string, { env, uid }: Edges): string {
  const resolved = keyFilePath(path, env);
  const file = readGuarded(resolved, {
    owner: 'alone',
    link: 'refused',
    largest: LARGEST_FILE,
    uid,
  });
  if (file.kind === 'text') return file.text;
  if (file.kind === 'refused') throw new Refusal(file.lines);
  throw new Refusal([words`There is no access_key_file ${printable(resolved)}.`]);
}

/** The first line of `text`, when it can be a key. */
function keyIn(text: string, whence: Printable): string {
  const key = text.split(/\r?\n/, 1)[0]?.trim() ?? '';
  if (key === '') throw new Refusal([words`There is no access key in ${whence}.`]);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new Refusal([
      words`The access key in ${whence} holds characters that no header can carry.`,
    ]);
  }
  return key;
}

/** Long enough to type a passphrase. */
const LONGEST_RUN = 60_000;
const LARGEST_OUTPUT = 4096;

/**
 * What a command of the configuration writes to its output. It runs in /bin/sh, may ask on the terminal,
 * and does not get to see the key of the environment.
 *
 * @throws Refusal when it fails, takes more than a minute, or writes more than 4 KiB
 */
async function runKeyCommand(
  command: string,
  { env, clock, interrupted }: Pick<Edges, 'env' | 'clock' | 'interrupted'>,
): Promise<string> {
  // Takes a millisecond to load, and few have such a command.
  const { spawn } = await import('node:child_process');
  const { WARREN_ACCESS_KEY: _, ...passed } = env;
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, interrupted]);
  const child = spawn('/bin/sh', ['-c', command], {
    env: passed,
    stdio: ['inherit', 'pipe', 'inherit'],
    signal,
    killSignal: 'SIGTERM',
  });
  void clock.sleep(LONGEST_RUN, signal).then(() => over.abort());

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
      if (text.length > LARGEST_OUTPUT) over.abort();
    });
    child.on('error', () => {
      if (text.length > LARGEST_OUTPUT) fail(words`wrote more than 4 KiB`);
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
