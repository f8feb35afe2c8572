import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  parseDocument,
  type ScalarTag,
  visit,
  YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { configForm, sharedForm, type WorkspaceConfig } from './config.ts';
import type { Place } from './form.ts';
import { readForm } from './read-config.ts';

/** The configuration key of a list in a workspace. */
export type ListKey = Exclude<keyof WorkspaceConfig, keyof Place | 'filters' | 'watches'>;

/** A change to a workspace. All texts in it may be hostile. */
export type WorkspaceEdit = {
  readonly workspace: string;
  /** The profile to attach the workspace to, when it has to be created. */
  readonly profile?: string | undefined;
} & (
  | {
      readonly kind: 'add';
      readonly list: ListKey;
      readonly thing: { readonly id: string; readonly name: string };
    }
  | { readonly kind: 'remove'; readonly list: ListKey; readonly id: string }
  /** Names a filter, replacing one of the same name. */
  | { readonly kind: 'filter'; readonly name: string; readonly filter: string }
);

export type Edited =
  | { readonly kind: 'edited'; readonly text: string }
  /** What is to be added is there already, or what is to be removed is not. */
  | { readonly kind: 'unchanged' }
  /** The text cannot be edited without changing something else. */
  | { readonly kind: 'impossible' };

/**
 * Adds a thing to a workspace in the text of a configuration or included file, or removes one. Comments, order and
 * the spelling of values are kept; whitespace may change. The result is parsed again, and returned only if it is
 * valid and has kept its comments.
 *
 * @param form of the text: a configuration or an included file
 */
export function editWorkspace(
  original: string,
  edit: WorkspaceEdit,
  form: 'own' | 'shared',
): Edited {
  const text = original.replaceAll('\r\n', '\n');
  const document = parse(text);
  const { contents: root } = document;
  const isValid = (each: string): boolean =>
    (form === 'own' ? readForm(each, configForm) : readForm(each, sharedForm)).kind === 'read';
  if (!isMap(root) || !isValid(text)) return { kind: 'impossible' };
  let comments = commentsIn(text);
  if (edit.kind === 'filter') {
    if (!nameFilter(document, root, edit)) return { kind: 'unchanged' };
  } else {
    const workspace = valueAt(valueAt(root, 'workspaces'), edit.workspace);
    const list = valueAt(workspace, edit.list);
    const id = edit.kind === 'add' ? edit.thing.id : edit.id;
    const at = isSeq(list) ? list.items.findIndex((item) => idOf(item) === id) : -1;
    if (at >= 0 === (edit.kind === 'add')) return { kind: 'unchanged' };
    if (edit.kind === 'add') add(document, root, edit);
    else if (isSeq(list)) {
      comments -= commentsIn(linesOf(text, list.items[at]));
      remove(list, at);
      if (isMap(workspace) && list.items.length === 0) dropEmptied(document, workspace, edit.list);
    }
  }
  const edited = textOf(document, original);
  return isValid(edited) && commentsIn(edited) >= comments
    ? { kind: 'edited', text: edited }
    : { kind: 'impossible' };
}

/** The workspace to edit; created if missing. */
function workspaceIn(
  document: Document,
  root: YAMLMap,
  { workspace, profile }: Pick<WorkspaceEdit, 'workspace' | 'profile'>,
): YAMLMap {
  if (profile !== undefined) {
    mapIn(document, mapIn(document, root, 'profiles'), profile).set('workspace', workspace);
  }
  return mapIn(document, mapIn(document, root, 'workspaces'), workspace);
}

/** Returns false if the filter already has the name. */
function nameFilter(
  document: Document,
  root: YAMLMap,
  edit: WorkspaceEdit & { readonly kind: 'filter' },
): boolean {
  const { name, filter } = edit;
  const filters = mapIn(document, workspaceIn(document, root, edit), 'filters');
  const pair = pairOf(filters, name);
  if (!pair) filters.set(name, filter);
  else if (sourceOf(pair.value) === filter) return false;
  else if (isScalar(pair.value)) pair.value.value = filter;
  else pair.value = document.createNode(filter);
  return true;
}

function add(document: Document, root: YAMLMap, edit: WorkspaceEdit & { readonly kind: 'add' }) {
  const { thing } = edit;
  const map = workspaceIn(document, root, edit);
  const item = document.createNode({
    id: idValue(thing.id),
    ...(thing.name === thing.id ? {} : { name: thing.name }),
  });
  const list = collectionIn<YAMLSeq>(document, map, edit.list, isSeq, []);
  const last = list.items.at(-1);
  item.flow = isCollection(last) && last.flow === true;
  list.add(item);
}

/** Removes an item. Comments above it stay, moving to the next item or the end of the list. */
function remove(list: YAMLSeq, at: number): void {
  const [removed] = list.items.splice(at, 1);
  const next = list.items[at];
  // No blank line between a key and its list.
  if (at === 0 && isNode(next)) next.spaceBefore = false;
  const above = isNode(removed) ? removed.commentBefore : undefined;
  if (!above) return;
  if (isNode(next)) next.commentBefore = joined(above, next.commentBefore);
  else list.comment = joined(list.comment, above);
}

/** Removes an empty list, but keeps its key if it has a comment. */
function dropEmptied(document: Document, map: YAMLMap, name: string): void {
  const pair = pairOf(map, name);
  if (!pair || !isNode(pair.key) || !isNode(pair.value)) return;
  const comment = joined(pair.value.commentBefore, pair.value.comment);
  if (comment === '' && !pair.key.commentBefore) {
    map.delete(pair.key);
    return;
  }
  pair.value = document.createNode(null);
  if (isNode(pair.value)) pair.value.comment = comment || null;
}

