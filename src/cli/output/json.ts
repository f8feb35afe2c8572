import type { Operation } from '../../contract/operation.ts';
import type { Shape } from '../../contract/shape.ts';
import { printable } from '../../text/printable.ts';

const BEYOND_ASCII = /[^\x20-\x7e\n]+/g;

const escaped = (text: string): string =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A value as JSON that a terminal may be given: whatever `printable` would change is escaped, so that
 * `JSON.parse` still gives back every character.
 *
 * @param indent spaces for each level; 0 for one line
 */
export const jsonText = (value: unknown, indent: 0 | 2): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replace(BEYOND_ASCII, (run) =>
    printable(run) === run ? run : escaped(run),
  );

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text, which is a JSON scalar. */
    rawJSON(text: string): object;
  }
}

/** A value that `JSON.stringify` takes. */
export type WireJson = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is WireJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decimal digits as a JSON number; any other text as text. */
const exactInteger = (digits: string): unknown =>
  /^-?(?:0|[1-9]\d*)$/.test(digits) ? JSON.rawJSON(digits) : digits;

/**
 * A decoded value as it is written in JSON: the wire's field names in the contract's order, fields that
 * were absent as null, integers of any size exactly. Enumerations are their names, as the contract spells
 * them; dates are in UTC with milliseconds.
 */
export function wireJson(shape: Shape<unknown>, value: unknown): unknown {
  const { fields = {}, items } = shape;
  switch (shape.kind) {
    case 'object':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(fields).map(([name, field]) => [name, wireJson(field, value[name])]),
          )
        : null;
    case 'array':
      return Array.isArray(value) && items ? value.map((item) => wireJson(items, item)) : null;
    case 'map':
      return isObject(value) && items
        ? Object.fromEntries(
            Object.entries(value).map(([key, item]) => [key, wireJson(items, item)]),
          )
        : null;
    case 'integer':
      return typeof value === 'string' ? exactInteger(value) : (value ?? null);
    default:
      return value ?? null;
  }
}

/** A whole answer of `operation` as JSON. */
export function wireDocument<Answer>(
  { answer: { shape } }: Operation<never, Answer>,
  answer: Answer,
): WireJson {
  const document = shape ? wireJson(shape, answer) : null;
  return isObject(document) ? document : {};
}

/** The list under a key of a document; none when it is null. */
export function listUnder(document: unknown, key: string): readonly unknown[] {
  const list = isObject(document) ? document[key] : undefined;
  return Array.isArray(list) ? list : [];
}
