import type { Json } from './scalars.ts';

/** Text that is not JSON of ours. Its message never quotes the text. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
}

/** No answer of the contract nests deeper than a dozen; walkers may recurse safely up to here. */
const DEEPEST = 64;

/** May be found inside a string too: then the reviver runs for nothing, which costs time only. */
const LONG_INTEGER = /[[:,]\s*-?\d{16}/;

/** Hands over integers that a double would round as the digits they were written with. */
function exactInteger(_key: string, value: unknown, context?: { readonly source?: string }) {
  const source = context?.source;
  return typeof value === 'number' &&
    source !== undefined &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(source)
    ? source
    : value;
}

/** Refuses what is too deep, and takes out keys that would change a prototype when copied. */
function inspect(root: unknown): void {
  const values: unknown[] = [root];
  const depths: number[] = [0];
  for (let value = values.pop(); value !== undefined; value = values.pop()) {
    const depth = depths.pop() ?? 0;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEEPEST) throw new InvalidJson(`nested deeper than ${DEEPEST}`);
    if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const child of Array.isArray(value) ? value : Object.values(value)) {
      if (typeof child !== 'object' || child === null) continue;
      values.push(child);
      depths.push(depth + 1);
    }
  }
}

/**
 * Parses JSON text that may be hostile. Integers beyond 2^53 become the string of their digits, keys
 * named `__proto__` are dropped, a byte order mark is passed over.
 *
 * @throws InvalidJson when it is not JSON, or nested deeper than 64
 */
export function parseJson(text: string): Json {
  let value: unknown;
  try {
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
    value = LONG_INTEGER.test(body) ? JSON.parse(body, exactInteger) : JSON.parse(body);
  } catch {
    throw new InvalidJson('not JSON');
  }
  inspect(value);
  // What JSON.parse makes, the reviver's strings included, is Json.
  return value as Json;
}
