import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  stringify,
  type YAMLMap,
} from 'yaml';

/*
 * Small changes to the text of a YAML document, where it stands: everything around them stays as somebody
 * wrote it. Each gives undefined for what it does not know how to change. Whoever calls them reads the
 * outcome again: what comes of an odd style is not relied on.
 */

/** A value that is put in: plain data. */
export type NewValue =
  | string
  | number
  | readonly NewValue[]
  | { readonly [key: string]: NewValue | undefined };

const STEP = '  ';

const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

const asBlock = (value: NewValue): readonly string[] =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd().split('\n');

const asFlow = (value: NewValue): string =>
  stringify(value, { lineWidth: 0, collectionStyle: 'flow' }).trimEnd();

/** The blanks before `at` on its line; undefined when there is something else. */
function indentAt(text: string, at: number): string | undefined {
  const blanks = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^ *$/.test(blanks) ? blanks : undefined;
}

/** `lines` as lines of their own behind the one that `at` is on. */
function linesBehind(text: string, at: number, lines: readonly string[], indent: string): string {
  const end = lineEnd(text);
  const added = lines.map((line) => indent + line);
  // A block scalar goes on to the beginning of the next line.
  if (at > 0 && text[at - 1] === '\n') {
    return `${text.slice(0, at)}${added.map((line) => line + end).join('')}${text.slice(at)}`;
  }
  const next = text.indexOf('\n', at);
  if (next < 0) return `${text}${added.map((line) => end + line).join('')}`;
  const before = text[next - 1] === '\r' ? next - 1 : next;
  return `${text.slice(0, before)}${added.map((line) => end + line).join('')}${text.slice(before)}`;
}

const inserted = (text: string, at: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at);

const isFlow = (node: unknown): boolean => (isMap(node) || isSeq(node)) && node.flow === true;

const isNull = (node: unknown): boolean => node === null || (isScalar(node) && node.value === null);

/** `text` with the pair `key: value` at the end of the mapping at `path`, which must not have that key. */
export function pairPut(
  text: string,
  document: Document,
  path: Path,
  key: string,
  value: NewValue,
): string | undefined {
  const map = mapAt(document, path);
  const node = nodeAt(document, path);
  const pair = { [key]: value };
  if (map) {
    const end = endOf(map.items.at(-1));
    const start = startOf(map.items[0]?.key);
    if (end === undefined || start === undefined) return undefined;
    if (isFlow(map)) return inserted(text, end, `, ${asFlow(pair).slice(1, -1).trim()}`);
    const indent = indentAt(text, start);
    return indent === undefined ? undefined : linesBehind(text, end, asBlock(pair), indent);
  }
  const start = startOf(node);
  if (isMap(node) && isFlow(node) && start !== undefined) {
    return inserted(text, start + 1, asFlow(pair).slice(1, -1).trim());
  }
  return isNull(node) ? belowKey(text, document, path, asBlock(pair)) : undefined;
}

/** `lines` below a key that has nothing behind it. */
function belowKey(
  text: string,
  document: Document,
  path: Path,
  lines: readonly string[],
): string | undefined {
  const key = pairAt(document, path)?.key;
  const start = startOf(key);
  const end = endOf(key);
  const indent = start === undefined ? undefined : indentAt(text, start);
  if (indent === undefined || end === undefined) return undefined;
  return linesBehind(text, end, lines, indent + STEP);
}

/** Where the dash of a block item stands; undefined when it is not the first of its line. */
function dashOf(text: string, item: unknown): number | undefined {
  const start = startOf(item);
  if (start === undefined) return undefined;
  const dash = text.lastIndexOf('-', start - 1);
  if (dash < 0 || text.slice(dash + 1, start).trim() !== '') return undefined;
  return indentAt(text, dash) === undefined ? undefined : dash;
}

/** `text` with `item` at the end of the list at `path`, which is made where it is not there. */
export function itemAdded(
  text: string,
  document: Document,
  path: Path,
  item: NewValue,
): string | undefined {
  const pair = pairAt(document, path);
  const list = pair?.value;
  if (!pair) return pairPut(text, document, path.slice(0, -1), path.at(-1) ?? '', [item]);
  if (isNull(list)) return belowKey(text, document, path, asBlock([item]));
  if (!isSeq(list)) return undefined;
  const last = list.items.at(-1);
  if (last === undefined) {
    const start = startOf(list);
    return start === undefined ? undefined : inserted(text, start + 1, asFlow(item));
  }
  const end = endOf(last);
  if (end === undefined) return undefined;
  if (isFlow(list)) return inserted(text, end, `, ${asFlow(item)}`);
  const dash = dashOf(text, last);
  if (dash === undefined) return undefined;
  const lines = isFlow(last) ? [`- ${asFlow(item)}`] : asBlock([item]);
  return linesBehind(text, end, lines, indentAt(text, dash) ?? '');
}

