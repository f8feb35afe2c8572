import {
  type AppOverview,
  containerShape,
  overviewShape,
  podShape,
  type Region,
  regionShape,
} from '../../contract/operations/app-overview.ts';
import { numberOf, timeSeries } from '../../contract/values.ts';
import {
  containerProblems,
  type Issue,
  issueText,
  type Problem,
  restarts,
} from '../../state/app-issues.ts';
import { lastLoaded } from '../../state/loadable.ts';
import { lookAlikeWords } from '../../text/look-alikes.ts';
import { memoizeEach } from '../../text/memoize.ts';
import { count, counted, figure, gauge } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { dayOf, type TimeZone, timeNear, timeOfDay } from '../../text/time.ts';
import { width } from '../../text/width.ts';
import { scaleOf, sparkline } from '../../ui/chart.ts';
import { type Line, lineWidth, span } from '../../ui/line.ts';
import {
  headingItem,
  lineItem,
  type RecordField,
  type RecordItem,
  signItem,
  textItem,
  wrappedItem,
} from '../../ui/record-lines.ts';
import { theme } from '../../ui/theme.ts';
import { errorItems, recordFields } from '../record-items.ts';
import {
  earlierIssues,
  issuesSince,
  SIGNS,
  SINCE_THEN,
  sinceInWords,
  statusSpan,
  whyOf,
} from './cells.ts';
import { type AppRow, isDeleted, isRefused, severityOf } from './state.ts';
import type { TreeNode } from './tree.ts';

/** Columns left to the figures beside a chart. */
const BESIDE_CHART = 24;
const MIN_CHART = 8;

export function appDetails(row: AppRow, zone: TimeZone, columns: number): readonly RecordItem[] {
  const last = lastLoaded(row.overview);
  const name = textItem(printable(row.name || row.id), theme.strong);
  const alike = [row.name || row.id, row.id].flatMap((text, at, all) => {
    const why = at > 0 && all[0] === text ? undefined : lookAlikeWords(text);
    return why === undefined ? [] : [signItem(words`≈`, why, theme.warn)];
  });
  if (isDeleted(row)) {
    const { deleted, deletionAsked: asked } = row;
    const when = asked && deleted ? words` ${timeNear(deleted.wall, asked.wall, zone)}` : words``;
    const text = words`Deleted from here${when} (404). :remove takes it out of the workspace.`;
    return [name, ...alike, textItem(text)];
  }
  const head: RecordItem[] = [
    name,
    ...alike,
    ...(row.deletionAsked
      ? [
          signItem(
            words`⌫`,
            words`Its deletion was asked for in this run: see :changes`,
            theme.warn,
          ),
        ]
      : []),
    ...(row.overview.kind === 'failed'
      ? [signItem(words`✖`, printable(row.overview.error.message), theme.bad)]
      : []),
  ];
  const failure = row.overview.kind === 'failed' ? errorItems(row.overview.error) : [];
  if (!last) {
    return row.overview.kind === 'failed'
      ? [...head, ...failure]
      : [...head, textItem(words`Loading its overview…`, theme.faint)];
  }
  const overview = last.value;
  const status = statusSpan(overview.status);
  return [
    ...head,
    ...issueItems(row.issues.slice(0, 1)),
    ...twoImages(overview).map((text) => textItem(text, theme.strong)),
    ...(row.issues.length > 1 ? issueItems(row.issues.slice(1)) : []),
    headingItem(words`Status`),
    { name: words`status`, value: status.text, style: status.style },
    ...sinceFields(row, zone),
    headingItem(words`Images`),
    ...imagesOf(overview).map((image, at, all) => imageItem(image, all[at - 1])),
    headingItem(words`Figures`),
    ...figureItems(overview, columns, zone),
    headingItem(words`Regions`),
    ...overview.regions.map(regionItem),
    headingItem(words`All fields`),
    { name: words`id`, value: printable(row.id) },
    ...overviewFields(overview, zone),
    ...failure,
  ];
}

/** The start of a row's severity, and that of its issues if they began earlier. */
function sinceFields(row: AppRow, zone: TimeZone): readonly RecordField[] {
  const severity = severityOf(row);
  const since = sinceInWords(row, zone);
  const isCertain = (severity === 'fine') === (row.issues.length === 0);
  if (since === '' || isRefused(row.overview) || !isCertain) return [];
  const earlier = earlierIssues(row, zone);
  const value = earlier === '' ? since : words`${since} · ${earlier}`;
  return [{ name: SINCE_THEN[severity], value }];
}

