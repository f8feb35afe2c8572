import { keepAsWritten, numbersAsWritten } from './shape.ts';

/**
 * A decoded answer as flat arrays: fast to transfer to another thread, where it is rebuilt step by step. Parts are
 * JSON values, each before its contents.
 */
export interface PackedAnswer {
  /** Kind and length (characters, items or members) of each part. A member's name precedes its value. */
  readonly parts: Uint32Array<ArrayBuffer>;
  readonly numbers: Float64Array<ArrayBuffer>;
  /** All texts concatenated, in UTF-16. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Numbers that do not fit a double: index of an object, a field of it, the digits. */
  readonly written: readonly (readonly [object: number, field: string, digits: string])[];
}

const KIND = {
  null: 0,
  false: 1,
  true: 2,
  number: 3,
  text: 4,
  list: 5,
  object: 6,
  map: 7,
} as const;
const KIND_BITS = 3;

function growing<A extends Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  make: (length: number) => A,
) {
  let items = make(256);
  let length = 0;
  return {
    push(item: number) {
      if (length === items.length) {
        const wider = make(length * 2);
        wider.set(items);
        items = wider;
      }
      items[length] = item;
      length += 1;
    },
    all: () => items.slice(0, length) as A,
  };
}

/** @param answer decoded JSON, whose objects may lack a prototype */
export function packAnswer(answer: unknown): PackedAnswer {
  const parts = growing((length) => new Uint32Array(length));
  const numbers = growing((length) => new Float64Array(length));
  const written: [number, string, string][] = [];
  let text = Buffer.allocUnsafeSlow(4096);
  let bytes = 0;
  let objects = 0;

  const part = (kind: number, length = 0) => parts.push(kind + (length << KIND_BITS));
  const put = (value: string) => {
    const most = bytes + value.length * 2;
    if (most > text.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(most, text.length * 2));
      wider.set(text.subarray(0, bytes));
      text = wider;
    }
    part(KIND.text, value.length);
    bytes += text.write(value, bytes, 'utf16le');
  };
  // `parseJson` limits the depth.
  const walk = (value: unknown): void => {
    if (typeof value === 'string') put(value);
    else if (typeof value === 'number') {
      part(KIND.number);
      numbers.push(value);
    } else if (typeof value === 'boolean') part(value ? KIND.true : KIND.false);
    else if (typeof value !== 'object' || value === null) part(KIND.null);
    else if (Array.isArray(value)) {
      part(KIND.list, value.length);
      for (const item of value) walk(item);
    } else {
      const members = Object.entries(value);
      part(Object.getPrototypeOf(value) === null ? KIND.map : KIND.object, members.length);
      for (const [field, digits] of numbersAsWritten(value)) written.push([objects, field, digits]);
      objects += 1;
      for (const [name, member] of members) {
        put(name);
        walk(member);
      }
    }
  };
  walk(answer);
  return {
    parts: parts.all(),
    numbers: numbers.all(),
    text: new Uint8Array(text.subarray(0, bytes)),
    written,
  };
}

/** Number of parts between two time checks. */
const TIME_CHECK_INTERVAL = 256;

/** A list or object under construction. */
interface Open {
  readonly into: unknown[] | Record<string, unknown>;
  left: number;
  name: string | undefined;
}

/** Rebuilds an answer in slices of about `budgetMs`: yields after each, and returns the answer. */
export function* unpackAnswer(packed: PackedAnswer, budgetMs: number): Generator<void, unknown> {
  const { parts, numbers, written } = packed;
  const text = Buffer.from(packed.text.buffer);
  const open: Open[] = [];
  let [bytes, number, objects, digits] = [0, 0, 0, 0];
  let answer: unknown;
  let until = performance.now() + budgetMs;

  const made = (kind: number, length: number): unknown => {
    switch (kind) {
      case KIND.null:
        return null;
      case KIND.false:
      case KIND.true:
        return kind === KIND.true;
      case KIND.number:
        number += 1;
        return numbers[number - 1];
      case KIND.text: {
        const from = bytes;
        bytes += length * 2;
        return text.toString('utf16le', from, bytes);
      }
      case KIND.list:
        return [];
      default: {
        const object: Record<string, unknown> = kind === KIND.map ? Object.create(null) : {};
        for (; written[digits]?.[0] === objects; digits += 1) {
          const [, field, as] = written[digits] as PackedAnswer['written'][number];
          keepAsWritten(object, field, as);
        }
        objects += 1;
        return object;
      }
    }
  };

  for (let at = 0; at < parts.length; at += 1) {
    if (at % TIME_CHECK_INTERVAL === TIME_CHECK_INTERVAL - 1 && performance.now() >= until) {
      yield;
      until = performance.now() + budgetMs;
    }
    const part = parts[at] as number;
    const kind = part & ((1 << KIND_BITS) - 1);
    const length = part >>> KIND_BITS;
    const value = made(kind, length);
    const holder = open.at(-1);
    if (holder === undefined) answer = value;
    else if (Array.isArray(holder.into)) {
      holder.into.push(value);
      holder.left -= 1;
    } else if (holder.name === undefined) {
      holder.name = String(value);
      continue;
    } else {
      holder.into[holder.name] = value;
      holder.name = undefined;
      holder.left -= 1;
    }
    if (kind >= KIND.list) {
      open.push({ into: value as Open['into'], left: length, name: undefined });
    }
    while (open.at(-1)?.left === 0) open.pop();
  }
  return answer;
}
