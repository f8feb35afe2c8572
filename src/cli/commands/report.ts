import { FileError, realFiles } from '../../edges/files.ts';
import { stateDirectory } from '../../edges/machine.ts';
import { readHistory } from '../../history/read-history.ts';
import { auditedCalls, reportLines } from '../../history/report.ts';
import { auditPath, readAudit } from '../../mutations/audit.ts';
import { configuredWorkspace } from '../../session/configured.ts';
import { EXIT, UserError } from '../../session/errors.ts';
import { momentOption } from '../../session/option-values.ts';
import { resolveService } from '../../session/session-config.ts';
import { DatabaseError } from '../../sqlite/database.ts';
import { EMPTY_WORKSPACE } from '../../state/workspace.ts';
import { printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';

/** How far back a report goes unless told, milliseconds. */
const REPORTED = 2 * 3_600_000;

export const reportCommand: Action<'report'> = async ({ options }, context) => {
  const { edges, stdout } = context;
  const now = edges.clock.now();
  const until = momentOption(words`until`, options.until, now) ?? now;
  const since = momentOption(words`since`, options.since, now) ?? until - REPORTED;
  const { chosen, config } = await resolveService(options, edges);
  if (chosen.kind !== 'service') {
    throw new UserError([
      words`The demo keeps no history: its world is another one with every run. In the console, :report has that of the run.`,
    ]);
  }
  const directory = stateDirectory(edges.env);
  if (directory === null) {
    throw new UserError([
      words`There is no history: neither XDG_STATE_HOME nor HOME names a place for it.`,
    ]);
  }
  const { value: baseUrl } = chosen.baseUrl;
  const history = await readHistory(directory, baseUrl.origin).catch((error: unknown) => {
    if (error instanceof DatabaseError) throw new UserError([printable(error.message)]);
    throw error;
  });
  const workspace = chosen.workspace
    ? configuredWorkspace(config, chosen.workspace.value)
    : EMPTY_WORKSPACE;
  const lines = reportLines(history, {
    workspace,
    service: printable(baseUrl.host),
    since,
    until,
    events: [words`Events are told of by the console alone, of what it has loaded: :report there.`],
    calls: await callsMade(directory, baseUrl.host),
  });
  await stdout.write(lines.map((line) => `${line}\n`).join(''));
  return EXIT.done;
};

/** Changes that were made from this machine, as the audit file tells them, or why it does not. */
const callsMade = (directory: string, host: string) =>
  readAudit(realFiles(), auditPath(directory) ?? '').then(
    ({ changes }) => auditedCalls(changes, host),
    (error: unknown) => {
      if (error instanceof FileError) return printable(error.message);
      throw error;
    },
  );
