import type { GuardianUploadAnswer } from '../../contract/operations/guardian-upload.ts';
import { type BlastRadius, blastRadius, type SeenPath } from '../../guardian/blast-radius.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  type EndpointName,
  endpointKey,
  returnedEndpoint,
  returnedName,
} from '../../guardian/comparable-endpoint.ts';
import { diffEndpoints, type EndpointDiff, type Steps } from '../../guardian/diff.ts';
import { pathMatcher } from '../../guardian/path-template.ts';
import { comparePrediction, type Deviation, predict } from '../../guardian/predict.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';

export { schemaRenderer } from '../../guardian/derive.ts';
export { preflightInThread } from '../../guardian/preflight-thread.ts';

/*
 * What the pane asks of the Guardian engine, all in one place: the engine is large, few sessions upload
 * anything, and this file is loaded with the first specification.
 */

type Configuration = GuardianUploadAnswer['data'];

export interface SeenCount {
  readonly paths: number;
  readonly requests: number;
}

/** What the service returned, and the specification it was for where that could be read. */
export interface Answered {
  readonly data: Configuration;
  readonly sent: ReadPreflight | null;
}

/** A specification, and what the service returned last for the zone: null while it returned nothing in this run. */
export interface Compared {
  readonly checked: ReadPreflight;
  readonly returned: Answered | null;
}

/** What sending a specification to a zone would do, as far as that can be told. */
export interface Assessment {
  /** What this is about. */
  readonly of: Compared;
  /** Against what the service returned last; null before it returned anything, and while that is compared. */
  readonly against: { readonly diff: EndpointDiff; readonly blast: BlastRadius } | null;
  /** What the loaded events say was asked for. */
  readonly seen: SeenCount;
  /** The part of it that no endpoint of the specification matches, and its paths, the most asked for first. */
  readonly unmatched: SeenCount & { readonly most: readonly AskedPath[] };
}

/** A path and how often it was asked for. Hostile text. */
interface AskedPath {
  readonly path: string;
  readonly count: number;
}

/** Of the paths that were asked for most, so many are kept. */
const MOST_PATHS = 200;

function mostAsked(seen: readonly SeenPath[]): readonly AskedPath[] {
  const counts = new Map<string, number>();
  for (const { path, count } of seen) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_PATHS);
}

const total = (seen: readonly SeenPath[]): SeenCount => ({
  paths: new Set(seen.map(({ path }) => path)).size,
  requests: seen.reduce((sum, { count }) => sum + count, 0),
});

/** The paths that match none of the templates, as they are and without each of the base paths. */
function unmatchedPaths(
  seen: readonly SeenPath[],
  { endpoints, basePaths }: ReadPreflight,
): readonly SeenPath[] {
  const match = pathMatcher(endpoints.map(({ path }) => path));
  const isKnown = (path: string): boolean =>
    ['', ...basePaths].some(
      (base) => path.startsWith(`${base}/`) && match(path.slice(base.length)) !== undefined,
    );
  return seen.filter(({ path }) => !isKnown(path));
}

const isPresent = (endpoint: ComparableEndpoint | undefined): endpoint is ComparableEndpoint =>
  endpoint !== undefined;

const declaredIn = ({ specification, endpoints }: ReadPreflight): readonly ComparableEndpoint[] =>
  endpoints.map((endpoint) => declaredEndpoint(specification, endpoint));

/** Compares what the service returned with a specification, an endpoint a step. */
export function comparing(checked: ReadPreflight, { data, sent }: Answered): Steps<EndpointDiff> {
  const declared = new Map(
    (sent ? declaredIn(sent) : []).map((endpoint) => [endpointKey(endpoint), endpoint]),
  );
  const before = data.endpoints
    .map((endpoint) => {
      const name = returnedName(endpoint);
      return returnedEndpoint(endpoint, name && declared.get(endpointKey(name)));
    })
    .filter(isPresent);
  return diffEndpoints(before, declaredIn(checked));
}

/** The names of returned endpoints; what has none cannot be asked for. */
const namesOf = ({ endpoints }: Configuration): readonly EndpointName[] =>
  endpoints.flatMap((endpoint) => returnedName(endpoint) ?? []);

/**
 * Says what sending would do to a zone whose events are `seen`. `diff` is what {@link comparing} the two
 * comes to; null while that is not known.
 */
export function assess(
  of: Compared,
  { seen, diff }: { readonly seen: readonly SeenPath[]; readonly diff: EndpointDiff | null },
): Assessment {
  const { checked, returned } = of;
  const missed = unmatchedPaths(seen, checked);
  const unmatched = { ...total(missed), most: mostAsked(missed) };
  const known = { of, seen: total(seen), unmatched };
  if (!returned || !diff) return { ...known, against: null };
  const { endpoints: after, basePaths } = checked;
  const { configuration } = returned.data;
  const before = namesOf(returned.data);
  const basePathsBefore = returned.sent?.basePaths ?? [];
  const blast = blastRadius({ before, after, basePaths, basePathsBefore, seen, configuration });
  return { ...known, against: { diff, blast } };
}

/** How what the service returned for an upload differs from what was to be expected of it, an endpoint a step. */
export function deviationsFrom(
  sent: { readonly checked: ReadPreflight; readonly enforce: boolean | undefined },
  before: Configuration | null,
  after: Configuration,
): Steps<readonly Deviation[]> {
  const known = before
    ? ({ kind: 'returned', configuration: before } as const)
    : ({ kind: 'not known' } as const);
  return comparePrediction(predict(sent.checked, known, sent.enforce), after);
}
