/**
 * How an answer differed from what the contract says.
 *
 * - `unknown-field`: a field the contract does not know
 * - `unknown-value`: a value outside an enumeration, or a date that is none
 * - `wrong-type`: a field of another type than stated
 * - `missing-field`: a field the contract states and the answer lacks
 */
export type DriftKind = 'unknown-field' | 'unknown-value' | 'wrong-type' | 'missing-field';

/** One way in which answers differed, and how often. */
export interface DriftEntry {
  readonly kind: DriftKind;
  /** Where, array indexes collapsed: `app-overview.regions[].pods[].volumes`. Hostile text. */
  readonly path: string;
  readonly count: number;
  /** The first value seen there, shortened: `"eu-3"`, `{…}`, `[12]`. Hostile text. */
  readonly sample: string;
}

/** Takes note of what did not fit; the decoders are handed one. */
export interface Drift {
  note(kind: DriftKind, path: string, value: unknown): void;
  /** Takes over what was noted elsewhere. */
  add(entries: readonly DriftEntry[]): void;
}

/** A {@link Drift} that counts. */
export interface DriftLog extends Drift {
  /** Everything noted so far, the first seen first. */
  entries(): readonly DriftEntry[];
}

/** A service that invents field names must not fill our memory. */
const MOST_PATHS = 500;
const LONGEST_PATH = 200;
const LONGEST_SAMPLE = 60;

function sampleOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(
    value.length > LONGEST_SAMPLE ? `${value.slice(0, LONGEST_SAMPLE)}…` : value,
  );
}

/** An empty log; it keeps at most 500 different paths and counts no others. */
export function driftLog(): DriftLog {
  const byKey = new Map<string, DriftEntry>();
  const count = (kind: DriftKind, path: string, times: number, sample: () => string) => {
    const key = `${kind} ${path}`;
    const known = byKey.get(key);
    if (known) byKey.set(key, { ...known, count: known.count + times });
    else if (byKey.size < MOST_PATHS)
      byKey.set(key, { kind, path, count: times, sample: sample() });
  };
  return {
    note(kind, path, value) {
      const short = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
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
