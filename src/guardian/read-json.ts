import { type Finding, quoted } from './finding.ts';
import { below, type Mapping, type Node, pointerOf, type Trail } from './node.ts';
import { duplicateKey, guardDepth, MOST_FINDINGS, type Reading, Unreadable } from './reading.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

const NO_ENTRIES: Mapping['entries'] = new Map();

/**
 * Reads strict JSON (RFC 8259) with positions. Takes exactly the texts that `JSON.parse` takes, but for
 * nesting beyond 200 levels, and says of the others where they break. A key that stands twice is found
 * fault with, and its last value counts, as it does for `JSON.parse`.
 */
export function readJson(text: string): Reading {
  const findings: Finding[] = [];
  let at = 0;

  const broken = (sentence: string, trail: Trail | null): Unreadable =>
    new Unreadable(sentence, at, trail);

  const found = (): string =>
    at < text.length
      ? quoted(String.fromCodePoint(text.codePointAt(at) ?? 0))
      : 'the end of the file';

  function skipSpace(): void {
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== NEWLINE && code !== 0x0d && code !== 0x09) return;
      at += 1;
    }
  }

  /** The string that starts here, with its quotes. */
  function string(trail: Trail | null): string {
    const start = at;
    let escapes = false;
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        ESCAPE.lastIndex = at;
        const escaped = ESCAPE.exec(text);
        if (!escaped) throw broken('JSON has no such escape sequence.', trail);
        escapes = true;
        at += escaped[0].length - 1;
      } else if (at >= text.length) {
        at = start;
        throw broken('The string that starts here does not end.', trail);
      } else if (code < 0x20) {
        throw broken('A string must not hold a raw control character or line break.', trail);
      }
    }
    at += 1;
    if (!escapes) return text.slice(start + 1, at - 1);
    return String(JSON.parse(text.slice(start, at)));
  }

  function value(startsAt: number, trail: Trail | null, depth: number): Node {
    const first = text[at];
    if (first === '{') return mapping(startsAt, trail, depth);
    if (first === '[') return sequence(startsAt, trail, depth);
    if (first === '"') {
      const content = string(trail);
      return { kind: 'scalar', at: startsAt, value: content, text: content };
    }
    NUMBER.lastIndex = at;
    const digits = NUMBER.exec(text)?.[0];
    if (digits !== undefined) {
      at += digits.length;
      return { kind: 'scalar', at: startsAt, value: Number(digits), text: digits };
    }
    for (const [word, meaning] of WORDS) {
      if (!text.startsWith(word, at)) continue;
      at += word.length;
      return { kind: 'scalar', at: startsAt, value: meaning, text: word };
    }
    throw broken(`A value was expected here, not ${found()}.`, trail);
  }

  function mapping(startsAt: number, trail: Trail | null, depth: number): Mapping {
    guardDepth(depth, at, trail);
    at += 1;
    skipSpace();
    if (text[at] === '}') {
      at += 1;
      return { kind: 'mapping', at: startsAt, entries: NO_ENTRIES };
    }
    const entries = new Map<string, Node>();
    for (;;) {
      if (text[at] !== '"') throw broken(`A quoted key was expected here, not ${found()}.`, trail);
      const keyAt = at;
      const key = string(trail);
      const inside = below(trail, key);
      if (entries.has(key) && findings.length < MOST_FINDINGS)
        findings.push(duplicateKey(key, keyAt, pointerOf(inside)));
      skipSpace();
      if (text[at] !== ':') {
        throw broken(`":" was expected after the key ${quoted(key)}, not ${found()}.`, inside);
      }
      at += 1;
      skipSpace();
      entries.set(key, value(keyAt, inside, depth + 1));
      skipSpace();
      if (text[at] === '}') break;
      if (text[at] !== ',') throw broken(`"," or "}" was expected here, not ${found()}.`, inside);
      at += 1;
      skipSpace();
    }
    at += 1;
    return { kind: 'mapping', at: startsAt, entries };
  }

  function sequence(startsAt: number, trail: Trail | null, depth: number): Node {
    guardDepth(depth, at, trail);
    at += 1;
    skipSpace();
    const items: Node[] = [];
    if (text[at] === ']') {
      at += 1;
      return { kind: 'sequence', at: startsAt, items };
    }
    for (;;) {
      const inside = below(trail, items.length);
      items.push(value(at, inside, depth + 1));
      skipSpace();
      if (text[at] === ']') break;
      if (text[at] !== ',') throw broken(`"," or "]" was expected here, not ${found()}.`, inside);
      at += 1;
      skipSpace();
    }
    at += 1;
    return { kind: 'sequence', at: startsAt, items };
  }

  try {
    skipSpace();
    const root = value(at, null, 1);
    skipSpace();
    if (at < text.length) throw broken(`The document has ended, but ${found()} follows.`, null);
    return { kind: 'read', format: 'JSON', root, findings };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', findings: [error.finding] };
    throw error;
  }
}
