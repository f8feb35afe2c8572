import { type Printable, printable } from '../../text/printable.ts';
import type { Style } from '../../text/style.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';

/** Other blanks are not YAML's: they stay where they are seen. */
const INDENT = /^ */;
/** The dash of a list's item, with the spaces behind it. */
const DASH = /^(?:- +)+|^-$/;
/** A key up to its colon: quoted, or without a colon that a space follows. */
const KEY = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#|>[{][^:]*(?::\S[^:]*)*):(?=\s|$)/;
const COMMENT = /(?<=^|\s)#.*$/s;
const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/;
const LITERAL = /^(?:true|false|null|~|[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|\.inf|\.nan))$/i;
const BLOCK = /^[|>][-+\d]*$/;

/** Longer lines are cut: nobody reads on, and whoever sends a schema decides how long its lines are. */
const LONGEST = 2000;

/** Styles of the parts of a YAML text. */
const STYLES = {
  key: theme.accent,
  text: theme.good,
  literal: theme.special,
  quiet: theme.faint,
} satisfies Record<string, Style>;

const piece = (text: string, style: Style = theme.plain): Span => span(printable(text), style);

function scalarStyle(text: string): Style {
  if (QUOTED.test(text)) return STYLES.text;
  if (LITERAL.test(text)) return STYLES.literal;
  return BLOCK.test(text) ? STYLES.quiet : theme.plain;
}

function valueSpans(text: string): readonly Span[] {
  const comment = QUOTED.test(text.trim()) ? null : COMMENT.exec(text);
  const before = text.slice(0, comment?.index);
  const value = before.trimStart();
  return [
    piece(before.slice(0, before.length - value.length)),
    piece(value, scalarStyle(value.trimEnd())),
    ...(comment ? [piece(comment[0], STYLES.quiet)] : []),
  ];
}

/**
 * The lines of a YAML text, keys, texts, numbers and comments told apart. It looks at one line at a time
 * and at nothing but the text of block scalars across lines: enough for schemas as they are rendered, and
 * any other text comes out whole, only plainer.
 */
export function yamlLines(yaml: string): readonly Line[] {
  /** Lines deeper than this belong to a block scalar; -1 outside of one. */
  let block = -1;
  return yaml
    .replace(/\n$/, '')
    .split('\n')
    .map((whole): Line => {
      const line = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
      const indent = INDENT.exec(line)?.[0].length ?? 0;
      if (block >= 0 && (indent > block || line.trim() === '')) return [piece(line, STYLES.text)];
      block = -1;
      const spaces = ' '.repeat(indent) as Printable;
      const rest = line.slice(indent);
      const dash = DASH.exec(rest)?.[0] ?? '';
      const behind = rest.slice(dash.length);
      const key = KEY.exec(behind)?.[0] ?? '';
      const value = behind.slice(key.length);
      if (BLOCK.test(value.trim())) block = indent + (key === '' ? 0 : dash.length);
      return [
        span(spaces),
        ...(dash === '' ? [] : [piece(dash, STYLES.quiet)]),
        ...(key === '' ? [] : [piece(key, STYLES.key)]),
        ...valueSpans(value),
      ];
    });
}
