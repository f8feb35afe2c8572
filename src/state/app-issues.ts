import type { AppOverview } from '../contract/operations/app-overview.ts';
import { type Printable, printable, words } from '../text/printable.ts';
import {
  appProblems,
  containerProblems,
  gradeProblems,
  type Problem,
  podProblems,
  regionProblems,
} from './app-problems.ts';

/** What is wrong in one or several places of an application, said once. */
export interface Issue {
  readonly severity: Problem['severity'];
  /** The sentence, with how often it is so: `exit 1 x7 — missing environment variable`. */
  readonly text: Printable;
  readonly count: number;
  /** Where: `DE pod-1 web`, or of several `DE 3, FR 4`; empty for the application as a whole. */
  readonly places: Printable;
  /** It may be over with the next answer. */
  readonly isPassing: boolean;
}

/** What an issue is and where, as a sentence. */
export const issueText = ({ text, places }: Issue): Printable =>
  places === '' ? text : words`${text} (${places})`;

/** The parts of an application, those first that say most about why. */
const PARTS = ['container', 'pod', 'region', 'app', 'grade'] as const;
type Part = (typeof PARTS)[number];

/** A problem with where it is; both are empty for the application as a whole. */
interface Found {
  readonly part: Part;
  readonly problem: Problem;
  readonly region: Printable;
  /** The whole way to it: `DE pod-1 web`. */
  readonly place: Printable;
}

function found(overview: AppOverview, now: number, fullFrom?: number): readonly Found[] {
  const as = (part: Part, problems: readonly Problem[], region = words``, place = region) =>
    problems.map((problem): Found => ({ part, problem, region, place }));
  // An application that is not to run has no instances: that is worth a look, and needs nobody.
  const isIdle = overview.status === 'suspended' || overview.status === 'inactive';
  const inRegion = (problem: Problem): Problem =>
    isIdle ? { ...problem, severity: 'warn' } : problem;
  return [
    ...as('app', appProblems(overview)),
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
}

/**
 * All that is wrong with an application and its parts, equal sentences once: the worst first, of those what says most
 * about why, of those what is most frequent.
 *
 * @param now wall clock, milliseconds
 * @param fullFrom percent from which on a volume is nearly full
 */
export function issuesOf(overview: AppOverview, now: number, fullFrom?: number): readonly Issue[] {
  const groups = [
    ...Map.groupBy(
      found(overview, now, fullFrom),
      ({ part, problem }) => `${part} ${problem.text}`,
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

function issueOf({ severity, what, text, isPassing }: Problem, group: readonly Found[]): Issue {
  const times = group.length > 1 ? words` x${group.length}` : words``;
  return {
    severity,
    text: words`${what}${times}${text.slice(what.length) as Printable}`,
    count: group.length,
    places: placesOf(group),
    isPassing: isPassing === true,
  };
}

/** Where the only one of a group is, else the regions with how often it is there. */
function placesOf(group: readonly Found[]): Printable {
  if (group.length === 1) return group[0]?.place ?? words``;
  const regions = Map.groupBy(group, ({ region }) => region);
  return [...regions]
    .filter(([region]) => region !== '')
    .map(([region, { length }]) => (length > 1 ? `${region} ${length}` : region))
    .join(', ') as Printable;
}
