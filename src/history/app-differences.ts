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
import type { Difference, FactKind, FactSeverity, LastTold } from './fact.ts';

/** An answer and when it came, wall clock, milliseconds. */
export interface Observed<Answer> {
  readonly answer: Answer;
  readonly at: number;
}

/**
 * How bad an application is as a whole, without what may be over with the next answer. Without a status nothing tells that
 * it is well.
 */
function healthOf(
  { answer, at }: Observed<AppOverview>,
  fullFrom = NEARLY_FULL_PERCENT,
): { level: string; why: string } {
  const worst = issuesOf(answer, at, fullFrom).find(({ isPassing }) => !isPassing);
  if (worst) return { level: worst.severity, why: issueText(worst) };
  return answer.status === null
    ? { level: 'info', why: 'no status in the answer' }
    : { level: 'good', why: 'no issues' };
}

/**
 * What is different between two answers about an application (Resources, "Application overview"). The same answer
 * twice gives nothing, and neither the order of regions nor that of pods matters. Without an answer before it is what
 * was wrong from the beginning.
 *
 * @param told of this application: what was told as bad is over only once it is clearly below its bound
 */
export function appDifferences(
  before: Observed<AppOverview> | null,
  after: Observed<AppOverview>,
  told: LastTold,
): readonly Difference[] {
  const health = healthDifference(before, after, told);
  if (!before) return health;
  const [was, is] = [before.answer, after.answer];
  return [
    ...health,
    ...different('status', '', was.status, is.status, statusSeverity),
    ...different('instances', '', instancesOf(was), instancesOf(is), () => 'info'),
    ...latencyDifference(was, is, told),
    ...GRADED.flatMap(([field, name]) =>
      // How many instances there are says more than how that is graded.
      field === 'activeInstances' && instancesOf(was) !== instancesOf(is)
        ? []
        : different('grade', name, gradeOf(was[field]), gradeOf(is[field]), gradeSeverity),
    ),
    ...imageDifferences(was, is),
    ...regionDifferences(before, after, told),
  ];
}

function healthDifference(
  before: Observed<AppOverview> | null,
  after: Observed<AppOverview>,
  told: LastTold,
): readonly Difference[] {
  const [was, is] = [before && healthOf(before), healthOf(after)];
  const [wasAtMost, isAtMost] = [before && strictHealthOf(before), strictHealthOf(after)];
  if (was?.level === is.level && wasAtMost?.level === isAtMost.level) return [];
  const last = was && told('health', '', '');
  if (last !== undefined && last !== null) {
    if (last === is.level || last === isAtMost.level) return [];
  } else if (was?.level === is.level) return [];
  // Nothing was wrong before: that there is a status, or none, is told by itself.
  if ((last ?? 'good') === 'good' && isCalm(is.level) && isCalm(was?.level ?? 'good')) return [];
  const from = last === undefined || last === 'good' ? was : wasAtMost;
  const severity = is.level as FactSeverity;
  return [{ kind: 'health', severity, place: '', from: from?.why ?? null, to: is.why }];
}

const isCalm = (level: string): boolean => level === 'good' || level === 'info';

/** The same with volumes that are nearly full from a lower bound on: what they were told as until they are below it. */
const strictHealthOf = (observed: Observed<AppOverview>) => healthOf(observed, NO_LONGER_FULL);

type Text = string | null | undefined;

/** One difference of two texts, if they are different. */
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
/** Only the lowest grade is an issue: between the others nothing has recovered. */
const gradeSeverity = (is: Text, was: Text): FactSeverity => {
  if (is === 'couldBeBetter') return 'warn';
  return was === 'couldBeBetter' && is !== null ? 'good' : 'info';
};

const instancesOf = ({ activeInstances, desiredInstances }: AppOverview): Text =>
  `${activeInstances?.indicator ?? '–'}/${desiredInstances ?? '–'}`;

/** Readings vary around their bounds: what has passed one is told as back only below a lower one. */
interface Bounds {
  readonly above: number;
  readonly below: number;
}

/** A latency by its target. */
const PAST_TARGET: Bounds = { above: 1.25, below: 1.1 };
/** Percent of a volume. */
const NO_LONGER_FULL = 85;
const NEARLY_FULL: Bounds = { above: NEARLY_FULL_PERCENT, below: NO_LONGER_FULL };

/**
 * How a value has passed its bounds since that was last told; null where it has not.
 *
 * @param was null where there was none: what was told before that may be over, or not
 */
function passing(
  was: number | null,
  is: number,
  { above, below }: Bounds,
  told: () => FactSeverity | undefined,
): 'above' | 'below' | null {
  const passes = (bound: number) => was === null || was >= bound !== is >= bound;
  if (!passes(above) && !passes(below)) return null;
  const last = told();
  if (last === 'warn') return is < below ? 'below' : null;
  if (last === 'info') return is < below ? 'below' : is >= above ? 'above' : null;
  if (last === 'good' || was === null) return is >= above ? 'above' : null;
  if (!passes(above)) return null;
  return is >= above ? 'above' : 'below';
}

