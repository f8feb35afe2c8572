import type {
  AppOverview,
  Container,
  Pod,
  Region,
  StatusGrade,
} from '../contract/operations/app-overview.ts';
import { memoizeEach } from '../text/memoize.ts';
import { counted, figure, greatest, least } from '../text/numbers.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import { duration } from '../text/time.ts';

/** One problem in one or several places of an application. */
export interface Issue {
  readonly severity: Problem['severity'];
  /** The sentence with its count: `exit 1 x7 — missing environment variable`. */
  readonly text: Printable;
  /** A shorter sentence with only the worst value, if there is one. */
  readonly brief?: Printable;
  readonly count: number;
  /** `DE pod-1 web`, or for several places `DE 3, FR 4`; empty for the whole application. */
  readonly places: Printable;
  /** May be over with the next answer. */
  readonly isPassing: boolean;
}

export const issueText = ({ text, places }: Issue): Printable =>
  places === '' ? text : words`${text} (${places})`;

/** Parts of an application, the most informative first. */
const PARTS = ['container', 'pod', 'region', 'app', 'grade'] as const;
type Part = (typeof PARTS)[number];

/** A problem and its place; both texts are empty for the whole application. */
interface Found {
  readonly part: Part;
  readonly problem: Problem;
  readonly region: Printable;
  /** The full path: `DE pod-1 web`. */
  readonly place: Printable;
}

function found(overview: AppOverview, now: number, fullFrom?: number): readonly Found[] {
  const as = (part: Part, problems: readonly Problem[], region = words``, place = region) =>
    problems.map((problem): Found => ({ part, problem, region, place }));
  // An application that should not run has no instances: worth a look, but not urgent.
  const isIdle = overview.status === 'suspended' || overview.status === 'inactive';
  const inRegion = (problem: Problem): Problem =>
    isIdle ? { ...problem, severity: 'warn' } : problem;
  const inParts = [
    ...overview.regions.flatMap((region) => {
      const code = printable(region.region ?? '?');
      return [
        ...as('region', regionProblems(region, fullFrom).map(inRegion), code),
        ...region.pods.flatMap((pod) => {
          const name = words`${code} ${printable(pod.name ?? '?')}`;
          return [
            ...as('pod', podProblems(pod, now, fullFrom), code, name),
            ...pod.containers.flatMap((each) =>
              as(
                'container',
                containerProblems(each),
                code,
                words`${name} ${printable(each.name ?? '?')}`,
              ),
            ),
          ];
        }),
      ];
    }),
    ...as('grade', gradeProblems(overview)),
  ];
  const own = appProblems(overview);
  const rest = [
    ...own.filter(({ text }) => !isStatus(text)),
    ...inParts.map(({ problem }) => problem),
  ];
  // A concrete problem says more than the status, which is shown anyway.
  const isExplained = ({ text, severity }: Problem) =>
    isStatus(text) &&
    rest.some(
      (other) => !other.isPassing && (other.severity === 'bad' || other.severity === severity),
    );
  return [
    ...as(
      'app',
      own.filter((problem) => !isExplained(problem)),
    ),
    ...inParts,
  ];
}

/**
 * All problems of an application and its parts, equal ones grouped: worst first, then most informative, then most
 * frequent.
 *
 * @param now wall clock, milliseconds
 * @param fullFrom percent from which a volume counts as nearly full
 */
export function issuesOf(overview: AppOverview, now: number, fullFrom?: number): readonly Issue[] {
  const groups = [
    ...Map.groupBy(
      found(overview, now, fullFrom),
      ({ part, problem }) => `${part} ${problem.measured?.of ?? problem.text}`,
    ).values(),
  ];
  const rank = ([first]: readonly Found[]) =>
    (first?.problem.severity === 'bad' ? 0 : PARTS.length) + PARTS.indexOf(first?.part ?? 'app');
  return groups
    .sort((a, b) => rank(a) - rank(b) || b.length - a.length)
    .flatMap((group): readonly Issue[] => {
      const [first] = group;
      return first ? [issueOf(first.problem, group)] : [];
    });
}

function issueOf(problem: Problem, group: readonly Found[]): Issue {
  const { severity, isPassing, measured } = problem;
  const values = group.flatMap((each) => each.problem.measured?.value ?? []);
  return {
    severity,
    text: group.length > 1 ? groupSentence(problem, group) : problem.text,
    ...(measured && group.length > 1 && { brief: measured.brief(values) }),
    count: group.length,
    places: placesOf(group),
    isPassing: isPassing === true,
  };
}

/** The sentence for several equal problems: their range, or their count. */
function groupSentence({ what, text, measured }: Problem, group: readonly Found[]): Printable {
  if (!measured) return words`${what} x${group.length}${text.slice(what.length) as Printable}`;
  return measured.sentence(group.flatMap(({ problem }) => problem.measured?.value ?? []));
}

