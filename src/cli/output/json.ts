import { driftLog } from '../../contract/drift.ts';
import type { Operation } from '../../contract/operation.ts';
import { isObject, numberAsWritten, type Shape } from '../../contract/shape.ts';
import { exactNumber } from '../../text/json-and-csv.ts';

/** A value that `JSON.stringify` takes. */
type WireJson = Readonly<Record<string, unknown>>;

/** An id that is a number on the wire. */
const INTEGER = /^-?\d+$/;

/**
 * A decoded value as it is written in JSON: the wire's field names in the contract's order, fields that
 * were absent as null, numbers of any size exactly. Enumerations are their names, as the contract spells
 * them; dates are in UTC with milliseconds.
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
 * What came with a failure, its enumerations and dates as {@link wireDocument} writes those of an answer of `shape`, so
 * that a program reads both alike; all else as it came.
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
