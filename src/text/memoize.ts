/**
 * A constant that is made when it is first asked for: patterns over Unicode properties and segmenters, say, take
 * milliseconds to make, and nearly all that is drawn needs none of them.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * `compute`, which remembers what it gave last: for what is asked for the same again and again. In a module, of
 * functions that nothing but their arguments goes into, so that no two users of it can tell.
 */
export function memoizeLast<Of extends readonly unknown[], Value>(
  compute: (...of: Of) => Value,
): (...of: Of) => Value {
  let last: { readonly of: Of; readonly value: Value } | undefined;
  return (...of) => {
    const known = last;
    if (known?.of.every((each, at) => Object.is(each, of[at]))) return known.value;
    last = { of, value: compute(...of) };
    return last.value;
  };
}

/**
 * Remembers the results of a pure function by key: the last `size` to twice `size` of them. Two generations
 * cost less than knowing every entry's age.
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
