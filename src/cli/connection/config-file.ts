import { isAbsolute, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Fault } from '../../config/located.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Environment } from '../edges.ts';
import { Refusal } from '../refusal.ts';
import { readGuarded } from './guarded-file.ts';

/** Where the configuration is, by the XDG rules; undefined where there is no home. */
export function configPath(env: Environment): string | undefined {
  const { XDG_CONFIG_HOME: configured = '', HOME: home = '' } = env;
  // A relative one must be ignored, says the specification.
  if (isAbsolute(configured)) return join(configured, 'warren', 'config.yaml');
  return isAbsolute(home) ? join(home, '.config', 'warren', 'config.yaml') : undefined;
}

/** What became of the configuration's file. */
export type ConfigFile =
  | { readonly kind: 'read'; readonly config: Config; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] }
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

const LARGEST = 1024 * 1024;

/** The configuration of somebody who has none. */
export const EMPTY_CONFIG: Config = {
  default_profile: undefined,
  interval: undefined,
  profiles: undefined,
  workspaces: undefined,
  line: 1,
  column: 1,
};

/** Reads the configuration. It says where the key goes and what is run for it: others must not write it. */
export async function readConfigFile(
  path: string | undefined,
  uid: number | undefined,
): Promise<ConfigFile> {
  if (path === undefined) return { kind: 'absent' };
  const file = await readGuarded(path, {
    owner: 'writes alone',
    link: 'followed',
    largest: LARGEST,
    uid,
  });
  if (file.kind !== 'text') return file;
  const { readConfig } = await import('../../config/read-config.ts');
  const read = readConfig(file.text);
  return read.kind === 'read' ? { ...read, text: file.text } : read;
}

/** A fault as one line: `/home/…/config.yaml:4:5 profiles.prod.base_ulr: There is no such key …`. */
export function faultLine(path: string, fault: Fault): Printable {
  const { line, column, key, sentence, nearest } = fault;
  const meant = nearest === undefined ? words`` : words` Did you mean ${printable(nearest)}?`;
  const subject = key === '' ? words`` : words` ${printable(key)}:`;
  return words`${printable(path)}:${line}:${column}:${subject} ${printable(sentence)}${meant}`;
}

/**
 * The configuration in force; an empty one when there is no file.
 *
 * @throws Refusal for a file that is faulty or not to be trusted
 */
export async function loadConfig(env: Environment, uid: number | undefined): Promise<Config> {
  const path = configPath(env);
  const file = await readConfigFile(path, uid);
  switch (file.kind) {
    case 'read':
      return file.config;
    case 'absent':
      return EMPTY_CONFIG;
    case 'faulty':
      throw new Refusal(file.faults.map((fault) => faultLine(path ?? '', fault)));
    case 'refused':
      throw new Refusal(file.lines);
  }
}
