import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file, in hexadecimal. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes SHA256SUMS of all files of `folder` that begin with `name`, as `sha256sum --check` reads it. */
export async function writeChecksums(folder: string, name: string): Promise<void> {
  const files = (await readdir(folder)).filter(
    (each) => each.startsWith(`${name}-`) || each.startsWith(`${name}.`),
  );
  const lines: string[] = [];
  for (const file of files.sort()) lines.push(`${await fileDigest(join(folder, file))}  ${file}\n`);
  const sums = join(folder, 'SHA256SUMS');
  await writeFile(`${sums}.new`, lines.join(''));
  await rename(`${sums}.new`, sums);
}
