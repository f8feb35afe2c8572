import type { Drift } from './drift.ts';
import { Misfit, type Shape } from './shape.ts';

/** How the body of a successful answer becomes a value. */
export interface Decoder<Answer> {
  /** The form of the body; undefined when the operation is answered without one. */
  readonly shape: Shape<unknown> | undefined;
  /**
   * Decodes parsed JSON (see `parseJson`). Tolerant of everything but a top level that holds none of the
   * expected fields: that throws {@link Misfit}.
   */
  decode(json: unknown, drift: Drift): Answer;
}

/** The decoder for a body of `shape`; `name` begins the paths of what it notes. */
export function decoder<T>(name: string, shape: Shape<T>): Decoder<NonNullable<T>> {
  const read = shape.at(name);
  const fields = Object.keys(shape.fields ?? {});
  return {
    shape,
    decode(json, drift) {
      if (typeof json !== 'object' || json === null || Array.isArray(json)) {
        throw new Misfit(name, 'an object', json);
      }
      if (!fields.some((field) => Object.hasOwn(json, field))) {
        throw new Misfit(name, `an object with ${fields.slice(0, 3).join(', ')}`, json);
      }
      const value = read(json, drift);
      if (value === null || value === undefined) throw new Misfit(name, 'an object', json);
      return value;
    },
  };
}

/** For operations that are answered without a body; whatever arrives all the same is not looked at. */
export const noBody: Decoder<null> = { shape: undefined, decode: () => null };
