import { bytes, count } from '../text/numbers.ts';
import type { ApiErrorParts } from './api-error.ts';
import type { Drift } from './drift.ts';
import type { Operation } from './operation.ts';
import { problemIn, type RawAnswer } from './problems.ts';
import { ShapeMismatch } from './shape.ts';
import type { Json } from './values.ts';

/** What an answer turned out to be. */
export type ParsedAnswer<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'problem'; readonly problem: ApiErrorParts };

const SHOWN = 80;

function unexpected(status: number, title: string, detail?: string): ParsedAnswer<never> {
  return { kind: 'problem', problem: { kind: 'unexpected', status, title, detail } };
}

/** Enough to recognise what arrived instead of JSON. */
function beginning({ contentType, text }: Omit<RawAnswer, 'json'>): string {
  const begin = text.trim().slice(0, SHOWN);
  return `${contentType ?? 'no content type'}, ${text.length} characters, beginning with ${begin}`;
}

/**
 * Reads a whole answer to `operation`: a failure in any of the forms of `problems.ts`, or the decoded
 * answer. What does not fit the contract at all is a problem of kind `unexpected`. Never throws.
 */
export function readAnswer<Answer>(
  operation: Operation<unknown, Answer>,
  raw: Omit<RawAnswer, 'json'>,
  drift: Drift,
): ParsedAnswer<Answer> {
  let json: Json | undefined;
  let fault = 'The answer is empty';
  if (raw.text.trim() !== '') {
    try {
      json = parseJson(raw.text);
    } catch (error) {
      if (!(error instanceof InvalidJson)) throw error;
      fault = `The answer is ${error.message}`;
    }
  }
  const problem = problemIn({ ...raw, json });
  if (problem) return { kind: 'problem', problem };
  if (json === undefined && operation.answer.shape !== undefined) {
    return unexpected(raw.status, fault, raw.text === '' ? undefined : beginning(raw));
  }
  try {
    return { kind: 'answer', answer: operation.answer.decode(json, drift) };
  } catch (error) {
    if (!(error instanceof ShapeMismatch)) throw error;
    return unexpected(raw.status, 'The answer does not fit the contract', error.message);
  }
}

/** An answer of which nothing but its head was looked at. */
export interface UnreadAnswer extends Pick<RawAnswer, 'status' | 'contentType'> {
  /** Decompressed; UTF-8 as far as it is text. */
  readonly body: Uint8Array;
}

/** Reads answers where that keeps no key waiting. */
export interface AnswerReader {
  /** As {@link readBody} does; undefined where that may as well be asked. Otherwise the body is empty from then on. */
  read<Answer>(
    operation: Operation<unknown, Answer>,
    unread: UnreadAnswer,
    drift: Drift,
  ): Promise<ParsedAnswer<Answer>> | undefined;
}

const utf8 = new TextDecoder();

/**
 * Objects and lists that an answer may hold. With all its fields an entry of a log takes 200 bytes and two objects, so
 * the largest answer has no more than 84,000; 600,000 in as many bytes take more memory than there is for reading one.
 */
const MOST_OBJECTS = 1 << 17;
/** The shortest object, and what stands between two of them. */
const SHORTEST_OBJECT = '{},'.length;

/** Reads a whole answer here and now: see {@link readAnswer}. */
export function readBody<Answer>(
  operation: Operation<unknown, Answer>,
  { status, contentType, body }: UnreadAnswer,
  drift: Drift,
): ParsedAnswer<Answer> {
  const objects = mayHaveTooManyObjects(body) ? objectsIn(body) : 0;
  if (objects > MOST_OBJECTS) {
    const detail = `${count(objects)} objects and lists in ${bytes(body.length)}; up to ${count(MOST_OBJECTS)} are read`;
    return unexpected(status, 'The answer has too many objects to be read', detail);
  }
  return readAnswer(operation, { status, contentType, text: utf8.decode(body) }, drift);
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);

/** Whether so many bytes in it may begin an object or a list, wherever they stand: that is told in a third of the time. */
function mayHaveTooManyObjects(body: Uint8Array): boolean {
  if (body.length <= MOST_OBJECTS * SHORTEST_OBJECT) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found = 0;
  for (const begin of [BRACE, BRACKET]) {
    for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) {
      found += 1;
      if (found > MOST_OBJECTS) return true;
    }
  }
  return false;
}

/** Objects and lists that begin in what is to be JSON, those within its strings left out. Makes nothing. */
function objectsIn(body: Uint8Array): number {
  let found = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === BRACE || byte === BRACKET) found += 1;
  }
  return found;
}

/** An answer that took more memory to read than there is for it. */
export const tooMuchMemory = (
  { status, body }: Pick<UnreadAnswer, 'status' | 'body'>,
  mostMegabytes: number,
): ParsedAnswer<never> =>
  unexpected(
    status,
    'The answer takes too much memory to be read',
    `${bytes(body.length)}; up to ${count(mostMegabytes)} MB are used for reading one`,
  );

/** Text that is not JSON of ours. Its message never quotes the text. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
}

const PROTOTYPE = '__proto__';

/** No answer of the contract nests deeper than a dozen; walkers may recurse safely up to here. */
const DEEPEST = 64;

/**
 * Hands over integers that a double would round, and what is beyond every double, as they were written; takes out keys
 * that would change a prototype when copied.
 */
function exactAndSafe(key: string, value: unknown, context?: { readonly source?: string }) {
  if (key === PROTOTYPE) return undefined;
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const isExact =
    Number.isSafeInteger(value) || (Number.isFinite(value) && !/^-?\d+$/.test(source));
  return isExact ? value : source;
}

/** Whether a number was rounded when it was read, or is beyond every double. */
const mayBeInexact = (value: number): boolean =>
  !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));

/**
 * Looks through what was parsed: whether it has numbers that may be inexact, or a key that would change a prototype.
 * Every answer is looked through, so it makes nothing.
 *
 * @throws InvalidJson where it is nested deeper than so many levels
 */
function hasInexactOrUnsafe(value: unknown, levels = DEEPEST): boolean {
  if (typeof value === 'number') return mayBeInexact(value);
  if (!isObject(value)) return false;
  if (levels === 0) throw new InvalidJson(`nested deeper than ${DEEPEST}`);
  let found = false;
  if (Array.isArray(value)) {
    for (const child of value) if (hasInexactOrUnsafe(child, levels - 1)) found = true;
    return found;
  }
  // What JSON.parse makes inherits nothing that could be enumerated.
  for (const key in value) {
    if (hasInexactOrUnsafe(value[key], levels - 1) || key === PROTOTYPE) found = true;
  }
  return found;
}

type Parsed = Record<string, unknown>;

const isObject = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

/** What {@link parseJson} makes of a text; undefined for what is no such JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof InvalidJson) return undefined;
    throw error;
  }
}

/**
 * Parses JSON text that may be hostile. Integers beyond 2^53 and numbers beyond every double become strings, keys
 * named `__proto__` are dropped, a byte order mark is passed over.
 *
 * @throws InvalidJson when it is not JSON, or nested deeper than 64
 */
export function parseJson(text: string): Json {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new InvalidJson('not JSON');
  }
  if (hasInexactOrUnsafe(value)) value = JSON.parse(body, exactAndSafe);
  // What JSON.parse makes, the reviver's strings included, is Json.
  return value as Json;
}
