import { stampAsWritten } from '../contract/operations/event-logs.ts';
import { excludeTerm, includeTerm, quoted, wordTerm } from './filter/fields.ts';
import { EXTRACT_PLACES, EXTRACTS, type ExtractColumn, LABELS } from './storage/columns.ts';
import type { StoredEntry } from './store.ts';

/** A part of an entry, for reading it as a tree. All texts are raw. */
export interface EntryNode {
  /** Its name within its parent; an index for elements of an array. */
  readonly key: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'cut';
  /** The text of a leaf; how many children an object or array has, for the others. */
  readonly value: string;
  /** The filter term that keeps entries with this value, and the one that takes them away. */
  readonly include: string | null;
  readonly exclude: string | null;
  readonly children: readonly EntryNode[];
}

/** An entry in full. */
interface EntryTree {
  readonly labels: readonly EntryNode[];
  /** The JSON in `log`; undefined when it is none, and then the text itself is what there is. */
  readonly log: EntryNode | undefined;
  /** Which entry it is: its id, and its time as the service wrote it. */
  readonly own: readonly EntryNode[];
}

/** Deeper parts are cut off: nobody writes them, and everybody who walks a tree recurses. */
const DEEPEST = 64;
/** Nodes of one log; the rest is cut off. */
const MOST_NODES = 5000;

/** The parts of an entry, each with the terms that filter by it. */
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

/** A number that a double would change: its digits as they were written. */
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
  /** See {@link adjacentMembers}; found when it is first asked for. */
  #adjacent: ReadonlySet<string> | undefined;

  constructor(log: string) {
    this.#log = log;
  }

  /** @param path keys from the root to this value, its own included */
  node(key: string, value: unknown, path: readonly string[], depth: number): EntryNode {
    this.#nodes += 1;
    if (typeof value !== 'object' || value === null || value instanceof Digits) {
      return this.#leaf(key, value, path);
    }
    const kind = Array.isArray(value) ? 'array' : 'object';
    const entries = Object.entries(value);
    const children: EntryNode[] = [];
    for (const [name, child] of entries) {
      if (depth >= DEEPEST || this.#nodes >= MOST_NODES) {
        children.push(cut(entries.length - children.length));
        break;
      }
      const place = kind === 'array' ? path : [...path, name];
      children.push(this.node(name, child, headerPath(place, value), depth + 1));
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

  /** A number is told from others by its key only; that needs the log to write the two next to each other. */
  #termOfMember(key: string, text: string): string | null {
    const member = `${JSON.stringify(key)}:${text}`;
    this.#adjacent ??= adjacentMembers(this.#log);
    return this.#adjacent.has(member) ? `log:${quoted(member)}` : null;
  }
}

const QUOTE = '"';

/**
 * The members of a log, which is JSON, whose plain value stands next to its key, as they are written: `"asn":64500`. One
 * look at the log for all: it may be megabytes, with thousands of members.
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

/** Where the quote stands that ends the string which begins at `begin`. */
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

/** The columns that are taken out of a log, by the keys that lead to them, in lower case. */
const EXTRACT_AT: ReadonlyMap<string, ExtractColumn> = new Map(
  EXTRACTS.flatMap((extract) => {
    const { at } = EXTRACT_PLACES[extract];
    if ('url' in at) return [];
    if ('header' in at) return [[`headers/${at.header}`, extract]];
    return [['object' in at ? `${at.object}/${at.key}` : at.key, extract]];
  }),
);

/** `{Name: 'User-Agent', Value: …}` is a member named User-Agent, as far as filters are concerned. */
function headerPath(path: readonly string[], parent: object): readonly string[] {
  const [first, last] = path;
  if (path.length !== 2 || first?.toLowerCase() !== 'headers' || last?.toLowerCase() !== 'value') {
    return path;
  }
  const named = Object.entries(parent).find(([key]) => key.toLowerCase() === 'name');
  return typeof named?.[1] === 'string' ? [first, named[1]] : path;
}

function termOfText(path: readonly string[], value: string): string | null {
  const place = path.join('/').toLowerCase();
  if (place === 'url' && value !== '') return `url:${quoted(value)}`;
  const column = EXTRACT_AT.get(place);
  if (column) return includeTerm(column, value);
  return value === '' ? null : wordTerm(value);
}
