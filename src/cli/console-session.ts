import type { Clock } from '../edges/clock.ts';
import type { Asking } from './connection/access-key.ts';
import { prepareService } from './connection/prepare.ts';
import type { Edges } from './edges.ts';
import { flaggedWorkspace } from './flagged-workspace.ts';
import type { ConsoleFlags } from './parse/launch.ts';
import { seedOf } from './parse/numbers.ts';
import { openSession, type Session } from './session.ts';

/** What the console is started with. */
export interface ConsoleSession extends Session {
  /** Milliseconds between polls. */
  readonly interval: number;
}

/**
 * Opens what the flags, the environment and the configuration ask for; the embedded platform when nothing
 * is configured.
 *
 * @param clock of the console, which may stand still
 * @throws Refusal with the reason when there is nothing to open
 */
export async function openConsoleSession(
  flags: ConsoleFlags,
  {
    edges,
    clock,
    asking,
  }: { readonly edges: Edges; readonly clock: Clock; readonly asking: Asking },
): Promise<ConsoleSession> {
  const seed = seedOf(flags.seed);
  const prepared = await prepareService(flags, edges, asking, 'demo');
  const session = await openSession({ prepared, clock, version: edges.version, seed });
  return {
    ...session,
    workspace: flaggedWorkspace(flags, session.workspace),
    interval: prepared.interval,
  };
}
