import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { KeyBinding } from '../commands/key-binding.ts';
import type { Config, ThingConfig } from '../config/config.ts';
import type { Fault } from '../config/form.ts';
import type { Included } from '../config/read-config.ts';
import { idFault } from '../contract/path.ts';
import type { Environment } from '../edges/terminal.ts';
import type { KeyFinder } from '../mutations/key-finder.ts';
import {
  eachKind,
  ITEM_KINDS,
  type ItemKind,
  type ItemOption,
  itemKinds,
} from '../state/item-kinds.ts';
import {
  EMPTY_WORKSPACE,
  itemNamed,
  itemsCalled,
  type Workspace,
  type WorkspaceItem,
  withItem,
} from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { UserError } from './errors.ts';
import type { ConsoleFlags } from './options.ts';
import { CONFIG, readTrustedFile } from './trusted-file.ts';

/** The configuration path by the XDG rules; undefined without a home directory. */
export function configPath(env: Environment): string | undefined {
  const { XDG_CONFIG_HOME: configured = '', HOME: home = '' } = env;
  // The specification says to ignore a relative path.
  if (isAbsolute(configured)) return join(configured, 'warren', 'config.yaml');
  return isAbsolute(home) ? join(home, '.config', 'warren', 'config.yaml') : undefined;
}

/** The error where {@link configPath} finds no path. */
export const noConfigDirectory = ({ HOME }: Environment): UserError =>
  new UserError([
    HOME
      ? words`There is no directory for a configuration: HOME is not an absolute path.`
      : words`There is no directory for a configuration: HOME is not set.`,
  ]);

type ConfigFile =
  | {
      readonly kind: 'read';
      readonly config: Config;
      /** The included file of each workspace that is defined in one. Hostile texts. */
      readonly files: ReadonlyMap<string, string>;
      readonly text: string;
      readonly isUtf8: boolean;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] }
  | { readonly kind: 'refused'; readonly lines: readonly Printable[] };

export const EMPTY_CONFIG: Config = { line: 1, column: 1 };

/**
 * Reads the configuration and its includes. Others must not be able to write them, since they say where keys go and
 * which commands run.
 */
export async function readConfigFile(
  path: string | undefined,
  uid: number | undefined,
): Promise<ConfigFile> {
  if (path === undefined) return { kind: 'absent' };
  const file = readTrusted(path, uid);
  if (file.kind !== 'text') return file;
  const { readConfig, readForm } = await import('../config/read-config.ts');
  const { configForm } = await import('../config/config.ts');
  const first = readForm(file.text, configForm);
  if (first.kind === 'faulty') return first;
  const included: Included[] = [];
  const faults: Fault[] = [];
  for (const [at, { value, line, column }] of (first.value.include ?? []).entries()) {
    const fault = (sentence: string) =>
      faults.push({ line, column, key: `include[${at}]`, sentence });
    if (value.startsWith('~')) {
      fault('A path here is absolute, or starts at the configuration.');
      continue;
    }
    const shared = readTrusted(resolve(dirname(path), value), uid);
    if (shared.kind === 'refused') return shared;
    if (shared.kind === 'absent') fault('There is no such file.');
    else included.push({ file: value, text: shared.text, from: { line, column } });
  }
  if (faults.length > 0) return { kind: 'faulty', faults };
  const read = readConfig(file.text, included);
  const { text, isUtf8 } = file;
  return read.kind === 'read' ? { ...read, text, isUtf8 } : read;
}

const readTrusted = (path: string, uid: number | undefined) =>
  readTrustedFile(path, { ...CONFIG, uid });

/** A fault as one line: `/home/…/config.yaml:4:5 profiles.prod.base_ulr: There is no such key …`. */
export function faultLine(path: string, fault: Fault): Printable {
  const { line, column, key, sentence, nearest, file = path } = fault;
  const meant = nearest === undefined ? words`` : words` Did you mean ${printable(nearest)}?`;
  const subject = key === '' ? words`` : words` ${printable(key)}:`;
  return words`${printable(file)}:${line}:${column}:${subject} ${printable(sentence)}${meant}`;
}

/**
 * The current configuration; empty if there is no file.
 *
 * @throws UserError for an invalid or untrusted file
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
      throw new UserError(file.faults.map((fault) => faultLine(path ?? '', fault)));
    case 'refused':
      throw new UserError(file.lines);
  }
}

/**
 * The settings that do not depend on a service, such as keys and theme, for runs without a configured service. Empty
 * if the file cannot be read.
 */
