import type { ChildProcess } from 'node:child_process';
import { dirname, isAbsolute, join } from 'node:path';
import { kill } from 'node:process';
import { type EngineAddress, parseEngineAddress } from '../archive/address.ts';
import type { ArchivePasswords } from '../archive/archive.ts';
import type { Config } from '../config/config.ts';
import { MAX_KEY_BYTES } from '../config/defaults.ts';
import type { Fault, Place } from '../config/form.ts';
import { WOKEN } from '../edges/clock.ts';
import { processesBelow } from '../edges/own-process.ts';
import { codeOf } from '../edges/system-error.ts';
import type { Environment } from '../edges/terminal.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { KeySource } from './choose-service.ts';
import { configPath, loadConfig } from './config-file.ts';
import { type Edges, withoutSecrets } from './edges.ts';
import { EXIT, UserError } from './errors.ts';
import { KEY, readTrustedFile } from './trusted-file.ts';

/** Asks the operator for a secret. The console gives up the terminal in the meantime. */
export interface Prompter {
  /** Reads input without echo. Rejects with a UserError if there is no terminal. */
  secret(question: Printable, otherwise?: readonly Printable[]): Promise<string>;
  /** Runs something that may use the terminal itself, such as a password manager. */
  withTerminal<T>(work: () => Promise<T>): Promise<T>;
}

/** A prompter. At the command line nothing else uses the terminal. */
export const promptOn = (
  edges: Edges,
  withTerminal: Prompter['withTerminal'] = (work) => work(),
): Prompter => ({
  async secret(question, otherwise) {
    const { askSecret } = await import('./ask-secret.ts');
    return withTerminal(() => askSecret(question, edges, otherwise));
  },
  withTerminal,
});

/** How a secret is described in messages. */
interface SecretNames {
  readonly noun: Printable;
  readonly question: Printable;
  readonly variable: 'WARREN_ACCESS_KEY' | 'WARREN_ARCHIVE_PASSWORD';
  /** Its name in the configuration keys `NAME_file` and `NAME_command`. */
  readonly key: Printable;
  /** The error when nobody can be asked; by default that for an access key. */
  readonly otherwise?: readonly Printable[];
}

/**
 * Gets the access key from the chosen source. Warns if `WARREN_ACCESS_KEY` is set for another service.
 *
 * @param host shown in the question
 * @throws UserError without a key; its text never contains the key
 */
export function getAccessKey(
  way: KeySource,
  host: string,
  edges: Edges,
  prompter: Prompter,
): Promise<string> {
  const isElsewhere = Boolean(edges.env['WARREN_ACCESS_KEY']);
  return getSecret(
    way,
    {
      noun: words`access key`,
      question: words`Access key for ${printable(host)}${isElsewhere ? words` (WARREN_ACCESS_KEY is for another service)` : words``}: `,
      variable: 'WARREN_ACCESS_KEY',
      key: words`access_key`,
      ...(isElsewhere && { otherwise: KEY_IS_ELSEWHERE }),
    },
    edges,
    prompter,
  );
}

/** Shown when `WARREN_ACCESS_KEY` belongs to another service. */
export const ENVIRONMENT_IS_ELSEWHERE = words`WARREN_ACCESS_KEY is for the service of WARREN_BASE_URL or, without that, of the default profile. This is another one.`;

const KEY_IS_ELSEWHERE: readonly Printable[] = [
  words`There is no access key for this service, and no terminal to ask for it on.`,
  ENVIRONMENT_IS_ELSEWHERE,
];

/** Gets a secret from the chosen source. Rejects like {@link getAccessKey}. */
async function getSecret(
  way: KeySource,
  names: SecretNames,
  edges: Edges,
  prompter: Prompter,
): Promise<string> {
  switch (way.kind) {
    case 'environment': {
      const value = edges.env[names.variable] ?? '';
      // A password may be any text, even empty.
      return names.variable === 'WARREN_ACCESS_KEY'
        ? keyIn(value, names, printable(names.variable))
        : value;
    }
    case 'file':
      return keyIn(fileText(way.path, names, edges), names, words`the ${names.key}_file`);
    case 'command': {
      const text = await prompter.withTerminal(() => runKeyCommand(way.command, names, edges));
      // Password managers add further fields below the password.
      const [first = ''] = text.split('\n', 1);
      return keyIn(first, names, words`the output of ${names.key}_command`);
    }
    case 'prompt':
      return keyIn(
        await prompter.secret(names.question, names.otherwise),
        names,
        words`what was typed`,
      );
  }
}

