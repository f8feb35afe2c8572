import type { BaseUrl } from '../http/base-url.ts';
import { EMPTY_WORKSPACE, type Workspace } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import type { BadgeColour } from '../text/themes.ts';
import { auditArchiveOf, getAccessKey, type Prompter } from './access-key.ts';
import { chooseService, type KeyOrigins, keyOrigins, type ServiceFlags } from './choose-service.ts';
import { configuredWorkspace, loadConfig, loadPreferences } from './config-file.ts';
import type { DebugLog } from './debug-log.ts';
import type { Edges } from './edges.ts';
import { UserError } from './errors.ts';
import { openSessionKey, type SessionKey } from './session-key.ts';

/** A service to connect to. */
export type SessionConfig = {
  readonly readOnly: boolean;
  /** Whether changes are sent even if the audit file cannot be written. */
  readonly isUnaudited: boolean;
  /** The URL of the archive that receives audit entries. */
  readonly auditArchive?: string | undefined;
  /** Polling interval in milliseconds. */
  readonly interval: number;
  /** The log of calls, if WARREN_DEBUG is set. */
  readonly debug?: DebugLog | undefined;
  /** Whether the history of watched items is saved. */
  readonly history: boolean;
} & (
  | {
      readonly kind: 'demo';
      /** False if the demo runs only because nothing is configured. */
      readonly asked: boolean;
    }
  | {
      readonly kind: 'service';
      /** `environment` if there is no profile. */
      readonly name: Printable;
      readonly baseUrl: BaseUrl;
      readonly key: SessionKey;
      readonly workspace: Workspace;
      /** Background colour of the profile name. */
      readonly colour?: BadgeColour | undefined;
      /** The profile that the service belongs to; null if none. */
      readonly profile: string | null;
    }
);

/** Whether an unconfigured run opens the demo, or is an error. */
type WhenUnconfigured = 'demo' | 'refuse';

/**
 * Reads the configuration and selects the service. For `--demo`, only preferences are read.
 *
 * @throws UserError for an invalid configuration, or a service that cannot be used
 */
export async function resolveService(
  flags: ServiceFlags,
  { env, uid }: Pick<Edges, 'env' | 'uid'>,
  atStart?: KeyOrigins,
) {
  const config = await (flags.demo ? loadPreferences : loadConfig)(env, uid);
  const chosen = chooseService(flags, env, config, atStart);
  if (chosen.kind === 'refused') throw new UserError([printable(chosen.reason)]);
  return { chosen, config, keyOrigins: atStart ?? keyOrigins(env, config) };
}

type ResolvedService = Awaited<ReturnType<typeof resolveService>>;

const NOTHING_CONFIGURED: readonly Printable[] = [
  words`No service is configured.`,
  words`Run warren init, set WARREN_BASE_URL and WARREN_ACCESS_KEY, or add --demo for an embedded platform.`,
];

/**
 * Prepares the selected service, above all its access key. A command or the operator may take any time for that.
 *
 * @throws UserError without a key, or when nothing is selected and that is not allowed
 */
export async function prepareSession(
  { chosen, config }: ResolvedService,
  edges: Edges,
  prompter: Prompter,
  otherwise: WhenUnconfigured,
): Promise<SessionConfig> {
  const shared = {
    readOnly: chosen.readOnly.value,
    isUnaudited: chosen.isUnaudited,
    interval: chosen.interval.value,
    history: config.history?.value ?? true,
  };
  const debugLog = async (key?: SessionKey): Promise<DebugLog | undefined> => {
    if (!edges.env['WARREN_DEBUG']) return undefined;
    const { openDebugLog } = await import('./debug-log.ts');
    return openDebugLog(edges, key?.redact);
  };
  if (chosen.kind === 'demo') {
    if (!chosen.asked && otherwise === 'refuse') throw new UserError(NOTHING_CONFIGURED);
    return { kind: 'demo', asked: chosen.asked, ...shared, debug: await debugLog() };
  }
  const auditArchive = auditArchiveOf(config, edges.env);
  const { value: baseUrl } = chosen.baseUrl;
  const { value: source } = chosen.key;
  const key = await openSessionKey({
    source,
    clock: edges.clock,
    read: () => getAccessKey(source, baseUrl.host, edges, prompter),
  });
  return {
    kind: 'service',
    ...shared,
    auditArchive,
    name: chosen.profile ? printable(chosen.profile.value) : words`environment`,
    baseUrl,
    key,
    debug: await debugLog(key),
    colour: chosen.colour?.value,
    profile: chosen.isOfProfile ? (chosen.profile?.value ?? null) : null,
    workspace: chosen.workspace
      ? configuredWorkspace(config, chosen.workspace.value)
      : EMPTY_WORKSPACE,
  };
}
