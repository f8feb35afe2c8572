import type { KeyBinding } from '../commands/key-binding.ts';
import type { Config, ThingConfig } from '../config/config.ts';
import { eachKind, ITEM_KINDS, type ItemOption, itemKinds } from '../state/item-kinds.ts';
import {
  EMPTY_WORKSPACE,
  type Workspace,
  type WorkspaceItem,
  withItem,
} from '../state/workspace.ts';
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

/** The workspace that the flags name; the given one where they name nothing at all. */
export function flaggedWorkspace(
  flags: ItemFlags & { readonly workspace?: string | undefined },
  otherwise: Workspace,
): Workspace {
  if (itemKinds.every((kind) => flags[ITEM_KINDS[kind].option].length === 0)) return otherwise;
  // A workspace that was asked for stays, with what is shown of it.
  if (flags.workspace !== undefined) {
    return itemKinds.reduce(
      (workspace, kind) =>
        flags[ITEM_KINDS[kind].option].reduce(
          (known, id) => withItem(known, kind, { id, name: id }),
          workspace,
        ),
      otherwise,
    );
  }
  return {
    name: '',
    ...eachKind((kind) => flags[ITEM_KINDS[kind].option].map((id) => ({ id, name: id }))),
  };
}