/** `text` without what stands from the beginning of `from`'s line to the end of `to`'s. */
function withoutLines(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (to > 0 && text[to - 1] === '\n') return text.slice(0, start) + text.slice(to);
  const next = text.indexOf('\n', to);
  if (next >= 0) return text.slice(0, start) + text.slice(next + 1);
  // The last line of a file that ends without a line break: so does what is left.
  const before = text.slice(0, start);
  return before.replace(/\r?\n$/, '');
}

/**
 * `text` without the item number `at` of the list at `path`. A list of which nothing is left goes too, unless
 * it stands in brackets on a line of its own or somebody commented on it.
 */
export function itemRemoved(
  text: string,
  document: Document,
  path: Path,
  at: number,
): string | undefined {
  const pair = pairAt(document, path);
  const list = pair?.value;
  const item = isSeq(list) ? list.items[at] : undefined;
  const start = startOf(item);
  const end = endOf(item);
  if (!pair || !isSeq(list) || start === undefined || end === undefined) return undefined;
  if (isFlow(list)) return flowItemRemoved(text, document, path, at);
  const dash = dashOf(text, item);
  if (dash === undefined) return undefined;
  const key = startOf(pair.key);
  const isCommented = text.slice(key, dash).includes('#');
  if (list.items.length > 1 || key === undefined || isCommented) {
    return withoutLines(text, dash, end);
  }
  return indentAt(text, key) === undefined ? undefined : withoutLines(text, key, end);
}

function flowItemRemoved(
  text: string,
  document: Document,
  path: Path,
  at: number,
): string | undefined {
  const list = nodeAt(document, path);
  if (!isSeq(list)) return undefined;
  const cut = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : text.slice(0, from) + text.slice(to);
  const { items } = list;
  const item = items[at];
  if (items.length > 1) {
    return at > 0
      ? cut(endOf(items[at - 1]), endOf(item))
      : cut(startOf(item), startOf(items[at + 1]));
  }
  const map = mapAt(document, path.slice(0, -1));
  if (!map || !isFlow(map)) return cut(startOf(item), endOf(item));
  const place = map.items.findIndex(({ value }) => value === list);
  if (map.items.length === 1) return cut(startOf(map.items[0]?.key), endOf(list));
  return place > 0
    ? cut(endOf(map.items[place - 1]), endOf(list))
    : cut(startOf(map.items[0]?.key), startOf(map.items[1]?.key));
}

/** The keys that lead from the root to a value. */
export type Path = readonly string[];

/** A scalar as it is written, which is what the forms take for a key; undefined for what is none. */
export const sourceOf = (node: unknown): string | undefined =>
  isScalar(node) ? (node.source ?? String(node.value)) : undefined;

export const pairOf = ({ items }: YAMLMap, name: string): Pair | undefined =>
  items.find(({ key }) => sourceOf(key) === name);

/** The pair that `path` ends at; undefined where there is none. */
export function pairAt(document: Document, path: Path): Pair | undefined {
  let node: unknown = document.contents;
  let pair: Pair | undefined;
  for (const name of path) {
    if (!isMap(node)) return undefined;
    pair = pairOf(node, name);
    node = pair?.value;
  }
  return pair;
}

/** The value at `path`; the root where it is empty. */
export const nodeAt = (document: Document, path: Path): unknown =>
  path.length === 0 ? document.contents : pairAt(document, path)?.value;

/** The mapping at `path` when it is one and holds something. */
export function mapAt(document: Document, path: Path): YAMLMap | undefined {
  const node = nodeAt(document, path);
  return isMap(node) && node.items.length > 0 ? node : undefined;
}

/** Where a node begins in the text. */
export const startOf = (node: unknown): number | undefined =>
  isNode(node) ? (node.range?.[0] ?? undefined) : undefined;

/**
 * Behind the last character that belongs to a node: its brackets, or its last scalar. The ranges of block
 * collections go further, over comments and blank lines.
 */
export function endOf(node: unknown): number | undefined {
  if (isPair(node)) return endOf(node.value) ?? endOf(node.key);
  if (!isNode(node)) return undefined;
  if (!isCollection(node) || node.flow === true) return node.range?.[1];
  return endOf(node.items.at(-1)) ?? node.range?.[1];
}