/** The only place, or counts per region. */
function placesOf(group: readonly Found[]): Printable {
  if (group.length === 1) return group[0]?.place ?? words``;
  return regionCounts(group.map(({ region }) => region)) as Printable;
}

export const regionCounts = (regions: readonly string[]): string =>
  [...Map.groupBy(regions, (region) => region)]
    .filter(([region]) => region !== '')
    .map(([region, { length }]) => (length > 1 ? `${region} ${length}` : region))
    .join(', ');

/** Something worth a look, derived from one field: a hint, not a verdict. */
export interface Problem {
  readonly severity: 'bad' | 'warn';
  readonly text: Printable;
  /** The beginning of `text`: what happened, without why. */
  readonly what: Printable;
  /** Derived from a difference between two answers: may be over with the next one. */
  readonly isPassing?: true;
  /** The number in the text, for problems that differ only in it and are grouped. */
  readonly measured?: {
    /** Equal for problems that are grouped. */
    readonly of: string;
    readonly value: number;
    readonly sentence: (values: readonly number[]) => Printable;
    readonly brief: (values: readonly number[]) => Printable;
  };
}

const bad = (what: Printable, why: Printable = words``): Problem => ({
  severity: 'bad',
  what,
  text: words`${what}${why}`,
});
const warn = (text: Printable): Problem => ({ severity: 'warn', what: text, text });

/** Formats one number, or a bound of several. */
type Show = (value: number, isOne: boolean) => Printable;

/** The range of several numbers: `91% to 97%`; one value if both look the same. */
function spread(values: readonly number[], show: Show): Printable {
  const [from, to] = [least(values), greatest(values)].map((each) => show(each, false));
  return words`${from ?? words``}${from === to ? words`` : words` to ${to ?? words``}`}`;
}

/**
 * A warning about a number, which can be grouped over several places.
 *
 * @param say the sentence around the number or range
 * @param places the noun for the places: `pods`
 */
const measuredWarn = (
  value: number,
  show: Show,
  say: (shown: Printable) => Printable,
  places: Printable,
): Problem => ({
  ...warn(say(show(value, true))),
  measured: {
    of: say(words``),
    value,
    sentence: (values) => words`${say(spread(values, show))} in ${values.length} ${places}`,
    brief: (values) => say(show(greatest(values), false)),
  },
});

const PODS = words`pods`;
/** Several values are rounded down to whole percents, so that none reads as above its threshold. */
const inPercent = (value: number, isOne: boolean) =>
  words`${figure(isOne ? value : Math.floor(value))}%`;

/** A heartbeat older than this is mentioned. Pods were seen to report about every 15 s. */
const LATE_HEARTBEAT = 90_000;

/** Ephemeral storage above this share is mentioned. */
const NEARLY_FULL = 0.9;
/** The same for volumes, which are in percent. */
export const NEARLY_FULL_PERCENT = 100 * NEARLY_FULL;

/** Usual meanings of exit codes; by POSIX convention 128 + n is signal n. */
function exitMeaning(code: number): Printable {
  switch (code) {
    case 137:
      return words`exit 137: killed (SIGKILL), often out of memory`;
    case 143:
      return words`exit 143: asked to stop`;
    case 139:
      return words`exit 139: segmentation fault`;
    default:
      return words`exit ${code}`;
  }
}

export function containerProblems(container: Container): readonly Problem[] {
  const { exitCode, reason, message } = container;
  const reasons = [reason, message].filter((text) => text !== null && text !== '');
  const why = reasons.length > 0 ? words` — ${printable(reasons.join(': '))}` : words``;
  const problems: Problem[] = [];
  if (exitCode !== null && exitCode !== 0) problems.push(bad(exitMeaning(exitCode), why));
  else if (reasons.length > 0) problems.push(warn(printable(reasons.join(': '))));
  return problems;
}

/** Whether a heartbeat is overdue. `now`: wall clock, milliseconds. */
export const isLate = ({ lastHeartBeat }: Pod, now: number): boolean =>
  lastHeartBeat !== null && now - Date.parse(lastHeartBeat) > LATE_HEARTBEAT;

/** Whether the last heartbeat is in the future, so that its real time is unknown. */
export const isAhead = ({ lastHeartBeat }: Pod, now: number): boolean =>
  lastHeartBeat !== null && Date.parse(lastHeartBeat) - now > LATE_HEARTBEAT;

