import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes gathered before they are handed to the file. */
const CHUNK = 256 * 1024;

/**
 * Writes a file that was not there before, readable by its owner only. Nothing is ever overwritten, and no
 * link is followed.
 *
 * @returns bytes written
 * @throws Error of the file system: `EEXIST` when there is something of that name already
 */
export async function writeNewFile(path: string, lines: Iterable<string>): Promise<number> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    let bytes = 0;
    let chunk = '';
    const flush = async () => {
      bytes += (await file.write(chunk)).bytesWritten;
      chunk = '';
    };
    for (const line of lines) {
      chunk += line;
      if (chunk.length >= CHUNK) await flush();
    }
    await flush();
    return bytes;
  } finally {
    await file.close();
  }
}