export const issueItems = (issues: readonly Issue[]): readonly RecordItem[] =>
  issues.length === 0
    ? [textItem(words`No issues`, theme.faint)]
    : issues.map((issue) =>
        signItem(SIGNS[issue.severity], issueText(issue), theme[issue.severity]),
      );

/** Indent of wrapped lines, as below the signs of the other issues. */
const UNDER = 2;

/**
 * Issues for the lines below the list: first the one its cell shows, then the others. `since`: those of
 * {@link issuesSince} that the list does not show.
 */
export const whyItems = (row: AppRow, since: readonly Printable[]): readonly RecordItem[] => {
  const why = whyOf(row, Number.POSITIVE_INFINITY);
  const { overview } = row;
  // The data on screen is stale.
  const unanswered =
    overview.kind === 'failed' && !isRefused(overview)
      ? [signItem(SIGNS.warn, printable(overview.error.message), theme.warn)]
      : [];
  if (!why) return unanswered;
  const others = row.issues.filter((issue) => !why.text.endsWith(issueText(issue)));
  const starts = since.map((start) => words`${start}; `).join('') as Printable;
  const text = starts === '' ? why.text : words`${starts}latest: ${why.text}`;
  const first = wrappedItem([span(text, why.style)], UNDER);
  return [first, ...unanswered, ...(others.length > 0 ? issueItems(others) : [])];
};

/** Time range of a chart: days, or times within one day. */
function timeRange(points: readonly { readonly at: number }[], zone: TimeZone): Printable {
  const [from = 0, to = 0] = [points[0]?.at, points.at(-1)?.at];
  const days = [from, to].map((at) => dayOf(at, zone));
  const [first, last] =
    days[0] === days[1]
      ? [from, to].map((at) => timeOfDay(at, zone))
      : days.map((day) => day.slice(5) as Printable);
  return first === last
    ? words`${first ?? words``}`
    : words`${first ?? words``} to ${last ?? words``}`;
}

function figureItems(
  overview: AppOverview,
  columns: number,
  zone: TimeZone,
): readonly RecordItem[] {
  const series = timeSeries(overview.latencyChart, numberOf) ?? [];
  const chart = series.map(({ value }) => value);
  const scale = scaleOf(chart);
  const bars = Math.max(MIN_CHART, columns - BESIDE_CHART);
  return [
    {
      name: words`instances`,
      value: words`${figure(overview.activeInstances?.indicator)} active of ${figure(overview.desiredInstances)} desired`,
    },
    {
      name: words`regions`,
      value: words`${figure(overview.activeRegions?.indicator)} active of ${count(overview.regions.length)} listed`,
    },
    {
      name: words`latency`,
      value: words`${figure(overview.currentLatency?.indicator)} · target ${figure(overview.targetLatency?.indicator)} · average ${figure(overview.averageLatency)}`,
    },
    ...(chart.length === 0
      ? []
      : [
          lineItem([
            span(sparkline(chart, bars, scale)),
            span(
              words` ${figure(scale.low, 0)}–${figure(scale.high, 0)}, ${timeRange(series, zone)}`,
              theme.faint,
            ),
          ]),
        ]),
    { name: words`restarts`, value: figure(restarts(overview)) },
    {
      name: words`volumes`,
      value: words`${figure(overview.totalVolumeSizeInGb)} GB · used ${figure(overview.averageVolumesUsage?.indicator)}`,
    },
    { name: words`cost/month`, value: figure(overview.monthlyCost) },
  ];
}

function regionItem(region: Region): RecordItem {
  const status = statusSpan(region.status);
  const required = region.isRequired ? words` · required` : words``;
  return {
    name: printable(region.region ?? '?'),
    value: words`${status.text} · ${figure(region.instances)} inst · cpu ${figure(region.averageCPU, 1)} · ram ${figure(region.averageRAM, 1)}${required}`,
    ...(status.style === theme.good ? {} : { style: status.style }),
  };
}

interface RunImage {
  readonly container: Printable;
  readonly image: Printable;
  readonly containers: number;
  /** How many of them are ready, and how many have problems. */
  readonly ready: number;
  readonly troubled: number;
}

/**
 * Images by container name. During a deployment a name has two images: the one with most ready containers comes first,
 * so that the old image is above the failing one.
 */
const imagesOf = memoizeEach(({ regions }: AppOverview): readonly RunImage[] => {
  const containers = regions.flatMap(({ pods }) => pods.flatMap((pod) => pod.containers));
  const groups = Map.groupBy(
    containers,
    ({ name, image, imageDisplay }) => `${name}\u001f${imageDisplay || image}`,
  );
  return [...groups.values()]
    .flatMap((group): readonly RunImage[] => {
      const [first] = group;
      if (!first) return [];
      return [
        {
          container: printable(first.name ?? '?'),
          image: printable(first.imageDisplay || first.image || '–'),
          containers: group.length,
          ready: group.filter(({ status }) => status === 'ready').length,
          troubled: group.filter((each) => containerProblems(each).length > 0).length,
        },
      ];
    })
    .sort((a, b) =>
      a.container === b.container ? b.ready - a.ready : a.container < b.container ? -1 : 1,
    );
});

