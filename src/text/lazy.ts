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
