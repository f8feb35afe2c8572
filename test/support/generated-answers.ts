import { driftLog } from '../../src/contract/drift.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { type Stated, successBody } from '../conformance/contract-tables.ts';
import { type Random, seededRandom } from './random.ts';

/** One scalar value of an answer. */
export interface Leaf {
  /** With indexes and keys: `regions[0].pods[1].name`, `responseBodySchemasYaml["200"]`. */
  readonly path: string;
  /** As in the contract: `regions[].pods[].name`, `responseBodySchemasYaml.*`. */
  readonly place: string;
  readonly stated: Stated;
  /** Its JSON text: `"shop"`, `9007199254740993`, `-0`, `null`. */
  readonly json: string;
}

/** A successful answer to an operation that the contract allows. */
export interface GeneratedAnswer {
  /** The body. */
  readonly text: string;
  /** Every value in it that the contract states, in the order of the contract. */
  readonly leaves: readonly Leaf[];
}

/** The seed of all generated answers. Set `WARREN_SEED` to try another one. */
export const SEED = Number(process.env['WARREN_SEED'] ?? 20_260_314);

/**
 * Answers generated from the contract's tables: with null, absent and empty values where the tables allow them, unknown
 * fields, keys in any order, long and hostile texts, and numbers at and beyond every limit.
 */
export function* generatedAnswers(id: OperationId, count: number): Generator<GeneratedAnswer> {
  const random = seededRandom(
    SEED + [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0),
  );
  for (let at = 0; at < count; at += 1) {
    yield written(id, anyValue(random), { random, items: () => random.below(3), spares: true });
  }
}

/** Bodies of this shape, generated as in {@link generatedAnswers}. */
export function* generatedBodies(stated: Stated, count: number): Generator<GeneratedAnswer> {
  const random = seededRandom(SEED);
  const manner = { random, items: () => random.below(3), spares: true };
  for (let at = 0; at < count; at += 1) {
    const leaves: Leaf[] = [];
    const writing = { value: anyValue(random), manner, leaves };
    const text = objectText(stated, { path: '', place: '' }, writing);
    yield { text, leaves };
  }
}

/** Decodes a text as the answer to an operation. */
export function decodedAnswer(id: OperationId, text: string): unknown {
  const read = readAnswer(
    operations[id] as (typeof operations)['search'],
    { status: 200, contentType: 'application/json', text },
    driftLog(),
  );
  if (read.kind !== 'answer') throw new Error(`${read.problem.title}: ${text}`);
  return read.answer;
}

/**
 * An answer with every field once, in which all texts and numbers differ, so that each can be found where it is shown.
 * Enumerations and booleans have their first value.
 */
export function distinctAnswer(id: OperationId): GeneratedAnswer {
  let next = 0;
  const value = (stated: Stated, place: string): string => {
    next += 1;
    const [first] = stated.values ?? [];
    if (first) return JSON.stringify(first[0]);
    switch (stated.kind) {
      case 'string':
        return JSON.stringify(`${place.replace(/^.*\W/, '')}-${1000 + next}`);
      case 'boolean':
        return 'true';
      case 'integer':
        return String(1000 + next);
      case 'date-time':
        return JSON.stringify(new Date(Date.UTC(2026, 1, 1, 0, 7 * next, next)).toISOString());
      default:
        return `${next}.${1000 + next}`;
    }
  };
  return written(id, value, { items: () => 1, spares: false });
}

/** How an answer is written, apart from its values. */
interface Manner {
  /** Shuffles keys and leaves out fields. Without it all fields are there, in the contract's order. */
  readonly random?: Random;
  /** The number of items in an array or a map. */
  items(): number;
  /** Whether there are unknown fields. */
  readonly spares: boolean;
}

/** The JSON of a leaf. */
type Value = (stated: Stated, place: string) => string;

function written(id: OperationId, value: Value, manner: Manner): GeneratedAnswer {
  const stated = successBody(id);
  if (!stated) return { text: '', leaves: [] };
  const leaves: Leaf[] = [];
  const text = objectText(stated, { path: '', place: '' }, { value, manner, leaves });
  return { text, leaves };
}

interface Place {
  readonly path: string;
  readonly place: string;
}

interface Writing {
  readonly value: Value;
  readonly manner: Manner;
  readonly leaves: Leaf[];
}

