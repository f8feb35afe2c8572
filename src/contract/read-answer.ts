import { bytes, count } from '../text/numbers.ts';
import type { ApiErrorParts } from './api-error.ts';
import type { Drift } from './drift.ts';
import type { Operation } from './operation.ts';
import { problemIn, type RawAnswer } from './problems.ts';
import { ShapeMismatch } from './shape.ts';
import type { Json } from './values.ts';

export type ParsedAnswer<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'problem'; readonly problem: ApiErrorParts };

const SAMPLE_LENGTH = 80;

function unexpected(status: number, title: string, detail?: string): ParsedAnswer<never> {
  return { kind: 'problem', problem: { kind: 'unexpected', status, title, detail } };
}

/** Enough to recognise what arrived instead of JSON. */
function beginning({ contentType, text }: Omit<RawAnswer, 'json'>): string {
  const begin = text.trim().slice(0, SAMPLE_LENGTH);
  return `${contentType ?? 'no content type'}, ${text.length} characters, beginning with ${begin}`;
}

/**
 * Reads a complete answer: a failure in any form of `problems.ts`, or the decoded answer. Anything that does not fit
 * the contract is a problem of kind `unexpected`. Never throws.
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

/** An answer whose body has not been read. */
export interface UnreadAnswer extends Pick<RawAnswer, 'status' | 'contentType'> {
  /** Decompressed, normally UTF-8. */
  readonly body: Uint8Array;
}

/** Reads answers without blocking the user interface. */
export interface AnswerReader {
  /**
   * Like {@link readBody}; undefined if that should be used. Otherwise the body is transferred and empty afterwards.
   */
  read<Answer>(
    operation: Operation<unknown, Answer>,
    unread: UnreadAnswer,
    drift: Drift,
  ): Promise<ParsedAnswer<Answer>> | undefined;
}

const utf8 = new TextDecoder();

/**
 * Maximum number of objects and lists in an answer. A log entry has two and takes 200 bytes, so the largest answer
 * has at most 84,000; 600,000 in the same size would exceed the memory for reading one.
 */
const MAX_OBJECTS = 1 << 17;
/** The shortest object with its separator. */
const SHORTEST_OBJECT = '{},'.length;

/** Reads an answer synchronously: see {@link readAnswer}. */
export function readBody<Answer>(
  operation: Operation<unknown, Answer>,
  { status, contentType, body }: UnreadAnswer,
  drift: Drift,
): ParsedAnswer<Answer> {
  const objects = mayHaveTooManyObjects(body) ? objectsIn(body) : 0;
  if (objects > MAX_OBJECTS) {
    const detail = `${count(objects)} objects and lists in ${bytes(body.length)}; up to ${count(MAX_OBJECTS)} are read`;
    return unexpected(status, 'The answer has too many objects to be read', detail);
  }
  return readAnswer(operation, { status, contentType, text: utf8.decode(body) }, drift);
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const BRACE = '{'.charCodeAt(0);
const BRACKET = '['.charCodeAt(0);

/** Upper bound check that also counts brackets in strings; takes a third of the time. */
function mayHaveTooManyObjects(body: Uint8Array): boolean {
  if (body.length <= MAX_OBJECTS * SHORTEST_OBJECT) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let found = 0;
  for (const begin of [BRACE, BRACKET]) {
    for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 1)) {
      found += 1;
      if (found > MAX_OBJECTS) return true;
    }
  }
  return false;
}

/** Counts the objects and lists in JSON, ignoring strings. Allocates nothing. */
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

/** The problem for an answer that needed too much memory. */
export const tooMuchMemory = (
  { status, body }: Pick<UnreadAnswer, 'status' | 'body'>,
  mostMegabytes: number,
): ParsedAnswer<never> =>
  unexpected(
    status,
    'The answer takes too much memory to be read',
    `${bytes(body.length)}; up to ${count(mostMegabytes)} MB are used for reading one`,
  );

/** Its message never quotes the text. */
export class InvalidJson extends Error {
  override readonly name = 'InvalidJson';
}

const PROTOTYPE = '__proto__';

/** Makes recursion safe. Answers of the contract nest at most about a dozen levels. */
const MAX_DEPTH = 64;

/** JSON.parse reviver: keeps numbers that do not fit a double as text, and drops keys that would change a prototype. */
function exactAndSafe(key: string, value: unknown, context?: { readonly source?: string }) {
  if (key === PROTOTYPE) return undefined;
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const isExact =
    Number.isSafeInteger(value) || (Number.isFinite(value) && !/^-?\d+$/.test(source));
  return isExact ? value : source;
}

/** Whether a number may have been rounded, or is beyond every double. */
const mayBeInexact = (value: number): boolean =>
  !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));

/**
 * Whether a parsed value has possibly inexact numbers or a key that would change a prototype. Runs on every answer,
 * so it allocates nothing.
 *
 * @throws InvalidJson if nested too deeply
 */
function hasInexactOrUnsafe(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value === 'number') return mayBeInexact(value);
  if (!isObject(value)) return false;
  if (levels === 0) throw new InvalidJson(`nested deeper than ${MAX_DEPTH}`);
  let found = false;
  if (Array.isArray(value)) {
    for (const child of value) if (hasInexactOrUnsafe(child, levels - 1)) found = true;
    return found;
  }
  // Objects from JSON.parse inherit nothing enumerable.
  for (const key in value) {
    if (hasInexactOrUnsafe(value[key], levels - 1) || key === PROTOTYPE) found = true;
  }
  return found;
}

type Parsed = Record<string, unknown>;

const isObject = (value: unknown): value is Parsed => typeof value === 'object' && value !== null;

/** Like {@link parseJson}, but undefined for invalid text. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof InvalidJson) return undefined;
    throw error;
  }
}

/**
 * Parses hostile JSON text. Integers beyond 2^53 and numbers beyond every double become strings, `__proto__` keys are
 * dropped, a byte order mark is skipped.
 *
 * @throws InvalidJson if it is not JSON, or nested deeper than 64 levels
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
  // JSON.parse and the reviver only produce Json.
  return value as Json;
}
