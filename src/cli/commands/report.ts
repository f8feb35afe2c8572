import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedArchive } from '../../archive/archive.ts';
import { FileError, realFiles } from '../../edges/files.ts';
import { stateDirectory } from '../../edges/machine.ts';
import type { TimeRange } from '../../events/time-range.ts';
import { auditedFacts } from '../../history/console-facts.ts';
import type { WatchedSpan } from '../../history/history-file.ts';
import { stateFrom } from '../../history/history-state.ts';
import { keptAnswer } from '../../history/observing.ts';
import { readHistoryFile } from '../../history/read-history.ts';
import { auditedCalls, reportLines } from '../../history/report.ts';
import { eventLines, type ReportedLog } from '../../history/report-events.ts';
import { latestAnswers } from '../../history/report-issues.ts';
import { cell } from '../../history/report-text.ts';
import { auditPath, readAudit } from '../../mutations/audit.ts';
import { configuredWorkspace } from '../../session/config-file.ts';
import { asUserError, EXIT, UserError } from '../../session/errors.ts';
import { spanOptions } from '../../session/option-values.ts';
import { resolveService } from '../../session/session-config.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { EMPTY_WORKSPACE, type WorkspaceItem } from '../../state/workspace.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { withArchiveReader } from './events/archive.ts';

const NO_EVENTS = words`The history holds no events: warren report --from ARCHIVE adds those of an archive, :report those loaded in the console.`;

/** Default length of a report, in milliseconds. */
const DEFAULT_SPAN_MS = 2 * 3_600_000;

export const reportCommand: Action<'report'> = async ({ options }, context) => {
  const { edges, stdout } = context;
  const now = edges.clock.now();
  const asked = spanOptions(options, now);
  const until = Math.min(asked.until ?? now, now);
  const { since = until - DEFAULT_SPAN_MS } = asked;
  if (options.since !== undefined && since >= now)
    throw new UserError([words`--since is in the future.`]);
  const { chosen, config } = await resolveService(options, edges);
  if (chosen.kind !== 'service') {
    if (!chosen.asked) {
      throw new UserError([
        words`No service is configured, so there is no history.`,
        words`Run warren init, or set WARREN_BASE_URL and WARREN_ACCESS_KEY.`,
      ]);
    }
    throw new UserError([
      words`The demo keeps no history: its world is new with every run. In the console, :report covers the run.`,
    ]);
  }
  const directory = stateDirectory(edges.env);
  if (directory === null) {
    throw new UserError([words`There is no history: neither XDG_STATE_HOME nor HOME is set.`]);
  }
  const { value: baseUrl } = chosen.baseUrl;
  const { history, latest } = await keptOf(directory, baseUrl.origin, { since, until });
  const workspace = chosen.workspace
    ? configuredWorkspace(config, chosen.workspace.value)
    : EMPTY_WORKSPACE;
  const lines = reportLines(history, {
    workspace,
    service: printable(baseUrl.host),
    since,
    until,
    now,
    latest,
    events:
      options.from === undefined
        ? [NO_EVENTS]
        : await withArchiveReader(options.from, context, (archive) =>
            archivedEvents(archive, workspace.shieldZones, { from: since, until }, context.signal),
          ),
    ...(await callsMade(directory, baseUrl.host)),
  });
  await stdout.write(lines.map((line) => `${line}\n`).join(''));
  return EXIT.done;
};

async function keptOf(directory: string, service: string, range: WatchedSpan) {
  const path = join(directory, 'history.db');
  if (!existsSync(path)) {
    // If the file cannot be accessed, report that instead.
    await realFiles().readTail(path, 0).catch(asUserError(FileError));
    throw new UserError([
      words`There is no history of this service yet (${printable(path)}): the console and warren record write it.`,
    ]);
  }
  return readHistoryFile(directory, service, async (file) => {
    const history = stateFrom(file);
    const latest = await latestAnswers(history, range, async (...asked) =>
      keptAnswer(file, ...asked),
    );
    return { history, latest };
  }).catch(asUserError(DatabaseError));
}

/** Events from an archive for the watched zones, or for all its zones if none is watched. */
async function archivedEvents(
  archive: OpenedArchive,
  watched: readonly WorkspaceItem[],
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly Printable[]> {
  const there = await archive.zones();
  const zones = watched.length > 0 ? watched : there.map((id) => ({ id, name: id }));
  const contents = await archive.contents(
    there.filter((id) => zones.some((zone) => zone.id === id)),
  );
  const sections: Printable[][] = [];
  for (const { id, name } of zones) {
    const days = [...(contents.get(id)?.values() ?? [])];
    const entries = days.reduce((sum, day) => sum + day.entries, 0);
    const log: ReportedLog = {
      zone: id,
      name,
      answers: archive.answerer([id]),
      loaded: days.flatMap(({ loaded }) => loaded),
      all: words`${counted(entries, words`event`)} in the archive`,
    };
    sections.push(
      days.length === 0
        ? [words`### ${cell(name)}`, words``, words`The archive has nothing of it.`]
        : [...(await eventLines(log, range, signal))],
    );
  }
  if (sections.length === 0) return [words`The archive is empty.`];
  return sections.flatMap((section, at) => (at === 0 ? section : [words``, ...section]));
}

/** The changes in the local audit file, or why it cannot be read. */
const callsMade = (directory: string, host: string) =>
  readAudit(realFiles(), auditPath(directory) ?? '').then(
    ({ changes }) => ({
      calls: auditedCalls(changes, host),
      audited: auditedFacts(changes, host),
    }),
    (error: unknown) => {
      if (error instanceof FileError) return { calls: printable(error.message), audited: [] };
      throw error;
    },
  );
