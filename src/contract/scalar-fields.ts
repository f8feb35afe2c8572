import { isObject, numberAsWritten, type Shape } from './shape.ts';
import type { Json } from './values.ts';

/** A field of an object that is shown as one text. */
export interface ScalarField {
  /** Names from the object down: `currentLatency.indicator`. */
  readonly name: string;
  readonly kind: Shape<unknown>['kind'];
  /** The field of a decoded object: null where it is absent, a number that no double holds as it was written. Hostile. */
  read(value: unknown): Json;
}

const isLong = ({ kind }: ScalarField): boolean =>
  kind === 'any' || kind === 'map' || kind === 'array';

/** What may be long comes last: the others are read at a glance, and stand near each other. */
export const longLast = (fields: Iterable<ScalarField>): readonly ScalarField[] =>
  [...fields].sort((one, other) => Number(isLong(one)) - Number(isLong(other)));

/**
 * Every field of the objects of `shape`, in the contract's order, so that whoever shows them leaves none out.
 * Objects in it are gone through; arrays, maps and JSON of no stated structure are one field each.
 *
 * @param without names of fields that are shown in another way: as rows of their own, as lines
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
