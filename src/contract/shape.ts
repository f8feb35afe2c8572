import type { Drift } from './drift.ts';

/** Decodes parsed JSON and notes deviations. Throws nothing but {@link ShapeMismatch}. */
type Reader<T> = (json: unknown, drift: Drift) => T;

/** The contract's name for a type. */
type ShapeKind =
  | 'object'
  | 'array'
  | 'map'
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date-time'
  | 'enum'
  | 'any';

/**
 * Describes a value on the wire; type, decoder and field list derive from it. Tolerant: missing, null or mistyped
 * values become null (arrays: empty) and are noted, so that one bad field does not cost the whole answer.
 */
export interface Shape<T> {
  readonly kind: ShapeKind;
  /** `wire-facts`: known only from observations of the service. */
  readonly source: 'contract' | 'wire-facts';
  /** Fields of an object by wire name. */
  readonly fields?: Fields;
  /** Items of an array or map. */
  readonly items?: Shape<unknown>;
  /** Creates the reader for values at `path`, once per path, since paths have no indexes. */
  at(path: string): Reader<T>;
}

/** By wire name, in the contract's order. */
type Fields = { readonly [name: string]: Shape<unknown> };

export type Decoded<S> = S extends Shape<infer T> ? T : never;

type Filled<F extends Fields> = { readonly [Name in keyof F]: Decoded<F[Name]> };

/** Thrown if an answer lacks something without which nothing can be shown. */
export class ShapeMismatch extends Error {
  override readonly name = 'ShapeMismatch';