export async function loadPreferences(env: Environment, uid: number | undefined): Promise<Config> {
  const file = await readConfigFile(configPath(env), uid);
  if (file.kind !== 'read') return EMPTY_CONFIG;
  const { keys, theme, ascii, links, screen_reader, asn_names } = file.config;
  return { ...EMPTY_CONFIG, keys, theme, ascii, links, screen_reader, asn_names };
}

/** A path for display, with `~` for the home directory. */
export function shownPath(
  path: string,
  { HOME: home = '' }: { readonly HOME?: string | undefined },
): Printable {
  const isBelow = isAbsolute(home) && path.startsWith(`${home}/`);
  return printable(isBelow ? `~${path.slice(home.length)}` : path);
}

const watched = (things: readonly ThingConfig[] | undefined): readonly WorkspaceItem[] =>
  (things ?? []).flatMap(({ id, name }) => (id ? [itemNamed(id.value, name?.value ?? '')] : []));

/** The configured workspace; empty if there is none of that name. */
export function configuredWorkspace(config: Config, name: string): Workspace {
  const configured = config.workspaces?.get(name);
  if (!configured) return EMPTY_WORKSPACE;
  const filters = [...(configured.filters ?? [])].map(([own, { value }]) => ({
    name: own,
    filter: value,
  }));
  const watches = [...(configured.watches ?? [])].map(([own, { value }]) => ({
    name: own,
    expression: value,
  }));
  return {
    name,
    ...(watches.length > 0 && { watches }),
    ...eachKind((kind) => watched(configured[ITEM_KINDS[kind].key])),
    ...(filters.length > 0 && { filters }),
  };
}

export const configuredKeys = ({ keys }: Pick<Config, 'keys'>): readonly KeyBinding[] =>
  [...(keys ?? [])].map(([name, { value, line }]) => ({
    id: name.replace(/^-/, ''),
    kind: name.startsWith('-') ? 'without' : 'these',
    keys: value.map((key) => key.value),
    line,
  }));

/** Advice after a key was passed as an argument. */
export const REPLACE_THE_KEY = words`Other users of this machine may have seen it, and the shell may keep it in its history: replace the key.`;

type ItemFlags = Pick<ConsoleFlags, ItemOption>;

/**
 * Finds an item by its id or workspace name; undefined if there is none.
 *
 * @throws UserError for an ambiguous name
 */
export function itemGiven(
  workspace: Workspace,
  kind: ItemKind,
  given: string,
): WorkspaceItem | undefined {
  const named = itemsCalled(workspace[kind], given);
  if (named.length > 1) {
    const ids = named.map(({ id }) => printable(id)).join(', ');
    throw new UserError([
      words`Several ${ITEM_KINDS[kind].noun}s are called ${printable(given)}: ${ids as Printable}. Give the id.`,
    ]);
  }
  return named[0];
}

/**
 * The workspace given by flags, as ids or workspace names; by default the session's.
 *
 * @throws UserError for an ambiguous name, an invalid id, or a name that is the access key, since names are
 * displayed, recorded and written to files
 */
export function flaggedWorkspace(
  flags: ItemFlags & { readonly workspace?: string | undefined },
  {
    workspace: otherwise,
    accessKey,
  }: {
    readonly workspace: Workspace;
    readonly accessKey?: Pick<KeyFinder, 'isIn'> | undefined;
  },
): Workspace {
  if (itemKinds.every((kind) => flags[ITEM_KINDS[kind].option].length === 0)) return otherwise;
  for (const { option } of itemKinds.map((kind) => ITEM_KINDS[kind])) {
    if (!flags[option].some((given) => accessKey?.isIn(given))) continue;
    throw new UserError([
      words`--${printable(option)} holds the access key: nothing was done with it.`,
      REPLACE_THE_KEY,
    ]);
  }
  // With --workspace, the flags add to that workspace.
  const start: Workspace = flags.workspace === undefined ? EMPTY_WORKSPACE : otherwise;
  return itemKinds.reduce(
    (workspace, kind) =>
      flags[ITEM_KINDS[kind].option].reduce(
        (known, given) =>
          withItem(known, kind, itemGiven(otherwise, kind, given) ?? itemWithId(kind, given)),
        workspace,
      ),
    start,
  );
}

/** An id that is invalid for the service is refused, since polling it could never succeed. */
function itemWithId(kind: ItemKind, id: string): WorkspaceItem {
  const fault = idFault(id);
  if (fault === undefined) return { id, name: id };
  const quoted = id === '' ? words`` : words` "${printable(id)}"`;
  throw new UserError([
    words`--${printable(ITEM_KINDS[kind].option)}${quoted} ${printable(fault)}.`,
  ]);
}
