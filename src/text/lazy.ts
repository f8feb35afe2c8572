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
