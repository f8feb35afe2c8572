import { Document, visit } from 'yaml';
import { escapedText, type Writing } from '../../text/json-and-csv.ts';

/** Integers that a double would round exactly; what is beyond every double as text, for YAML has no number for it. */
const exactInteger = (_key: string, value: unknown, context?: { readonly source?: string }) => {
  const source = context?.source ?? '';
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (/^-?\d+$/.test(source)) return BigInt(source);
  return Number.isFinite(value) ? value : source;
};

/** Lines that a block of YAML gives back as they are: none has blanks at its end, the first none before it. */
const LINES = /^[^\s](?:[^\r\n]*[^\s])?(?:\n(?:[^\r\n]*[^\s])?)*$/;

/**
 * JSON as YAML: the same values, texts of several lines as lines. A text with characters that act on terminals is
 * quoted, and they are escaped as in JSON.
 */
export function yamlText(json: string, writing: Writing = 'escaped'): string {
  const document = new Document(JSON.parse(json, exactInteger), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      const { value } = node;
      if (typeof value !== 'string') return;
      const isUnsafe = writing === 'escaped' && escapedText(value) !== value;
      if (isUnsafe || (value.includes('\n') && !LINES.test(value))) node.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY,
  });
  return writing === 'escaped' ? escapedText(text) : text;
}
