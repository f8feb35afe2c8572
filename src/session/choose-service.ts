import type { Config, ProfileConfig } from '../config/config.ts';
import { DEFAULT_INTERVAL_MS } from '../config/defaults.ts';
import type { Located } from '../config/form.ts';
import type { Environment } from '../edges/terminal.ts';
import { type BaseUrl, parseBaseUrl } from '../http/base-url.ts';
import { noSuch } from '../text/nearest.ts';
import type { BadgeColour } from '../text/themes.ts';
import type { ConsoleFlags } from './options.ts';
import {
  DEFAULT_SOURCE,
  fromEnvironment,
  fromFlag,
  type Source,
  type Sourced,
  setting,
} from './settings.ts';

/** Flags that select the service. */
export interface ServiceFlags
  extends Pick<ConsoleFlags, 'profile' | 'base-url' | 'demo' | 'read-only'>,
    Partial<Pick<ConsoleFlags, 'unaudited'>> {}

/** How to get the access key. A choice never contains the key itself. */
export type KeySource =
  | { readonly kind: 'environment' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'command'; readonly command: string }
  /** Nothing is configured, so the operator is asked. */
  | { readonly kind: 'prompt' };

/** The selected service, with the source of each setting. */
export type ChosenService =
  | {
      readonly kind: 'service';
      readonly profile: Sourced<string> | null;
      /** Whether the base URL has the origin of the profile: it may come from a flag or the environment. */
      readonly isOfProfile: boolean;
      readonly baseUrl: Sourced<BaseUrl>;
      readonly key: Sourced<KeySource>;
      readonly readOnly: Sourced<boolean>;
      readonly isUnaudited: boolean;
      readonly workspace: Sourced<string> | null;
      readonly colour: Sourced<BadgeColour> | null;
      readonly interval: Sourced<number>;
    }
  | {
      readonly kind: 'demo';
      /** False if the demo runs only because nothing is configured. */
      readonly asked: boolean;
      readonly readOnly: Sourced<boolean>;
      readonly isUnaudited: boolean;
      readonly interval: Sourced<number>;
    }
  /** `reason` contains no value that may be secret. */
  | { readonly kind: 'refused'; readonly reason: string };

const refused = (reason: string): ChosenService => ({ kind: 'refused', reason });

interface NamedProfile {
  readonly name: Sourced<string>;
  readonly settings: ProfileConfig;
}

function namedProfile(
  flags: ServiceFlags,
  env: Environment,
  config: Config,
): NamedProfile | string | null {
  const name = chosenName(flags, env, config);
  if (!name) return null;
  const settings = config.profiles?.get(name.value);
  if (settings) return { name, settings };
  const names = [...(config.profiles?.keys() ?? [])];
  return `${noSuch('profile', name.value, names)}${names.length === 0 ? ' See warren init.' : ''}`;
}

function chosenName(
  flags: ServiceFlags,
  env: Environment,
  { default_profile: configured }: Config,
): Sourced<string> | null {
  if (flags.profile !== undefined) return { value: flags.profile, source: fromFlag('--profile') };
  return inEnvironment(env, 'WARREN_PROFILE') ?? (configured ? setting(configured, null) : null);
}

const inEnvironment = (
  env: Environment,
  name: 'WARREN_BASE_URL' | 'WARREN_PROFILE',
): Sourced<string> | null =>
  env[name] ? { value: env[name], source: fromEnvironment(name) } : null;

/** A configured setting with its source, or a default. */
export const settingOr = <T>(
  located: Located<T> | undefined,
  profile: string | null,
  otherwise: T,
): Sourced<T> =>
  located ? setting(located, profile) : { value: otherwise, source: DEFAULT_SOURCE };

/**
 * The base URL from, in this order: `--base-url`, a profile given by `--profile`, `WARREN_BASE_URL`, the profile of
 * `WARREN_PROFILE` or `default_profile`. An explicit flag outranks the environment.
 */
function chosenUrl(
  flags: ServiceFlags,
  env: Environment,
  profile: NamedProfile | null,
): Sourced<string> | null {
  const { 'base-url': flag } = flags;
  if (flag !== undefined) return { value: flag, source: fromFlag('--base-url') };
  const configured = profile?.settings.base_url
    ? setting(profile.settings.base_url, profile.name.value)
    : null;
  if (flags.profile !== undefined) return configured;
  return inEnvironment(env, 'WARREN_BASE_URL') ?? configured;
}

const originOf = (url: string | undefined): string | undefined => {
  const parsed = url ? parseBaseUrl(url) : undefined;
  return parsed?.kind === 'ok' ? parsed.baseUrl.origin : undefined;
};

/** The origins that each key may be sent to, by the source of the key. */
export type KeyOrigins = ReadonlyMap<string, ReadonlySet<string>>;

const nameOf = (way: KeySource): string =>
  way.kind === 'file'
    ? `file ${way.path}`
    : way.kind === 'command'
      ? `command ${way.command}`
      : way.kind;

/**
 * Which origins a configured key belongs to: the profile's for its own file or command; for `WARREN_ACCESS_KEY` that
 * of `WARREN_BASE_URL`, or else of the profile that is selected without flags. A flag may select another service, but
 * must not take the key there.
 */