/** Resolves the path of a key file: `~/` is the home directory, relative paths start at the configuration. */
export function keyFilePath(path: string, env: Edges['env']): string {
  if (path.startsWith('~/')) return join(env['HOME'] ?? '/', path.slice(2));
  if (isAbsolute(path)) return path;
  return join(dirname(configPath(env) ?? '/'), path);
}

function fileText(path: string, names: SecretNames, { env, uid }: Edges): string {
  const resolved = keyFilePath(path, env);
  const file = readTrustedFile(resolved, { ...KEY, uid });
  if (file.kind === 'text') return file.text;
  if (file.kind === 'refused') throw new UserError(file.lines);
  throw new UserError([words`There is no ${names.key}_file ${printable(resolved)}.`]);
}

/** Trims a text, and checks that it can be a key: one line that a header can carry. */
function keyIn(text: string, { noun }: SecretNames, whence: Printable): string {
  const key = text.trim();
  if (key === '') throw new UserError([words`There is no ${noun} in ${whence}.`]);
  if (/[\r\n]/.test(key)) {
    throw new UserError([
      words`There is more than one line in ${whence}: which one is the ${noun}?`,
    ]);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UserError([
      words`The ${noun} in ${whence} holds characters that no header can carry.`,
    ]);
  }
  return key;
}

/** Long enough to type a passphrase. */
const COMMAND_TIMEOUT_MS = 60_000;

/** How long to wait for output after the command has ended, in milliseconds. */
const OUTPUT_GRACE_MS = 200;

/**
 * Runs a configured command in /bin/sh and returns its output. It may use the terminal, but does not get the key from
 * the environment. Background processes that it leaves running are not waited for.
 *
 * @throws UserError when it fails, takes more than a minute, or writes more than 4 KiB
 */
async function runKeyCommand(
  command: string,
  names: SecretNames,
  { env, stdin, clock, interrupted }: Pick<Edges, 'env' | 'stdin' | 'clock' | 'interrupted'>,
): Promise<string> {
  // Loaded on demand: it takes a millisecond, and few need it.
  const { spawn } = await import('node:child_process');
  const ended = new AbortController();
  // Without a terminal it gets its own process group, so that all of it can be killed.
  const hasGroup = !stdin.isTTY;
  const start = () =>
    spawn('/bin/sh', ['-c', command], {
      env: withoutSecrets(env),
      stdio: ['inherit', 'pipe', 'inherit'],
      detached: hasGroup,
    });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sentence = (reason: Printable) => words`The ${names.key}_command ${reason}.`;
  const fail = (reason: Printable) =>
    reject(new UserError([sentence(reason), words`Run it by hand to see why.`]));
  let child: ReturnType<typeof start>;
  try {
    child = start();
  } catch (error) {
    // Node throws some system errors and emits others.
    if (codeOf(error) === undefined) throw error;
    fail(words`could not be started`);
    return promise;
  }
  let text = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk: string) => {
    text += chunk;
    if (text.length > MAX_KEY_BYTES) fail(words`wrote more than 4 KiB`);
  });
  child.on('error', () => fail(words`could not be started`));
  const interrupt = () =>
    reject(new UserError([sentence(words`was interrupted`)], EXIT.interrupted));
  child.on('exit', (code, signal) => {
    const settle = () => {
      if (code === 0) resolve(text);
      // The terminal sends Ctrl-C to the command, too, which may end first.
      else if (signal === 'SIGINT' || code === EXIT.interrupted) interrupt();
      else fail(code === null ? words`was ended by a signal` : words`ended with exit code ${code}`);
    };
    // The output may have been closed before the process ended.
    if (child.stdout.closed) return settle();
    child.stdout.once('close', settle);
    void clock.sleep(OUTPUT_GRACE_MS, ended.signal).then(settle);
  });
  void clock
    .sleep(COMMAND_TIMEOUT_MS, ended.signal)
    .then(() => fail(words`took more than a minute`));
  interrupted.addEventListener('abort', interrupt);
  if (interrupted.aborted) interrupt();
  try {
    return await promise;
  } finally {
    ended.abort(WOKEN);
    interrupted.removeEventListener('abort', interrupt);
    endAll(child, hasGroup);
  }
}

