import { dirname, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { trustedPath } from '../../../edges/trusted-file.ts';
import {
  ENVIRONMENT_IS_ELSEWHERE,
  getAccessKey,
  keyFilePath,
  promptOn,
} from '../../../session/access-key.ts';
import { askSecret } from '../../../session/ask-secret.ts';
import type { KeySource } from '../../../session/choose-service.ts';
import { configPath } from '../../../session/config-file.ts';
import type { Edges } from '../../../session/edges.ts';
import { UserError } from '../../../session/errors.ts';
import { writeKeyFile } from '../../../session/replace-file.ts';
import { KEY, readTrustedFile } from '../../../session/trusted-file.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { type Questions, readOneOf, readText, refuse } from './questions.ts';

const WAYS = ['environment', 'file', 'command'] as const;

const readWay = readOneOf(WAYS, words`Type environment, file or command.`);

/** Where the key comes from. Nothing is written until all questions are answered. */
export interface NewKey {
  readonly source: KeySource;
  /** A typed key, for a file that does not exist yet. */
  readonly typed: string | null;
}

/** What the key is used for. */
interface KeyUse {
  /** The existing configuration. */
  readonly config: Config;
  /** The profile name. */
  readonly name: string;
  readonly host: string;
  /** Whether `WARREN_ACCESS_KEY` belongs to this service. */
  readonly isOfEnvironment: boolean;
}

/** Whether a path leads to the configuration (which may not exist yet) or to a file that it includes. */
function isConfiguration(path: string, { include }: Config, { env, uid }: Edges): boolean {
  const own = configPath(env) ?? '';
  const led = (each: string) => {
    const trust = trustedPath(each, uid);
    return trust.kind === 'trusted' ? trust.path : undefined;
  };
  const target = led(path);
  const included = (include ?? []).map(({ value }) => resolve(dirname(own), value));
  return target !== undefined && [own, ...included].some((each) => led(each) === target);
}

const notOfConfiguration = (path: string): Printable =>
  words`${printable(path)} belongs to the configuration: the key needs a file of its own.`;

const KEPT = words`Your answers are kept: correct it in another window, then press Enter.`;

/** Asks for the source of the key. If the key file does not exist yet, asks for the key itself without showing it. */
export async function askKey(
  questions: Questions,
  { name, host, config, isOfEnvironment }: KeyUse,
  { edges, messages }: Context,
): Promise<NewKey> {
  messages.print(words`The access key is never written into the configuration. It can come from`);
  messages.print(words`  environment  the variable WARREN_ACCESS_KEY`);
  messages.print(words`  file         a file of its own that only you can read`);
  messages.print(words`  command      the output of a command, such as a password manager's`);
  if (!isOfEnvironment) {
    messages.print(ENVIRONMENT_IS_ELSEWHERE);
    messages.print(words`With environment the key of this service is asked for every time.`);
  }
  let refused: Printable | null = null;
  for (;;) {
    const way = await questions.ask(
      words`Where does the key come from`,
      readWay,
      refused === null ? words`environment` : words`file`,
    );
    if (way === 'environment') return { source: { kind: 'environment' }, typed: null };
    if (way === 'command') {
      const command = await questions.ask(words`Command`, readText);
      return { source: { kind: 'command', command }, typed: null };
    }
    const path = await questions.ask(
      words`File`,
      readText,
      refused ?? words`${printable(name)}.key`,
    );
    const resolved = keyFilePath(path, edges.env);
    const found = readTrustedFile(resolved, { ...KEY, uid: edges.uid });
    if (found.kind !== 'refused' && isConfiguration(resolved, config, edges)) {
      messages.print(notOfConfiguration(resolved));
      continue;
    }
    const source = { kind: 'file', path } as const;
    if (found.kind === 'absent') {
      messages.print(words`${printable(resolved)} does not exist yet.`);
      messages.print(words`It is written at the end, with the key that you type here:`);
      const key = await askSecret(words`Access key for ${printable(host)}: `, edges);
      if (key.trim() !== '') return { source, typed: key };
      messages.print(words`There is no access key in what was typed.`);
      continue;
    }
    const lines =
      found.kind === 'refused'
        ? found.lines
        : await refusalOf(getAccessKey(source, host, edges, promptOn(edges)));
    if (lines === null) return { source, typed: null };
    for (const line of lines) messages.print(line);
    messages.print(KEPT);
    refused = printable(path);
  }
}

/** The lines of the UserError that `work` failed with; null if it succeeded. */
const refusalOf = (work: Promise<unknown>): Promise<readonly Printable[] | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof UserError) return error.lines;
      throw error;
    },
  );

/**
 * Writes a typed key to its file. If that fails, asks for another file.
 *
 * @returns where the key is
 */
export async function keepKey(
  questions: Questions,
  { source, typed }: NewKey,
  config: Config,
  { edges, messages }: Context,
): Promise<KeySource> {
  if (typed === null || source.kind !== 'file') return source;
  const at = (path: string) => keyFilePath(path, edges.env);
  const readPath = (answer: string): string =>
    isConfiguration(at(answer), config, edges)
      ? refuse(notOfConfiguration(at(answer)))
      : readText(answer);
  let { path } = source;
  for (;;) {
    const lines = await refusalOf(writeKeyFile(at(path), typed));
    if (lines === null) {
      messages.print(words`Written: ${printable(at(path))}, with the access key, for you alone.`);
      return { kind: 'file', path };
    }
    for (const line of lines) messages.print(line);
    messages.print(KEPT);
    path = await questions.ask(words`File`, readPath, printable(path));
  }
}