export function keyOrigins(env: Environment, config: Config): KeyOrigins {
  const origins = new Map<string, Set<string>>([['environment', new Set()]]);
  const bind = (way: KeySource, url: string | undefined) => {
    const origin = originOf(url);
    const name = nameOf(way);
    if (origin !== undefined) origins.set(name, (origins.get(name) ?? new Set()).add(origin));
  };
  for (const {
    base_url: url,
    access_key_file: file,
    access_key_command: command,
  } of config.profiles?.values() ?? []) {
    if (file) bind({ kind: 'file', path: file.value }, url?.value);
    if (command) bind({ kind: 'command', command: command.value }, url?.value);
  }
  const usual = env.WARREN_PROFILE || config.default_profile?.value;
  const url = usual === undefined ? undefined : config.profiles?.get(usual)?.base_url?.value;
  bind({ kind: 'environment' }, env.WARREN_BASE_URL || url);
  return origins;
}

/**
 * Whether `WARREN_ACCESS_KEY` will belong to a profile that is about to be added, by the rules of {@link keyOrigins}.
 * The first profile becomes the default.
 */
export const isKeyOfEnvironmentFor = (
  { name, baseUrl }: { readonly name: string; readonly baseUrl: string },
  env: Environment,
  config: Config,
): boolean => {
  const usual = env.WARREN_PROFILE || (config.default_profile?.value ?? name);
  if (!env.WARREN_BASE_URL && usual === name) return true;
  const origin = originOf(baseUrl);
  return origin !== undefined && keyOrigins(env, config).get('environment')?.has(origin) === true;
};

/** The profile's own key, if `origin` is the profile's. */
function keyOfProfile(profile: NamedProfile | null, origin: string): Sourced<KeySource> | null {
  if (!profile || originOf(profile.settings.base_url?.value) !== origin) return null;
  const { access_key_file: file, access_key_command: command } = profile.settings;
  const { value: name } = profile.name;
  if (file) {
    const { value: path, source } = setting(file, name);
    return { value: { kind: 'file', path }, source };
  }
  if (!command) return null;
  const { value, source } = setting(command, name);
  return { value: { kind: 'command', command: value }, source };
}

function keyOfEnvironment(env: Environment): Sourced<KeySource> | null {
  if (!env.WARREN_ACCESS_KEY) return null;
  return { value: { kind: 'environment' }, source: fromEnvironment('WARREN_ACCESS_KEY') };
}

const PROMPT: Sourced<KeySource> = { value: { kind: 'prompt' }, source: DEFAULT_SOURCE };

/**
 * Selects the service by flags, environment and configuration, in this order, except that `--profile` outranks the
 * environment. A key is used only for the origin it was configured for. Selects the embedded platform with `--demo`,
 * or when nothing is configured.
 *
 * @param atStart the key origins at the start of the run; later changes of the configuration cannot send a key
 * elsewhere
 */
export function chooseService(
  flags: ServiceFlags,
  env: Environment,
  config: Config,
  atStart: KeyOrigins = keyOrigins(env, config),
): ChosenService {
  const readOnlyFlag: Sourced<boolean> | null = flags['read-only']
    ? { value: true, source: fromFlag('--read-only') }
    : null;
  const demo = (asked: boolean): ChosenService => ({
    kind: 'demo',
    asked,
    readOnly: readOnlyFlag ?? { value: false, source: DEFAULT_SOURCE },
    isUnaudited: flags.unaudited ?? false,
    interval: settingOr(config.interval, null, DEFAULT_INTERVAL_MS),
  });
  if (flags.demo) return demo(true);

  const profile = namedProfile(flags, env, config);
  if (typeof profile === 'string') return refused(profile);
  const url = chosenUrl(flags, env, profile);
  if (!url) return demo(false);
  const parsed = parseBaseUrl(url.value);
  if (parsed.kind === 'refused') return refused(`${parsed.reason} ${sourceNote(url.source)}`);
  const { origin } = parsed.baseUrl;
  const isOfProfile = originOf(profile?.settings.base_url?.value) === origin;

  const isFor = (key: Sourced<KeySource> | null) =>
    key && (atStart.get(nameOf(key.value))?.has(origin) ?? true) ? key : null;
  const ofProfile = isFor(keyOfProfile(profile, origin));
  const ofEnvironment = isFor(keyOfEnvironment(env));
  const [first, second] =
    flags.profile === undefined ? [ofEnvironment, ofProfile] : [ofProfile, ofEnvironment];
  const settings = profile?.settings;
  const name = profile?.name.value ?? null;
  const interval = settings?.interval ?? config.interval;
  return {
    kind: 'service',
    profile: profile?.name ?? null,
    isOfProfile,
    baseUrl: { value: parsed.baseUrl, source: url.source },
    key: first ?? second ?? PROMPT,
    // A read-only profile stays read-only on another origin, to be safe.
    readOnly: readOnlyFlag ?? settingOr(settings?.read_only, name, false),
    isUnaudited: flags.unaudited ?? false,
    // Ids mean nothing to another service.
    workspace: isOfProfile && settings?.workspace ? setting(settings.workspace, name) : null,
    colour: settings?.colour ? setting(settings.colour, name) : null,
    interval: settingOr(interval, settings?.interval ? name : null, DEFAULT_INTERVAL_MS),
  };
}

function sourceNote(source: Source): string {
  switch (source.kind) {
    case 'flag':
    case 'environment':
      return `(${source.name})`;
    case 'file':
      return `(profile ${source.profile}, line ${source.line} of the configuration)`;
    case 'default':
      return '';
  }
}
