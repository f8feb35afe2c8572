import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../edges/files.ts';
import { printable, words } from '../../text/printable.ts';
import { Refusal } from '../refusal.ts';

/**
 * Puts a configuration in its place, whole or not at all, readable by its owner only. Where the path is a
 * link, the file it leads to is replaced.
 *
 * @throws Refusal when it cannot be written
 */
export async function writeConfig(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const target = await realpath(path).catch(() => path);
    const draft = `${target}.${randomUUID()}`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.datasync();
      await file.close();
      await rename(draft, target);
    } catch (error) {
      await unlink(draft).catch(() => {});
      throw error;
    }
  } catch (error) {
    const code = codeOf(error) ?? 'unknown error';
    throw new Refusal([words`${printable(path)} cannot be written (${printable(code)}).`]);
  }
}