/** Kills what is left of a command. Background processes could keep our end of the pipe open forever. */
function endAll(child: ChildProcess, hasGroup: boolean): void {
  const { pid } = child;
  child.stdout?.destroy();
  child.unref();
  if (pid === undefined) return;
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const single = hasEnded ? [] : [...processesBelow(pid), pid];
  for (const each of hasGroup ? [-pid] : single) {
    try {
      kill(each, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}

/**
 * The passwords of archives: from the configuration, by server and user; from `WARREN_ARCHIVE_PASSWORD` for the
 * server of `WARREN_ARCHIVE_URL`; otherwise from a prompt. None is sent to another server than the one it is
 * configured for. A rejected password is fetched again next time.
 */
export function archivePasswords(edges: Edges, prompter: Prompter): ArchivePasswords {
  const known = new Map<string, Promise<string>>();
  const get = async (address: EngineAddress) => {
    const config = await loadConfig(edges.env, edges.uid);
    const names = {
      noun: words`password`,
      question: words`Password of ${printable(address.user)} at ${printable(address.host)}: `,
      variable: 'WARREN_ARCHIVE_PASSWORD',
      key: words`password`,
      otherwise: [
        words`There is no password for ${printable(address.text)}, and no terminal to ask for it on.`,
        words`Set WARREN_ARCHIVE_URL and WARREN_ARCHIVE_PASSWORD, or name a password_file or a password_command below archives in the configuration.`,
      ],
    } as const;
    return getSecret(passwordSource(address, edges.env, config), names, edges, prompter);
  };
  return {
    of(address) {
      const name = whose(address);
      const password = known.get(name) ?? get(address);
      known.set(name, password);
      password.catch(() => known.delete(name));
      return password;
    },
    refused: (address) => void known.delete(whose(address)),
  };
}

const whose = ({ origin, user }: EngineAddress): string => `${origin} ${user}`;

const isFor = (address: EngineAddress, url: string | undefined): boolean => {
  const parsed = url === undefined ? undefined : parseEngineAddress(url);
  return parsed?.kind === 'ok' && whose(parsed.address) === whose(address);
};

/** The source of the password for an address. Only the environment can supply an empty one. */
export function passwordSource(
  address: EngineAddress,
  env: Environment,
  config: Pick<Config, 'archives'>,
): KeySource {
  const isSet = env['WARREN_ARCHIVE_PASSWORD'] !== undefined;
  if (isSet && isFor(address, env['WARREN_ARCHIVE_URL'])) return { kind: 'environment' };
  for (const { url, password_file: file, password_command: command } of config.archives?.values() ??
    []) {
    if (!isFor(address, url?.value)) continue;
    if (file) return { kind: 'file', path: file.value };
    if (command) return { kind: 'command', command: command.value };
  }
  return { kind: 'prompt' };
}

/**
 * The URL of the archive that receives audit entries; undefined if they stay on this machine.
 *
 * @throws UserError when it is not configured, or its password would need a prompt
 */
export function auditArchiveOf(
  config: Pick<Config, 'audit' | 'archives'>,
  env: Environment,
): string | undefined {
  const fault = auditFault(config, env);
  if (fault) throw new UserError([words`${printable(fault.key)}: ${printable(fault.sentence)}`]);
  const [only] = config.archives?.values() ?? [];
  return config.audit?.value === 'archive' ? only?.url?.value : undefined;
}

/** Why audit entries cannot be sent as configured; undefined if they can, or need not be. */
export function auditFault(
  { audit, archives }: Pick<Config, 'audit' | 'archives'>,
  env: Environment,
): Fault | undefined {
  if (audit?.value !== 'archive') return undefined;
  const fault = ({ line, column }: Place, key: string, sentence: string): Fault => ({
    line,
    column,
    key,
    sentence,
  });
  const [only, ...others] = archives ?? [];
  const [name, { url = undefined } = {}] = only ?? [];
  if (!url || others.length > 0) {
    return fault(audit, 'audit', 'archive needs exactly one archive below archives.');
  }
  const parsed = parseEngineAddress(url.value);
  if (parsed.kind === 'refused') return fault(url, `archives.${name}.url`, parsed.reason);
  // A prompt must not interrupt a change.
  return passwordSource(parsed.address, env, { archives }).kind === 'prompt'
    ? fault(audit, 'audit', 'archive needs a password_file or a password_command for that archive.')
    : undefined;
}
