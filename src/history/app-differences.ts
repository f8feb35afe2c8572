import type {
  AppOverview,
  Container,
  Pod,
  Region,
  StatusGrade,
} from '../contract/operations/app-overview.ts';
import {
  GRADED,
  isAhead,
  isLate,
  issuesOf,
  issueText,
  NEARLY_FULL_PERCENT,
  volumeUse,
} from '../state/app-issues.ts';
import {
  type Difference,
  type FactKind,
  type FactSeverity,
  type LastSeverity,
  NO_ISSUES,
} from './fact.ts';

/** An answer and its time, wall clock, in milliseconds. */
export interface Observed<Answer> {
  readonly answer: Answer;
  readonly at: number;
}

/** The health of an application, without issues that may pass. Without a status it is not known to be well. */
export function healthOf(
  { answer, at }: Observed<AppOverview>,
  fullFrom = NEARLY_FULL_PERCENT,
): { level: string; why: string } {
  const worst = issuesOf(answer, at, fullFrom).find(({ isPassing }) => !isPassing);
  if (worst) return { level: worst.severity, why: issueText(worst) };
  return answer.status === null
    ? { level: 'info', why: 'no status in the answer' }
    : { level: 'good', why: NO_ISSUES };
}

/**
 * The differences between two answers about an application (Resources, "Application overview"), independent of the
 * order of regions and pods. Without a previous answer: what was wrong from the beginning.
 *
 * @param lastSeverity last reported severities: a problem ends only once it is clearly below its threshold
 */
export function appDifferences(
  before: Observed<AppOverview> | null,
  after: Observed<AppOverview>,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  const health = healthDifference(before, after, lastSeverity);
  if (!before) return health;
  const [was, is] = [before.answer, after.answer];
  return [
    ...health,
    ...different('status', '', was.status, is.status, statusSeverity),
    ...different('instances', '', instancesOf(was), instancesOf(is), () => 'info'),
    ...latencyDifference(was, is, lastSeverity),
    ...GRADED.flatMap(([field, name]) =>
      // The instance counts say more than their grade.
      field === 'activeInstances' && instancesOf(was) !== instancesOf(is)
        ? []
        : different('grade', name, gradeOf(was[field]), gradeOf(is[field]), gradeSeverity),
    ),
    ...imageDifferences(was, is),
    ...regionDifferences(before, after, lastSeverity),
  ];
}

function healthDifference(
  before: Observed<AppOverview> | null,
  after: Observed<AppOverview>,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  const [was, is] = [before && healthOf(before), healthOf(after)];
  const [wasStrict, isStrict] = [before && strictHealthOf(before), strictHealthOf(after)];
  if (was?.level === is.level && wasStrict?.level === isStrict.level) return [];
  // Without an answer before, an earlier one may have been removed.
  const last = lastSeverity('health', '', '');
  if (last !== undefined) {
    if (last === is.level || last === isStrict.level) return [];
  } else if (was?.level === is.level) return [];
  // Nothing was wrong before. The status is reported on its own.
  if ((last ?? 'good') === 'good' && isCalm(is.level) && isCalm(was?.level ?? 'good')) return [];
  const from = last === undefined || last === 'good' ? was : wasStrict;
  const severity = is.level as FactSeverity;
  return [{ kind: 'health', severity, place: '', from: from?.why ?? null, to: is.why }];
}

const isCalm = (level: string): boolean => level === 'good' || level === 'info';

/** Health with a lower volume threshold: volumes stay nearly full until they are below it. */
const strictHealthOf = (observed: Observed<AppOverview>) => healthOf(observed, NO_LONGER_FULL);

type Text = string | null | undefined;

function different(
  kind: FactKind,
  place: string,
  was: Text,
  is: Text,
  severity: (is: string | null, was: string | null) => FactSeverity,
): readonly Difference[] {
  const [from, to] = [was ?? null, is ?? null];
  return from === to ? [] : [{ kind, place, from, to, severity: severity(to, from) }];
}

const BAD: readonly Text[] = ['failing'];
const GOOD: readonly Text[] = ['active', 'ready'];

const statusSeverity = (is: Text, was: Text): FactSeverity => {
  if (BAD.includes(is)) return 'bad';
  if (GOOD.includes(is)) return 'good';
  return GOOD.includes(was) ? 'warn' : 'info';
};

const gradeOf = (grade: StatusGrade | null): Text => grade?.statusGrade;
/** Only the lowest grade is an issue. A change between other grades is no recovery. */
const gradeSeverity = (is: Text, was: Text): FactSeverity => {
  if (is === 'couldBeBetter') return 'warn';
  return was === 'couldBeBetter' && is !== null ? 'good' : 'info';
};

const instancesOf = ({ activeInstances, desiredInstances }: AppOverview): Text =>
  `${activeInstances?.indicator ?? '–'}/${desiredInstances ?? '–'}`;

/** Thresholds with hysteresis: a value above `above` recovers only below `below`. */
interface Thresholds {
  readonly above: number;
  readonly below: number;
}

