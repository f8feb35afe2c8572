import { ApiError } from '../contract/api-error.ts';
import type { DriftEntry } from '../contract/drift.ts';
import type { Exchange } from '../contract/operation.ts';
import type { Json } from '../contract/values.ts';

/** Finds the access key in texts, without giving it away. */
export interface KeyFinder {
  /** Whether a text contains this key or an earlier one. Keys too short to be distinctive are ignored. */
  isIn(text: string): boolean;
  /** Masks the key in a text, as in answers. */
  masked(text: string): string;
}

/** Replaces a secret; always has the same length. */
export const REDACTED = '‹redacted›';

/** Parts of a secret with this many characters are recognised, because services shorten what they repeat. */
const PART_LENGTH = 6;

/** Shorter secrets are only redacted as whole words: otherwise they would match inside unrelated words. */
const MIN_LENGTH_INSIDE_WORDS = 4;

/** A text in its searchable form: lower case, uniform spaces, unescaped or not. */
interface Reading {
  readonly text: string;
  /** Start and end of each character in the original text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A text may be escaped again by each program that it passes, as JSON in JSON. */
const MAX_LAYERS = 3;

/** Characters escaped for URLs, HTML, JSON or scripts, in lower case. */
const ESCAPE =
  /(?:%[0-9a-f]{2})+|(?:\\x[0-9a-f]{2})+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);|\\(?:u[0-9a-f]{4}|["\\/bfnrt])/g;

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescaped(written: string): string {
  if (/^(?:%|\\x)/.test(written)) {
    return Buffer.from(written.replace(/%|\\x/g, ''), 'hex').toString();
  }
  if (written.startsWith('\\')) return JSON.parse(`"${written}"`);
  const name = written.slice(1, -1);
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? written;
  const code = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Lower case unless that changes the length; a plus may be a space in a URL. */
function folded(unit: string): string {
  if (unit === '+' || /\s/.test(unit)) return ' ';
  const small = unit.toLowerCase();
  return small.length === 1 ? small : unit;
}

/** The text as it is, and without one layer of escapes after another. */
function readingsOf(text: string): readonly Reading[] {
  const units = text.split('');
  let reading: Reading = {
    text: units.map(folded).join(''),
    starts: [...units.keys()],
    ends: units.map((_, at) => at + 1),
  };
  const readings = [reading];
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const escapes = [...reading.text.matchAll(ESCAPE)];
    if (escapes.length === 0) break;
    reading = withoutEscapes(reading, escapes);
    readings.push(reading);
  }
  return readings;
}

function withoutEscapes(reading: Reading, escapes: readonly RegExpExecArray[]): Reading {
  const units: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  /** Adds `part` for the characters from `from` to `to`. */
  const add = (part: string, from: number, to: number) => {
    for (let at = 0; at < part.length; at += 1) {
      units.push(folded(part.charAt(at)));
      starts.push(reading.starts[from] ?? 0);
      ends.push(reading.ends[to - 1] ?? 0);
    }
  };
  let done = 0;
  const plainUntil = (end: number) => {
    for (; done < end; done += 1) add(reading.text.charAt(done), done, done + 1);
  };
  for (const { index, 0: written } of escapes) {
    plainUntil(index);
    done = index + written.length;
    add(unescaped(written), index, done);
  }
  plainUntil(reading.text.length);
  return { text: units.join(''), starts, ends };
}

/** Recognises a secret by any of its parts, all of the same length. */
interface Pattern {
  readonly length: number;
  readonly parts: ReadonlySet<string>;
}

/** What programs make of a text: composed, decomposed or misread letters, hexadecimal digits, and base64. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const letters = [
    secret,
    secret.normalize('NFC'),
    secret.normalize('NFD'),
    bytes.toString('latin1'),
  ];
  if (secret.length < MIN_LENGTH_INSIDE_WORDS) return letters;
  // Base64 depends on the offset modulo 3. Characters that also encode bytes before it are cut.
  const base64 = [0, 2, 3].map((cut, before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64url')
      .slice(cut),
  );
  const plain = base64.map((text) => text.replaceAll('-', '+').replaceAll('_', '/'));
  return [...letters, bytes.toString('hex'), ...base64, ...plain];
}

function patternsOf(secret: string): readonly Pattern[] {
  const readings = [...new Set(formsOf(secret))].flatMap(readingsOf);
  return readings.flatMap(({ text }) => {
    const length = Math.min(PART_LENGTH, text.length);
    const parts = new Set<string>();
    for (let at = 0; at + length <= text.length; at += 1) {
      const part = text.slice(at, at + length);
      if (part.trim() !== '') parts.add(part);
    }
    return parts.size === 0 ? [] : [{ length, parts }];
  });
}

const isInWord = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** Marks the parts of a secret in `hidden`. */
function mark(
  { text, starts, ends }: Reading,
  { length, parts }: Pattern,
  hidden: Uint8Array,
): void {
  let done = 0;
  for (let at = 0; at + length <= text.length; at += 1) {
    if (!parts.has(text.slice(at, at + length))) continue;
    if (length < MIN_LENGTH_INSIDE_WORDS && (isInWord(text, at - 1) || isInWord(text, at + length)))
      continue;
    const end = ends[at + length - 1] ?? 0;
    hidden.fill(1, Math.max(done, starts[at] ?? 0), end);
    done = end;
  }
}

/** Removes secrets from a text, in linear time. */
function withoutSecrets(text: string, secrets: Iterable<readonly Pattern[]>): string {
  const hidden = new Uint8Array(text.length);
  const readings = readingsOf(text);
  for (const patterns of secrets) {
    for (const pattern of patterns) for (const reading of readings) mark(reading, pattern, hidden);
  }
  let clean = '';
  let shown = 0;
  for (let from = hidden.indexOf(1); from >= 0; from = hidden.indexOf(1, shown)) {
    clean += text.slice(shown, from) + REDACTED;
    const end = hidden.indexOf(0, from);
    shown = end < 0 ? text.length : end;
  }
  return clean + text.slice(shown);
}

export type Redactor = ReturnType<typeof createRedactor>;

/**
 * Redacts the secrets of requests in flight: a service may repeat what it was sent, and answers are shown and
 * recorded.
 */
export function createRedactor() {
  const guarded = new Map<symbol, readonly Pattern[]>();

  const redact = (text: string): string =>
    guarded.size === 0 ? text : withoutSecrets(text, guarded.values());

  const redactJson = (value: Json): Json => {
    if (typeof value === 'string') return redact(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [redact(name), redactJson(each)]),
      );
    }
    const text = String(value);
    return redact(text) === text ? value : REDACTED;
  };

  const redactError = (error: ApiError): ApiError => {
    if (guarded.size === 0) return error;
    return new ApiError({
      kind: error.kind,
      status: error.status,
      title: redact(error.title),
      detail: error.detail === undefined ? undefined : redact(error.detail),
      fields: error.fields.map(({ field, message }) => ({
        field: field === null ? null : redact(field),
        message: redact(message),
      })),
      members: Object.fromEntries(
        Object.entries(error.members).map(([name, value]) => [redact(name), redactJson(value)]),
      ),
      errorKey: error.errorKey === undefined ? undefined : redact(error.errorKey),
      requestId: error.requestId === undefined ? undefined : redact(error.requestId),
      retryAfterMs: error.retryAfterMs,
      cause: typeof error.cause === 'string' ? error.cause : undefined,
    });
  };

  return {
    /** Redacts `text` until the returned function is called: in any case, escaped, or shortened. */
    guard(text: string): () => void {
      const key = Symbol();
      const patterns = patternsOf(text);
      if (patterns.length > 0) guarded.set(key, patterns);
      return () => guarded.delete(key);
    },
    redact,
    redactError,
    redactExchange(exchange: Exchange): Exchange {
      const { outcome } = exchange;
      if (guarded.size === 0 || outcome.kind === 'in-flight') return exchange;
      const { error } = outcome;
      // An envelope is decoded JSON.
      const safe = outcome.kind === 'answered' &&
        outcome.envelope && {
          envelope: redactJson(outcome.envelope as Json) as Readonly<Record<string, Json>>,
        };
      return error || safe
        ? {
            ...exchange,
            outcome: { ...outcome, ...safe, ...(error && { error: redactError(error) }) },
          }
        : exchange;
    },
    /** The sample is replaced, too: it is shortened, so that a secret in it might not be recognised. */
    redactDrift: (entry: DriftEntry): DriftEntry =>
      guarded.size === 0 ? entry : { ...entry, path: redact(entry.path), sample: REDACTED },
  };
}
