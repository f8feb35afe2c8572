/**
 * A constant that is made when it is first asked for. Patterns over Unicode properties and segmenters take
 * milliseconds to make, and nearly all that is drawn needs none of them.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** `compute`, which remembers what it gave last: for what is asked for the same again and again. */
export function sameAsLast<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | undefined;
  return (key) => {
    if (last?.key !== key) last = { key, value: compute(key) };
    return last.value;
  };
}
