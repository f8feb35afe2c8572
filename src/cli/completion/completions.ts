import { EMPTY_WORKSPACE, type WatchedKind, type Workspace } from '../../state/workspace.ts';
import { printable } from '../../text/printable.ts';
import { chooseService } from '../connection/choose-service.ts';
import { configPath, EMPTY_CONFIG, readConfigFile } from '../connection/config-file.ts';
import { configuredWorkspace } from '../connection/configured-workspace.ts';
import type { Edges } from '../edges.ts';
import type { Completes } from '../table/command-spec.ts';
import { type Candidate, completeLine, type Known } from './complete-line.ts';

const KINDS: Readonly<Partial<Record<Completes, WatchedKind>>> = {
  app: 'apps',
  zone: 'shieldZones',
  dns: 'dnsZones',
  script: 'scripts',
  'rate-limit': 'rateLimits',
};

/** The word behind `--profile`, as far as it has been typed. */
function profileIn(line: readonly string[]): string | undefined {
  const at = line.lastIndexOf('--profile');
  return at < 0 ? undefined : line[at + 1];
}

/** What the configuration knows; nothing, where it cannot be read: completion never complains. */
async function knownTo(line: readonly string[], { env, uid }: Edges): Promise<Known> {
  const file = await readConfigFile(configPath(env), uid);
  const config = file.kind === 'read' ? file.config : EMPTY_CONFIG;
  const profile = profileIn(line);
  const named = config.profiles?.has(profile ?? '') ? profile : undefined;
  const flags = { profile: named, 'base-url': undefined, demo: false, 'read-only': false };
  const chosen = chooseService(flags, env, config);
  const workspace: Workspace =
    chosen.kind === 'service' && chosen.workspace
      ? configuredWorkspace(config, chosen.workspace.value)
      : EMPTY_WORKSPACE;
  return {
    profiles: [...(config.profiles?.keys() ?? [])],
    things(kind) {
      const of = KINDS[kind];
      return of ? workspace[of].map(({ id, name }) => ({ word: id, about: name })) : [];
    },
    async dialects() {
      const { dialectChoices } = await import('../../platform/wire/dialect.ts');
      return dialectChoices.flatMap(({ id, values }) => values.map((value) => `${id}=${value}`));
    },
  };
}

/** What stands for itself in every shell: the word goes onto a command line as it is, unquoted. */
const HARMLESS = /^[\w./:@%+,=-]+$/;

/** A candidate as a line for the shell: word, tab, what it is. */
const lineOf = ({ word, about }: Candidate): string =>
  HARMLESS.test(word) ? `${word}\t${printable(about)}\n` : '';

/**
 * The candidates for the last of `line`, the words after the program's name, a line each. `:file` alone
 * asks the shell for file names.
 */
export async function completions(line: readonly string[], edges: Edges): Promise<string> {
  const found = await completeLine(line, await knownTo(line, edges));
  return found === 'files' ? ':file\n' : found.map(lineOf).join('');
}
