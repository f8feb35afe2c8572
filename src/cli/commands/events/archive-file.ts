import { ArchiveTrouble } from '../../../archive/archive-trouble.ts';
import type { ArchiveReader, EventArchive } from '../../../archive/event-archive.ts';
import { printable } from '../../../text/printable.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { Refusal } from '../../refusal.ts';

/** Does what needs an archive; its trouble ends the command with `code`. */
export async function withTrouble<T>(code: ExitCode, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ArchiveTrouble ? new Refusal([printable(error.message)], code) : error;
  }
}

/**
 * Lets `work` keep entries in an archive, which is made if need be, and closes it.
 *
 * @throws Refusal when it cannot be opened, or not be written to any more
 */
export async function withArchive<T>(
  path: string,
  work: (archive: EventArchive) => Promise<T>,
): Promise<T> {
  const { openEventArchive } = await import('../../../archive/event-archive.ts');
  const archive = await withTrouble(EXIT.usage, () => openEventArchive(path));
  try {
    return await withTrouble(EXIT.unexpected, () => work(archive));
  } finally {
    archive.close();
  }
}

/**
 * Lets `work` read an archive, and closes it.
 *
 * @throws Refusal when it cannot be read
 */
export async function withArchiveReader<T>(
  path: string,
  work: (archive: ArchiveReader) => Promise<T>,
): Promise<T> {
  const { readEventArchive } = await import('../../../archive/event-archive.ts');
  const archive = await withTrouble(EXIT.usage, () => readEventArchive(path));
  try {
    return await withTrouble(EXIT.unexpected, () => work(archive));
  } finally {
    archive.close();
  }
}
