import { addAbortSignal } from 'node:stream';
import { after } from '../edges/clock.ts';
import { FileError, readRegularFile, sizeLimit } from '../edges/files.ts';
import type { Edges } from '../session/edges.ts';
import { EXIT, UserError } from '../session/errors.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';

interface Reading {
  readonly edges: Pick<Edges, 'stdin' | 'clock'>;
  readonly signal: AbortSignal;
}

/**
 * Reads a regular file, or standard input for `-`.
 *
 * @param maxBytes size limit in bytes; nothing beyond it is read
 * @throws UserError when it cannot be read, is too large, or is not text
 */
export async function readDocument(
  path: string,
  reading: Reading,
  maxBytes: number,
): Promise<string> {
  if (path === '-') return readInput(reading, maxBytes);
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(path, maxBytes + 1);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new UserError([
      printable(error.message),
      words`A document is a regular file, or - for standard input.`,
    ]);
  }
  if (bytes.length > maxBytes) throw tooLarge(DOCUMENT, maxBytes);
  return textOf(DOCUMENT, bytes);
}

/** Long enough for slow generators. */
const INPUT_TIMEOUT_MS = 120_000;

/**
 * Reads standard input.
 *
 * @param maxBytes size limit in bytes; nothing beyond it is read
 * @throws UserError when it is too large, is not text, or has not ended after two minutes (no limit for typed input)
 */
export async function readInput({ edges, signal }: Reading, maxBytes: number): Promise<string> {
  const { stdin, clock } = edges;
  const late = new AbortController();
  const ended = stdin.isTTY ? undefined : after(clock, INPUT_TIMEOUT_MS, () => late.abort());
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of addAbortSignal(AbortSignal.any([signal, late.signal]), stdin)) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
      bytes += part.length;
      if (bytes > maxBytes) throw tooLarge(INPUT, maxBytes);
      chunks.push(part);
    }
  } catch (error) {
    if (signal.aborted) throw new UserError([], EXIT.interrupted);
    if (!late.signal.aborted) throw error;
    throw new UserError([words`Standard input has not ended after ${duration(INPUT_TIMEOUT_MS)}.`]);
  } finally {
    ended?.();
  }
  return textOf(INPUT, Buffer.concat(chunks, bytes));
}

const DOCUMENT = words`The document`;
const INPUT = words`Standard input`;

const tooLarge = (what: Printable, maxBytes: number): UserError =>
  new UserError([words`${what} is larger than ${printable(sizeLimit(maxBytes))}.`]);

/** Decodes UTF-8. Invalid bytes are refused, so that what is sent is what was written. */
function textOf(what: Printable, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError([words`${what} is not UTF-8 text.`]);
  }
}
