import type { GuardianUploadAnswer } from '../../contract/operations/guardian-upload.ts';
import { type BlastRadius, blastRadius, type SeenPath } from '../../guardian/blast-radius.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  type EndpointName,
  returnedEndpoint,
} from '../../guardian/comparable-endpoint.ts';
import { comparePrediction, type Surprise } from '../../guardian/compare-prediction.ts';
import { diffEndpoints, type EndpointDiff } from '../../guardian/diff.ts';
import { pathMatcher } from '../../guardian/match-path.ts';
import { predict } from '../../guardian/predict.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';

export { preflight } from '../../guardian/preflight.ts';

/*
 * What the pane asks of the Guardian engine, all in one place: the engine is large, few sessions upload
 * anything, and this file is loaded with the first specification.
 */

type Configuration = GuardianUploadAnswer['data'];

/** A number of paths and of requests for them. */
export interface SeenCount {
  readonly paths: number;
  readonly requests: number;
}

/** What sending a specification to a zone would do, as far as that can be told. */
export interface Assessment {
  /** What was compared; {@link assess} takes it up again. */
  readonly of: { readonly checked: ReadPreflight; readonly returned: Configuration | null };
  /** Against what the service returned last; null while it returned nothing in this run. */
  readonly against: { readonly diff: EndpointDiff; readonly blast: BlastRadius } | null;
  /** What the loaded events say was asked for. */
  readonly seen: SeenCount;
  /** The part of it that no endpoint of the specification matches. */
  readonly unmatched: SeenCount;
}

const total = (seen: readonly SeenPath[]): SeenCount => ({
  paths: seen.length,
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

function compared(checked: ReadPreflight, returned: Configuration): EndpointDiff {
  const before = returned.endpoints.map(returnedEndpoint).filter(isPresent);
  const after = checked.endpoints.map((endpoint) =>
    declaredEndpoint(checked.specification, endpoint),
  );
  return diffEndpoints(before, after);
}

/** The names of returned endpoints; what has none cannot be asked for. */
const namesOf = ({ endpoints }: Configuration): readonly EndpointName[] =>
  endpoints.flatMap(({ requestMethod: method, requestPath: path }) =>
    method === null || path === null ? [] : [{ method: method.toUpperCase(), path }],
  );

/**
 * Says what `checked` would do to a zone of which the service returned `returned`, and whose events are
 * `seen`. Comparing schemas takes a while: the `last` assessment's comparison is used again where it is of
 * the same two.
 */
export function assess(
  checked: ReadPreflight,
  returned: Configuration | null,
  { seen, last }: { readonly seen: readonly SeenPath[]; readonly last: Assessment | null },
): Assessment {
  const known = {
    of: { checked, returned },
    seen: total(seen),
    unmatched: total(unmatchedPaths(seen, checked)),
  };
  if (!returned) return { ...known, against: null };
  const isSame = last?.of.checked === checked && last.of.returned === returned;
  const diff = (isSame ? last.against?.diff : undefined) ?? compared(checked, returned);
  const { endpoints: after, basePaths } = checked;
  const { configuration } = returned;
  const blast = blastRadius({ before: namesOf(returned), after, basePaths, seen, configuration });
  return { ...known, against: { diff, blast } };
}

/** How what the service returned for an upload differs from what was to be expected of it. */
export function surprisesOf(
  sent: { readonly checked: ReadPreflight; readonly enforce: boolean | undefined },
  before: Configuration | null,
  after: Configuration,
): readonly Surprise[] {
  const known = before
    ? ({ kind: 'returned', configuration: before } as const)
    : ({ kind: 'not known' } as const);
  return comparePrediction(predict(sent.checked, known, sent.enforce), after);
}
