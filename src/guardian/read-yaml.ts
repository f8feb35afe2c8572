import {
  Composer,
  CST,
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  Parser,
} from 'yaml';
import { below, type Mapping, type Node, type NodePath, type Scalar } from './node.ts';
import {
  duplicateKey,
  guardDepth,
  MOST_FINDINGS,
  mergeKey,
  type Progress,
  type Reading,
  readingOf,
  Unreadable,
} from './reading.ts';
import type { Finding, Severity } from './specification.ts';

/** Only the first faults of a broken document mean anything. */
const MOST_FAULTS = 20;
const LONGEST_SENTENCE = 200;

/** Where the package speaks to programmers. */
const OUR_WORDS: Partial<Record<ErrorCode, string>> = {
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
};

/** Where a value is wanted. */
interface NodePosition {
  /** The offset of what introduces it: its key, or itself. */
  readonly at: number;
  readonly nodePath: NodePath | null;
  readonly depth: number;
}

interface Complaint {
  readonly code: ErrorCode;
  readonly message: string;
  readonly pos: readonly [number, number];
}

function sentenceOf({ code, message }: Complaint): string {
  const words = OUR_WORDS[code] ?? message;
  if (words.length > LONGEST_SENTENCE) return `${words.slice(0, LONGEST_SENTENCE)}….`;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** The package's complaints as ours. It does not say under which key they are. */
function findingsOf(complaints: readonly Complaint[], severity: Severity): Finding[] {
  const sorted = [...complaints].sort((one, other) => one.pos[0] - other.pos[0]);
  return sorted.slice(0, MOST_FAULTS).map((complaint) => ({
    severity,
    sentence: sentenceOf(complaint),
    at: complaint.pos[0],
    pointer: '',
  }));
}

/** Numbers, booleans and null as they are; whatever else a tag made of the text, as that text. */
function scalarOf(value: unknown, text: string, at: number): Scalar {
  const known = value === null || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'scalar', at, value: known ? value : text, text };
}

/** Where a node of the package begins. */
function startOf(node: unknown): number | undefined {
  const isNode = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
  return isNode ? node.range?.[0] : undefined;
}

/** Characters between two reports of progress. */
const STRIDE = 1 << 16;

/**
 * The syntax tree of `text`, as the package makes it. Nesting is guarded while reading: the package itself needs
 * gigabytes for a million brackets.
 */
function* tokensOf(text: string, progress: Progress): Generator<CST.Token> {
  const parser = new Parser();
  let brackets = 0;
  /** Dashes, question marks and colons on this line; each opens a collection in the one before. */
  let indicators = 0;
  let isContent = false;
  let told = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // What follows the mark of a scalar is its text, whatever it looks like.
    if (isContent) isContent = false;
    else if (lexeme === CST.SCALAR) isContent = true;
    else if (lexeme === '[' || lexeme === '{') brackets += 1;
    else if (lexeme === ']' || lexeme === '}') brackets = Math.max(0, brackets - 1);
    else if (lexeme.endsWith('\n')) indicators = 0;
    else if (brackets === 0 && /^[-?:]$/.test(lexeme)) indicators += 1;
    guardDepth(brackets + indicators, parser.offset, null);
    if (parser.offset - told > STRIDE) {
      told = parser.offset;
      progress(told / text.length);
    }
    yield* parser.next(lexeme);
  }
  yield* parser.end();
  progress(1);
}

function documentOf(text: string, progress: Progress): Document.Parsed | undefined {
  // The package's own search for keys that stand twice compares every key with every other.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
  const [document, next] = composed(() => {
    const [first, second] = composer.compose(tokensOf(text, progress), true, text.length);
    return [first, second] as const;
  });
  if (next)
    throw new Unreadable('The file holds more than one YAML document.', next.range[0], null);
  return document;
}

/** The package calls itself for each of the pairs in `{a: a: a: …}`, which no bracket shows. */
function composed<Value>(compose: () => Value): Value {
  try {
    return compose();
  } catch (error) {
    if (!(error instanceof RangeError && error.message.includes('call stack'))) throw error;
    throw new Unreadable('Nested too deeply to be read.', 0, null);
  }
}

/**
 * Reads YAML 1.2 (core schema) with positions, through the `yaml` package, which takes seconds for megabytes.
 * Aliases share the value of their anchor. A key that stands twice is reported, and its last value counts.
 *
 * @param progress is told how much of the text was read, from 0 to 1
 */
