import { type Verb, verb } from '../../commands/command.ts';
import { parseDuration } from '../../config/duration.ts';
import type { Exchange } from '../../contract/operation.ts';
import { operations } from '../../contract/operations/index.ts';
import { FileError } from '../../edges/files.ts';
import { auditedCalls, cell, type ReportedCall, reportLines } from '../../history/report.ts';
import { eventLines, loadedLog } from '../../history/report-events.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { PaneContext } from '../pane.ts';

/** How far back a report goes unless told, milliseconds. */
const REPORTED = 2 * 3_600_000;

/** `:report 2h FILE`: what changed as Markdown, for a ticket: into a new file, or to the clipboard. */
export function reportVerb(context: PaneContext): Verb {
  const { clock, feeds, history } = context;
  return verb(words`report [DURATION] [FILE]`, words`Copy or write the last 2 hours of changes`, {
    staysHere: true,
    run(rest) {
      const [first = '', ...more] = rest.split(/\s+/).filter(Boolean);
      const span = parseDuration(first);
      const file = span === undefined ? rest : more.join(' ');
      const until = clock.now();
      const since = until - (span ?? REPORTED);
      history.readOthers();
      feeds.run('report', `${until} ${rest}`, (signal) =>
        write(context, { since, until, file }, signal),
      );
      return undefined;
    },
  });
}

interface Wanted {
  /** Wall clock, milliseconds. */
  readonly since: number;
  readonly until: number;
  /** Empty for the clipboard. */
  readonly file: string;
}

async function write(
  context: PaneContext,
  { since, until, file }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const { store, history } = context;
  const { workspace, profile } = store.getState();
  const lines = reportLines(history.slice.getState(), {
    ...{ workspace, since, until },
    service: words`${profile.name}, ${profile.host}`,
    events: await loadedEvents(context, { from: since, until }, signal),
    calls: await namedCalls(context),
  });
  if (signal.aborted) return;
  if (file === '') {
    context.copy(lines, words`report`);
    return;
  }
  try {
    await context.writeNewFile(
      file,
      lines.map((line) => `${line}\n`),
    );
    context.say(words`Report written to ${printable(file)}.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    context.say(words`No report was written: ${printable(why)}`, 'bad');
  }
}

async function loadedEvents(
  { loadedZones, store }: PaneContext,
  range: { readonly from: number; readonly until: number },
  signal: AbortSignal,
): Promise<readonly Printable[]> {
  const zones = loadedZones();
  const sections: Printable[] = [];
  for (const zone of zones) {
    if (sections.length > 0) sections.push(words``);
    sections.push(...(await eventLines(loadedLog(zone), range, signal)));
  }
  const { shieldZones } = store.getState().workspace;
  const others = shieldZones.filter(({ id }) => !zones.some(({ zone }) => zone === id));
  if (sections.length > 0 && others.length > 0) sections.push(words``);
  const names = others.map(({ name }) => cell(name)).join(', ') as Printable;
  return others.length === 0 && sections.length > 0
    ? sections
    : [...sections, words`Nothing is loaded of ${others.length > 0 ? names : words`any zone`}.`];
}

/** Changes, as the audit file tells them, and calls of this run that failed. */
async function namedCalls({
  mutations,
  store,
}: PaneContext): Promise<readonly ReportedCall[] | Printable> {
  const { exchanges, profile } = store.getState();
  try {
    return [
      ...exchanges.flatMap(failedCall),
      ...auditedCalls(await mutations.audited(), profile.host),
    ];
  } catch (error) {
    if (error instanceof FileError) return printable(error.message);
    throw error;
  }
}

function failedCall({ at, operation, path, outcome }: Exchange): readonly ReportedCall[] {
  if (outcome.kind === 'in-flight' || outcome.error === null) return [];
  const requestId = outcome.kind === 'answered' ? outcome.requestId : outcome.error.requestId;
  if (!requestId) return [];
  return [
    {
      ...{ at, requestId, what: `${operations[operation].title} ${path}` },
      outcome: outcome.kind === 'answered' ? `${outcome.status}` : outcome.error.kind,
    },
  ];
}
