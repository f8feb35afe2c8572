import { type AppOverview, appOverview } from '../../../contract/operations/app-overview.ts';
import { EXIT, type ExitCode, exitCodeOf, UserError } from '../../../session/errors.ts';
import { issuesOf, issueText, restarts } from '../../../state/app-issues.ts';
import type { CsvValue } from '../../../text/json-and-csv.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Context } from '../../context.ts';
import { columnNames, firstOf, type OutputColumn } from '../../output/grid.ts';
import { wireDocument } from '../../output/json.ts';
import { type OutputFlags, printerFor, type Report, tableReport } from '../../output/report.ts';
import { type Asked, askEach, type ServiceOptionValues, withService } from '../../service.ts';

/** One application of the workspace, as it was answered at a time. */
interface Row extends Asked<AppOverview> {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What is wrong with it, the worst first; why it could not be read. */
  readonly why: readonly Printable[];
}

const field = (
  name: string,
  read: (overview: AppOverview) => CsvValue,
  title?: Printable,
): OutputColumn<Row> => ({
  name,
  value: ({ result }) => (result.kind === 'answered' ? read(result.answer) : null),
  ...(title === undefined ? { only: 'csv' } : { title }),
});

const figureField = (...of: Parameters<typeof field>): OutputColumn<Row> => ({
  ...field(...of),
  align: 'right',
});

const COLUMNS: readonly OutputColumn<Row>[] = [
  { name: 'at', only: 'csv' },
  { name: 'name', title: words`NAME`, value: ({ item }) => item.name },
  { name: 'appId', title: words`ID`, value: ({ item }) => item.id },
  field('status', ({ status }) => status, words`STATUS`),
  figureField('activeInstances', (app) => app.activeInstances?.indicator ?? null, words`INST`),
  figureField('desiredInstances', (app) => app.desiredInstances, words`WANTED`),
  figureField('activeRegions', (app) => app.activeRegions?.indicator ?? null, words`REGIONS`),
  field('averageCPU', (app) => app.averageCPU?.indicator ?? null),
  field('averageRAM', (app) => app.averageRAM?.indicator ?? null),
  field('averageVolumesUsage', (app) => app.averageVolumesUsage?.indicator ?? null),
  figureField('currentLatency', (app) => app.currentLatency?.indicator ?? null, words`LATENCY`),
  figureField('targetLatency', (app) => app.targetLatency?.indicator ?? null, words`TARGET`),
  figureField('restarts', restarts, words`RESTARTS`),
  figureField('monthlyCost', ({ monthlyCost }) => monthlyCost, words`COST`),
  {
    name: 'why',
    title: words`WHY`,
    shrinks: true,
    value: ({ why }) => why.join('; '),
    text: ({ why }) => firstOf(why),
  },
];

export const workspaceColumns = columnNames(COLUMNS);

/** @param now wall clock, milliseconds since the Unix epoch */
function rowOf(asked: Asked<AppOverview>, now: number): Row {
  const { result } = asked;
  const why =
    result.kind === 'answered'
      ? issuesOf(result.answer, now).map(issueText)
      : [printable(result.error.message)];
  return { ...asked, at: new Date(now).toISOString(), why };
}

function documentOf({ item: { id, name }, result }: Row): object {
  return result.kind === 'answered'
    ? { appId: id, name, overview: wireDocument(appOverview, result.answer) }
    : { appId: id, name, error: { kind: result.error.kind, message: result.error.message } };
}

/** The applications of a workspace in every form; in CSV a line an application. */
function workspaceReport(rows: readonly Row[]): Report {
  const records = rows.map(documentOf);
  return tableReport({
    columns: COLUMNS,
    rows,
    document: { applications: records },
    records,
    notes: rows.length === 0 ? [words`There is no application in the workspace.`] : [],
  });
}

/** Shows every application of the workspace. What cannot be read is in its row, and in the exit code. */
export function workspaceOverview(
  options: OutputFlags & ServiceOptionValues & { readonly watch: string | undefined },
  context: Context,
): Promise<ExitCode> {
  if (options.watch !== undefined) {
    throw new UserError([words`--watch goes with the ID of one application.`]);
  }
  return withService(options, context, async (service) => {
    const { apps } = service.session.workspace;
    const asked = await askEach(apps, appOverview, ({ id }) => ({ appId: id }), service, context);
    if (context.signal.aborted) return EXIT.interrupted;
    const now = context.edges.clock.now();
    const rows = asked.map((each) => rowOf(each, now));
    await printerFor(context, options, 'one').print(workspaceReport(rows));
    const failure = asked.find(({ result }) => result.kind === 'failed')?.result;
    return failure?.kind === 'failed' ? exitCodeOf(failure.error, 'reads') : EXIT.done;
  });
}
