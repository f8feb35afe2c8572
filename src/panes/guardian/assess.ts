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
export { CheckEnded, preflightInThread } from '../../guardian/preflight-thread.ts';

/**
 * Everything the pane needs of the Guardian engine. The engine is large and rarely used: this file is loaded with the
 * first specification.
 */

type Configuration = GuardianUploadAnswer['data'];

export interface SeenCount {
  readonly paths: number;
  readonly requests: number;
}

/** An answer of the service, and the specification it was for if that could be read. */
export interface Answered {
  readonly data: Configuration;
  readonly sent: ReadPreflight | null;
}

/** A specification and the last answer for its zone; null if there was none in this run. */
export interface Compared {
  readonly checked: ReadPreflight;
  readonly returned: Answered | null;
}

/** Predicted effects of sending a specification to a zone. */
export interface Assessment {
  readonly of: Compared;
  /** Comparison with the last answer; null before one, and while it is computed. */
  readonly against: { readonly diff: EndpointDiff; readonly blast: BlastRadius } | null;
  readonly seen: SeenCount;
  /** Requests that match no endpoint of the specification, and their most requested paths. */
  readonly unmatched: SeenCount & { readonly most: readonly AskedPath[] };
}

/** A requested path and its number of requests. Hostile text. */
interface AskedPath {
  readonly path: string;
  readonly count: number;
}

const MAX_PATHS = 200;

function mostAsked(seen: readonly SeenPath[]): readonly AskedPath[] {
  const counts = new Map<string, number>();
  for (const { path, count } of seen) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, MAX_PATHS);
}

const total = (seen: readonly SeenPath[]): SeenCount => ({
  paths: new Set(seen.map(({ path }) => path)).size,
  requests: seen.reduce((sum, { count }) => sum + count, 0),
});

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

/** Compares an answer with a specification, one endpoint per step. */
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

/** Names of returned endpoints; an endpoint without a name cannot be requested. */
const namesOf = ({ endpoints }: Configuration): readonly EndpointName[] =>
  endpoints.flatMap((endpoint) => returnedName(endpoint) ?? []);

/**
 * Predicts the effects of sending. `seen`: requests in the events; `diff`: result of {@link comparing}, null until it
 * is known.
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

/** Differences between an upload's answer and its prediction, one endpoint per step. */
export function deviationsFrom(
  sent: { readonly checked: ReadPreflight; readonly enforce: boolean | undefined },
  before: Configuration | null,
  after: Configuration,
): Steps<readonly Deviation[]> {
  return comparePrediction(predict(sent.checked, before, sent.enforce), after);
}
