import { CST } from 'yaml';
import type { Finding } from './finding.ts';
import {
  below,
  type Mapping,
  type Node,
  pointerOf,
  type Scalar,
  type Sequence,
  type Trail,
} from './node.ts';
import { plainScalarValue } from './plain-scalar.ts';
import { noAnchors } from './read-yaml.ts';
import {
  duplicateKey,
  guardDepth,
  MOST_FINDINGS,
  mergeKey,
  type Reading,
  Unreadable,
} from './reading.ts';

import { type YamlToken, type YamlTokenType, yamlTokens } from './yaml-tokens.ts';

/** Thrown at the first thing that is not plain YAML; never leaves this file. */
class NotPlain extends Error {}

/** YAML 1.2.2, 7.4.2: a key that is not marked by `?` ends within this many characters. */
const LONGEST_KEY = 1024;

/** What an unquoted scalar must not begin with; the lexer lets it pass. */
const BAD_START = /^[,%@`|>]/;

/** Where a value is wanted. */
interface Spot {
  /** The offset of what introduces it: its key, or itself. */
  readonly at: number;
  /** The column of the collection that it is in; -1 for the root. */
  readonly column: number;
  readonly trail: Trail | null;
  readonly depth: number;
}

interface Key {
  readonly name: string;
  readonly at: number;
}

/** The text is not plain YAML, as shows at this offset: broken, or beyond what is read here. */
export interface NotPlainYaml {
  readonly kind: 'not plain';
  readonly at: number;
}

/**
 * Reads the YAML that nearly all specifications are written in: one document of block and flow
 * collections, scalars, anchors and aliases. Everything else is left to `readYaml`: tags, directives,
 * explicit keys, tabs between tokens, and texts that are broken.
 *
 * The tokens are the `yaml` package's own; only the tree is put together here, because the package needs
 * 1.8 s for the tree of a 5 MB document and this a third of that. Whatever is read here is what the
 * package would have read: see the test.
 */
export function readPlainYaml(text: string): Reading | NotPlainYaml {
  const next = yamlTokens(text);
  const findings: Finding[] = [];
  const anchors = noAnchors();
  let token: YamlToken = next();

  const advance = (): void => {
    token = next();
  };
  const is = (type: YamlTokenType): boolean => token.type === type;
  const isFlowScalar = (): boolean =>
    is('scalar') || is('single-quoted-scalar') || is('double-quoted-scalar');

  function expect(fits: boolean): void {
    if (!fits) throw new NotPlain();
  }

  /** Steps over a comment. True when nothing else follows on the line. */
  function skipToLineEnd(): boolean {
    if (is('comment')) {
      expect(token.isApart);
      advance();
    }
    return is('newline') || is('end');
  }

  /** Steps over blank lines and comments to the next token that means something. */
  function skipToContent(): void {
    while (skipToLineEnd() && is('newline')) advance();
  }

  /** After a value in block context nothing may stand on its line but a comment. */
  function endLine(): void {
    expect(skipToLineEnd());
    skipToContent();
  }

  /** What the package makes of a scalar that is more than a slice of the text. */
  function resolved(scalar: CST.FlowScalar | CST.BlockScalar): string {
    return CST.resolveAsScalar(scalar, true, () => expect(false)).value;
  }

  /** The content of the scalar that stands here, quoted or not, on one line or folded over several. */
  function flowText(): string {
    const { type, source } = token;
    const folded = source.includes('\n');
    if (type === 'scalar') {
      expect(source !== '' && !BAD_START.test(source));
      return folded ? resolved({ type, source, offset: token.at, indent: 0 }) : source;
    }
    if (type !== 'single-quoted-scalar' && type !== 'double-quoted-scalar') throw new NotPlain();
    const quote = type === 'single-quoted-scalar' ? "'" : '"';
    expect(source.length >= 2 && source.endsWith(quote));
    if (!folded && quote === "'") return source.slice(1, -1).replaceAll("''", "'");
    if (!folded && !source.includes('\\')) return source.slice(1, -1);
    return resolved({ type, source, offset: token.at, indent: 0 });
  }

  function flowScalar(at: number): Scalar {
    const text = flowText();
    const value = is('scalar') ? plainScalarValue(text) : text;
    advance();
    return { kind: 'scalar', at, value, text };
  }

  const nothing = (at: number): Scalar => ({ kind: 'scalar', at, value: null, text: '' });

  /** A key on one line, up to and over its colon. */
  function key(): Key {
    expect(isFlowScalar() && !token.source.includes('\n'));
    const start = token;
    const name = flowText();
    advance();
    return overColon(start, name);
  }

  /** The colon after the key that began with `start`. */
  function overColon(start: YamlToken, name: string): Key {
    expect(is('map-value-ind') && token.at - start.at <= LONGEST_KEY);
    advance();
    return { name, at: start.at };
  }

  /** Notes what is odd about a key, before its value is read. */
  function examine({ name, at }: Key, trail: Trail, entries: ReadonlyMap<string, Node>): void {
    if (findings.length >= MOST_FINDINGS) return;
    if (entries.has(name)) findings.push(duplicateKey(name, at, pointerOf(trail)));
    if (name === '<<') findings.push(mergeKey(at, pointerOf(trail)));
  }

  /* Block context. Each function leaves `token` on the next content after its value. */

  /** The value after a colon or a dash, on its line or on the lines below. */
  function afterIndicator(spot: Spot, parent: 'mapping' | 'sequence'): Node {
    if (!skipToLineEnd()) {
      expect(token.isApart);
      if (is('anchor')) return anchoredNode(spot);
      return parent === 'sequence' ? blockNode({ ...spot, at: token.at }) : inlineNode(spot);
    }
    skipToContent();
    if (is('end') || token.column < spot.column) return nothing(spot.at);
    if (token.column > spot.column) {
      return blockNode(parent === 'sequence' ? { ...spot, at: token.at } : spot);
    }
    // A sequence may stand under its key without being indented.
    return parent === 'mapping' && is('seq-item-ind') ? blockSequence(spot) : nothing(spot.at);
  }

  /** The name after `&` or `*`. One that ends in a colon was meant to be a key. */
  function anchorName(): string {
    const name = token.source.slice(1);
    expect(name !== '' && !name.endsWith(':'));
    advance();
    return name;
  }

  /** The value after an anchor, on its line or on the lines below. */
  function anchoredNode(spot: Spot): Node {
    const name = anchorName();
    const isBelow = skipToLineEnd();
    if (isBelow) skipToContent();
    expect(isBelow ? !is('end') && token.column > spot.column : token.isApart);
    const node = isBelow ? blockNode(spot) : inlineNode(spot);
    anchors.set(name, node);
    return node;
  }

  function inlineNode(spot: Spot): Node {
    if (is('block-scalar-header')) return blockScalar(spot);
    const value = flowNode(spot);
    endLine();
    return value;
  }

  /** The value that starts here, at the start of its line or after dashes. */
  function blockNode(spot: Spot): Node {
    if (is('seq-item-ind')) return blockSequence(spot);
    if (!isFlowScalar()) return inlineNode(spot);
    const start = token;
    const scalar = flowScalar(spot.at);
    if (is('map-value-ind')) return blockMapping(spot, start, scalar.text);
    endLine();
    return scalar;
  }

  function blockMapping(spot: Spot, start: YamlToken, firstName: string): Mapping {
    guardDepth(spot.depth, start.at, spot.trail);
    expect(!start.source.includes('\n'));
    const entries = new Map<string, Node>();
    for (let named = overColon(start, firstName); ; named = key()) {
      const trail = below(spot.trail, named.name);
      const inside = { at: named.at, column: start.column, trail, depth: spot.depth + 1 };
      examine(named, trail, entries);
      entries.set(named.name, afterIndicator(inside, 'mapping'));
      if (is('end') || token.column < start.column) break;
      expect(token.column === start.column);
    }
    return { kind: 'mapping', at: spot.at, entries };
  }

  function blockSequence(spot: Spot): Sequence {
    guardDepth(spot.depth, token.at, spot.trail);
    const { column } = token;
    const items: Node[] = [];
    while (is('seq-item-ind') && token.column === column) {
      const trail = below(spot.trail, items.length);
      const inside = { at: token.at, column, trail, depth: spot.depth + 1 };
      advance();
      items.push(afterIndicator(inside, 'sequence'));
    }
    expect(is('end') || token.column <= column);
    return { kind: 'sequence', at: spot.at, items };
  }

  function blockScalar(spot: Spot): Scalar {
    const { at, source } = token;
    const { column: indent } = spot;
    expect(indent >= 0);
    advance();
    expect(skipToLineEnd() && is('newline'));
    const lineBreak = token;
    advance();
    expect(is('scalar'));
    const text = resolved({
      type: 'block-scalar',
      offset: at,
      indent,
      props: [
        { type: 'block-scalar-header', offset: at, indent, source },
        { type: 'newline', offset: lineBreak.at, indent, source: lineBreak.source },
      ],
      source: token.source,
    });
    advance();
    skipToContent();
    return { kind: 'scalar', at: spot.at, value: text, text };
  }

  /* Flow context: line breaks are spaces. Each function leaves `token` right after its value. */

  function flowNode(spot: Spot): Node {
    if (isFlowScalar()) return flowScalar(spot.at);
    if (is('alias')) return anchors.get(anchorName(), spot.at, spot);
    guardDepth(spot.depth, token.at, spot.trail);
    if (is('flow-map-start')) return flowMapping(spot);
    expect(is('flow-seq-start'));
    return flowSequence(spot);
  }

  /** Steps to the next item; false at the closing bracket, which it steps over. */
  function nextItem(closing: 'flow-map-end' | 'flow-seq-end', isFirst: boolean): boolean {
    skipToContent();
    if (!isFirst && is('comma')) {
      advance();
      skipToContent();
    } else expect(isFirst || is(closing));
    if (!is(closing)) return true;
    advance();
    return false;
  }

  /** An item of a flow collection, with its anchor if it has one. */
  function flowItem(spot: Spot): Node {
    if (!is('anchor')) return flowNode(spot);
    const name = anchorName();
    expect(token.isApart);
    const node = flowNode(spot);
    anchors.set(name, node);
    return node;
  }

  function flowMapping(spot: Spot): Mapping {
    const entries = new Map<string, Node>();
    advance();
    for (let isFirst = true; nextItem('flow-map-end', isFirst); isFirst = false) {
      const named = key();
      const trail = below(spot.trail, named.name);
      examine(named, trail, entries);
      skipToContent();
      entries.set(named.name, flowItem({ ...spot, at: named.at, trail, depth: spot.depth + 1 }));
    }
    return { kind: 'mapping', at: spot.at, entries };
  }

  function flowSequence(spot: Spot): Sequence {
    const items: Node[] = [];
    advance();
    for (let isFirst = true; nextItem('flow-seq-end', isFirst); isFirst = false) {
      const trail = below(spot.trail, items.length);
      items.push(flowItem({ ...spot, at: token.at, trail, depth: spot.depth + 1 }));
    }
    return { kind: 'sequence', at: spot.at, items };
  }

  try {
    skipToContent();
    if (is('doc-start')) {
      advance();
      expect(skipToLineEnd());
      skipToContent();
    }
    const root = is('end')
      ? nothing(token.at)
      : blockNode({ at: token.at, column: -1, trail: null, depth: 1 });
    expect(is('end'));
    return { kind: 'read', format: 'YAML', root, findings };
  } catch (error) {
    if (error instanceof NotPlain) return { kind: 'not plain', at: token.at };
    if (error instanceof Unreadable) return { kind: 'unreadable', findings: [error.finding] };
    throw error;
  }
}
