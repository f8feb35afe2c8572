import { type Files, FileTrouble } from '../../edges/files.ts';
import { type Printable, printable } from '../../text/printable.ts';

/** The largest specification that is read, bytes (also the engine's limit). */
export const LARGEST_FILE = 5 * 1024 * 1024;

/** A file's text with what it is known by, or why it cannot be had. */
export type FileText =
  | {
      readonly kind: 'read';
      readonly content: string;
      readonly bytes: number;
      readonly sha256: string;
    }
  | { readonly kind: 'trouble'; readonly reason: Printable };

/** Reads a regular file of at most {@link LARGEST_FILE}; size and hash are those of the text that would be sent. */
export async function readSpecification(
  files: Pick<Files, 'readText'>,
  path: string,
): Promise<FileText> {
  try {
    const content = await files.readText(path, LARGEST_FILE);
    const bytes = new TextEncoder().encode(content);
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return { kind: 'read', content, bytes: bytes.length, sha256: hexadecimal(digest) };
  } catch (error) {
    if (!(error instanceof FileTrouble)) throw error;
    return { kind: 'trouble', reason: printable(error.message) };
  }
}

const hexadecimal = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
