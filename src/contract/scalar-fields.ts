import { isObject, numberAsWritten, type Shape } from './shape.ts';
import type { Json } from './values.ts';

/** A field shown as a single text. */
export interface ScalarField {
  /** The path in the object: `currentLatency.indicator`. */
  readonly name: string;
  readonly kind: Shape<unknown>['kind'];
  /** Its value in a decoded object: null if absent, the original digits if it does not fit a double. Hostile. */
  read(value: unknown): Json;
}

const isLong = ({ kind }: ScalarField): boolean =>
  kind === 'any' || kind === 'map' || kind === 'array';

/** Puts possibly long fields last, so that the others stay together. */
export const longLast = (fields: Iterable<ScalarField>): readonly ScalarField[] =>
  [...fields].sort((one, other) => Number(isLong(one)) - Number(isLong(other)));

/**
 * All fields of objects of `shape`, in the contract's order, so that views leave none out. Nested objects are
 * flattened; arrays, maps and unstructured JSON are one field each.
 *
 * @param without names of fields that are shown separately
 */
export function scalarFields(
  { fields = {} }: Shape<unknown>,
  without: readonly string[] = [],
  within = '',
): readonly ScalarField[] {
  return Object.entries(fields).flatMap(([key, field]): readonly ScalarField[] => {
    const name = `${within}${key}`;
    if (without.includes(name)) return [];
    const inside = (value: unknown) => (isObject(value) ? value[key] : undefined);
    if (field.kind === 'object') {
      return scalarFields(field, without, `${name}.`).map((inner) => ({
        ...inner,
        read: (value) => inner.read(inside(value)),
      }));
    }
    const read = (value: unknown): Json =>
      isObject(value)
        ? // What a shape decodes to is JSON, except for objects.
          (numberAsWritten(value, key) ?? (value[key] as Json | undefined) ?? null)
        : null;
    return [{ name, kind: field.kind, read }];
  });
}
