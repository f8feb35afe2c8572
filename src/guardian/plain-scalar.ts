/* The core schema of YAML 1.2.2, section 10.3.2. */
const NULL = /^(?:~|null|Null|NULL)?$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^[-+]?[0-9]+$/;
const OTHER_BASE = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const FRACTION = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** Whether an unquoted scalar can be anything but a string: the first character tells for most. */
const MAY_MEAN_SOMETHING = /^[-+.~0-9nNtTfF]|^$/;

/** What an unquoted scalar means: `true`, `12`, `1.5`, `~`, or itself. */
export function plainScalarValue(text: string): string | number | boolean | null {
  if (!MAY_MEAN_SOMETHING.test(text)) return text;
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (INTEGER.test(text) || OTHER_BASE.test(text) || FRACTION.test(text)) return Number(text);
  if (INFINITY.test(text)) {
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  return text;
}
