import type { Drift } from './drift.ts';
import { object, type Shape } from './shape.ts';

/** A value of an enumeration, or any other text the service sent. */
type Open<Name extends string> = Name | (string & Record<never, never>);

/** JSON as returned by `parseJson`: numbers that do not fit a double are strings. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

const absent = (json: unknown): json is null | undefined => json === null || json === undefined;

/** The shape of a scalar. Each has its own reader function: sharing one takes a fifth longer. */
export const scalar = <Value>(
  kind: Shape<Value>['kind'],
  at: Shape<Value | null>['at'],
): Shape<Value | null> => ({ kind, source: 'contract', at });

/** A string. Numbers and booleans are converted. */
export const text = scalar<string>('string', (path) => (json, drift) => {
  if (typeof json === 'string') return json;
  if (absent(json)) return null;
  drift.note('wrong-type', path, json);
  return typeof json === 'number' || typeof json === 'boolean' ? String(json) : null;
});

/** A string; any other value becomes its JSON text. */
export const textOrJson = scalar<string>('string', (path) => (json, drift) => {
  if (typeof json === 'string') return json;
  if (absent(json)) return null;
  drift.note('wrong-type', path, json);
  return JSON.stringify(json);
});

/**
 * A finite number. If it does not fit a double, the nearest one, or null beyond all of them (see `numberAsWritten`).
 */
export const number = scalar<number>('number', (path) => (json, drift) => {
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  if (absent(json)) return null;
  // Numbers that do not fit a double arrive as text; numbers sent as text are accepted.
  const text = typeof json === 'string' && json.trim() !== '' ? json : 'NaN';
  const value = Number(text);
  const isLarge = Number.isFinite(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text);
  if (!isLarge) drift.note('wrong-type', path, json);
  return Number.isFinite(value) ? value : null;
});

/** A number the contract calls an integer. Fractions are kept. */
export const integer: Shape<number | null> = { ...number, kind: 'integer' };

/** An integer id as decimal digits, exact beyond 2^53. */
export const id = scalar<string>('integer', (path) => (json, drift) => {
  if (typeof json === 'number' && Number.isSafeInteger(json)) return String(json);
  if (absent(json)) return null;
  const isText = typeof json === 'string' && json !== '';
  if (!isText || !/^-?\d+$/.test(json)) drift.note('wrong-type', path, json);
  return isText ? json : null;
});

export const flag = scalar<boolean>('boolean', (path) => (json, drift) => {
  if (typeof json === 'boolean') return json;
  if (absent(json)) return null;
  drift.note('wrong-type', path, json);
  return null;
});

/** A date-time as an ISO timestamp in UTC with milliseconds (`2026-03-18T13:56:38.835Z`); null if invalid. */
export const dateTime = scalar<string>('date-time', (path) => (json, drift) => {
  if (absent(json)) return null;
  const stamp = typeof json === 'string' ? isoDateTime(json) : undefined;
  if (stamp === undefined) drift.note('unknown-value', path, json);
  return stamp ?? null;
});

/**
 * One of `names`, ignoring case, or any other value as text (`"7"` for 7). With codes `by position` an integer stands
 * for the name at that index.
 */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  codes: 'by position' | 'no codes',
) {
  const byFolded = new Map<string, Name>(names.map((name) => [name.toLowerCase(), name]));
  if (codes === 'by position') {
    for (const [code, name] of names.entries()) byFolded.set(String(code), name);
  }
  return scalar<Open<Name>>('enum', (path) => (json, drift) => {
    if (absent(json)) return null;
    if (typeof json !== 'string' && typeof json !== 'number') {
      drift.note('wrong-type', path, json);
      return null;
    }
    const raw = String(json);
    const name = byFolded.get(raw.toLowerCase());
    if (name === undefined) drift.note('unknown-value', path, json);
    return name ?? raw;
  });
}

/**
 * Maximum number of values of an answer in fields without a stated structure: 300 charts of a day by 5 minutes. Copying
 * them from another thread takes up to 30 ms, during which keys wait.
 */
const MAX_VALUES = 100_000;

/** How many values have been read, by the drift of an answer. */
const valuesRead = new WeakMap<Drift, number>();

/** JSON without a stated structure; null if absent, or if the answer has too much of it. */
export const anything: Shape<Json> = {
  kind: 'any',
  source: 'contract',
  at: (path) => (json, drift) => {
    const before = valuesRead.get(drift) ?? 0;
    const values = valuesIn(json, MAX_VALUES - before);
    if (before + values > MAX_VALUES) {
      drift.note('too-large', path, json);
      return null;
    }
    valuesRead.set(drift, before + values);
    // `parseJson` has produced it and checked its depth.
    return json === undefined ? null : (json as Json);
  },
};

/** The number of values inside objects and lists, or any number beyond `most`. */
function valuesIn(json: unknown, most: number): number {
  if (typeof json !== 'object' || json === null) return 0;
  const inside = Object.values(json);
  let found = inside.length;
  for (const value of inside) {
    if (found > most) break;
    found += valuesIn(value, most - found);
  }
  return found;
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Converts a date-time of the service to an ISO timestamp in UTC with milliseconds: `2026-03-18T13:56:38.8350428Z`
 * becomes `2026-03-18T13:56:38.835Z`. Without a zone it is UTC (wire-facts T18). Undefined if invalid.
 */
export function isoDateTime(stamp: string): string | undefined {
  const parts = DATE_TIME.exec(stamp);
  if (!parts) return undefined;
  const [, day = '', time, fraction = '', zone = 'Z'] = parts;
  // `Date` would accept 31 February as 3 March.
  if (!new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return undefined;
  const at = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** GenericRequestResponse (Resources; Errors, rule 2). A success may have one with default values. */
export const genericResponse = object({
  /** An HTTP status code; 0 by default. */
  statusCode: integer,
  /** False by default, even for a success: see `problems.ts`. */
  success: flag,
  /** For people. Hostile text. */
  message: text,
  /** For programs: `not_found.ratelimit_shieldzone`. */
  errorKey: text,
});

export interface TimePoint<Value> {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly value: Value;
}

/**
 * Reads a chart object that maps UTC timestamps to values (wire-facts 3 and 4.3; the contract shows no structure) as
 * points in order of time. Values for which `read` returns undefined are dropped. Undefined if it has another form or
 * no valid values: then show the raw content.
 */
export function timeSeries<Value>(
  chart: Json,
  read: (value: Json) => Value | undefined,
): readonly TimePoint<Value>[] | undefined {
  if (typeof chart !== 'object' || chart === null || Array.isArray(chart)) return undefined;
  const points: TimePoint<Value>[] = [];
  let refused = 0;
  for (const [stamp, json] of Object.entries(chart)) {
    const iso = isoDateTime(stamp);
    if (iso === undefined) return undefined;
    const value = read(json);
    if (value === undefined) refused += 1;
    else points.push({ at: Date.parse(iso), value });
  }
  if (points.length === 0 && refused > 0) return undefined;
  return points.sort((a, b) => a.at - b.at);
}

/** A number, for {@link timeSeries} over latency and traffic charts. */
export const numberOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
