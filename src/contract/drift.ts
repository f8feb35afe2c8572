/**
 * How an answer differs from the contract.
 *
 * - `unknown-field`: a field the contract does not know
 * - `unknown-value`: a value outside an enumeration, or an invalid date
 * - `wrong-type`: a field of another type
 * - `missing-field`: a field the contract states is absent
 * - `too-large`: a field that is read as null, because the answer has too much in fields without a stated structure
 */
export type DriftKind =
  | 'unknown-field'
  | 'unknown-value'
  | 'wrong-type'
  | 'missing-field'
  | 'too-large';

/** One difference, and how often it occurred. */
export interface DriftEntry {
  readonly kind: DriftKind;
  /** Path without array indexes: `app-overview.regions[].pods[].volumes`. Hostile text. */
  readonly path: string;
  readonly count: number;
  /** The first value seen, shortened: `"eu-3"`, `{…}`, `[12]`. Hostile text. */
  readonly sample: string;
}

/** Collects differences; passed to the decoders. */
export interface Drift {
  note(kind: DriftKind, path: string, value: unknown): void;
  /** Adds differences noted elsewhere. */
  add(entries: readonly DriftEntry[]): void;
}

export interface DriftLog extends Drift {
  /** In order of first occurrence. */
  entries(): readonly DriftEntry[];
}

/** Limits memory, should a service invent field names. */
const MAX_PATHS = 500;
const MAX_PATH_LENGTH = 200;
const MAX_SAMPLE_LENGTH = 60;

function sampleOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(
    value.length > MAX_SAMPLE_LENGTH ? `${value.slice(0, MAX_SAMPLE_LENGTH)}…` : value,
  );
}

/** An empty log. It keeps at most 500 different paths and ignores further ones. */
export function driftLog(): DriftLog {
  const byKey = new Map<string, DriftEntry>();
  const count = (kind: DriftKind, path: string, times: number, sample: () => string) => {
    const key = `${kind} ${path}`;
    const known = byKey.get(key);
    if (known) byKey.set(key, { ...known, count: known.count + times });
    else if (byKey.size < MAX_PATHS) byKey.set(key, { kind, path, count: times, sample: sample() });
  };
  return {
    note(kind, path, value) {
      const short = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
      count(kind, short, 1, () => sampleOf(value));
    },
    add(entries) {
      for (const { kind, path, count: times, sample } of entries) {
        count(kind, path, times, () => sample);
      }
    },
    entries: () => [...byKey.values()],
  };
}
