import type { SearchHit } from '../../contract/operations/search.ts';
import type { WatchedKind, Workspace } from '../../state/workspace.ts';
import { type Printable, printable, words } from '../../text/printable.ts';

/** Something that can be found: here, or by the service. */
export interface FoundItem {
  /** Unique among the items of one list. */
  readonly id: string;
  /** What it is, one word. */
  readonly kind: Printable;
  readonly name: Printable;
  /** The id on the service, or where it leads: shown beside the name. */
  readonly note: Printable;
  readonly source: 'here' | 'service';
  readonly leads: Lead;
}

/** Where Enter on an item leads. */
export type Lead =
  | {
      readonly kind: 'thing';
      readonly pane: string;
      readonly watched: WatchedKind;
      readonly subject: { readonly id: string; readonly name: string };
    }
  | { readonly kind: 'pane'; readonly pane: string }
  | { readonly kind: 'command'; readonly id: string }
  /** Known to the service's search, but no operation of the contract shows one. */
  | { readonly kind: 'nowhere'; readonly reason: Printable };

/** The pane that shows each kind of watched thing, and what people call the kind. */
const OF_KIND: Readonly<Record<WatchedKind, { readonly pane: string; readonly word: Printable }>> =
  {
    apps: { pane: 'apps', word: words`app` },
    shieldZones: { pane: 'events', word: words`zone` },
    dnsZones: { pane: 'dns', word: words`dns` },
    scripts: { pane: 'scripts', word: words`script` },
    rateLimits: { pane: 'limits', word: words`limit` },
  };

const KINDS = Object.keys(OF_KIND) as readonly WatchedKind[];

/** Everything the workspace holds. */
export function workspaceItems(workspace: Workspace): readonly FoundItem[] {
  return KINDS.flatMap((kind) =>
    workspace[kind].map(({ id, name }) => ({
      id: `here ${kind} ${id}`,
      kind: OF_KIND[kind].word,
      name: printable(name),
      note: printable(id),
      source: 'here' as const,
      leads: {
        kind: 'thing' as const,
        pane: OF_KIND[kind].pane,
        watched: kind,
        subject: { id, name },
      },
    })),
  );
}

/** The service's types that a pane of ours shows (wire-facts 7: cdn, storage, dns, script, stream). */
const OF_TYPE: Readonly<Record<string, WatchedKind>> = { dns: 'dnsZones', script: 'scripts' };

/** A hit of the service's search; `at` tells equal hits apart. */
export function hitItem(hit: SearchHit, at: number): FoundItem {
  const id = hit.Id ?? '';
  const name = hit.Name ?? '';
  const type = hit.Type ?? '?';
  const watched = Object.hasOwn(OF_TYPE, type) ? OF_TYPE[type] : undefined;
  return {
    id: `hit ${type} ${id} ${id === '' ? at : ''}`,
    kind: printable(type),
    name: printable(name),
    note: printable(id),
    source: 'service',
    leads:
      watched && id !== ''
        ? { kind: 'thing', pane: OF_KIND[watched].pane, watched, subject: { id, name } }
        : {
            kind: 'nowhere',
            reason: words`No operation of the service shows a ${printable(type)}: its id is ${printable(id || '?')}.`,
          },
  };
}
