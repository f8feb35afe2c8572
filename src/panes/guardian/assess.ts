import type { GuardianUploadAnswer } from '../../contract/operations/guardian-upload.ts';
import {
  type BlastRadius,
  blastRadius,
  type LostEndpoint,
  matchers,
  type SeenPath,
} from '../../guardian/blast-radius.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  type EndpointName,
  endpointKey,
  returnedEndpoint,
  returnedName,
} from '../../guardian/comparable-endpoint.ts';
import { diffEndpoints, type EndpointDiff, type Steps } from '../../guardian/diff.ts';
import { comparePrediction, type Deviation, predict } from '../../guardian/predict.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';

export { schemaRenderer } from '../../guardian/derive.ts';
export { CheckEnded, preflightInThread } from '../../guardian/preflight-thread.ts';

/**
 * Everything the pane needs of the Guardian engine. The engine is large and rarely used: this file is loaded with the
 * first specification.
 */

type Configuration = GuardianUploadAnswer['data'];

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
  readonly against: {
    readonly diff: EndpointDiff;
    readonly blast: BlastRadius;
    /** Unmatched requests that match no endpoint of the last answer either. */
    readonly asNow: number;
  } | null;
  /** Number of requests in the loaded events. */
  readonly seen: number;
  /** Requests that match no endpoint of the specification, by method and path. */
  readonly unmatched: {
    readonly requests: number;
    /** Those whose path an endpoint matches under another method: whether the service blocks them is not stated. */
    readonly withOtherMethod: number;
    /** Most requested first, without those for removed endpoints, which are listed with these. */
    readonly most: readonly AskedRequest[];
    /** Length of the whole list. */
    readonly different: number;
  };
}

/** Method and path, and the number of requests. Hostile text. */
export interface AskedRequest extends SeenPath {
  /** No endpoint of the last answer matches it either; false before one. */
  readonly isAsNow: boolean;
}

const MAX_REQUESTS = 200;

const total = (seen: readonly SeenPath[]): number =>
  seen.reduce((sum, { count }) => sum + count, 0);

const requestKey = ({ method, path }: Pick<SeenPath, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** The most requested first, without what was for the endpoints that are `lost`. */
function mostAsked(
  missed: readonly SeenPath[],
  lost: readonly LostEndpoint[],
  isAsNow: (request: SeenPath) => boolean,
) {
  const told = new Set(
    lost.flatMap(({ method, paths }) => paths.map(({ path }) => requestKey({ method, path }))),
  );
  const left = missed.filter((request) => !told.has(requestKey(request)));
  const most = left
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_REQUESTS)
    .map((request): AskedRequest => ({ ...request, isAsNow: isAsNow(request) }));
  return { most, different: left.length };
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
  const { endpoints: after, basePaths } = checked;
  const file = matchers(after, basePaths);
  const missed = seen.filter((request) => file.match(request) === undefined);
  const unmatched = {
    requests: total(missed),
    withOtherMethod: total(missed.filter(({ path }) => file.any(path) !== undefined)),
  };
  const known = { of, seen: total(seen) };
  if (!returned || !diff) {
    const asked = mostAsked(missed, [], () => false);
    return { ...known, unmatched: { ...unmatched, ...asked }, against: null };
  }
  const { configuration } = returned.data;
  const before = namesOf(returned.data);
  const basePathsBefore = returned.sent?.basePaths ?? [];
  const blast = blastRadius({ before, after, basePaths, basePathsBefore, seen, configuration });
  const zone = matchers(before, [...new Set([...basePathsBefore, ...basePaths])]);
  const isAsNow = (request: SeenPath) => zone.match(request) === undefined;
  return {
    ...known,
    unmatched: { ...unmatched, ...mostAsked(missed, blast.lost, isAsNow) },
    against: { diff, blast, asNow: total(missed.filter(isAsNow)) },
  };
}

/** Differences between an upload's answer and its prediction, one endpoint per step. */
export function deviationsFrom(
  sent: { readonly checked: ReadPreflight; readonly enforce: boolean | undefined },
  before: Configuration | null,
  after: Configuration,
): Steps<readonly Deviation[]> {
  return comparePrediction(predict(sent.checked, before, sent.enforce), after);
}
