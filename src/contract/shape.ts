import type { Drift } from './drift.ts';

/** Turns parsed JSON into a value of ours; never throws but {@link ShapeMismatch}, notes what did not fit. */
type Reader<T> = (json: unknown, drift: Drift) => T;

/** What the contract calls the type of a field. */
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
 * The form of one value on the wire: the one source of its type, its decoder and its list of fields. Tolerant: what is missing, null or of another type becomes null (an empty
 * list for arrays) and is noted, so that one odd field does not cost the whole answer.
 */
export interface Shape<T> {
  readonly kind: ShapeKind;
  /** `contract`, or `wire-facts` for what only public observations of the service tell. */
  readonly source: 'contract' | 'wire-facts';
  /** The fields of an object, by their wire name. */
  readonly fields?: Fields;
  /** What an array or a map holds. */
  readonly items?: Shape<unknown>;
  /** The reader for a value at `path`. Made once for each place, since paths do not hold indexes. */
  at(path: string): Reader<T>;
}

/** The fields of an object, by their wire name, in the contract's order. */
type Fields = { readonly [name: string]: Shape<unknown> };

/** The type that a shape decodes to. */
export type Decoded<S> = S extends Shape<infer T> ? T : never;

type Filled<F extends Fields> = { readonly [Name in keyof F]: Decoded<F[Name]> };

/** What an answer lacks so badly that there is nothing to show. */
export class ShapeMismatch extends Error {
  override readonly name = 'Misfit';

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

/** Whether a value is an object, not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By object and field: numbers that no double holds, as they were written. */
const written = new WeakMap<object, Map<string, string>>();

/**
 * A number of a decoded object as it was written, when no double holds it: `9223372036854775807`, `1e400`. The field
 * itself then holds the nearest double, or null.
 */
export const numberAsWritten = (decoded: object, field: string): string | undefined =>
  written.get(decoded)?.get(field);

/** Every number of a decoded object that no double holds, by its field. */
export const numbersAsWritten = (
  decoded: object,
): Iterable<readonly [field: string, digits: string]> => written.get(decoded) ?? [];

/** Notes how a number of an object that was put together again was written: see {@link numberAsWritten}. */
export function keepAsWritten(decoded: object, field: string, text: string): void {
  written.set(decoded, new Map(written.get(decoded)).set(field, text));
}

/** Reads every field of an object and notes the fields nobody knows. */
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
      // `parseJson` hands these over as text.
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
    // Every name of `fields` was read by the shape of that name.
    return filled as Filled<F>;
  };
}

/** Notes a value of another type; that it is absent is no news here. */
function noteType(json: unknown, path: string, drift: Drift): void {
  if (json !== null && json !== undefined) drift.note('wrong-type', path, json);
}

/** An object with these fields; null when it is absent. */
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

/** An object with these fields; when it is absent, one whose fields are all absent. */
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

/** An array for which null says something else than empty; items that are none are left out. */
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
          // Of any other value the item's own shape has taken note.
          else if (value === null) drift.note('wrong-type', itemPath, value);
        }
        return kept;
      };
    },
  };
}

/** An array; null and absent become empty, and items that are none are left out. */
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
 * A list that throws {@link ShapeMismatch} where a value of another type arrived: nobody can tell how much that held,
 * and none would be untrue. Null and absent are read as `items` reads them.
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

/** An object whose keys are data; null when absent. The result has no prototype. */
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

/** Without it there is nothing to show: throws {@link ShapeMismatch} when absent or of another type. */
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

/** A field that is not in the contract but was seen on the wire; its absence is not noted. */
export function observed<T>(shape: Shape<T>): Shape<T> {
  return { ...shape, source: 'wire-facts' };
}

/** How the body of a successful answer becomes a value. */
export interface Decoder<Answer> {
  /** The form of the body; undefined when the operation is answered without one. */
  readonly shape: Shape<unknown> | undefined;
  /**
   * Decodes parsed JSON (see `parseJson`). Tolerant of everything but a top level that holds none of the
   * expected fields: that throws {@link ShapeMismatch}.
   */
  decode(json: unknown, drift: Drift): Answer;
}

/** The decoder for a body of `shape`; `name` begins the paths of what it notes. */
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
      const value = read(json, drift);
      if (value === null || value === undefined) throw new ShapeMismatch(name, 'an object', json);
      return value;
    },
  };
}

/** For operations that are answered without a body; whatever arrives all the same is not looked at. */
export const noBody: Decoder<null> = { shape: undefined, decode: () => null };
