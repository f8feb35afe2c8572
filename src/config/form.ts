import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import { nearest } from '../text/nearest.ts';
import { DURATION_EXAMPLES, parseDuration } from './duration.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where a value is expected. */
interface Spot {
  /** `profiles.prod.base_url`. */
  readonly key: string;
  /** Offset of its key, or of the value itself. */
  readonly at: number;
}

interface Reading {
  place(offset: number): Place;
  report(fault: Fault): void;
}

/**
 * The form of a configuration value: the only source of its type, parser and JSON Schema. Values of another form are
 * reported and left out.
 *
 * Unlike a `Shape` of the contract, which tolerates odd JSON and logs each oddity once, a form reads YAML with
 * positions, is strict, and reports every error.
 */
export interface Form<T> {
  readonly schema: JsonSchema;
  read(node: unknown, spot: Spot, reading: Reading): T | undefined;
}

/** The fields of a record, by configuration key. */
type Forms = { readonly [key: string]: Form<unknown> };

export type Formed<F> = F extends Form<infer T> ? T : never;

type Fields<F extends Forms> = { readonly [Key in keyof F]?: Formed<F[Key]> | undefined };

/** Advice for keys that people try but that do not exist. */
type Pitfalls = Readonly<Record<string, string>>;

const startOf = (node: unknown): number | undefined =>
  isScalar(node) || isMap(node) || isSeq(node) ? node.range?.[0] : undefined;

function wrong(spot: Spot, node: unknown, reading: Reading, sentence: string): undefined {
  reading.report({ ...reading.place(startOf(node) ?? spot.at), key: spot.key, sentence });
  return undefined;
}

/** A scalar converted by `take`. `expected` completes "must be …". */
function scalar<T>(
  schema: JsonSchema,
  expected: string,
  take: (node: Scalar) => T | undefined,
): Form<Located<T>> {
  return {
    schema,
    read(node, spot, reading) {
      const value = isScalar(node) ? take(node) : undefined;
      if (value === undefined) return wrong(spot, node, reading, `This must be ${expected}.`);
      return { value, ...reading.place(startOf(node) ?? spot.at) };
    },
  };
}

/** A text that is not empty. */
export const text = (description: string): Form<Located<string>> =>
  scalar({ type: 'string', minLength: 1, description }, 'a text', ({ value }) =>
    typeof value === 'string' && value !== '' ? value : undefined,
  );

/** A path, command or argument. The operating system accepts none with a NUL. */
export const systemText = (description: string): Form<Located<string>> =>
  scalar(
    { type: 'string', minLength: 1, pattern: '^[^\\u0000]+$', description },
    'a text without NUL characters',
    ({ value }) =>
      typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined,
  );

export const flag = (description: string): Form<Located<boolean>> =>
  scalar({ type: 'boolean', description }, 'true or false', ({ value }) =>
    typeof value === 'boolean' ? value : undefined,
  );

export const choice = <const Name extends string>(
  names: readonly Name[],
  description: string,
): Form<Located<Name>> =>
  scalar({ enum: names, description }, `one of ${names.join(', ')}`, ({ value }) =>
    names.find((name) => name === value),
  );

export const duration = (least: number, description: string): Form<Located<number>> =>
  scalar(
    { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d)$', description },
    `a duration such as ${DURATION_EXAMPLES}, and at least ${least / 1000}s`,
    ({ value }) => {
      const ms = typeof value === 'string' ? parseDuration(value) : undefined;
      return ms !== undefined && ms >= least ? ms : undefined;
    },
  );

/** An id of the service: a text, or an integer, whose digits are kept as written. */
export const identifier = (description: string): Form<Located<string>> =>
  scalar(
    { type: ['string', 'integer'], description },
    'an identifier: a text or a whole number',
    ({ value, source }) => {
      if (typeof value === 'number') return /^\d+$/.test(source ?? '') ? source : undefined;
      return typeof value === 'string' && value !== '' ? value : undefined;
    },
  );

/** A keyboard key, by its canonical name. */
export const key = (description: string): Form<Located<string>> =>
  scalar(
    { type: ['string', 'integer'], description },
    'a key that terminals send, such as x, G, Ctrl-D, PgDn or F5; signs stand in quotes',
    ({ value, source }) => {
      if (typeof value === 'string') return readKeyText(value);
      return typeof value === 'number' && /^\d$/.test(source ?? '') ? source : undefined;
    },
  );

/** Reads `form` and adds its position. */
export const placed = <T>(form: Form<T>): Form<Located<T>> => ({
  schema: form.schema,
  read(node, spot, reading) {
    const value = form.read(node, spot, reading);
    return value === undefined ? undefined : { value, ...reading.place(spot.at) };
  },
});

const join = (key: string, name: string): string => (key === '' ? name : `${key}.${name}`);

/** The pairs of a mapping with text keys; reported and undefined for anything else. */
function pairsOf(
  node: unknown,
  spot: Spot,
  reading: Reading,
): readonly { readonly name: string; readonly at: number; readonly value: unknown }[] | undefined {
  // A key without a value.
  if (isScalar(node) && node.value === null) return [];
  if (!isMap(node)) return wrong(spot, node, reading, 'This must be a mapping of keys to values.');
  const seen = new Set<string>();
  return node.items.flatMap(({ key, value }) => {
    const at = startOf(key) ?? spot.at;
    const name = isScalar(key) ? (key.source ?? String(key.value)) : '';
    if (name === '') return wrongKey(spot.key, at, reading, 'A key must be a string.');
    if (seen.has(name)) {
      return wrongKey(join(spot.key, name), at, reading, 'This key is duplicated.');
    }
    seen.add(name);
    return [{ name, at, value }];
  });
}

