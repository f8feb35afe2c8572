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

/** Whether nothing in it lies deeper than `levels`. Every answer is looked through, so it makes nothing. */
function isWithin(value: Parsed, levels: number): boolean {
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const child of value) if (isObject(child) && !isWithin(child, levels - 1)) return false;
    return true;
  }
  // What JSON.parse makes inherits nothing that could be enumerated.
  for (const key in value) {
    const child = value[key];
    if (isObject(child) && !isWithin(child, levels - 1)) return false;
  }
  return true;
}

type Parsed = Record<string, unknown>;

const isObject = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

/** Whether there may be a key of this name: as it is, or with a letter of it in another form. */
const mayNamePrototype = (text: string): boolean =>
  text.includes('__proto__') || text.includes('\\u00');

/** Takes out keys that would change a prototype when copied. */
function dropPrototypeKeys(value: Parsed): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const child of Object.values(value)) if (isObject(child)) dropPrototypeKeys(child);
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
  if (isObject(value)) {
    if (!isWithin(value, DEEPEST)) throw new InvalidJson(`nested deeper than ${DEEPEST}`);
    if (mayNamePrototype(text)) dropPrototypeKeys(value);
  }
  // What JSON.parse makes, the reviver's strings included, is Json.
  return value as Json;
}