/** Latency relative to its target. */
const PAST_TARGET: Thresholds = { above: 1.25, below: 1.1 };
/** Percent of a volume. */
const NO_LONGER_FULL = 85;
const NEARLY_FULL: Thresholds = { above: NEARLY_FULL_PERCENT, below: NO_LONGER_FULL };

/**
 * How a value has crossed its thresholds since the last report; null if it has not.
 *
 * @param was null if there was none: an earlier problem may or may not be over
 */
function crossing(
  was: number | null,
  is: number,
  { above, below }: Thresholds,
  lastSeverity: () => FactSeverity | undefined,
): 'above' | 'below' | null {
  const crosses = (bound: number) => was === null || was >= bound !== is >= bound;
  if (!crosses(above) && !crosses(below)) return null;
  const last = lastSeverity();
  if (last === 'warn') return is < below ? 'below' : null;
  if (last === 'info') return is < below ? 'below' : is >= above ? 'above' : null;
  if (last === 'good' || was === null) return is >= above ? 'above' : null;
  if (!crosses(above)) return null;
  return is >= above ? 'above' : 'below';
}

function latencyDifference(
  was: AppOverview,
  is: AppOverview,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  const share = ({ currentLatency, targetLatency }: AppOverview) => {
    const [current, target] = [currentLatency?.indicator ?? null, targetLatency?.indicator ?? null];
    return current !== null && target !== null && target > 0 ? current / target : null;
  };
  const [before, now] = [share(was), share(is)];
  const last = () => lastSeverity('latency', '', '');
  // A missing value does not end a problem.
  const isLost =
    before !== null &&
    now === null &&
    (last() ?? (before >= PAST_TARGET.above ? 'warn' : 'good')) === 'warn';
  const crossed = now === null ? null : crossing(before, now, PAST_TARGET, last);
  if (crossed === null && !isLost) return [];
  const text = ({ currentLatency: latency }: AppOverview) => latencyText(latency?.indicator);
  return [
    {
      kind: 'latency',
      severity: isLost ? 'info' : crossed === 'above' ? 'warn' : 'good',
      place: '',
      from: text(was),
      to: `${text(is)} (target ${latencyText(is.targetLatency?.indicator)})`,
    },
  ];
}

const latencyText = (value: number | null | undefined): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : '–';

/** Items by name. Later ones of the same name get a number. */
function byName<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string | null,
): ReadonlyMap<string, Thing> {
  const named = new Map<string, Thing>();
  const copies = new Map<string, number>();
  for (const thing of things) {
    const name = nameOf(thing) ?? '?';
    let key = name;
    // Continues from the last number: thousands may share a name.
    for (let copy = copies.get(name) ?? 2; named.has(key); copy += 1) {
      key = `${name} (${copy})`;
      copies.set(name, copy + 1);
    }
    named.set(key, thing);
  }
  return named;
}

/** Items in both maps. */
function* pairs<Thing>(
  was: ReadonlyMap<string, Thing>,
  is: ReadonlyMap<string, Thing>,
): Generator<readonly [name: string, was: Thing, is: Thing]> {
  for (const [name, now] of is) {
    const then = was.get(name);
    if (then) yield [name, then, now];
  }
}

function* regionDifferences(
  { answer: was, at: then }: Observed<AppOverview>,
  { answer: is, at: now }: Observed<AppOverview>,
  lastSeverity: LastSeverity,
): Generator<Difference> {
  const nameOf = ({ region }: Region) => region;
  const [old, current] = [byName(was.regions, nameOf), byName(is.regions, nameOf)];
  for (const [name, before, after] of pairs(old, current)) {
    yield* different('status', name, before.status, after.status, statusSeverity);
    yield* podDifferences(name, [before, then], [after, now], lastSeverity);
  }
  for (const name of missing(old, current)) {
    yield* different('instances', name, 'region', null, () => 'warn');
  }
  for (const name of missing(current, old)) {
    yield* different('instances', name, null, 'region', () => 'info');
  }
}

const missing = (of: ReadonlyMap<string, unknown>, from: ReadonlyMap<string, unknown>) =>
  [...of.keys()].filter((name) => !from.has(name));

type At<Thing> = readonly [thing: Thing, at: number];

function* podDifferences(
  region: string,
  [before, then]: At<Region>,
  [after, now]: At<Region>,
  lastSeverity: LastSeverity,
): Generator<Difference> {
  const nameOf = ({ name }: Pod) => name;
  const [old, current] = [byName(before.pods, nameOf), byName(after.pods, nameOf)];
  const status = (pod: Pod | undefined) => (pod ? (pod.status ?? 'there') : null);
  for (const name of [...missing(old, current), ...missing(current, old)]) {
    const [was, is] = [status(old.get(name)), status(current.get(name))];
    yield* different('pod', `${region} ${name}`, was, is, () => 'info');
  }
  for (const [name, was, is] of pairs(old, current)) {
    const place = `${region} ${name}`;
    yield* different('status', place, was.status, is.status, statusSeverity);
    yield* heartbeatDifference(place, [was, then], [is, now], lastSeverity);
    yield* volumeDifferences(place, was, is, lastSeverity);
    yield* containerDifferences(place, was, is);
  }
}

