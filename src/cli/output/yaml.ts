import { Document, type ScalarTag, visit } from 'yaml';
import { escapedText, type Writing } from '../../text/json-and-csv.ts';

/**
 * Keeps large integers exact. Numbers beyond the range of a double become text, because YAML has no number for them.
 */
const exactInteger = (_key: string, value: unknown, context?: { readonly source?: string }) => {
  const source = context?.source ?? '';
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (/^-?\d+$/.test(source)) return BigInt(source);
  return Number.isFinite(value) ? value : source;
};

/** Writes `3e-7` as `3.0e-7`: YAML 1.1 parsers take a number without a dot for text. */
const EXPONENTS: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // Never used for parsing.
  test: /(?!)/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};

/** Text that survives as a YAML block: no trailing blanks, and none before the first line. */
const LINES = /^[^\s](?:[^\r\n]*[^\s])?(?:\n(?:[^\r\n]*[^\s])?)*$/;

/**
 * Converts JSON to YAML with the same values. Multi-line text becomes a block. Text that YAML 1.1 parsers would
 * misread is quoted (`NO`, the country, is false to them), and so is text with terminal control characters, which are
 * escaped as in JSON.
 */
export function yamlText(json: string, writing: Writing = 'escaped'): string {
  const document = new Document(JSON.parse(json, exactInteger), {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    customTags: (tags) => [EXPONENTS, ...tags],
  });
  visit(document, {
    Scalar(_, node) {
      const { value } = node;
      if (typeof value !== 'string') return;
      const isUnsafe = writing === 'escaped' && escapedText(value) !== value;
      // `compat` covers the other special words of YAML 1.1.
      if (value === '=' || isUnsafe || (value.includes('\n') && !LINES.test(value)))
        node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
  return writing === 'escaped' ? escapedText(text) : text;
}
