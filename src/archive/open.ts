import type { LogArchive } from '../events/log-archive.ts';
import { DatabaseError } from '../sqlite/database.ts';
import { type EngineAddress, isEngineAddress, parseEngineAddress } from './address.ts';
import type {
  ArchivePasswords,
  ArchiveWriting,
  EventArchive,
  InitialisedArchive,
  OpenedArchive,
  TeamAudit,
  TeamMarks,
} from './archive.ts';

/**
 * Opens an archive of event log entries to write to: a file of SQLite's that only its owner can read, which is made if
 * need be, or, by a URL, the tables of a ClickHouse server. While another process holds the file, or the server takes
 * nothing, `append` waits, and nothing else does.
 *
 * @param place a path, or `clickhouse://USER@HOST:8443/DATABASE`
 * @throws DatabaseError when it cannot be used
 */
export async function openEventArchive(
  place: string,
  writing: ArchiveWriting = {},
  passwords: ArchivePasswords = NO_PASSWORDS,
): Promise<EventArchive> {
  if (isEngineAddress(place)) {
    const { openEngineArchive } = await import('./clickhouse/archive.ts');
    return withPassword(place, passwords, (address, password) =>
      openEngineArchive(address, password, writing),
    );
  }
  const { openSqliteArchive } = await import('./sqlite/event-archive.ts');
  return openSqliteArchive(place, writing);
}

/**
 * Opens an archive as {@link openEventArchive} does, to keep a log in. In a thread of its own, a disk that stalls makes
 * pages late.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function openLogArchive(
  place: string,
  writing: ArchiveWriting,
  passwords?: ArchivePasswords,
): Promise<LogArchive & { close(): Promise<void> }> {
  if (!writing.inThread || isEngineAddress(place))
    return openEventArchive(place, writing, passwords);
  const { openArchiveThread } = await import('./sqlite/write-thread.ts');
  return openArchiveThread(place, writing);
}

/**
 * Opens an archive for reading alone. A process that writes to it is not disturbed.
 *
 * @param place as for {@link openEventArchive}
 * @throws DatabaseError when it cannot be used
 */
export async function readEventArchive(
  place: string,
  passwords: ArchivePasswords = NO_PASSWORDS,
): Promise<OpenedArchive> {
  if (isEngineAddress(place)) {
    const { readEngineArchive } = await import('./clickhouse/archive.ts');
    return withPassword(place, passwords, readEngineArchive);
  }
  const { readSqliteArchive } = await import('./sqlite/event-archive.ts');
  const { AnswerThread } = await import('./sqlite/answer-thread.ts');
  const archive = await readSqliteArchive(place);
  const answers = new AnswerThread(place);
  return {
    ...archive,
    answerer: (zones) => answers.answerer(zones),
    async close() {
      answers.close();
      await archive.close();
    },
  };
}

/**
 * Opens the marks and notes of a team.
 *
 * @param place the URL of its archive
 * @throws DatabaseError when they cannot be read
 */
export async function openTeamMarks(
  place: string,
  passwords: ArchivePasswords = NO_PASSWORDS,
): Promise<TeamMarks> {
  const { openEngineMarks } = await import('./clickhouse/archive.ts');
  return withPassword(place, passwords, openEngineMarks);
}

/**
 * Opens the audit entries of a team.
 *
 * @param place the URL of its archive
 * @throws DatabaseError when they cannot be read
 */
export async function openTeamAudit(
  place: string,
  passwords: ArchivePasswords = NO_PASSWORDS,
): Promise<TeamAudit> {
  const { openEngineAudit } = await import('./clickhouse/archive.ts');
  return withPassword(place, passwords, openEngineAudit);
}

/**
 * Makes an archive where there is none.
 *
 * @param place as for {@link openEventArchive}
 * @param retention days, null for ever; undefined leaves it to the archive. A file keeps entries for ever
 * @throws DatabaseError when it cannot be made
 */
export async function initArchive(
  place: string,
  retention: number | null | undefined,
  passwords: ArchivePasswords,
): Promise<InitialisedArchive> {
  if (isEngineAddress(place)) {
    const { initEngineArchive } = await import('./clickhouse/archive.ts');
    return withPassword(place, passwords, (address, password) =>
      initEngineArchive(address, password, retention),
    );
  }
  await (await openEventArchive(place)).close();
  return { kind: 'there', retention: null };
}

/** Lets `work` use the address that a text is, with its password. */
async function withPassword<Value>(
  place: string,
  passwords: ArchivePasswords,
  work: (address: EngineAddress, password: string) => Promise<Value>,
): Promise<Value> {
  const parsed = parseEngineAddress(place);
  if (parsed.kind === 'refused') throw new DatabaseError(parsed.reason);
  const { address } = parsed;
  const password = await passwords.of(address);
  try {
    return await work(address, password);
  } catch (error) {
    if (error instanceof DatabaseError && !error.isBusy) passwords.refused(address);
    throw error;
  }
}

const NO_PASSWORDS: ArchivePasswords = { of: async () => '', refused() {} };
