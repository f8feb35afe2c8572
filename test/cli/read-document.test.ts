import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDocument } from '../../src/cli/read-document.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warren-'));
});
afterEach(() => rm(folder, { recursive: true }));

const MEBIBYTE = 1024 * 1024;
const stdin = (...chunks: readonly Buffer[]) => Readable.from(chunks);

describe('a document', () => {
  it('is the text of a file, or of standard input, with its byte order mark', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '\uFEFFnaïve');
    expect(await readDocument(path, stdin(), MEBIBYTE)).toBe('\uFEFFnaïve');
    const [first, second] = [Buffer.from([0xc3]), Buffer.from([0xaf])];
    expect(await readDocument('-', stdin(first, second), MEBIBYTE)).toBe('ï');
  });

  it('is refused when it is too large, no text, or not there', async () => {
    const path = join(folder, 'a');
    await writeFile(path, Buffer.alloc(MEBIBYTE + 1));
    await expect(readDocument(path, stdin(), MEBIBYTE)).rejects.toThrow('larger than 1 MiB');
    const flood = stdin(Buffer.alloc(MEBIBYTE), Buffer.alloc(1));
    await expect(readDocument('-', flood, MEBIBYTE)).rejects.toThrow('larger than 1 MiB');
    await writeFile(path, Buffer.from([0xff]));
    await expect(readDocument(path, stdin(), MEBIBYTE)).rejects.toThrow('no UTF-8 text');
    await expect(readDocument(`${path}x`, stdin(), MEBIBYTE)).rejects.toThrow('(ENOENT)');
  });
});
