import { type EngineAddress, parseEngineAddress } from '../archive/address.ts';
import type { ArchivePasswords } from '../archive/archive.ts';
import type { Config } from '../config/config.ts';
import { printable, words } from '../text/printable.ts';
import { getSecret, type Prompter } from './access-key.ts';
import type { KeySource } from './choose-service.ts';
import { loadConfig } from './config-file.ts';
import type { Edges, Environment } from './edges.ts';
import { UserError } from './errors.ts';

/**
 * The passwords of archives: for each server and user that of the configuration, or `WARREN_ARCHIVE_PASSWORD` for the
 * one that `WARREN_ARCHIVE_URL` names; any other is asked for. None goes to another server than it was configured for.
 * One that was not accepted is got anew the next time.
 */
export function archivePasswords(edges: Edges, prompter: Prompter): ArchivePasswords {
  const known = new Map<string, Promise<string>>();
  const get = async (address: EngineAddress) => {
    const config = await loadConfig(edges.env, edges.uid);
    const names = {
      noun: words`password`,
      question: words`Password of ${printable(address.user)} at ${printable(address.host)}: `,
      variable: 'WARREN_ARCHIVE_PASSWORD',
      file: words`password_file`,
      command: words`password_command`,
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

/** Where the password for an address comes from; nothing but the environment can say that there is none. */
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
 * The URL of the archive that audit entries are sent along to; undefined where they stay on this machine.
 *
 * @throws UserError where the configuration does not say which, or a password would have to be asked for
 */
export function auditArchiveOf(
  config: Pick<Config, 'audit' | 'archives'>,
  env: Environment,
): string | undefined {
  if (config.audit?.value !== 'archive') return undefined;
  const [only, ...others] = [...(config.archives?.values() ?? [])];
  if (!only?.url || others.length > 0) {
    throw new UserError([words`audit: archive needs exactly one archive below archives.`]);
  }
  const parsed = parseEngineAddress(only.url.value);
  if (parsed.kind === 'refused') throw new UserError([printable(parsed.reason)]);
  // Nobody is asked for a password in the middle of a change.
  if (passwordSource(parsed.address, env, config).kind === 'prompt') {
    throw new UserError([
      words`audit: archive needs a password_file or a password_command for ${printable(parsed.address.text)}.`,
    ]);
  }
  return only.url.value;
}
