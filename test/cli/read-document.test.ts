import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDocument } from '../../src/cli/read-document.ts';
import type { InputStream } from '../../src/session/edges.ts';
import { EXIT } from '../../src/session/errors.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

const MEBIBYTE = 1024 * 1024;

/** What is read with, over a standard input of these chunks. */
const from = (...chunks: readonly Buffer[]) => reading(Readable.from(chunks));

const reading = (stdin: InputStream, { signal } = new AbortController()) => ({
  edges: { stdin, clock: fakeClock() },
  signal,
});

describe('a document', () => {
  it('is read from a file or standard input, with its byte order mark', async () => {
    const path = join(folder, 'a');
    await writeFile(path, '\uFEFFnaïve');
    expect(await readDocument(path, from(), MEBIBYTE)).toBe('\uFEFFnaïve');
    const [first, second] = [Buffer.from([0xc3]), Buffer.from([0xaf])];
    expect(await readDocument('-', from(first, second), MEBIBYTE)).toBe('ï');
  });

  it('is rejected when it is too large, not text, or missing', async () => {
    const path = join(folder, 'a');
    await writeFile(path, Buffer.alloc(MEBIBYTE + 1));
    await expect(readDocument(path, from(), MEBIBYTE)).rejects.toThrow('larger than 1 MiB');
    const flood = from(Buffer.alloc(MEBIBYTE), Buffer.alloc(1));
    await expect(readDocument('-', flood, MEBIBYTE)).rejects.toThrow('larger than 1 MiB');
    await writeFile(path, Buffer.from([0xff]));
    await expect(readDocument(path, from(), MEBIBYTE)).rejects.toThrow('not UTF-8 text');
    await expect(readDocument(`${path}x`, from(), MEBIBYTE)).rejects.toThrow('it does not exist');
  });
});

describe('E9: endless input', () => {
  it.each(['/dev/zero', '/dev/fd/0', '/dev/tty'])('is not read from %s', async (path) => {
    await expect(readDocument(path, from(), MEBIBYTE)).rejects.toThrow(
      /not a regular file|could not be read/,
    );
  });

  it('is not read beyond the size limit', async () => {
    let given = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          given += 65_536;
          yield Buffer.alloc(65_536);
        }
      })(),
    );
    await expect(readDocument('-', reading(endless), MEBIBYTE)).rejects.toThrow('larger than');
    expect(given).toBeLessThan(4 * MEBIBYTE);
    expect(endless.destroyed).toBe(true);
  });

  it('times out after two minutes on a pipe, but never on a terminal', async () => {
    const pipe = reading(new PassThrough());
    const read = readDocument('-', pipe, MEBIBYTE).catch((error: unknown) => error);
    await pipe.edges.clock.advance(119_000);
    expect(pipe.edges.clock.sleeping).toBe(1);
    await pipe.edges.clock.advance(1000);
    expect(String(await read)).toContain('has not ended after 2 min');

    const terminal = reading(Object.assign(new PassThrough(), { isTTY: true }));
    void readDocument('-', terminal, MEBIBYTE);
    expect(terminal.edges.clock.sleeping).toBe(0);
  });

  it('can be interrupted with Ctrl-C', async () => {
    const interrupt = new AbortController();
    const read = readDocument('-', reading(new PassThrough(), interrupt), MEBIBYTE);
    interrupt.abort();
    await expect(read).rejects.toMatchObject({ code: EXIT.interrupted });
  });
});