/** `now`: wall clock, milliseconds. */
export function podProblems(
  pod: Pod,
  now: number,
  fullFrom = NEARLY_FULL_PERCENT,
): readonly Problem[] {
  const problems: Problem[] = [];
  const beat = pod.lastHeartBeat === null ? Number.NaN : Date.parse(pod.lastHeartBeat);
  if (isLate(pod, now)) {
    const say = (age: Printable) => words`last heartbeat ${age} ago`;
    problems.push(measuredWarn(now - beat, duration, say, PODS));
  } else if (isAhead(pod, now)) {
    const say = (ahead: Printable) => words`heartbeat ${ahead} ahead of the clock`;
    problems.push(measuredWarn(beat - now, duration, say, PODS));
  }
  const rejected = pod.outboundConnectionsRejectedDiff;
  if (rejected !== null && rejected > 0) {
    const limit = pod.outboundConnectionsLimit;
    const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
    const rejectedText = (rejections: number) =>
      words`${counted(rejections, words`outbound connection`)} rejected`;
    const of = limit === null ? words`` : words` (limit ${limit})`;
    const each = limit === null ? words`` : words` (limit ${limit} each)`;
    problems.push({
      ...warn(words`${rejectedText(rejected)}${of}`),
      isPassing: true,
      measured: {
        of: `outbound connections rejected ${limit}`,
        value: rejected,
        sentence: (values) => words`${rejectedText(total(values))} in ${values.length} pods${each}`,
        brief: (values) => rejectedText(total(values)),
      },
    });
  }
  const full = pod.ephemeralStorageUsageRatio;
  if (full !== null && full >= NEARLY_FULL && full <= 1) {
    const say = (ratio: Printable) => words`ephemeral storage ratio ${ratio}`;
    problems.push(measuredWarn(full, (ratio) => words`${ratio}`, say, PODS));
  }
  for (const [name, percent] of volumeUse(pod)) {
    if (percent < fullFrom) continue;
    const say = (use: Printable) => words`volume ${printable(name)} ${use} full`;
    problems.push(measuredWarn(percent, inPercent, say, PODS));
  }
  if (pod.message) problems.push(warn(printable(pod.message)));
  return problems;
}

/** Percent used of each volume, if the object has numbers by name (wire-facts 4.3). */
export function volumeUse({ volumesUtilizationPercentage: use }: Pod): readonly [string, number][] {
  if (typeof use !== 'object' || use === null || Array.isArray(use)) return [];
  return Object.entries(use).flatMap(([name, percent]): [string, number][] =>
    typeof percent === 'number' ? [[name, percent]] : [],
  );
}

export function regionProblems(region: Region, fullFrom = NEARLY_FULL_PERCENT): readonly Problem[] {
  const problems: Problem[] = [];
  // First what the status does not say.
  if (region.isRequired && region.instances === 0) problems.push(bad(words`required, 0 instances`));
  if (region.status === 'failing') problems.push(bad(words`region failing`));
  const used = region.averageVolumesUsagePercentage;
  if (used !== null && used >= fullFrom) {
    const say = (use: Printable) => words`volumes ${use} full on average`;
    problems.push(measuredWarn(used, inPercent, say, words`regions`));
  }
  return problems;
}

const FAILING = words`status failing`;
const SUSPENDED = words`status suspended`;
const isStatus = (text: Printable): boolean => text === FAILING || text === SUSPENDED;

/** Problems of the application as a whole, without its parts. */
export function appProblems(overview: AppOverview): readonly Problem[] {
  const problems: Problem[] = [];
  if (overview.status === 'failing') problems.push(bad(FAILING));
  if (overview.status === 'suspended') problems.push(warn(SUSPENDED));
  if (lacksInstances(overview)) {
    const { activeInstances, desiredInstances } = overview;
    problems.push(
      warn(
        words`${figure(activeInstances?.indicator)} of ${figure(desiredInstances)} instances active`,
      ),
    );
  }
  return problems;
}

function lacksInstances({ activeInstances, desiredInstances }: AppOverview): boolean {
  const active = activeInstances?.indicator ?? null;
  return active !== null && desiredInstances !== null && active < desiredInstances;
}

/** The graded fields and their names. */
export const GRADED = [
  ['currentLatency', words`latency`],
  ['targetLatency', words`target latency`],
  ['activeRegions', words`active regions`],
  ['activeInstances', words`active instances`],
  ['averageCPU', words`CPU`],
  ['averageRAM', words`RAM`],
  ['averageVolumesUsage', words`volumes`],
] as const;

const isPoor = (grade: StatusGrade | null): grade is StatusGrade =>
  grade?.statusGrade === 'couldBeBetter';

/**
 * Grades of `couldBeBetter`, the worst known grade. Not for instances when some are missing, since another sentence
 * says how many.
 */
export function gradeProblems(overview: AppOverview): readonly Problem[] {
  return GRADED.flatMap(([field, name]) => {
    if (field === 'activeInstances' && lacksInstances(overview)) return [];
    const grade = overview[field];
    return isPoor(grade) ? [warn(words`${name} ${figure(grade.indicator)}: couldBeBetter`)] : [];
  });
}

/** Sum of restarts over all containers; null if the service reports none. */
export const restarts = memoizeEach(({ regions }: AppOverview): number | null => {
  let sum: number | null = null;
  for (const region of regions)
    for (const pod of region.pods)
      for (const { numberOfRestarts } of pod.containers)
        if (numberOfRestarts !== null) sum = (sum ?? 0) + numberOfRestarts;
  return sum;
});
