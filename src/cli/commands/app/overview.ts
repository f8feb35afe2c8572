import {
  type AppOverview,
  appOverview,
  type Container,
  containerShape,
  overviewShape,
  type Pod,
  podShape,
  type Region,
  regionShape,
  type StatusGrade,
} from '../../../contract/operations/app-overview.ts';
import { EXIT, type ExitCode, exitCodeOf, UserError } from '../../../session/errors.ts';
import { issuesOf, issueText, restarts } from '../../../state/app-issues.ts';
import { count, counted, figure } from '../../../text/numbers.ts';
import { type Printable, printable, words } from '../../../text/printable.ts';
import type { Action, Context } from '../../context.ts';
import { columnNames, displayValue, firstOf, grid, type OutputColumn } from '../../output/grid.ts';
import { wireDocument } from '../../output/json.ts';
import {
  facts,
  type OutputFlags,
  onlyTable,
  onlyWide,
  printerFor,
  type Report,
  type Section,
  table,
  tableReport,
} from '../../output/report.ts';
import { wideColumns, wideFacts } from '../../output/wide.ts';
import { type Asked, askEach, idOf, type ServiceOptionValues, withService } from '../../service.ts';
import { readCommand } from '../read-command.ts';
import { deletedApps } from './deleted-from-here.ts';

const indicator = (grade: StatusGrade | null): number | null => grade?.indicator ?? null;

function graded(grade: StatusGrade | null): Printable {
  const value = figure(indicator(grade));
  const name = grade?.statusGrade;
  return name ? words`${value} (${displayValue(name)})` : value;
}

/** A numeric column under its wire name, which by default is also the field to read. */
const numbers = <Row>(
  name: string,
  title: Printable,
  read = (row: Row) => (row as Readonly<Record<string, unknown>>)[name] as number | null,
): OutputColumn<Row> => ({
  name,
  title,
  align: 'right',
  value: read,
  rounds: true,
  text: (row) => figure(read(row)),
});

const REGIONS: readonly OutputColumn<Region>[] = [
  { name: 'region', title: words`REGION` },
  { name: 'status', title: words`STATUS` },
  numbers('instances', words`INST`),
  numbers('averageCPU', words`CPU`),
  numbers('averageRAM', words`RAM`),
  numbers('averageVolumesUsagePercentage', words`VOLUMES`),
  numbers('requests', words`REQUESTS`),
  { name: 'isRequired', title: words`REQUIRED` },
];

interface Place {
  readonly region: Region;
  readonly pod: Pod;
  /** Null only in the row of a pod without containers; that row shows the pod's own figures. */
  readonly container: Container | null;
}

const CONTAINERS: readonly OutputColumn<Place>[] = [
  { name: 'region', title: words`REGION`, value: ({ region }) => region.region },
  { name: 'pod', title: words`POD`, value: ({ pod }) => pod.name },
  { name: 'name', title: words`CONTAINER`, value: ({ container }) => container?.name ?? null },
  {
    name: 'status',
    title: words`STATUS`,
    value: ({ container, pod }) => (container ?? pod).status,
  },
  numbers(
    'numberOfRestarts',
    words`RESTARTS`,
    ({ container }) => container?.numberOfRestarts ?? null,
  ),
  numbers('exitCode', words`EXIT`, ({ container }) => container?.exitCode ?? null),
  numbers('cpuUsage', words`CPU`, ({ container, pod }) => (container ?? pod).cpuUsage),
  numbers('ramUsage', words`RAM`, ({ container, pod }) => (container ?? pod).ramUsage),
  { name: 'heartbeat', title: words`HEARTBEAT`, value: ({ pod }) => pod.lastHeartBeat },
  {
    name: 'reason',
    title: words`REASON`,
    shrinks: true,
    value: ({ container }) => [container?.reason, container?.message].filter(Boolean).join(': '),
  },
];

/** Of the whole pod: its containers may be well. */
const POD_MESSAGE: OutputColumn<Place> = {
  name: 'podMessage',
  title: words`POD MESSAGE`,
  shrinks: true,
  value: ({ pod }) => pod.message,
};

const containerColumns = (places: readonly Place[]): readonly OutputColumn<Place>[] =>
  places.some(({ pod }) => pod.message) ? [...CONTAINERS, POD_MESSAGE] : CONTAINERS;

