import type { Shape } from './shape.ts';
import type { Json } from './values.ts';

/** A field of an object that is shown as one text. */
export interface ScalarField {
  /** Names from the object down: `currentLatency.indicator`. */
  readonly name: string;
  readonly kind: Shape<unknown>['kind'];
  /** The field of a decoded object: null where it is absent. Hostile. */
  read(value: unknown): Json;
}

type Records = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Records =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Every field of the objects of `shape`, in the contract's order, so that whoever shows them leaves none out.
 * Objects in it are gone through; arrays, maps and JSON of no stated structure are one field each.
 *
 * @param rows fields that are left out: arrays whose items are shown as rows of their own
 */
export function scalarFields(
  { fields = {} }: Shape<unknown>,
  rows: readonly string[] = [],
): readonly ScalarField[] {
  return Object.entries(fields).flatMap(([name, field]): readonly ScalarField[] => {
    if (rows.includes(name)) return [];
    const read = (value: unknown) => (isRecord(value) ? value[name] : undefined);
    if (field.kind === 'object') {
      return scalarFields(field).map((inner) => ({
        ...inner,
        name: `${name}.${inner.name}`,
        read: (value) => inner.read(read(value)),
      }));
    }
    // What a shape decodes to, objects aside, is JSON.
    return [{ name, kind: field.kind, read: (value) => (read(value) as Json) ?? null }];
  });
}
