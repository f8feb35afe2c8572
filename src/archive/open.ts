import type { LogArchive } from '../events/log-archive.ts';
import { DatabaseError, type DatabaseOpening } from '../sqlite/database.ts';
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
 * Opens an archive for writing: an SQLite file, created for its owner alone if missing, or the tables of a ClickHouse
 * server. `append` waits while another process holds the file or the server accepts nothing.
 *
 * @param location a path, or `clickhouse://USER@HOST:8443/DATABASE`
 * @throws DatabaseError when it cannot be used
 */
export async function openEventArchive(
  location: string,
  writing: ArchiveWriting = {},
  passwords?: ArchivePasswords,
): Promise<EventArchive> {
  if (isEngineAddress(location)) {
    return onEngine(location, passwords, async ({ openEngine, engineArchive }, ...access) =>
      engineArchive(await openEngine(...access), writing),
    );
  }
  const { openSqliteArchive } = await import('./sqlite/event-archive.ts');
  return openSqliteArchive(location, writing);
}

/**
 * Opens an archive to store a log that is followed. With `inThread`, a stalled disk only delays pages, unless no thread
 * can be started.
 *
 * @throws DatabaseError when it cannot be used
 */
export async function openLogArchive(
  location: string,
  writing: ArchiveWriting,
  passwords?: ArchivePasswords,
): Promise<LogArchive & { close(): Promise<void> }> {
  if (!writing.inThread || isEngineAddress(location))
    return openEventArchive(location, writing, passwords);
  const [{ openArchiveThread }, { ThreadEnded }] = await Promise.all([
    import('./sqlite/write-thread.ts'),
    import('../sqlite/database-thread.ts'),
  ]);
  return openArchiveThread(location, writing).catch((error: unknown) => {
    if (error instanceof ThreadEnded) return openEventArchive(location, writing);
    throw error;
  });
}

/**
 * Opens an archive for reading, without disturbing a writer. A file is checked first, which takes half a minute for
 * 50 GB; once the file is removed or replaced, reads fail.
 *
 * @param location as for {@link openEventArchive}
 * @throws DatabaseError when it cannot be used
 */
export async function readEventArchive(
  location: string,
  passwords?: ArchivePasswords,
  opening?: DatabaseOpening,
): Promise<OpenedArchive> {
  if (isEngineAddress(location)) {
    return onEngine(location, passwords, async ({ openEngine, readEngineArchive }, ...access) =>
      readEngineArchive(await openEngine(...access)),
    );
  }
  const { readSqliteArchive } = await import('./sqlite/event-archive.ts');
  const { AnswerThread } = await import('./sqlite/answer-thread.ts');
  const archive = await readSqliteArchive(location, opening);
  const answers = new AnswerThread(location);
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
 * Opens the marks and notes in the team archive at the URL `location`.
 *
 * @throws DatabaseError when they cannot be read
 */
export const openTeamMarks = (location: string, passwords?: ArchivePasswords): Promise<TeamMarks> =>
  onEngine(location, passwords, async ({ openEngine, engineMarks }, ...access) =>
    engineMarks(await openEngine(...access)),
  );

/**
 * Opens the audit entries in the team archive at the URL `location`.
 *
 * @throws DatabaseError when they cannot be read
 */
export const openTeamAudit = (location: string, passwords?: ArchivePasswords): Promise<TeamAudit> =>
  onEngine(location, passwords, async ({ openEngine, engineAudit }, ...access) =>
    engineAudit(await openEngine(...access)),
  );

/**
 * Creates an archive, or changes its retention.
 *
 * @param location as for {@link openEventArchive}
 * @param retention days, null for ever; undefined leaves it to the archive. A file keeps entries for ever
 * @throws DatabaseError when it cannot be made
 */
export async function initArchive(
  location: string,
  retention: number | null | undefined,
  passwords: ArchivePasswords,
): Promise<InitialisedArchive> {
  if (isEngineAddress(location)) {
    return onEngine(location, passwords, (engine, ...access) =>
      engine.initEngineArchive(...access, retention),
    );
  }
  await (await openEventArchive(location)).close();
  return { kind: 'there', retention: null };
}

type EngineAccess = readonly [address: EngineAddress, password: string];

/** Loads the ClickHouse module, resolves address and password, and runs `work`. */
async function onEngine<Value>(
  location: string,
  passwords: ArchivePasswords = { of: async () => '', refused() {} },
  work: (
    engine: typeof import('./clickhouse/archive.ts'),
    ...access: EngineAccess
  ) => Promise<Value>,
): Promise<Value> {
  const parsed = parseEngineAddress(location);
  if (parsed.kind === 'refused') throw new DatabaseError(parsed.reason);
  const { address } = parsed;
  const engine = await import('./clickhouse/archive.ts');
  const password = await passwords.of(address);
  try {
    return await work(engine, address, password);
  } catch (error) {
    if (error instanceof DatabaseError && !error.isBusy) passwords.refused(address);
    throw error;
  }
}
