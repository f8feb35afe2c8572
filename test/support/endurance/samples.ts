import type { ProofResult } from '../proof-result.ts';

/** What a process holds at time `at` (milliseconds): memory in bytes, and counts. */
export interface Sample {
  readonly at: number;
  /** Reachable memory, on and off the heap, without compiled code. */
  readonly live: number;
  /** Compiled code, which is bounded by the size of the program. */
  readonly compiled: number;
  /** Resident memory. */
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
/** Accepted growth of live memory, bytes an hour. */
const MOST_GROWTH = MEGA;
/** Accepted growth of counts, which vary with idle sockets and timers that are about to fire. */
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

/** The relevant part of a heap snapshot: the fields of all nodes in one list, and their meaning. */
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
 * Bytes of reachable heap in a JSON heap snapshot: values of the program, and compiled code with V8's data for it. Memory
 * outside the heap (`native`) is in neither.
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

/** The samples are divided into this many stretches. */
const STRETCHES = 12;

/**
 * Growth per hour: the median slope between the minima of the stretches. Garbage and temporary data of a task come and go,
 * while a leak also raises the minimum.
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
 * By how much the minimum of the last third of the samples exceeds that of the first. Sockets are fewer for a while after an
 * outage, but a leak never goes away.
 */
function growthOf(samples: readonly Sample[], held: Held): number {
  const third = Math.ceil(samples.length / 3);
  const of = (some: readonly Sample[]) => Math.min(...some.map((each) => each[held]));
  return of(samples.slice(-third)) - of(samples.slice(0, third));
}

/** A sentence for each thing that grew but should not. `samples` start after the warm-up. */
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

/** One row for each measured quantity. */
export function sampleRows(samples: readonly Sample[]): ProofResult['rows'] {
  return Object.entries(NAMES).map(([key, name]) => {
    // `NAMES` has exactly these keys.
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