function valueText(stated: Stated, { path, place }: Place, writing: Writing): string {
  const { manner, value, leaves } = writing;
  const inner = (key: string, item: Stated, shown: string) =>
    valueText(item, { path: `${path}${key}`, place: `${place}${shown}` }, writing);
  const { items } = stated;
  const several = Array.from({ length: items ? manner.items() : 0 }, (_, at) => at);
  switch (stated.kind) {
    case 'object':
      return objectText(stated, { path, place }, writing);
    case 'array':
      return `[${several.map((at) => (items ? inner(`[${at}]`, items, '[]') : '')).join(',')}]`;
    case 'map':
      return objectOf(
        several.map((at) => {
          const key = JSON.stringify(String(200 + at));
          return `${key}:${items ? inner(`[${key}]`, items, '.*') : ''}`;
        }),
      );
    case 'any':
      // Every chart of the real service is a map from timestamps to numbers.
      return objectOf(
        Array.from({ length: manner.items() + 1 }, (_, at) => {
          const key = JSON.stringify(`2026-03-1${at}T00:00:00Z`);
          return `${key}:${inner(`[${key}]`, { kind: 'number' }, '.*')}`;
        }),
      );
    default: {
      const json = value(stated, place);
      leaves.push({ path, place, stated, json });
      return json;
    }
  }
}

const objectOf = (members: readonly string[]): string => `{${members.join(',')}}`;

function objectText({ fields = {}, required, isExact }: Stated, at: Place, writing: Writing) {
  const { manner, leaves } = writing;
  const { random } = manner;
  const members = Object.entries(fields).flatMap(([name, field]) => {
    const place = at.place === '' ? name : `${at.place}.${name}`;
    const path = at.path === '' ? name : `${at.path}.${name}`;
    // An answer without `data` is not valid.
    const mayGo = field.isLoose && place !== 'data';
    if (mayGo && random?.oneIn(16) && !isExact && !required?.includes(name)) return [];
    if ((field.isNullable || mayGo) && random?.oneIn(8)) {
      leaves.push({ path, place, stated: field, json: 'null' });
      return [`${JSON.stringify(name)}:null`];
    }
    return [`${JSON.stringify(name)}:${valueText(field, { path, place }, writing)}`];
  });
  if (manner.spares && !isExact && random?.oneIn(4)) {
    members.push(`"introducedLater${random.below(3)}":${random.pick(SPARES)}`);
  }
  return objectOf(random ? shuffled(members, random) : members);
}

const SPARES = [
  'null',
  '1',
  '"new"',
  '{"stage":"preview"}',
  '[[],{}]',
  '9007199254740993',
] as const;

function shuffled(members: readonly string[], random: Random): readonly string[] {
  const order = [...members];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other] ?? '', order[at] ?? ''];
  }
  return order;
}

const INTEGERS = ['0', '-0', '1', '-1', '42', '2147483647', '-2147483648'] as const;
const LARGE = [
  '2147483648',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
] as const;
const NUMBERS = [
  ...INTEGERS,
  '0.1',
  '-97.31',
  '0.30000000000000004',
  '5e-324',
  '1.7976931348623157e308',
  '1e21',
  '1E+2',
] as const;
/** Beyond the range of a double. */
const BEYOND = ['1e400', '-1e400'] as const;
const DATES = [
  '2026-03-14T14:02:11Z',
  '2026-03-14T14:02:11.5Z',
  '2026-03-18T13:56:38.8350428Z',
  '2026-03-14T14:02:11',
  '2026-03-14T23:30:00+05:30',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.9999999Z',
] as const;
const TEXTS = [
  '',
  ' ',
  'shop.example',
  'null',
  '007',
  '9007199254740993',
  '=1+1',
  'a,b;"c"\r\nd',
  '\u001b[2J\u0007\u009b31m',
  '\u202egnp.exe',
  'Grüße 東京 👩‍👩‍👧 e\u0301',
  '\ud83d',
  '__proto__',
  `${'long '.repeat(800)}end`,
] as const;

/** A random value that the contract allows, often one at a limit. */
const anyValue =
  (random: Random): Value =>
  ({ kind, bits, values }, place) => {
    // A success has `success: true`.
    if (/^error(?:Response)?\.success$/.test(place)) return 'true';
    if (values) return JSON.stringify(random.pick([...values.keys()] as [string | number]));
    switch (kind) {
      case 'string':
        return JSON.stringify(
          random.oneIn(2) ? random.pick(TEXTS) : `text-${random.below(100_000)}`,
        );
      case 'boolean':
        return random.oneIn(2) ? 'true' : 'false';
      case 'date-time':
        return JSON.stringify(random.pick(DATES));
      case 'integer':
        if (random.oneIn(2)) return String(random.below(100_000));
        return bits !== 32 && random.oneIn(2) ? random.pick(LARGE) : random.pick(INTEGERS);
      default:
        if (random.oneIn(2)) return `${random.below(10_000)}.${random.below(100)}`;
        if (random.oneIn(3)) return random.pick(LARGE);
        return random.oneIn(8) ? random.pick(BEYOND) : random.pick(NUMBERS);
    }
  };
