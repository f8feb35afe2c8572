/**
 * A constant that is created on first use: patterns over Unicode properties and segmenters take milliseconds to
 * create, and most runs need none of them.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * `compute` with its last result remembered. In a module only for pure functions, so that its users cannot affect
 * each other.
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

/** `memoizeLast` of facts by name, the same names in the same order every time. */
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

/** A pure function of objects that are never changed, computed once for each of them for as long as it is kept. */
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

/** The list that was given last, for as long as the next one has the same items in the same order. */
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
 * A cache of a pure function's results by key: the last `size` to twice `size` of them. Two generations cost less
 * than the age of every entry.
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