const WIDE_REGIONS = wideColumns(REGIONS, regionShape, (region) => region, ['pods']);
const WIDE_CONTAINERS = wideColumns(CONTAINERS, containerShape, ({ container }) => container);

/** The wide format shows every field, so pods get their own table. */
const WIDE_PODS = wideColumns<Omit<Place, 'container'>>(
  [
    { name: 'place', title: words`REGION`, value: ({ region }) => region.region },
    { name: 'name', title: words`POD`, value: ({ pod }) => pod.name },
  ],
  podShape,
  ({ pod }) => pod,
  ['containers'],
);

const placesOf = ({ regions }: AppOverview): readonly Place[] =>
  regions.flatMap((region) =>
    region.pods.flatMap((pod): readonly Place[] =>
      pod.containers.length === 0
        ? [{ region, pod, container: null }]
        : pod.containers.map((container) => ({ region, pod, container })),
    ),
  );

interface Moment {
  readonly at: string;
  readonly id: string;
  readonly overview: AppOverview;
}

const FIELDS = [
  'status',
  'activeInstances',
  'desiredInstances',
  'activeRegions',
  'averageCPU',
  'averageRAM',
  'averageVolumesUsage',
  'currentLatency',
  'targetLatency',
  'averageLatency',
  'totalVolumeSizeInGb',
  'monthlyCost',
] as const satisfies readonly (keyof AppOverview)[];

/** A field as a cell; of a graded one its indicator. */
function cellOf(overview: AppOverview, name: (typeof FIELDS)[number]): string | number | null {
  const value = overview[name];
  return typeof value === 'object' ? indicator(value) : value;
}

/** One row per answer, so that `--watch` produces a time series. */
const MOMENTS: readonly OutputColumn<Moment>[] = [
  { name: 'at' },
  { name: 'appId', value: ({ id }) => id },
  ...FIELDS.map(
    (name): OutputColumn<Moment> => ({ name, value: ({ overview }) => cellOf(overview, name) }),
  ),
];

const WIDE_MOMENTS = wideColumns(MOMENTS, overviewShape, ({ overview }) => overview, ['regions']);
export const overviewColumns = columnNames(MOMENTS, WIDE_MOMENTS);

function sections(id: string, overview: AppOverview): readonly Section[] {
  const places = placesOf(overview);
  const { regions } = overview;
  const pods = regions.flatMap((region) => region.pods.map((pod) => ({ region, pod })));
  return [
    wideFacts(overviewShape, overview, ['regions'], [words`application`, displayValue(id)]),
    onlyTable(
      facts(
        [words`application`, displayValue(id)],
        [words`status`, displayValue(overview.status)],
        [
          words`instances`,
          words`${figure(indicator(overview.activeInstances))} of ${figure(overview.desiredInstances)}`,
        ],
        [words`regions`, figure(indicator(overview.activeRegions))],
        [
          words`latency`,
          words`${graded(overview.currentLatency)}, target ${figure(indicator(overview.targetLatency))}, average ${figure(overview.averageLatency)}`,
        ],
        [words`CPU`, graded(overview.averageCPU)],
        [words`RAM`, graded(overview.averageRAM)],
        [words`volumes`, graded(overview.averageVolumesUsage)],
        [words`volume size`, words`${figure(overview.totalVolumeSizeInGb)} GB`],
        [words`monthly cost`, figure(overview.monthlyCost)],
      ),
    ),
    ...(regions.length === 0 ? [] : [table(grid(REGIONS, regions, WIDE_REGIONS))]),
    ...(pods.length === 0 ? [] : [onlyWide(table(grid(WIDE_PODS, pods)))]),
    ...(places.length === 0
      ? []
      : [table(grid(containerColumns(places), places, WIDE_CONTAINERS))]),
  ];
}

/** @param at when the answer arrived, in milliseconds since the epoch */
export function overviewReport(id: string, overview: AppOverview, at: number): Report {
  const document = wireDocument(appOverview, overview);
  return {
    document,
    sections: sections(id, overview),
    csv: grid(MOMENTS, [{ at: new Date(at).toISOString(), id, overview }], WIDE_MOMENTS),
  };
}

export const appOverviewCommand: Action<'app overview'> = async (
  { arguments: { ID }, options },
  context,
) =>
  ID === undefined
    ? workspaceOverview(options, context)
    : readCommand(options, context, {
        operation: appOverview,
        input: (service) => ({ appId: idOf(service, 'apps', ID) }),
        report: (overview, service) =>
          overviewReport(idOf(service, 'apps', ID), overview, context.edges.clock.now()),
      });

