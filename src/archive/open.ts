import type { ArchiveWriting, EventArchive, OpenedArchive } from './archive.ts';

/**
 * Opens an archive of event log entries, an SQLite file that only its owner can read, and makes it if need
 * be. While another process holds the file, `append` waits, and nothing else does.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function openEventArchive(
  path: string,
  writing: ArchiveWriting = {},
): Promise<EventArchive> {
  const { openSqliteArchive } = await import('./sqlite/event-archive.ts');
  return openSqliteArchive(path, writing);
}

/**
 * Opens an archive for reading alone. A process that writes to it is not disturbed.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function readEventArchive(path: string): Promise<OpenedArchive> {
  const { readSqliteArchive } = await import('./sqlite/event-archive.ts');
  const { AnswerThread } = await import('./sqlite/answer-thread.ts');
  const archive = await readSqliteArchive(path);
  const answers = new AnswerThread(path);
  return {
    ...archive,
    answerer: (zones) => answers.answerer(zones),
    async close() {
      answers.close();
      await archive.close();
    },
  };
}