/** Container names that run two images: a deployment that does not progress. */
const twoImages = (overview: AppOverview): readonly Printable[] =>
  [...Map.groupBy(imagesOf(overview), ({ container }) => container).values()]
    .filter((images) => images.length > 1 && images.some(({ troubled }) => troubled > 0))
    .map((images) => words`two images: ${images.map(imageText).join('; ') as Printable}`);

const imageText = ({ image, containers, ready }: RunImage): Printable =>
  words`${image} ${ready}/${containers} ready`;

const imageItem = (run: RunImage, above: RunImage | undefined): RecordItem => ({
  name: above?.container === run.container ? words`` : run.container,
  value: words`${imageText(run)}${run.troubled > 0 ? words` · ${run.troubled} with issues` : words``}`,
  ...(run.troubled > 0 ? { style: theme.bad } : {}),
});

const overviewFields = (overview: AppOverview, zone: TimeZone): readonly RecordField[] =>
  recordFields(overviewShape, overview, zone, { without: ['regions'] });

/**
 * The state of the open application in one line, most important facts first; `since` separately if it does not fit.
 * Empty for deleted applications and before the first answer.
 */
export function stateLines(
  row: AppRow,
  zone: TimeZone,
  columns: number,
): { readonly state: Line; readonly since: Line } {
  const overview = lastLoaded(row.overview)?.value;
  if (!overview || isDeleted(row)) return { state: [], since: [] };
  const { activeInstances, desiredInstances, currentLatency, targetLatency } = overview;
  const starts = issuesSince(row, zone);
  const restarted = restarts(overview);
  const facts = [
    words`${figure(activeInstances?.indicator)}/${figure(desiredInstances)} inst`,
    ...starts.slice(0, 1),
    words`latency ${gauge(currentLatency?.indicator)}, target ${gauge(targetLatency?.indicator)}`,
    ...(restarted === null ? [] : [counted(restarted, words`restart`)]),
    ...starts.slice(1),
  ];
  const status = statusSpan(overview.status);
  const lineOf = (some: readonly Printable[]): Line => [
    status,
    ...some.map((fact) => span(words` · ${fact}`)),
  ];
  const shown: Printable[] = [];
  for (const fact of facts) if (lineWidth(lineOf([...shown, fact])) <= columns) shown.push(fact);
  const [first = words``, ...more] = starts.filter((start) => !shown.includes(start));
  const leftOut = [first, ...more].join(' · ') as Printable;
  return {
    state: lineWidth([status]) <= columns ? lineOf(shown) : [],
    since: first === '' ? [] : [span(width(leftOut) <= columns ? leftOut : first)],
  };
}

/** The first notice of two images that fits into `columns`. */
export const imagesSpans = (row: AppRow, columns: number): Line => {
  const overview = lastLoaded(row.overview)?.value;
  if (!overview || isDeleted(row)) return [];
  const text = twoImages(overview).find((sentence) => width(sentence) <= columns);
  return text === undefined ? [] : [span(text, theme.strong)];
};

export const nodeDetails = (node: TreeNode, zone: TimeZone): readonly RecordItem[] => [
  ...problemItems(node.problems),
  ...placeItem(node),
  ...nodeFields(node, zone),
];

const placeItem = ({ within }: TreeNode): readonly RecordItem[] =>
  within.length === 0
    ? []
    : [
        {
          name: words`in`,
          value: within.map((name) => printable(name ?? '?')).join(' › ') as Printable,
        },
      ];

export const problemItems = (problems: readonly Problem[]): readonly RecordItem[] =>
  problems.map(({ severity, text }) => signItem(SIGNS[severity], text, theme[severity]));

/** All fields of a node; those that explain its state come first. */
export function nodeFields(node: TreeNode, zone: TimeZone): readonly RecordField[] {
  switch (node.kind) {
    case 'region':
      return recordFields(regionShape, node.region, zone, {
        first: ['region', 'status'],
        without: ['pods'],
      });
    case 'pod':
      return recordFields(podShape, node.pod, zone, {
        first: ['message', 'name', 'status'],
        without: ['containers'],
      });
    case 'container':
      return recordFields(containerShape, node.container, zone, {
        first: ['exitCode', 'status', 'numberOfRestarts', 'imageDisplay', 'name', 'id'],
      });
  }
}
