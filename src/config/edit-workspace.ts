import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, isSeq, Lexer, parseDocument } from 'yaml';
import { configForm, sharedForm } from './config.ts';
import { readForm } from './read-config.ts';
import {
  itemAdded,
  itemRemoved,
  mapAt,
  nodeAt,
  type Path,
  pairPut,
  sourceOf,
} from './splice-yaml.ts';
import { idValue } from './with-profile.ts';

/** A list of a workspace, by the key of the configuration. */
export type ListKey = 'apps' | 'shield_zones' | 'dns_zones' | 'scripts' | 'rate_limits';

/** One change of what a workspace holds. Every text in it may be hostile. */
export type WorkspaceEdit =
  | {
      readonly kind: 'add';
      readonly workspace: string;
      readonly list: ListKey;
      readonly thing: { readonly id: string; readonly name: string };
      /** The profile that is to name the workspace, where it named none; the workspace is made. */
      readonly profile?: string | undefined;
    }
  | {
      readonly kind: 'remove';
      readonly workspace: string;
      readonly list: ListKey;
      readonly id: string;
    };

/** What an edit makes of a text. */
export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** What is to be added is there; what is to be removed is not. */
  | { readonly kind: 'unchanged' }
  /** The text is such that nothing can be changed in it without changing more. */
  | { readonly kind: 'impossible' };

const parse = (text: string): Document =>
  parseDocument(text, { uniqueKeys: false, intAsBigInt: true });

/** Where among the items of the list the thing `id` stands; -1 where it does not. */
function placeOf(document: Document, path: Path, id: string): number {
  const list = nodeAt(document, path);
  if (!isSeq(list)) return -1;
  return list.items.findIndex((item) => {
    const value = isMap(item)
      ? item.items.find(({ key }) => sourceOf(key) === 'id')?.value
      : undefined;
    return isScalar(value) && sourceOf(value) === id;
  });
}

const newItem = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  id: idValue(id),
  ...(name === id ? {} : { name }),
});

/** The texts that could come of it, the one that changes the least first. */
function* candidates(text: string, document: Document, edit: WorkspaceEdit): Generator<string> {
  const { workspace, list } = edit;
  const path = ['workspaces', workspace, list];
  if (edit.kind === 'remove') {
    const removed = itemRemoved(text, document, path, placeOf(document, path, edit.id));
    if (removed !== undefined) yield removed;
    return;
  }
  const item = newItem(edit.thing);
  if (edit.profile !== undefined) {
    const named = pairPut(text, document, ['profiles', edit.profile], 'workspace', workspace);
    if (named === undefined) return;
    const has = mapAt(document, ['workspaces']) !== undefined;
    const made = has
      ? pairPut(named, parse(named), ['workspaces'], workspace, { [list]: [item] })
      : pairPut(named, parse(named), [], 'workspaces', { [workspace]: { [list]: [item] } });
    if (made !== undefined) yield made;
    return;
  }
  const added = itemAdded(text, document, path, item);
  if (added !== undefined) yield added;
}

type Values = ReadonlyMap<unknown, unknown>;

const holdsNothing = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (value instanceof Map && value.size === 0);

/** The values of a text, without lists and workspaces that hold nothing. */
function valuesOf(document: Document): unknown {
  const strip = (value: unknown, depth: number): unknown => {
    if (!(value instanceof Map)) return value;
    const kept = new Map<string, unknown>();
    for (const [key, each] of value as Values) {
      const inside = depth > 0 ? strip(each, depth - 1) : each;
      if (!holdsNothing(inside)) kept.set(String(key), inside);
    }
    return kept;
  };
  // Root, workspaces, workspace.
  return strip(document.toJS({ mapAsMap: true }), 2);
}

/** The values that are wanted: those of the text with the one change made to them. */
function wanted(document: Document, edit: WorkspaceEdit): unknown {
  const root = valuesOf(document);
  if (!(root instanceof Map)) return undefined;
  const within = (map: Map<string, unknown>, key: string): Map<string, unknown> => {
    const known = map.get(key);
    const found = new Map<string, unknown>(known instanceof Map ? known : []);
    map.set(key, found);
    return found;
  };
  const result = new Map<string, unknown>(root);
  if (edit.kind === 'add' && edit.profile !== undefined) {
    within(within(result, 'profiles'), edit.profile).set('workspace', edit.workspace);
  }
  const workspaces = within(result, 'workspaces');
  const workspace = within(workspaces, edit.workspace);
  const before = workspace.get(edit.list);
  const items: readonly unknown[] = Array.isArray(before) ? before : [];
  if (edit.kind === 'add') {
    const { id, ...name } = newItem(edit.thing);
    const value = typeof id === 'number' ? BigInt(id) : id;
    workspace.set(edit.list, [...items, new Map(Object.entries({ id: value, ...name }))]);
    return result;
  }
  const at = placeOf(document, ['workspaces', edit.workspace, edit.list], edit.id);
  const left = items.filter((_, index) => index !== at);
  if (left.length > 0) workspace.set(edit.list, left);
  else workspace.delete(edit.list);
  if (workspace.size === 0) workspaces.delete(edit.workspace);
  if (workspaces.size === 0) result.delete('workspaces');
  return result;
}

/** The comments of a text, in their order. The lexer marks what stands in a scalar, so that this is none. */
const commentsOf = (text: string): readonly string[] =>
  [...new Lexer().lex(text)].filter((token) => token.startsWith('#'));

/** The comments that stand in what is removed, which go with it. */
function commentsWithin(text: string, document: Document, edit: WorkspaceEdit): number {
  if (edit.kind === 'add') return 0;
  const path = ['workspaces', edit.workspace, edit.list];
  const list = nodeAt(document, path);
  const item = isSeq(list) ? list.items[placeOf(document, path, edit.id)] : undefined;
  if (!isMap(item) || !item.range) return 0;
  const end = text.indexOf('\n', item.range[1]);
  return commentsOf(text.slice(item.range[0], end < 0 ? undefined : end)).length;
}

/**
 * The text of a configuration, or of a file that one includes, with a thing added to a workspace or taken
 * out of it. All else stays as it is written: comments, order, style. What comes of it is read again, and
 * given out only when it says what was wanted and nothing else.
 *
 * @param form of the text: a configuration, or a file that is included
 */
export function editWorkspace(text: string, edit: WorkspaceEdit, form: 'own' | 'shared'): Edited {
  const document = parse(text);
  if (document.errors.length > 0) return { kind: 'impossible' };
  const path = ['workspaces', edit.workspace, edit.list];
  const isThere = placeOf(document, path, edit.kind === 'add' ? edit.thing.id : edit.id) >= 0;
  if (isThere === (edit.kind === 'add')) return { kind: 'unchanged' };

  const values = wanted(document, edit);
  const comments = commentsOf(text).length - commentsWithin(text, document, edit);
  for (const candidate of candidates(text, document, edit)) {
    const read = form === 'own' ? readForm(candidate, configForm) : readForm(candidate, sharedForm);
    const after = parse(candidate);
    if (read.kind !== 'read' || after.errors.length > 0) continue;
    if (commentsOf(candidate).length < comments) continue;
    if (isDeepStrictEqual(valuesOf(after), values)) return { kind: 'edited', text: candidate };
  }
  return { kind: 'impossible' };
}
