import type { OperationId } from '../contract/operation.ts';
import type { WatchedKind, Workspace } from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';

const KINDS: Readonly<Partial<Record<OperationId, readonly [WatchedKind, Printable]>>> = {
  'app-overview': ['apps', words`applications`],
  'app-delete': ['apps', words`applications`],
  'dns-scan': ['dnsZones', words`DNS zones`],
  'event-logs': ['shieldZones', words`shield zones`],
  'guardian-upload': ['shieldZones', words`shield zones`],
  'rate-limit-metrics': ['rateLimits', words`rate limits`],
  'script-add-variable': ['scripts', words`scripts`],
};

const MOST = 5;

/** What the demo's world has of what an operation did not find; undefined when that is not known. */
export function demoHint(operation: OperationId, workspace: Workspace): Printable | undefined {
  const [kind, name] = KINDS[operation] ?? [];
  if (!kind || !name) return undefined;
  const things = workspace[kind]
    .slice(0, MOST)
    .map(({ id, name: of }) => words`${printable(id)} (${printable(of)})`);
  return words`Among the ${name} of the demo are ${things.join(', ') as Printable}.`;
}
