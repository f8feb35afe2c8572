import { Document, type ScalarTag, visit } from 'yaml';
import { escapedText, type Writing } from '../../text/json-and-csv.ts';

/** Integers that a double would round exactly; what is beyond every double as text, for YAML has no number for it. */
const exactInteger = (_key: string, value: unknown, context?: { readonly source?: string }) => {
  const source = context?.source ?? '';
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (/^-?\d+$/.test(source)) return BigInt(source);
  return Number.isFinite(value) ? value : source;
};

/** Numbers as `3e-7`: without a dot they are texts to readers of YAML 1.1. */
const EXPONENTS: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => typeof value === 'number' && /^-?\de/.test(String(value)),
  // Nothing is read by it.
  test: /(?!)/,
  resolve: Number,
  stringify: ({ value }) => String(value).replace('e', '.0e'),
};

/** Lines that a block of YAML gives back as they are: none has blanks at its end, the first none before it. */
const LINES = /^[^\s](?:[^\r\n]*[^\s])?(?:\n(?:[^\r\n]*[^\s])?)*$/;

/**
 * JSON as YAML: the same values, texts of several lines as lines. What readers of YAML 1.1 take for something else than a
 * text is quoted: `NO` is a country, and false to them. A text with characters that act on terminals is
 * quoted, and they are escaped as in JSON.
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
      // The other words of YAML 1.1 are in `compat`.
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