function latencyDifference(
  was: AppOverview,
  is: AppOverview,
  told: LastTold,
): readonly Difference[] {
  const share = ({ currentLatency, targetLatency }: AppOverview) => {
    const [current, target] = [currentLatency?.indicator ?? null, targetLatency?.indicator ?? null];
    return current !== null && target !== null && target > 0 ? current / target : null;
  };
  const [before, now] = [share(was), share(is)];
  const last = () => told('latency', '', '');
  // What was past its target is not back because nobody tells any more.
  const isLost =
    before !== null &&
    now === null &&
    (last() ?? (before >= PAST_TARGET.above ? 'warn' : 'good')) === 'warn';
  const passed = now === null ? null : passing(before, now, PAST_TARGET, last);
  if (passed === null && !isLost) return [];
  const text = ({ currentLatency: latency }: AppOverview) => latencyText(latency?.indicator);
  return [
    {
      kind: 'latency',
      severity: isLost ? 'info' : passed === 'above' ? 'warn' : 'good',
      place: '',
      from: text(was),
      to: `${text(is)} (target ${latencyText(is.targetLatency?.indicator)})`,
    },
  ];
}

const latencyText = (value: number | null | undefined): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : '–';

/** Things by a name; of several with one name the later ones are told apart by their place. */
function byName<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string | null,
): ReadonlyMap<string, Thing> {
  const named = new Map<string, Thing>();
  const copies = new Map<string, number>();
  for (const thing of things) {
    const name = nameOf(thing) ?? '?';
    let key = name;
    // From the last number on: thousands may have one name, or none.
    for (let copy = copies.get(name) ?? 2; named.has(key); copy += 1) {
      key = `${name} (${copy})`;
      copies.set(name, copy + 1);
    }
    named.set(key, thing);
  }
  return named;
}

/** What both have by the same name. */
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
  told: LastTold,
): Generator<Difference> {
  const nameOf = ({ region }: Region) => region;
  const [old, current] = [byName(was.regions, nameOf), byName(is.regions, nameOf)];
  for (const [name, before, after] of pairs(old, current)) {
    yield* different('status', name, before.status, after.status, statusSeverity);
    yield* podDifferences(name, [before, then], [after, now], told);
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
  told: LastTold,
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
    yield* heartbeatDifference(place, [was, then], [is, now], told);
    yield* volumeDifferences(place, was, is, told);
    yield* containerDifferences(place, was, is);
  }
}

/** How a pod reports. `untold`: no time is told, or one yet to come. */
function beatOf(pod: Pod, now: number): 'late' | 'untold' | 'there' {
  if (isLate(pod, now)) return 'late';
  return pod.lastHeartBeat === null || isAhead(pod, now) ? 'untold' : 'there';
}

const BEAT_SEVERITIES = { late: 'warn', untold: 'info', there: 'good' } as const;

function heartbeatDifference(
  place: string,
  [was, then]: At<Pod>,
  [is, now]: At<Pod>,
  told: LastTold,
): readonly Difference[] {
  const [before, after] = [beatOf(was, then), beatOf(is, now)];
  if (before === after || (before === 'there' && after === 'untold')) return [];
  if (before === 'untold' && after === 'there') {
    const last = told('heartbeat', place, '');
    if (last === undefined || last === 'good') return [];
  }
  const [from, to] = [was.lastHeartBeat, is.lastHeartBeat];
  return [{ kind: 'heartbeat', severity: BEAT_SEVERITIES[after], place, from, to }];
}

function volumeDifferences(
  place: string,
  was: Pod,
  is: Pod,
  told: LastTold,
): readonly Difference[] {
  const before = new Map(volumeUse(was));
  return volumeUse(is).flatMap(([name, percent]): readonly Difference[] => {
    const then = before.get(name);
    if (then === undefined) return [];
    const passed = passing(then, percent, NEARLY_FULL, () => told('volume', place, `${name} `));
    if (passed === null) return [];
    const severity = passed === 'above' ? 'warn' : 'good';
    // Rounded down, so that what is below the bound does not read as on it.
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
      if (exit) return 'bad';
      return after.exitCode === 0 || RUNNING.includes(after.status) ? 'good' : 'info';
    });
  }
}

/** A container that has none of these may have no exit code because it did not begin again. */
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

/** How the last run ended, and why; null when it ended well or not at all. */
function exitOf({ exitCode, reason, message }: Container): string | null {
  const said = [reason, message].filter(Boolean).join(': ');
  if (exitCode === null || exitCode === 0) return said === '' ? null : said;
  return said === '' ? `exit ${exitCode}` : `exit ${exitCode}: ${said}`;
}

/** The images that run, by the name of the container: a deploy brings new pods, and not all at once. */
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

/** Whether any images run: of an application without pods it is not known what it will run. */
export const runsImages = (overview: AppOverview): boolean => imagesOf(overview).size > 0;

/** An image that runs nowhere yet, with what ran before; one that runs nowhere any more, with what is left. */
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
