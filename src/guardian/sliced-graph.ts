/*
 * Receiving a message blocks the event loop until it is deserialised: half a second for a document of 5 MB. So the
 * object graph is sent in slices. Shared objects stay shared.
 */

/** Values in a slice: deserialised in a few milliseconds. */
const SLICE_SIZE = 4000;

/** One object, list or map, or a further part of a long one. Its contents have been sent before. */
export interface GraphRecord {
  readonly kind: 'object' | 'list' | 'map';
  /** Names of an object or keys of a map; a number refers to the names of an earlier object. */
  readonly keys: readonly string[] | number;
  readonly values: readonly unknown[];
  /** Pairs: an index in `values`, and the number of the record that belongs there. */
  readonly records: readonly number[];
  /** The number of the record this one continues. */
  readonly of: number | null;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The contents of a plain object, list, or map with string keys, in order. */
function contentOf(object: object) {
  if (Array.isArray(object)) return { kind: 'list', keys: [], values: object } as const;
  if (object instanceof Map) {
    return { kind: 'map', keys: [...object.keys()], values: [...object.values()] } as const;
  }
  return { kind: 'object', keys: Object.keys(object), values: Object.values(object) } as const;
}

/** All objects of an acyclic graph, each once, after its contents. */
function* innermostFirst(root: object): Generator<object, void, void> {
  const seen = new Set([root]);
  const open = [{ object: root, left: contentOf(root).values.values() }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.left.next();
    if (next.done) {
      open.pop();
      yield top.object;
    } else if (isNested(next.value) && !seen.has(next.value)) {
      seen.add(next.value);
      open.push({ object: next.value, left: contentOf(next.value).values.values() });
    }
  }
}

/** Splits an acyclic graph into slices for a {@link GraphReader}. */
export function* slicesOf(
  root: object,
  most = SLICE_SIZE,
): Generator<readonly GraphRecord[], void, void> {
  const numbers = new Map<object, number>();
  const shapes = new Map<string, number>();
  let slice: GraphRecord[] = [];
  let size = 0;
  for (const object of innermostFirst(root)) {
    const { kind, keys, values } = contentOf(object);
    const number = numbers.size;
    numbers.set(object, number);
    const shape = kind === 'object' ? keys.join('\n') : '';
    const known = kind === 'object' ? shapes.get(shape) : undefined;
    if (kind === 'object' && known === undefined) shapes.set(shape, shapes.size);
    for (let from = 0; from === 0 || from < values.length; from += most) {
      // Objects have few names and are not split.
      const until = kind === 'object' ? values.length : from + most;
      const part = values.slice(from, until);
      slice.push({
        kind,
        keys: known ?? keys.slice(from, until),
        values: part.map((value: unknown) => (isNested(value) ? null : value)),
        records: part.flatMap((value: unknown, at) =>
          isNested(value) ? [at, numbers.get(value) ?? 0] : [],
        ),
        of: from === 0 ? null : number,
      });
      size += 1 + part.length;
      if (size >= most) {
        yield slice;
        slice = [];
        size = 0;
      }
      if (kind === 'object') break;
    }
  }
  if (slice.length > 0) yield slice;
}

/** Rebuilds a graph from its slices. */
export class GraphReader {
  readonly #made: object[] = [];
  readonly #shapes: (readonly string[])[] = [];

  take(slice: readonly GraphRecord[]): void {
    for (const record of slice) this.#make(record);
  }

  /** The whole graph, after the last slice. */
  get root(): unknown {
    return this.#made.at(-1);
  }

  #make({ kind, keys, values, records, of }: GraphRecord): void {
    const all = [...values];
    for (let at = 0; at < records.length; at += 2) {
      all[records[at] as number] = this.#made[records[at + 1] as number];
    }
    switch (kind) {
      case 'list': {
        const list = of === null ? [] : (this.#made[of] as unknown[]);
        for (const value of all) list.push(value);
        if (of === null) this.#made.push(list);
        return;
      }
      case 'map': {
        const map = of === null ? new Map() : (this.#made[of] as Map<string, unknown>);
        for (const [at, key] of (keys as readonly string[]).entries()) map.set(key, all[at]);
        if (of === null) this.#made.push(map);
        return;
      }
      case 'object': {
        if (typeof keys !== 'number') this.#shapes.push(keys);
        const names = typeof keys === 'number' ? (this.#shapes[keys] ?? []) : keys;
        const object: Record<string, unknown> = {};
        for (const [at, name] of names.entries()) object[name] = all[at];
        this.#made.push(object);
      }
    }
  }
}
