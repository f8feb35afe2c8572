import { driftLog } from '../../contract/drift.ts';
import type { Operation } from '../../contract/operation.ts';
import { isObject, numberAsWritten, type Shape } from '../../contract/shape.ts';
import { exactNumber } from '../../text/json-and-csv.ts';

type WireJson = Readonly<Record<string, unknown>>;

const INTEGER = /^-?\d+$/;

/**
 * Encodes a decoded value as JSON: wire field names in contract order, absent fields as null, exact numbers,
 * enumerations by name, dates in UTC with milliseconds.
 */
function wireJson(shape: Shape<unknown>, value: unknown): unknown {
  const { fields = {}, items } = shape;
  switch (shape.kind) {
    case 'object':
      return isObject(value)
        ? Object.fromEntries(
            Object.entries(fields).map(([name, field]) => {
              const written = numberAsWritten(value, name);
              return [
                name,
                written === undefined ? wireJson(field, value[name]) : exactNumber(written),
              ];
            }),
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
      return typeof value === 'string' && INTEGER.test(value)
        ? exactNumber(value)
        : (value ?? null);
    default:
      return value ?? null;
  }
}

export function wireDocument<Answer>(
  { answer: { shape } }: Operation<unknown, Answer>,
  answer: Answer,
): WireJson {
  const document = shape ? wireJson(shape, answer) : null;
  return isObject(document) ? document : {};
}

/**
 * Normalises the data of an error like {@link wireDocument} does for an answer of `shape`, so that programs can read
 * both alike. Values outside the shape stay as they are.
 */
export function likeAnswer(shape: Shape<unknown> | undefined, json: unknown): unknown {
  if (shape?.kind === 'enum' || shape?.kind === 'date-time') {
    return shape.at('')(json, driftLog()) ?? json;
  }
  if (Array.isArray(json)) return json.map((item) => likeAnswer(shape?.items, item));
  if (!shape || !isObject(json)) return json;
  const { fields = {}, items } = shape;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      likeAnswer(Object.hasOwn(fields, name) ? fields[name] : items, value),
    ]),
  );
}

export function listUnder(document: unknown, key: string): readonly unknown[] {
  const list = isObject(document) ? document[key] : undefined;
  return Array.isArray(list) ? list : [];
}