  constructor(path: string, expected: string, value: unknown) {
    super(`${path}: ${expected} was expected, ${nameOf(value)} arrived`);
  }
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value}`;
}

/** Excludes arrays. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The digits of numbers that do not fit a double, by object and field. */
const written = new WeakMap<object, Map<string, string>>();

/**
 * The digits of a number that does not fit a double, such as `9223372036854775807` or `1e400`. The field itself holds
 * the nearest double, or null.
 */
export const numberAsWritten = (decoded: object, field: string): string | undefined =>
  written.get(decoded)?.get(field);

/** All such numbers of an object, by field. */
export const numbersAsWritten = (
  decoded: object,
): Iterable<readonly [field: string, digits: string]> => written.get(decoded) ?? [];

/** Restores {@link numberAsWritten} for a rebuilt object. */
export function keepAsWritten(decoded: object, field: string, text: string): void {
  written.set(decoded, new Map(written.get(decoded)).set(field, text));
}

/** Reads the fields of an object and notes unknown ones. */
function fieldsReader<F extends Fields>(
  fields: F,
  path: string,
): (json: Readonly<Record<string, unknown>>, drift: Drift) => Filled<F> {
  const readers = Object.entries(fields).map(([name, shape]) => ({
    name,
    path: `${path}.${name}`,
    expected: shape.source === 'contract',
    isNumber: shape.kind === 'number' || shape.kind === 'integer',
    read: shape.at(`${path}.${name}`),
  }));
  return (json, drift) => {
    const filled: Record<string, unknown> = {};
    let seen = 0;
    let inexact: Map<string, string> | undefined;
    for (const { name, path, expected, isNumber, read } of readers) {
      const value = json[name];
      if (value !== undefined) seen += 1;
      else if (expected) drift.note('missing-field', path, undefined);
      const taken = read(value, drift);
      filled[name] = taken;
      // `parseJson` returns inexact numbers as text.
      if (isNumber && typeof value === 'string' && taken !== value && String(taken) !== value) {
        inexact = (inexact ?? new Map()).set(name, value);
      }
    }
    if (inexact) written.set(filled, inexact);
    const names = Object.keys(json);
    if (names.length !== seen) {
      for (const name of names) {
        if (!Object.hasOwn(fields, name)) {
          drift.note('unknown-field', `${path}.${name}`, json[name]);
        }
      }
    }
    // Each field was read by its own shape.
    return filled as Filled<F>;
  };
}

/** Notes a value of the wrong type, but not an absent one. */
function noteType(json: unknown, path: string, drift: Drift): void {
  if (json !== null && json !== undefined) drift.note('wrong-type', path, json);
}

/** An object; null if absent. */
export function object<F extends Fields>(fields: F): Shape<Filled<F> | null> {
  return {
    kind: 'object',
    source: 'contract',
    fields,
    at(path) {
      const read = fieldsReader(fields, path);
      return (json, drift) => {
        if (isObject(json)) return read(json, drift);
        noteType(json, path, drift);
        return null;
      };
    },
  };
}

/** An object; if absent, one whose fields are all absent. */
export function orBlank<F extends Fields>(fields: F): Shape<Filled<F>> {
  const nullable = object(fields);
  return {
    ...nullable,
    at(path) {
      const read = nullable.at(path);
      const blank = fieldsReader(fields, path);
      return (json, drift) => read(json, drift) ?? blank({}, drift);
    },
  };
}

/** An array for which null differs from empty. Invalid items are dropped. */
export function nullableList<T>(items: Shape<T>): Shape<readonly NonNullable<T>[] | null> {
  return {
    kind: 'array',
    source: 'contract',
    items,
    at(path) {
      const itemPath = `${path}[]`;
      const read = items.at(itemPath);
      return (json, drift) => {
        if (!Array.isArray(json)) {
          noteType(json, path, drift);
          return null;
        }
        const kept: NonNullable<T>[] = [];
        for (const value of json) {
          const item = read(value, drift);
          if (item !== null && item !== undefined) kept.push(item);
          // Other invalid items were noted by their own shape.
          else if (value === null) drift.note('wrong-type', itemPath, value);
        }
        return kept;
      };
    },
  };
}

/** An array; null and absent become empty. Invalid items are dropped. */
export function list<T>(items: Shape<T>): Shape<readonly NonNullable<T>[]> {
  const nullable = nullableList(items);
  return {
    ...nullable,
    at(path) {
      const read = nullable.at(path);
      return (json, drift) => read(json, drift) ?? [];
    },
  };
}

/**
 * A list that throws {@link ShapeMismatch} for a value of another type: its contents are unknown, and showing none
 * would be wrong. Null and absent are read as by `items`.
 */
export function strict<T>(items: Shape<T>): Shape<T> {
  return {
    ...items,
    at(path) {
      const read = items.at(path);
      return (json, drift) => {
        if (Array.isArray(json) || json === null || json === undefined) return read(json, drift);
        throw new ShapeMismatch(path, 'an array', json);
      };
    },
  };
}

/** An object whose keys are data; null if absent. The result has no prototype. */
export function map<T>(items: Shape<T>): Shape<Readonly<Record<string, T>> | null> {
  return {
    kind: 'map',
    source: 'contract',
    items,
    at(path) {
      const read = items.at(`${path}.*`);
      return (json, drift) => {
        if (!isObject(json)) {
          noteType(json, path, drift);
          return null;
        }
        const entries: Record<string, T> = Object.create(null);
        for (const [key, value] of Object.entries(json)) entries[key] = read(value, drift);
        return entries;
      };
    },
  };
}

/** Throws {@link ShapeMismatch} if absent or of another type. */
export function required<T>(shape: Shape<T>): Shape<NonNullable<T>> {
  return {
    ...shape,
    at(path) {
      const read = shape.at(path);
      return (json, drift) => {
        const value = read(json, drift);
        if (value !== null && value !== undefined) return value;
        throw new ShapeMismatch(path, `an ${shape.kind}`, json);
      };
    },
  };
}

/** A field that is not in the contract but was observed; its absence is not noted. */
export function observed<T>(shape: Shape<T>): Shape<T> {
  return { ...shape, source: 'wire-facts' };
}

/** Decodes the body of a successful answer. */
export interface Decoder<Answer> {
  /** Undefined if the operation is answered without a body. */
  readonly shape: Shape<unknown> | undefined;
  /**
   * Decodes JSON from `parseJson`. Throws {@link ShapeMismatch} only if the top level has none of the expected
   * fields.
   */
  decode(json: unknown, drift: Drift): Answer;
}

/** The decoder for a body of `shape`; `name` starts the paths it notes. */
export function decoder<T>(name: string, shape: Shape<T>): Decoder<NonNullable<T>> {
  const read = shape.at(name);
  const fields = Object.keys(shape.fields ?? {});
  return {
    shape,
    decode(json, drift) {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) {
        throw new ShapeMismatch(name, 'an object', json);
      }
      if (!fields.some((field) => Object.hasOwn(json, field))) {
        throw new ShapeMismatch(name, `an object with ${fields.slice(0, 3).join(', ')}`, json);
      }
      // An object of its own for each answer: `anything` counts by it.
      const own: Drift = { note: drift.note.bind(drift), add: drift.add.bind(drift) };
      const value = read(json, own);
      if (value === null || value === undefined) throw new ShapeMismatch(name, 'an object', json);
      return value;
    },
  };
}

/** For operations answered without a body; anything that arrives is ignored. */
export const noBody: Decoder<null> = { shape: undefined, decode: () => null };