function wrongKey(key: string, at: number, reading: Reading, sentence: string): [] {
  reading.report({ ...reading.place(at), key, sentence });
  return [];
}

/** A mapping with these keys only, each optional unless `required`. */
export function record<F extends Forms>(
  fields: F,
  {
    description,
    required = [],
    pitfalls = {},
  }: {
    readonly description: string;
    readonly required?: readonly (keyof F & string)[];
    readonly pitfalls?: Pitfalls;
  },
): Form<Fields<F> & Place> {
  const names = Object.keys(fields);
  return {
    schema: {
      type: 'object',
      description,
      properties: Object.fromEntries(names.map((name) => [name, fields[name]?.schema])),
      additionalProperties: false,
      ...(required.length === 0 ? {} : { required }),
    },
    read(node, spot, reading) {
      const pairs = pairsOf(node, spot, reading);
      if (!pairs) return undefined;
      const values: Record<string, unknown> = {};
      for (const { name, at, value } of pairs) {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        const key = join(spot.key, name);
        if (field) values[name] = field.read(value, { key, at }, reading);
        else {
          const pitfall = Object.hasOwn(pitfalls, name) ? pitfalls[name] : undefined;
          reading.report({
            ...reading.place(at),
            key,
            sentence: pitfall ?? `There is no such key here; there are ${names.join(', ')}.`,
            nearest: pitfall === undefined ? nearest(name, names) : undefined,
          });
        }
      }
      const given = new Set(pairs.map(({ name }) => name));
      for (const name of required) {
        if (given.has(name)) continue;
        reading.report({
          ...reading.place(spot.at),
          key: spot.key,
          sentence: `It has no ${name}.`,
        });
      }
      // Each value was read by the form of its field.
      return { ...(values as Fields<F>), ...reading.place(spot.at) };
    },
  };
}

/** A mapping from names that the operator chose. */
export function named<T>(form: Form<T>, description: string): Form<ReadonlyMap<string, T>> {
  return {
    schema: { type: 'object', description, additionalProperties: form.schema },
    read(node, spot, reading) {
      const pairs = pairsOf(node, spot, reading);
      if (!pairs) return undefined;
      const values = new Map<string, T>();
      for (const { name, at, value } of pairs) {
        const read = form.read(value, { key: join(spot.key, name), at }, reading);
        if (read !== undefined) values.set(name, read);
      }
      return values;
    },
  };
}

export function list<T>(form: Form<T>, description: string): Form<readonly T[]> {
  return {
    schema: { type: 'array', description, items: form.schema },
    read(node, spot, reading) {
      if (isScalar(node) && node.value === null) return [];
      if (!isSeq(node)) return wrong(spot, node, reading, 'This must be a list.');
      return node.items.flatMap((item, index) => {
        const at = startOf(item) ?? spot.at;
        const read = form.read(item, { key: `${spot.key}[${index}]`, at }, reading);
        return read === undefined ? [] : [read];
      });
    },
  };
}

/** A position, counted from 1 as editors do. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Located<T> extends Place {
  readonly value: T;
}

export interface Fault extends Place {
  /** The path of the value, such as `profiles.prod.base_ulr`; empty for the whole file. Hostile text. */
  readonly key: string;
  /** A full sentence. It contains no values, which may be secret, except words of a watch. Hostile text. */
  readonly sentence: string;
  /** The included file with the error; absent for the configuration itself. Hostile text. */
  readonly file?: string;
  /** The valid name that was probably meant. */
  readonly nearest?: string | undefined;
}

/** Key names by their spelling in lower case. */
const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'up down left right enter tab space esc backspace delete insert home end pageup pagedown'
      .split(' ')
      .map((name) => [name, name]),
  ),
  escape: 'esc',
  return: 'enter',
  del: 'delete',
  ins: 'insert',
  pgup: 'pageup',
  pgdn: 'pagedown',
  '↑': 'up',
  '↓': 'down',
  '←': 'left',
  '→': 'right',
};

const MODIFIERS = ['ctrl', 'alt', 'shift'] as const;

/** Letters that terminals send as another key when Ctrl is held. */
const SAME_AS: Readonly<Record<string, string>> = {
  h: 'backspace',
  i: 'tab',
  m: 'enter',
  '[': 'esc',
};

/**
 * The canonical name of a key, from spellings such as `x`, `G`, `Ctrl-D`, `PgDn`, `shift-left` or `F5`. Undefined for
 * an unknown key, or one that terminals cannot distinguish, such as `ctrl-i`.
 */
export function readKeyText(text: string): string | undefined {
  const given = new Set<string>();
  let rest = text;
  for (;;) {
    const [, modifier, after] = /^(ctrl|alt|shift)-(.+)$/isu.exec(rest) ?? [];
    if (modifier === undefined || after === undefined) break;
    if (given.has(modifier.toLowerCase())) return undefined;
    given.add(modifier.toLowerCase());
    rest = after;
  }
  const lower = rest.toLowerCase();
  const isCharacter = /^[^\p{C}\p{Z}\p{M}]$/u.test(rest);
  const named = Object.hasOwn(NAMES, lower)
    ? NAMES[lower]
    : /^f([1-9]|1\d|20)$/.test(lower)
      ? lower
      : undefined;
  const prefix = MODIFIERS.filter((each) => given.has(each)).map((each) => `${each}-`);
  if (named !== undefined) return `${prefix.join('')}${named}`;
  // A character already includes Shift. Only these have a control character.
  if (!isCharacter || given.has('shift')) return undefined;
  if (!given.has('ctrl')) return `${prefix.join('')}${rest}`;
  if (!/^[a-z\]^_\\]$/.test(lower) || Object.hasOwn(SAME_AS, lower)) return undefined;
  return `${prefix.join('')}${lower}`;
}
