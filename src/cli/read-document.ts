import { readFile, stat } from 'node:fs/promises';
import { codeOf } from '../edges/system-error.ts';
import type { InputStream } from '../session/edges.ts';
import { UserError } from '../session/errors.ts';
import { printable, words } from '../text/printable.ts';

const MEBIBYTE = 1024 * 1024;

function tooLarge(most: number): UserError {
  return new UserError([
    words`The document is larger than ${most / MEBIBYTE} MiB. Nothing was sent.`,
  ]);
}

/** All of a stream, up to `most` bytes. */
export async function readStream(stdin: InputStream, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    bytes += part.length;
    if (bytes > most) throw tooLarge(most);
    chunks.push(part);
  }
  return Buffer.concat(chunks, bytes);
}

/** UTF-8 as text; bytes that are none are refused: what is sent must be what was written. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError([words`This is no UTF-8 text. Nothing was sent.`]);
  }
}

/**
 * The text of a file, or of standard input for `-`.
 *
 * @param most bytes
 * @throws UserError when it cannot be read, is larger, or is no text
 */
export async function readDocument(
  path: string,
  stdin: InputStream,
  most: number,
): Promise<string> {
  if (path === '-') return textOf(await readStream(stdin, most));
  let bytes: Buffer;
  try {
    const { size } = await stat(path);
    if (size > most) throw tooLarge(most);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const code = codeOf(error) ?? 'unknown error';
    throw new UserError([words`${printable(path)} cannot be read (${printable(code)}).`]);
  }
  return textOf(bytes);
}
