import type { ProofResult } from '../proof-result.ts';

/** What a process holds at a moment: bytes, and counts. `at` is in milliseconds. */
export interface Sample {
  readonly at: number;
  /** Reached by anything, on the heap and outside it, but for compiled code. */
  readonly live: number;
  /** Compiled code, which the size of the program bounds. */
  readonly compiled: number;
  /** What the system gives the process. */
  readonly resident: number;
  readonly timers: number;
  readonly sockets: number;
  readonly listeners: number;
  readonly descriptors: number;
  readonly threads: number;
}

type Held = Exclude<keyof Sample, 'at'>;

const HOUR = 3_600_000;
const MEGA = 1e6;
/** Bytes an hour that live memory may grow by. */
const MOST_GROWTH = MEGA;
/** Counts differ from moment to moment: by a socket that idles, a wait that is about to end. */
const MOST_MORE = 4;

const NAMES: Readonly<Record<Held, string>> = {
  live: 'memory in use, MB',
  compiled: 'compiled code, MB',
  resident: 'memory of the process, MB',
  timers: 'timers',
  sockets: 'sockets',
  listeners: 'listeners',
  descriptors: 'descriptors',
  threads: 'threads',
};

/** The part of a heap snapshot that is read here: numbers of all nodes in one list, and what they mean. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
}

/**
 * Bytes on the heap of what is reached, by a heap snapshot in JSON: the program's values, and compiled code with what V8
 * keeps for it. What lies outside the heap (`native`) is in neither.
 */
export function heapOf(snapshot: string): { readonly values: number; readonly code: number } {
  const {
    snapshot: { meta },
    nodes,
  }: HeapSnapshot = JSON.parse(snapshot);
  const [kinds] = meta.node_types;
  const [kindAt, sizeAt] = [
    meta.node_fields.indexOf('type'),
    meta.node_fields.indexOf('self_size'),
  ];
  const heap = { values: 0, code: 0 };
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const kind = kinds[nodes[node + kindAt] ?? Number.NaN];
    if (kind !== 'native') heap[kind === 'code' ? 'code' : 'values'] += nodes[node + sizeAt] ?? 0;
  }
  return heap;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** So many stretches of the samples are told apart. */
const STRETCHES = 12;

/**
 * By how much what is held grows in an hour: the median slope between the least of each stretch. What a task has left
 * to be collected, or keeps until the next one, comes and goes; what leaks is in the least, too.
 */
export function slopeOf(samples: readonly Sample[], held: Held): number {
  const size = Math.ceil(samples.length / STRETCHES);
  const least = Array.from({ length: Math.ceil(samples.length / size) }, (_, at) =>
    samples
      .slice(at * size, (at + 1) * size)
      .reduce((low, each) => (each[held] < low[held] ? each : low)),
  );
  const slopes = least.flatMap((early, index) =>
    least
      .slice(index + 1)
      .map((late) => ((late[held] - early[held]) / (late.at - early.at)) * HOUR),
  );
  return median(slopes);
}

/**
 * By how much the last third of the samples holds more than the first, at the least: after an outage there are fewer
 * sockets for a while, but what leaks is always there.
 */
function growthOf(samples: readonly Sample[], held: Held): number {
  const third = Math.ceil(samples.length / 3);
  const of = (some: readonly Sample[]) => Math.min(...some.map((each) => each[held]));
  return of(samples.slice(-third)) - of(samples.slice(0, third));
}

/** What grew that should not have, in words. `samples` are those after all was warm. */
export function growing(samples: readonly Sample[]): readonly string[] {
  const slope = slopeOf(samples, 'live');
  const counts = ['timers', 'sockets', 'listeners', 'descriptors', 'threads'] as const;
  return [
    ...(slope < MOST_GROWTH
      ? []
      : [`memory in use grew by ${(slope / MEGA).toFixed(2)} MB an hour`]),
    ...counts
      .filter((held) => growthOf(samples, held) > MOST_MORE)
      .map((held) => `${NAMES[held]} grew by ${growthOf(samples, held)}`),
  ];
}

/** A row for each thing that is held. */
export function sampleRows(samples: readonly Sample[]): ProofResult['rows'] {
  return Object.entries(NAMES).map(([key, name]) => {
    // The keys of `NAMES` are these.
    const held = key as Held;
    const isBytes = held === 'live' || held === 'compiled' || held === 'resident';
    const text = (value: number) => (isBytes ? (value / MEGA).toFixed(1) : String(value));
    const values = samples.map((each) => each[held]);
    return {
      'after it was warm': name,
      'at first': text(values[0] ?? Number.NaN),
      least: text(Math.min(...values)),
      median: text(median(values)),
      most: text(Math.max(...values)),
      'at last': text(values.at(-1) ?? Number.NaN),
      'least, an hour': isBytes
        ? (slopeOf(samples, held) / MEGA).toFixed(2)
        : slopeOf(samples, held).toFixed(1),
    };
  });
}
