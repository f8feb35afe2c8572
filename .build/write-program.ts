import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Archive } from './archive.ts';

/**
 * Writes a program: the launcher as `file`, its sections beside it. Both are put in place whole, the sections
 * first: whoever starts it meanwhile starts the old one or the new one.
 */
export async function writeProgram(file: string, { launcher, sections }: Archive): Promise<void> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await put(join(folder, sections.file), sections.text, 0o644);
  await put(file, launcher, 0o755);
  // Those of earlier builds; a program that runs has its own open.
  for (const name of await readdir(folder)) {
    if (/^sections-[0-9a-f]{16}$/.test(name) && name !== sections.file) {
      await rm(join(folder, name), { force: true });
    }
  }
}

async function put(file: string, text: string, mode: number): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${process.pid}`);
  await writeFile(draft, text);
  // The mask of whoever builds must not show in a package.
  await chmod(draft, mode);
  await rename(draft, file);
}
