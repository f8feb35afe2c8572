import { stampAsWritten } from '../contract/operations/event-logs.ts';
import { excludeTerm, includeTerm, quoted, wordTerm } from './filter/fields.ts';
import { EXTRACT_PLACES, EXTRACTS, type ExtractColumn, LABELS } from './storage/columns.ts';
import type { StoredEntry } from './store.ts';

/** A part of an entry shown as a tree. All texts are raw. */
export interface EntryNode {
  /** Its name within its parent, or the index of an array element. */
  readonly key: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'cut';
  /** The text of a leaf, or the number of children. */
  readonly value: string;
  /** Filter terms that keep or exclude entries with this value; null if there is none. */
  readonly include: string | null;
  readonly exclude: string | null;
  readonly children: readonly EntryNode[];
}

interface EntryTree {
  readonly labels: readonly EntryNode[];
  /** The JSON in `log`; undefined if it is not a JSON object or array. */
  readonly log: EntryNode | undefined;
  /** The id, and the timestamp as the service wrote it. */
  readonly own: readonly EntryNode[];
}

/** Limits recursion; deeper parts are cut off. */
const MAX_DEPTH = 64;
/** Limit of nodes per log; the rest is cut off. */
const MAX_NODES = 5000;

/** The parts of an entry, each with its filter terms. */
export function entryTree(entry: StoredEntry): EntryTree {
  return {
    labels: LABELS.map((label) => {
      const value = entry.labels[label];
      return {
        key: label,
        kind: value === null ? 'null' : 'text',
        value: value ?? '',
        include: includeTerm(label, value),
        exclude: excludeTerm(label, value),
        children: [],
      };
    }),
    log: entry.log === null ? undefined : logTree(entry.log),
    own: [
      {
        key: 'logId',
        kind: entry.logId === null ? 'null' : 'text',
        value: entry.logId ?? '',
        ...termsOf(entry.logId ? `id:${quoted(entry.logId)}` : null),
        children: [],
      },
      {
        key: 'timestamp',
        kind: entry.timestamp === null ? 'null' : 'number',
        value: stampAsWritten(entry) ?? String(entry.timestamp ?? ''),
        ...termsOf(null),
        children: [],
      },
    ],
  };
}

const termsOf = (include: string | null): Pick<EntryNode, 'include' | 'exclude'> => ({
  include,
  exclude: include === null ? null : `-${include}`,
});

function logTree(log: string): EntryNode | undefined {
  const json = parseExactly(log);
  const isLeaf = typeof json !== 'object' || json === null || json instanceof Digits;
  if (isLeaf) return undefined;
  return new TreeBuilder(log).node('', json, [], 0);
}

/** The digits of a number that a double cannot represent. */
class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function parseExactly(log: string): unknown {
  try {
    const exact = /\d{16}/.test(log)
      ? (_key: string, value: unknown, context?: { readonly source?: string }) =>
          typeof value === 'number' &&
          context?.source !== undefined &&
          String(value) !== context.source
            ? new Digits(context.source)
            : value
      : undefined;
    return JSON.parse(log, exact);
  } catch {
    return undefined;
  }
}

class TreeBuilder {
  readonly #log: string;
  #nodes = 0;
  /** See {@link adjacentMembers}; computed on first use. */
  #adjacent: ReadonlySet<string> | undefined;

  constructor(log: string) {
    this.#log = log;
  }

  /** @param path keys from the root to this value, inclusive */
  node(key: string, value: unknown, path: readonly string[], depth: number): EntryNode {
    this.#nodes += 1;
    if (typeof value !== 'object' || value === null || value instanceof Digits) {
      return this.#leaf(key, value, path);
    }
    const kind = Array.isArray(value) ? 'array' : 'object';
    const entries = Object.entries(value);
    const children: EntryNode[] = [];
    for (const [name, child] of entries) {
      if (depth >= MAX_DEPTH || this.#nodes >= MAX_NODES) {
        children.push(cut(entries.length - children.length));
        break;
      }
      const childPath = kind === 'array' ? path : [...path, name];
      children.push(this.node(name, child, headerPath(childPath, value), depth + 1));
    }
    return { key, kind, value: String(entries.length), ...termsOf(null), children };
  }

  #leaf(key: string, value: unknown, path: readonly string[]): EntryNode {
    const text = value instanceof Digits ? value.text : String(value);
    const include =
      typeof value === 'string' ? termOfText(path, value) : this.#termOfMember(key, text);
    return {
      key,
      kind: kindOfLeaf(value),
      value: text,
      ...termsOf(include),
      children: [],
    };
  }

  /** A number can only be matched together with its key, if the log has both next to each other. */
  #termOfMember(key: string, text: string): string | null {
    const member = `${JSON.stringify(key)}:${text}`;
    this.#adjacent ??= adjacentMembers(this.#log);
    return this.#adjacent.has(member) ? `log:${quoted(member)}` : null;
  }
}

const QUOTE = '"';

/**
 * The members of a JSON log whose plain value directly follows the key, as written: `"asn":64500`. Found in one pass,
 * because a log may be megabytes with thousands of members.
 */
function adjacentMembers(log: string): ReadonlySet<string> {
  const found = new Set<string>();
  const plain = /:(-?\d[\d.eE+-]*|true|false|null)/y;
  for (let begin = log.indexOf(QUOTE); begin >= 0; ) {
    const end = textEnd(log, begin);
    plain.lastIndex = end + 1;
    const [value] = plain.exec(log) ?? [];
    if (value !== undefined) found.add(log.slice(begin, end + 1) + value);
    begin = log.indexOf(QUOTE, end + 1);
  }
  return found;
}

/** Position of the quote that ends the string starting at `begin`. */
function textEnd(json: string, begin: number): number {
  for (let end = json.indexOf(QUOTE, begin + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

function kindOfLeaf(value: unknown): EntryNode['kind'] {
  if (value === null) return 'null';
  if (value instanceof Digits) return 'number';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
}

const cut = (left: number): EntryNode => ({
  key: '…',
  kind: 'cut',
  value: String(left),
  ...termsOf(null),
  children: [],
});

/** The extracted columns, by their path of keys in lower case. */
const EXTRACT_AT: ReadonlyMap<string, ExtractColumn> = new Map(
  EXTRACTS.flatMap((extract) => {
    const { at } = EXTRACT_PLACES[extract];
    if ('url' in at) return [];
    if ('header' in at) return [[`headers/${at.header}`, extract]];
    return [['object' in at ? `${at.object}/${at.key}` : at.key, extract]];
  }),
);

/** For filters, `{Name: 'User-Agent', Value: …}` is a member named User-Agent. */
function headerPath(path: readonly string[], parent: object): readonly string[] {
  const [first, last] = path;
  if (path.length !== 2 || first?.toLowerCase() !== 'headers' || last?.toLowerCase() !== 'value') {
    return path;
  }
  const named = Object.entries(parent).find(([key]) => key.toLowerCase() === 'name');
  return typeof named?.[1] === 'string' ? [first, named[1]] : path;
}

function termOfText(path: readonly string[], value: string): string | null {
  const field = path.join('/').toLowerCase();
  if (field === 'url' && value !== '') return `url=${quoted(value)}`;
  const column = EXTRACT_AT.get(field);
  if (column) return includeTerm(column, value);
  return value === '' ? null : wordTerm(value);
}