const joined = (...comments: readonly (string | null | undefined)[]): string =>
  comments.filter(Boolean).join('\n');

export interface NewProfile {
  readonly name: string;
  readonly baseUrl: string;
  /** Where the key comes from; null for the environment or a prompt. */
  readonly key:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'command'; readonly command: string }
    | null;
  readonly readOnly: boolean;
  /** No workspace is created if this is empty. */
  readonly workspace: NewWorkspace;
}

/** Ids, some with names, by configuration key. */
export type NewWorkspace = Readonly<
  Record<ListKey, readonly (string | { readonly id: string; readonly name: string })[]>
>;

const BEGINNING =
  '# The configuration of warren. `warren config check` looks for faults, `warren config schema` describes it.\n';

/**
 * Adds a profile to the text of a configuration, with a workspace of the same name if there is something to watch.
 * Everything else is kept, including comments. It becomes the default profile if there was none.
 *
 * @param text valid for `readConfig`; empty for a new configuration
 */
export function withProfile(text: string, profile: NewProfile): string {
  const document = parse(text === '' ? BEGINNING : text.replaceAll('\r\n', '\n'));
  const root = isMap(document.contents) ? document.contents : new YAMLMap(document.schema);
  document.contents = root;
  const { name, baseUrl, key, readOnly, workspace } = profile;
  const watched = Object.entries(workspace).filter(([, ids]) => ids.length > 0);

  if (!document.has('default_profile')) document.set('default_profile', name);
  const made = {
    base_url: baseUrl,
    ...(key?.kind === 'file' ? { access_key_file: key.path } : {}),
    ...(key?.kind === 'command' ? { access_key_command: key.command } : {}),
    ...(readOnly ? { read_only: true } : {}),
    ...(watched.length > 0 ? { workspace: name } : {}),
  };
  mapIn(document, root, 'profiles').set(name, document.createNode(made));
  if (watched.length > 0) {
    const things = watched.map(([kind, ids]) => [
      kind,
      ids.map((thing) =>
        typeof thing === 'string'
          ? { id: idValue(thing) }
          : { id: idValue(thing.id), name: thing.name },
      ),
    ]);
    const lists = document.createNode(Object.fromEntries(things));
    mapIn(document, root, 'workspaces').set(name, lists);
  }
  return textOf(document, text);
}

/** Numeric ids stay numbers, as long as YAML keeps all digits. */
const idValue = (id: string): string | number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

/** A number with an unusual spelling, such as 007, 0x1F or 1.50. */
class AsWritten {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

const AS_WRITTEN: ScalarTag = {
  tag: 'as-written',
  default: true,
  identify: (value) => value instanceof AsWritten,
  resolve: (source) => new AsWritten(source),
  stringify: ({ value }) => (value instanceof AsWritten ? value.source : String(value)),
};

function parse(text: string): Document {
  const document: Document = parseDocument(text, {
    uniqueKeys: false,
    intAsBigInt: true,
    customTags: [AS_WRITTEN],
  });
  visit(document, {
    // 007 is an id here but the number 7 for other readers, so it must keep its digits and stay unquoted.
    Scalar(_key, node) {
      const isNumber = typeof node.value === 'bigint' || typeof node.value === 'number';
      if (!isNumber || node.source === undefined || String(node.value) === node.source) return;
      // A node with a tag is written by that.
      node.value = node.tag === undefined ? new AsWritten(node.source) : node.source;
    },
  });
  return document;
}

function textOf(document: Document, before: string): string {
  const text = document.toString({
    lineWidth: 0,
    // Keep the existing style: list indentation, `{id: 1}` or `{ id: 1 }`.
    indentSeq: !/^( *)[^\s#-][^:\n]*:.*\n\1- /m.test(before),
    flowCollectionPadding: !/[[{][^\s\]}]/.test(before),
  });
  return before.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/** The number of comments, by the lexer, so that a # inside a scalar does not count. */
const commentsIn = (text: string): number =>
  [...new Lexer().lex(text)].filter((token) => token.startsWith('#')).length;

/** The source of a node up to the end of its last line. */
function linesOf(text: string, node: unknown): string {
  const range = isNode(node) ? node.range : undefined;
  if (!range) return '';
  const end = text.indexOf('\n', range[1]);
  return text.slice(range[0], end < 0 ? undefined : end);
}

/** The spelling of a scalar, by which the forms identify keys; undefined for other nodes. */
const sourceOf = (node: unknown): string | undefined =>
  isScalar(node) ? (node.source ?? String(node.value)) : undefined;

const pairOf = ({ items }: YAMLMap, name: string): Pair | undefined =>
  items.find(({ key }) => sourceOf(key) === name);

const valueAt = (node: unknown, name: string): unknown =>
  isMap(node) ? pairOf(node, name)?.value : undefined;

const idOf = (item: unknown): string | undefined => sourceOf(valueAt(item, 'id'));

const mapIn = (document: Document, parent: YAMLMap, name: string): YAMLMap =>
  collectionIn<YAMLMap>(document, parent, name, isMap, {});

/** The collection under a key; created if missing. */
function collectionIn<Kind extends YAMLMap | YAMLSeq>(
  document: Document,
  parent: YAMLMap,
  name: string,
  is: (node: unknown) => node is Kind,
  empty: unknown,
): Kind {
  const pair = pairOf(parent, name);
  if (is(pair?.value)) return pair.value;
  const made = document.createNode(empty) as unknown as Kind;
  if (isScalar(pair?.value)) {
    made.commentBefore = joined(pair.value.commentBefore, pair.value.comment) || null;
  }
  if (pair) pair.value = made;
  else parent.set(name, made);
  return made;
}
