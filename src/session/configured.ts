import type { KeyBinding } from '../commands/key-binding.ts';
import type { Config, ThingConfig } from '../config/config.ts';
import {
  eachKind,
  ITEM_KINDS,
  type ItemKind,
  type ItemOption,
  itemKinds,
} from '../state/item-kinds.ts';
import {
  EMPTY_WORKSPACE,
  type Workspace,
  type WorkspaceItem,
  withItem,
} from '../state/workspace.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { UserError } from './errors.ts';
import type { ConsoleFlags } from './options.ts';

const watched = (things: readonly ThingConfig[] | undefined): readonly WorkspaceItem[] =>
  (things ?? []).flatMap(({ id, name }) =>
    id ? [{ id: id.value, name: name?.value ?? id.value }] : [],
  );

/** A workspace of the configuration as the panes take it; an empty one when there is none of that name. */
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

/** What the configuration says of keys, in its order. */
export const configuredKeys = ({ keys }: Pick<Config, 'keys'>): readonly KeyBinding[] =>
  [...(keys ?? [])].map(([name, { value, line }]) => ({
    id: name.replace(/^-/, ''),
    kind: name.startsWith('-') ? 'without' : 'these',
    keys: value.map((key) => key.value),
    line,
  }));

type ItemFlags = Pick<ConsoleFlags, ItemOption>;

/**
 * What is given by its id, or by its name in the workspace; undefined where the workspace has neither.
 *
 * @throws UserError where several have the name
 */
export function itemGiven(
  workspace: Workspace,
  kind: ItemKind,
  given: string,
): WorkspaceItem | undefined {
  const things = workspace[kind];
  const known = things.find(({ id }) => id === given);
  if (known) return known;
  const [named, ...others] = things.filter(({ name }) => name === given);
  if (named && others.length > 0) {
    const ids = [named, ...others].map(({ id }) => printable(id)).join(', ');
    throw new UserError([
      words`Several ${ITEM_KINDS[kind].noun}s are called ${printable(given)}: ${ids as Printable}. Give the id.`,
    ]);
  }
  return named;
}

/**
 * The workspace that the flags name, by ids or by names of the given one; the given one where they name nothing at all.
 *
 * @throws UserError where several things have such a name
 */
export function flaggedWorkspace(
  flags: ItemFlags & { readonly workspace?: string | undefined },
  otherwise: Workspace,
): Workspace {
  if (itemKinds.every((kind) => flags[ITEM_KINDS[kind].option].length === 0)) return otherwise;
  // A workspace that was asked for stays, with what is shown of it.
  const start: Workspace = flags.workspace === undefined ? EMPTY_WORKSPACE : otherwise;
  return itemKinds.reduce(
    (workspace, kind) =>
      flags[ITEM_KINDS[kind].option].reduce(
        (known, given) =>
          withItem(known, kind, itemGiven(otherwise, kind, given) ?? { id: given, name: given }),
        workspace,
      ),
    start,
  );
}
