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
import { MERGE_KEY } from './grammar.ts';
import { below, type Mapping, type Node, type NodePath, type Scalar } from './node.ts';
import {
  duplicateKey,
  guardDepth,
  MAX_FINDINGS,
  mergeKey,
  type Progress,
  type Reading,
  readingOf,
  Unreadable,
} from './reading.ts';
import type { Finding, Severity } from './specification.ts';

/** In a broken document only the first errors are meaningful. */
const MAX_ERRORS = 20;
const MAX_SENTENCE_LENGTH = 200;

/** Replaces messages of the package that are written for programmers. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  RESOURCE_EXHAUSTION: 'Nested too deeply to be read.',
};

interface NodePosition {
  /** The offset of its key, or else its own. */
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
  const words = MESSAGES[code] ?? message;
  if (words.length > MAX_SENTENCE_LENGTH) return `${words.slice(0, MAX_SENTENCE_LENGTH)}….`;
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** Converts errors of the package. They do not say under which key they are. */
function findingsOf(complaints: readonly Complaint[], severity: Severity): Finding[] {
  const sorted = [...complaints].sort((one, other) => one.pos[0] - other.pos[0]);
  return sorted.slice(0, MAX_ERRORS).map((complaint) => ({
    severity,
    sentence: sentenceOf(complaint),
    at: complaint.pos[0],
    pointer: '',
  }));
}

/** Numbers, booleans and null keep their type; anything else a tag produced becomes its text. */
function scalarOf(value: unknown, text: string, at: number): Scalar {
  const known = value === null || typeof value === 'number' || typeof value === 'boolean';
  return { kind: 'scalar', at, value: known ? value : text, text };
}

/** The start offset of a node. */
function startOf(node: unknown): number | undefined {
  const isNode = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
  return isNode ? node.range?.[0] : undefined;
}

/** Characters between two progress reports. */
const PROGRESS_INTERVAL = 1 << 16;

/**
 * The syntax tree of `text`. Nesting is limited while reading: for a million brackets the package would need
 * gigabytes.
 */
function* tokensOf(text: string, progress: Progress): Generator<CST.Token> {
  const parser = new Parser();
  let brackets = 0;
  /** Dashes, question marks and colons on this line: each opens a nested collection. */
  let indicators = 0;
  let isContent = false;
  let reported = 0;
  for (const lexeme of new Lexer().lex(text)) {
    // The lexeme after a scalar mark is its text.
    if (isContent) isContent = false;
    else if (lexeme === CST.SCALAR) isContent = true;
    else if (lexeme === '[' || lexeme === '{') brackets += 1;
    else if (lexeme === ']' || lexeme === '}') brackets = Math.max(0, brackets - 1);
    else if (lexeme.endsWith('\n')) indicators = 0;
    else if (brackets === 0 && /^[-?:]$/.test(lexeme)) indicators += 1;
    guardDepth(brackets + indicators, parser.offset, null);
    if (parser.offset - reported > PROGRESS_INTERVAL) {
      reported = parser.offset;
      progress(reported / text.length);
    }
    yield* parser.next(lexeme);
  }
  yield* parser.end();
  progress(1);
}

function documentOf(text: string, progress: Progress): Document.Parsed | undefined {
  // The package's own check for duplicate keys is quadratic.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false });
  const [document, next] = composed(() => {
    const [first, second] = composer.compose(tokensOf(text, progress), true, text.length);
    return [first, second] as const;
  });
  if (next)
    throw new Unreadable('The file holds more than one YAML document.', next.range[0], null);
  return document;
}

/** The package recurses for each pair in `{a: a: a: …}`, which has no further brackets. */
function composed<Value>(compose: () => Value): Value {
  try {
    return compose();
  } catch (error) {
    if (!(error instanceof RangeError && error.message.includes('call stack'))) throw error;
    throw new Unreadable('Nested too deeply to be read.', 0, null);
  }
}

/**
 * Reads YAML 1.2 (core schema) with positions, using the `yaml` package, which takes seconds for megabytes. Aliases
 * share the value of their anchor. Duplicate keys are reported; the last value counts.
 *
 * @param progress gets the fraction read, from 0 to 1
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
      if (findings.length < MAX_FINDINGS) {
        if (entries.has(name.text)) findings.push(duplicateKey(name.text, at, inside));
        if (name.text === MERGE_KEY) findings.push(mergeKey(at, inside));
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

/** Maximum number of values that all aliases together expand to. */
const MAX_ALIASED_VALUES = 200_000;

/** The number of values in `node` with aliases expanded, and its height. */
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
 * An alias shares its anchor's value, so it costs nothing here; but walking the document visits the value at each
 * alias, so the sum is bounded.
 */
function createAnchors() {
  const named = new Map<string, Node>();
  const extents = new Map<Node, ReturnType<typeof extentOf>>();
  let aliased = 0;
  return {
    /** A name may be redefined; an alias means the last definition before it. */
    set(name: string, node: Node): void {
      named.set(name, node);
    },
    /**
     * The value of an alias at `at`. Throws {@link Unreadable} if the anchor is not complete before it, or the
     * document would become too large or too deep.
     */
    get(name: string, at: number, { nodePath, depth }: Omit<NodePosition, 'at'>): Node {
      const node = named.get(name);
      if (!node) {
        throw new Unreadable(`The alias *${name} names nothing that ends before it.`, at, nodePath);
      }
      const extent = extents.get(node) ?? extentOf(node);
      extents.set(node, extent);
      aliased += extent.size;
      if (aliased > MAX_ALIASED_VALUES) {
        throw new Unreadable(
          `Aliases stand for more than ${MAX_ALIASED_VALUES} values.`,
          at,
          nodePath,
        );
      }
      guardDepth(depth + extent.height, at, nodePath);
      return { ...node, at };
    },
  };
}