/** State of a pod's heartbeat. `unknown`: no time, or one in the future. */
function beatOf(pod: Pod, now: number): 'late' | 'unknown' | 'there' {
  if (isLate(pod, now)) return 'late';
  return pod.lastHeartBeat === null || isAhead(pod, now) ? 'unknown' : 'there';
}

const BEAT_SEVERITIES = { late: 'warn', unknown: 'info', there: 'good' } as const;

function heartbeatDifference(
  place: string,
  [was, then]: At<Pod>,
  [is, now]: At<Pod>,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  const [before, after] = [beatOf(was, then), beatOf(is, now)];
  if (before === after || (before === 'there' && after === 'unknown')) return [];
  if (before === 'unknown' && after === 'there') {
    const last = lastSeverity('heartbeat', place, '');
    if (last === undefined || last === 'good') return [];
  }
  const [from, to] = [was.lastHeartBeat, is.lastHeartBeat];
  return [{ kind: 'heartbeat', severity: BEAT_SEVERITIES[after], place, from, to }];
}

function volumeDifferences(
  place: string,
  was: Pod,
  is: Pod,
  lastSeverity: LastSeverity,
): readonly Difference[] {
  const before = new Map(volumeUse(was));
  return volumeUse(is).flatMap(([name, percent]): readonly Difference[] => {
    const then = before.get(name);
    if (then === undefined) return [];
    const crossed = crossing(then, percent, NEARLY_FULL, () =>
      lastSeverity('volume', place, `${name} `),
    );
    if (crossed === null) return [];
    const severity = crossed === 'above' ? 'warn' : 'good';
    // Rounded down, so that a value below the threshold does not read as on it.
    const text = (of: number) => `${name} ${Math.floor(of * 10) / 10}% full`;
    return [{ kind: 'volume', severity, place, from: text(then), to: text(percent) }];
  });
}

function* containerDifferences(pod: string, was: Pod, is: Pod): Generator<Difference> {
  const nameOf = ({ name }: Container) => name;
  const [old, current] = [byName(was.containers, nameOf), byName(is.containers, nameOf)];
  for (const [name, before, after] of pairs(old, current)) {
    const place = `${pod} ${name}`;
    yield* different('status', place, before.status, after.status, statusSeverity);
    yield* restartDifference(place, before, after);
    yield* different('exit', place, exitOf(before), exitOf(after), (exit) => {
      if (hasFailed(after)) return 'bad';
      // A reason without an exit code, such as of a container that is being created, is no failure.
      if (exit) return 'warn';
      return after.exitCode === 0 || RUNNING.includes(after.status) ? 'good' : 'info';
    });
  }
}

/** In other states a container may lack an exit code because it did not start again. */
const RUNNING: readonly Text[] = ['ready', 'started'];

function restartDifference(
  place: string,
  { numberOfRestarts: was }: Container,
  { numberOfRestarts: is }: Container,
): readonly Difference[] {
  if (was === null || is === null || was === is) return [];
  const severity = is > was ? 'warn' : 'info';
  return [{ kind: 'restart', severity, place, from: String(was), to: String(is) }];
}

const hasFailed = ({ exitCode }: Container): boolean => exitCode !== null && exitCode !== 0;

/** How the last run ended, and why; null for a normal end or none. */
function exitOf(container: Container): string | null {
  const { exitCode, reason, message } = container;
  const text = [reason, message].filter(Boolean).join(': ');
  if (!hasFailed(container)) return text === '' ? null : text;
  return text === '' ? `exit ${exitCode}` : `exit ${exitCode}: ${text}`;
}

/** Running images by container name, since a deploy replaces pods one by one. */
function imagesOf({ regions }: AppOverview): ReadonlyMap<string, ReadonlySet<string>> {
  const images = new Map<string, Set<string>>();
  for (const region of regions)
    for (const pod of region.pods)
      for (const { name, image, imageDisplay } of pod.containers) {
        const shown = imageDisplay || image;
        if (!shown) continue;
        const known = images.get(name ?? '?') ?? new Set();
        images.set(name ?? '?', known.add(shown));
      }
  return images;
}

/** Whether any images run. Without pods it is unknown which image will run. */
export const runsImages = (overview: AppOverview): boolean => imagesOf(overview).size > 0;

/** New images with the images before, and removed images with the images left. */
export function imageDifferences(was: AppOverview, is: AppOverview): readonly Difference[] {
  const [old, current] = [imagesOf(was), imagesOf(is)];
  return [...current].flatMap(([place, images]): readonly Difference[] => {
    const before = old.get(place);
    if (!before) return [];
    const added = [...images].filter((image) => !before.has(image));
    const gone = [...before].filter((image) => !images.has(image));
    const change = { kind: 'image', place } as const;
    if (added.length > 0) {
      const [from, to] = [[...before].sort().join(', '), added.sort().join(', ')];
      return [{ ...change, severity: 'warn', from, to }];
    }
    if (gone.length === 0) return [];
    const [from, to] = [gone.sort().join(', '), [...images].sort().join(', ')];
    return [{ ...change, severity: 'info', from, to }];
  });
}