/** One application of the workspace and its answer. */
interface Row extends Asked<AppOverview> {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Its issues, worst first, or why it could not be read. */
  readonly why: readonly Printable[];
  /** It was deleted from this machine. */
  readonly isDeleted: boolean;
}

const field = (
  name: (typeof FIELDS)[number] | 'restarts',
  more: { readonly title: Printable; readonly align?: 'right' } | { readonly only: 'csv' },
): OutputColumn<Row> => ({
  name,
  ...more,
  value: ({ result }) => {
    if (result.kind !== 'answered') return null;
    return name === 'restarts' ? restarts(result.answer) : cellOf(result.answer, name);
  },
});

const COLUMNS: readonly OutputColumn<Row>[] = [
  { name: 'at', only: 'csv' },
  { name: 'name', title: words`NAME`, value: ({ item }) => item.name },
  { name: 'appId', title: words`ID`, value: ({ item }) => item.id },
  field('status', { title: words`STATUS` }),
  field('activeInstances', { title: words`INST`, align: 'right' }),
  field('desiredInstances', { title: words`WANTED`, align: 'right' }),
  field('activeRegions', { title: words`REGIONS`, align: 'right' }),
  field('averageCPU', { only: 'csv' }),
  field('averageRAM', { only: 'csv' }),
  field('averageVolumesUsage', { only: 'csv' }),
  field('currentLatency', { title: words`LATENCY`, align: 'right' }),
  field('targetLatency', { title: words`TARGET`, align: 'right' }),
  field('restarts', { title: words`RESTARTS`, align: 'right' }),
  field('monthlyCost', { title: words`COST`, align: 'right' }),
  {
    name: 'why',
    title: words`WHY`,
    shrinks: true,
    value: ({ why }) => why.join('; '),
    text: ({ why }) => firstOf(why),
  },
];

export const workspaceColumns = columnNames(COLUMNS);

const DELETED = words`deleted from this machine`;

function rowOf(asked: Asked<AppOverview>, deleted: ReadonlySet<string>, now: number): Row {
  const { item, result } = asked;
  const isDeleted = deleted.has(item.id);
  const failure = () => (result.kind === 'failed' ? printable(result.error.message) : words``);
  const why =
    result.kind === 'answered'
      ? issuesOf(result.answer, now).map(issueText)
      : [isDeleted ? DELETED : failure()];
  return { ...asked, at: new Date(now).toISOString(), why, isDeleted };
}

function documentOf({ item: { id, name }, result, isDeleted }: Row): object {
  if (result.kind === 'answered')
    return { appId: id, name, overview: wireDocument(appOverview, result.answer) };
  const { kind, message } = result.error;
  return isDeleted
    ? { appId: id, name, error: { kind: 'deleted', message: DELETED } }
    : { appId: id, name, error: { kind, message } };
}

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

/**
 * Shows every application of the workspace. A failed read appears in its row and sets the exit code, unless it was
 * deleted from this machine.
 */
export function workspaceOverview(
  options: OutputFlags & ServiceOptionValues & { readonly watch: string | undefined },
  context: Context,
): Promise<ExitCode> {
  if (options.watch !== undefined) {
    throw new UserError([words`--watch needs the ID of one application.`]);
  }
  return withService(options, context, async (service) => {
    const { apps } = service.session.workspace;
    const asked = await askEach(apps, appOverview, ({ id }) => ({ appId: id }), service, context);
    if (context.signal.aborted) return EXIT.interrupted;
    const now = context.edges.clock.now();
    const deleted = await deletedApps(asked, service, context.edges.env);
    const rows = asked.map((each) => rowOf(each, deleted, now));
    await printerFor(context, options, 'one').print(workspaceReport(rows));
    const failed = rows.flatMap(({ item, result, isDeleted }) =>
      result.kind === 'failed' && !isDeleted ? [{ item, error: result.error }] : [],
    );
    const [first] = failed;
    if (!first) return EXIT.done;
    const names = failed.map(({ item }) => printable(item.name)).join(', ') as Printable;
    context.messages.print(
      words`${count(failed.length)} of ${counted(rows.length, words`application`)} could not be read: ${names}.`,
    );
    return exitCodeOf(first.error, 'reads');
  });
}
