import {
  getLocation,
  type Node as JsonNode,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { below, type Node, type NodePath } from './node.ts';
import { readYaml } from './read-yaml.ts';
import {
  duplicateKey,
  guardDepth,
  MAX_FINDINGS,
  type Progress,
  type Reading,
  readingOf,
  Unreadable,
} from './reading.ts';
import { type Finding, quoted } from './specification.ts';

/** Maximum size of a document, bytes of UTF-8. */
export const LARGEST = 5 * 1024 * 1024;

/** JSON, as opposed to a YAML flow mapping: the first thing in it is a quoted key. */
const LOOKS_LIKE_JSON = /^[ \t\r\n]*(?:\{[ \t\r\n]*(?:["}]|$)|\[)/;

const refusal = (sentence: string): Reading => ({
  kind: 'unreadable',
  findings: [{ severity: 'error', sentence, at: 0, pointer: '' }],
});

/** The text without a byte order mark, which some editors add. Offsets of {@link read} refer to it. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;

/**
 * Reads JSON or YAML without a byte order mark. Text that begins like JSON must be JSON, so that errors are reported
 * as JSON errors. Never throws.
 */
export function read(text: string, progress?: Progress): Reading {
  if (Buffer.byteLength(text) > LARGEST) {
    return refusal('The document is larger than 5 MiB, which is more than is looked at.');
  }
  if (text.trim() === '') return refusal('The document is empty.');
  return LOOKS_LIKE_JSON.test(text) ? readJson(text) : readYaml(text, progress);
}

/**
 * Reads strict JSON (RFC 8259) with positions, using the `jsonc-parser` package. Accepts what `JSON.parse` accepts,
 * except for nesting beyond 200 levels, and reports where other text breaks. Duplicate keys are reported; the last
 * value counts, as in `JSON.parse`.
 */
export function readJson(text: string): Reading {
  const findings: Finding[] = [];

  function convert(node: JsonNode, at: number, nodePath: NodePath | null): Node {
    const { type, offset, length, children = [], value } = node;
    if (type === 'array') {
      const items = children.map((child, index) =>
        convert(child, child.offset, below(nodePath, index)),
      );
      return { kind: 'sequence', at, items };
    }
    if (type !== 'object') {
      const written = text.slice(offset, offset + length);
      return { kind: 'scalar', at, value, text: typeof value === 'string' ? value : written };
    }
    const entries = new Map<string, Node>();
    for (const { children: [key, child] = [] } of children) {
      if (!key || !child) continue;
      const name = String(key.value);
      const inside = below(nodePath, name);
      if (entries.has(name) && findings.length < MAX_FINDINGS) {
        findings.push(duplicateKey(name, key.offset, inside));
      }
      entries.set(name, convert(child, key.offset, inside));
    }
    return { kind: 'mapping', at, entries };
  }

  return readingOf(() => {
    stopAtFault(text);
    const tree = parseTree(text);
    if (!tree) throw new Unreadable('The document is empty.', 0, null);
    return { kind: 'read', format: 'JSON', root: convert(tree, tree.offset, null), findings };
  });
}

/** Throws {@link Unreadable} at the first error: the package would go on and collect a million of them. */
function stopAtFault(text: string): void {
  let depth = 0;
  const begin = (offset: number): void => {
    depth += 1;
    guardDepth(depth, offset, null);
  };
  const end = (): void => {
    depth -= 1;
  };
  visit(
    text,
    {
      onObjectBegin: begin,
      onArrayBegin: begin,
      onObjectEnd: end,
      onArrayEnd: end,
      onError(code, offset) {
        const nodePath = getLocation(text, offset).path.reduce<NodePath | null>(
          (parent, key) => (key === '' ? parent : below(parent, key)),
          null,
        );
        throw new Unreadable(sentenceOf(code, text, offset), offset, nodePath);
      },
    },
    { disallowComments: true },
  );
}

const SENTENCES: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'The string that starts here does not end on its line.',
  UnexpectedEndOfNumber: 'The number that starts here does not end.',
  InvalidUnicode: 'The string that starts here has an invalid escape sequence.',
  InvalidEscapeCharacter: 'The string that starts here has an invalid escape sequence.',
  InvalidCharacter: 'The string that starts here holds a raw control character.',
  InvalidCommentToken: 'JSON has no comments.',
};

const EXPECTED: Readonly<Record<string, string>> = {
  InvalidSymbol: 'A quoted key or a value',
  PropertyNameExpected: 'A quoted key',
  ColonExpected: '":"',
  CommaExpected: '"," or the end of what is open',
  CloseBraceExpected: '"}"',
  CloseBracketExpected: '"]"',
  EndOfFileExpected: 'The end of the file',
};

function sentenceOf(code: ParseErrorCode, text: string, offset: number): string {
  const error = printParseErrorCode(code);
  const at = text.codePointAt(offset);
  const found = at === undefined ? 'the end of the file' : quoted(String.fromCodePoint(at));
  return SENTENCES[error] ?? `${EXPECTED[error] ?? 'A value'} was expected here, not ${found}.`;
}
