import type { SubjectKind } from '../contract/operation.ts';
import { type Printable, words } from '../text/printable.ts';
import type { PaneId } from './pane-tabs.ts';

interface ItemKindFacts {
  /** Name of its list in the configuration. */
  readonly key: string;
  /** Its option: `--app ID`, `:add app ID`. */
  readonly option: string;
  /** The pane that shows it. */
  readonly pane: PaneId;
  readonly noun: Printable;
  /** The noun in at most six letters. */
  readonly short: Printable;
}

/** Kinds of workspace items, by their list in {@link Workspace}. */
export const ITEM_KINDS = {
  apps: {
    ...({ key: 'apps', option: 'app', pane: 'apps' } as const),
    noun: words`application`,
    short: words`app`,
  },
  shieldZones: {
    ...({ key: 'shield_zones', option: 'zone', pane: 'events' } as const),
    noun: words`shield zone`,
    short: words`zone`,
  },
  dnsZones: {
    ...({ key: 'dns_zones', option: 'dns', pane: 'dns' } as const),
    noun: words`DNS zone`,
    short: words`dns`,
  },
  scripts: {
    ...({ key: 'scripts', option: 'script', pane: 'scripts' } as const),
    noun: words`script`,
    short: words`script`,
  },
  rateLimits: {
    ...({ key: 'rate_limits', option: 'rate-limit', pane: 'limits' } as const),
    noun: words`rate limit`,
    short: words`limit`,
  },
} as const satisfies Readonly<Record<SubjectKind, ItemKindFacts>>;

export type ItemKind = SubjectKind;
export type ItemOption = (typeof ITEM_KINDS)[ItemKind]['option'];
export type ItemKey = (typeof ITEM_KINDS)[ItemKind]['key'];

export const itemKinds = Object.keys(ITEM_KINDS) as readonly ItemKind[];

export const eachKind = <T>(make: (kind: ItemKind) => T): Readonly<Record<ItemKind, T>> =>
  Object.fromEntries(itemKinds.map((kind) => [kind, make(kind)])) as Record<ItemKind, T>;

export const kindOfOption = (option: string): ItemKind | undefined =>
  itemKinds.find((kind) => ITEM_KINDS[kind].option === option);
