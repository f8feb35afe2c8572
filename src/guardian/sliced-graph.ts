/*
 * What a thread hands over at once is made anew here in one go, and keys wait for it: half a second for a document of
 * 5 MB. So it is handed over in slices. Objects that are met in two places are one object afterwards, too.
 */

/** Values in one slice: they are made in a few milliseconds. */
const MOST = 4000;

/** One object, list or map, or more of one that is long. What it holds has come before it. */
export interface GraphRecord {
  readonly kind: 'object' | 'list' | 'map';
  /** The names of an object and the keys of a map; a number stands for names that came before. */
  readonly keys: readonly string[] | number;
  readonly values: readonly unknown[];
  /** Pairs: a place among the values, and the number of the record that stands there. */
  readonly records: readonly number[];
  /** The number of the record that this one goes on with. */
  readonly of: number | null;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What an object holds, in its order. Only plain objects, lists, and maps by texts are known. */
function contentOf(object: object) {
  if (Array.isArray(object)) return { kind: 'list', keys: [], values: object } as const;
  if (object instanceof Map) {
    return { kind: 'map', keys: [...object.keys()], values: [...object.values()] } as const;
  }
  return { kind: 'object', keys: Object.keys(object), values: Object.values(object) } as const;
}

/** Every object of a graph without circles, each once and behind what it holds. */
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

/** A graph without circles as slices for a {@link GraphReader}. */
export function* slicesOf(
  root: object,
  most = MOST,
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
      // An object has few names.
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

/** Makes a graph of its slices. */
export class GraphReader {
  readonly #made: object[] = [];
  readonly #shapes: (readonly string[])[] = [];

  take(slice: readonly GraphRecord[]): void {
    for (const record of slice) this.#make(record);
  }

  /** The whole, once every slice was taken. */
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
