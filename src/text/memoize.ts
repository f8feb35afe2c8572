/**
 * A constant that is created on first use. Unicode patterns and segmenters take milliseconds to create, and most runs
 * need none.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Caches the last result of `compute`. At module level only for pure functions, so that users cannot affect each
 * other.
 */
export function memoizeLast<Of extends readonly unknown[], Value>(
  compute: (...of: Of) => Value,
): (...of: Of) => Value {
  let last: { readonly of: Of; readonly value: Value } | undefined;
  return (...of) => {
    const known = last;
    const isSame = known?.of.length === of.length;
    if (isSame && known.of.every((each, at) => Object.is(each, of[at]))) return known.value;
    last = { of, value: compute(...of) };
    return last.value;
  };
}

/** `memoizeLast` for an object that always has the same properties in the same order. */
export function memoizeFacts<Facts extends object, Value>(
  compute: (facts: Facts) => Value,
): (facts: Facts) => Value {
  let facts: Facts;
  const last = memoizeLast((..._: readonly unknown[]) => compute(facts));
  return (next) => {
    facts = next;
    return last(...Object.values(next));
  };
}

/** Caches a pure function of immutable objects, for as long as each object lives. */
export function memoizeEach<Of extends object, Value>(
  compute: (of: Of) => Value,
): (of: Of) => Value {
  const known = new WeakMap<Of, { readonly value: Value }>();
  return (of) => {
    const before = known.get(of);
    if (before) return before.value;
    const value = compute(of);
    known.set(of, { value });
    return value;
  };
}

/** Returns the previous list while the next one has the same items in the same order. */
export function keepList<Item>(): (next: readonly Item[]) => readonly Item[] {
  let last: readonly Item[] = [];
  return (next) => {
    const before = last;
    const isSame =
      next.length === before.length && next.every((item, at) => Object.is(item, before[at]));
    if (!isSame) last = next;
    return last;
  };
}

/**
 * Caches a pure function's last `size` to twice `size` results by key. Two generations are cheaper than tracking the
 * age of every entry.
 */
export function memoizeByKey<Result>(size: number): (key: string, compute: () => Result) => Result {
  let young = new Map<string, Result>();
  let old = new Map<string, Result>();
  return (key, compute) => {
    let result = young.get(key);
    if (result !== undefined) return result;
    result = old.get(key) ?? compute();
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, result);
    return result;
  };
}