export function readYaml(text: string, progress: Progress = () => {}): Reading {
  return readingOf(() => readDocument(documentOf(text, progress)));
}

function readDocument(document: Document.Parsed | undefined): Reading {
  if (!document) throw new Unreadable('The document is empty.', 0, null);
  if (document.errors.length > 0) {
    return { kind: 'unreadable', findings: findingsOf(document.errors, 'error') };
  }
  const findings = findingsOf(document.warnings, 'warning');
  const anchors = createAnchors();

  function convert(node: unknown, position: NodePosition): Node {
    if (isAlias(node)) return anchors.get(node.source, position.at, position);
    const converted = convertContent(node, position);
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      anchors.set(node.anchor, converted);
    }
    return converted;
  }

  function convertContent(node: unknown, position: NodePosition): Node {
    const { at, nodePath, depth } = position;
    if (isScalar(node)) return scalarOf(node.value, node.source ?? '', at);
    if (!isMap(node) && !isSeq(node)) return { kind: 'scalar', at, value: null, text: '' };
    guardDepth(depth, at, nodePath);
    if (isMap(node)) return mapping(node.items, position);
    const items = node.items.map((item, index) =>
      convert(item, {
        at: startOf(item) ?? at,
        nodePath: below(nodePath, index),
        depth: depth + 1,
      }),
    );
    return { kind: 'sequence', at, items };
  }

  function mapping(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    { at: start, nodePath, depth }: NodePosition,
  ): Mapping {
    const entries = new Map<string, Node>();
    for (const { key, value } of pairs) {
      const at = startOf(key) ?? start;
      const name = convert(key, { at, nodePath, depth: depth + 1 });
      if (name.kind !== 'scalar') {
        throw new Unreadable('A key must be a string, not a collection.', at, nodePath);
      }
      const inside = below(nodePath, name.text);
      if (findings.length < MOST_FINDINGS) {
        if (entries.has(name.text)) findings.push(duplicateKey(name.text, at, inside));
        if (name.text === '<<') findings.push(mergeKey(at, inside));
      }
      entries.set(name.text, convert(value, { at, nodePath: inside, depth: depth + 1 }));
    }
    return { kind: 'mapping', at: start, entries };
  }

  const root = convert(document.contents, {
    at: document.contents?.range[0] ?? 0,
    nodePath: null,
    depth: 1,
  });
  return { kind: 'read', format: 'YAML', root, findings };
}

/** The most values that aliases may stand for, all together. */
const MOST_ALIASED = 200_000;

/** How many values `node` is with every alias in it written out, and how many levels it has. */
function extentOf(node: Node): { readonly size: number; readonly height: number } {
  if (node.kind === 'scalar') return { size: 1, height: 0 };
  let size = 1;
  let height = 0;
  for (const child of node.kind === 'sequence' ? node.items : node.entries.values()) {
    const below = extentOf(child);
    size += below.size;
    height = Math.max(height, below.height + 1);
  }
  return { size, height };
}

/**
 * No anchors yet. An alias shares the value of its anchor, so that it costs nothing here; whoever walks
 * through the document meets the value again at each alias, and so their sum is bounded.
 */
function createAnchors() {
  const named = new Map<string, Node>();
  const extents = new Map<Node, ReturnType<typeof extentOf>>();
  let aliased = 0;
  return {
    /** Names a value. A name may be given again; aliases mean the last one before them. */
    set(name: string, node: Node): void {
      named.set(name, node);
    },
    /**
     * The value that an alias at `at` stands for, as if it stood there. Throws {@link Unreadable} when no such anchor
     * has ended before it, and when the document would become too large or too deep.
     */
    get(name: string, at: number, { nodePath, depth }: Omit<NodePosition, 'at'>): Node {
      const node = named.get(name);
      if (!node) {
        throw new Unreadable(`The alias *${name} names nothing that ends before it.`, at, nodePath);
      }
      const extent = extents.get(node) ?? extentOf(node);
      extents.set(node, extent);
      aliased += extent.size;
      if (aliased > MOST_ALIASED) {
        throw new Unreadable(`Aliases stand for more than ${MOST_ALIASED} values.`, at, nodePath);
      }
      guardDepth(depth + extent.height, at, nodePath);
      return { ...node, at };
    },
  };
}
