import { object, type Shape } from './shape.ts';

/** A value of an enumeration, or what else the service sent, raw. */
type Open<Name extends string> = Name | (string & Record<never, never>);

/** Any JSON; numbers that no double holds are strings (see `parseJson`). */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

const absent = (json: unknown): json is null | undefined => json === null || json === undefined;

/** A value that is no object or list. Each reads in a function of its own: one for all of them takes a fifth longer. */
export const scalar = <Value>(
  kind: Shape<Value>['kind'],
  at: Shape<Value | null>['at'],
): Shape<Value | null> => ({ kind, source: 'contract', at });

/** A string. Numbers and booleans are taken by their text. */
export const text = scalar<string>('string', (path) => (json, drift) => {
  if (typeof json === 'string') return json;
  if (absent(json)) return null;
  drift.note('wrong-type', path, json);
  return typeof json === 'number' || typeof json === 'boolean' ? String(json) : null;
});

/** A string, or the JSON text of what arrived in its place. */
export const textOrJson = scalar<string>('string', (path) => (json, drift) => {
  if (typeof json === 'string') return json;
  if (absent(json)) return null;
  drift.note('wrong-type', path, json);
  return JSON.stringify(json);
});

/**
 * A finite number: of one that no double holds the nearest there is, or null beyond them all
 * (see `numberAsWritten`).
 */
export const number = scalar<number>('number', (path) => (json, drift) => {
  if (typeof json === 'number' && Number.isFinite(json)) return json;
  if (absent(json)) return null;
  // What no double holds comes as text; a number that was sent as text is still that number.
  const text = typeof json === 'string' && json.trim() !== '' ? json : 'NaN';
  const value = Number(text);
  const isLarge = Number.isFinite(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text);
  if (!isLarge) drift.note('wrong-type', path, json);
  return Number.isFinite(value) ? value : null;
});

/** A number that the contract calls an integer. Fractions are kept: they are the service's to explain. */
export const integer: Shape<number | null> = { ...number, kind: 'integer' };

/** An id that is an integer on the wire: its decimal digits, exact beyond 2^53. */
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

/**
 * A date-time as an ISO stamp in UTC with milliseconds (`2026-03-18T13:56:38.835Z`); what is none becomes
 * null.
 */
export const dateTime = scalar<string>('date-time', (path) => (json, drift) => {
  if (absent(json)) return null;
  const stamp = typeof json === 'string' ? isoDateTime(json) : undefined;
  if (stamp === undefined) drift.note('unknown-value', path, json);
  return stamp ?? null;
});

/**
 * One of `names`, whatever its casing, or what else arrived, raw (`"7"` for a 7). With codes
 * `by position`, an integer stands for the name at that index.
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

/** JSON that the contract does not describe, as it came; null when absent. */
export const anything: Shape<Json> = {
  kind: 'any',
  source: 'contract',
  // Whatever `parseJson` made is Json, with its depth already looked at.
  at: () => (json) => (json === undefined ? null : (json as Json)),
};

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * A date-time of the service as an ISO stamp in UTC with milliseconds: `2026-03-18T13:56:38.8350428Z`
 * becomes `2026-03-18T13:56:38.835Z`. Without a zone it means UTC (wire-facts T18). Undefined when it is
 * no date-time, or of a day that the calendar does not have.
 */
export function isoDateTime(stamp: string): string | undefined {
  const parts = DATE_TIME.exec(stamp);
  if (!parts) return undefined;
  const [, day = '', time, fraction = '', zone = 'Z'] = parts;
  // `Date` takes 31 February for 3 March.
  if (!new Date(`${day}T00:00Z`).toJSON()?.startsWith(day)) return undefined;
  const at = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** GenericRequestResponse (Resources; Errors, rule 2). A success may carry one filled with defaults. */
export const genericResponse = object({
  /** An HTTP status code; 0 in a default-filled object. */
  statusCode: integer,
  /** Whether the operation succeeded. False in a default-filled object: see `problems.ts`. */
  success: flag,
  /** For people. Hostile text. */
  message: text,
  /** For programs: `not_found.ratelimit_shieldzone`. */
  errorKey: text,
});

/** One value of a chart. */
export interface TimePoint<Value> {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly value: Value;
}

/**
 * A chart object as points in order of time, when it is an object from UTC stamps to values that `read`
 * accepts (wire-facts 3 and 4.3; the contract does not show the structure). Undefined otherwise: then show
 * the raw content. Values that `read` refuses (undefined) among others that it accepts are left out.
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

/** Reads a number; for {@link timeSeries} over latency and traffic charts. */
export const numberOf = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
