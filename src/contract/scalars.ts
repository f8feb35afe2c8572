import type { Shape } from './shape.ts';

/** A value of an enumeration, or what else the service sent, raw. */
type Open<Name extends string> = Name | (string & Record<never, never>);

/** Any JSON; integers beyond 2^53 are strings of their digits (see `json.ts`). */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

const absent = (json: unknown): json is null | undefined => json === null || json === undefined;

/** A string. Numbers and booleans are taken by their text. */
export const text: Shape<string | null> = {
  kind: 'string',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (typeof json === 'string') return json;
    if (absent(json)) return null;
    drift.note('wrong-type', path, json);
    return typeof json === 'number' || typeof json === 'boolean' ? String(json) : null;
  },
};

/** A finite number. */
export const number: Shape<number | null> = {
  kind: 'number',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (typeof json === 'number' && Number.isFinite(json)) return json;
    if (absent(json)) return null;
    drift.note('wrong-type', path, json);
    // Integers beyond 2^53 come as digits; a number that was sent as text is still that number.
    const value = typeof json === 'string' && json.trim() !== '' ? Number(json) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  },
};

/** A number that the contract calls an integer. Fractions are kept: they are the service's to explain. */
export const integer: Shape<number | null> = { ...number, kind: 'integer' };

/** An id that is an integer on the wire: its decimal digits, exact beyond 2^53. */
export const id: Shape<string | null> = {
  kind: 'integer',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (typeof json === 'number' && Number.isSafeInteger(json)) return String(json);
    if (typeof json === 'string' && json !== '') {
      if (!/^-?\d+$/.test(json)) drift.note('wrong-type', path, json);
      return json;
    }
    if (!absent(json)) drift.note('wrong-type', path, json);
    return null;
  },
};

/** A boolean. */
export const flag: Shape<boolean | null> = {
  kind: 'boolean',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (typeof json === 'boolean') return json;
    if (!absent(json)) drift.note('wrong-type', path, json);
    return null;
  },
};

/**
 * A date-time as an ISO stamp in UTC with milliseconds (`2026-03-18T13:56:38.835Z`); what is none becomes
 * null.
 */
export const dateTime: Shape<string | null> = {
  kind: 'date-time',
  source: 'contract',
  at: (path) => (json, drift) => {
    if (absent(json)) return null;
    const stamp = typeof json === 'string' ? isoDateTime(json) : undefined;
    if (stamp === undefined) drift.note('unknown-value', path, json);
    return stamp ?? null;
  },
};

/**
 * One of `names`, whatever its casing, or what else arrived, raw (`"7"` for a 7). With codes
 * `by position`, an integer stands for the name at that index.
 */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  codes: 'by position' | 'no codes',
): Shape<Open<Name> | null> {
  const byFolded = new Map<string, Name>(names.map((name) => [name.toLowerCase(), name]));
  if (codes === 'by position') {
    for (const [code, name] of names.entries()) byFolded.set(String(code), name);
  }
  return {
    kind: 'enum',
    source: 'contract',
    at: (path) => (json, drift) => {
      if (absent(json)) return null;
      if (typeof json !== 'string' && typeof json !== 'number') {
        drift.note('wrong-type', path, json);
        return null;
      }
      const raw = String(json);
      const name = byFolded.get(raw.toLowerCase());
      if (name === undefined) drift.note('unknown-value', path, json);
      return name ?? raw;
    },
  };
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
 * no date-time.
 */
export function isoDateTime(stamp: string): string | undefined {
  const parts = DATE_TIME.exec(stamp);
  if (!parts) return undefined;
  const [, day, time, fraction = '', zone = 'Z'] = parts;
  const at = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
