import { type EndpointName, endpointKey } from './comparable-endpoint.ts';
import { enforcementOf, type Outcome, type ZoneSettings } from './enforcement.ts';
import { type PathMatcher, pathMatcher } from './path-template.ts';

/** A requested path, from the event log. Hostile text. */
export interface SeenPath {
  /** Null if the log does not say. */
  readonly method: string | null;
  /** With or without its query. */
  readonly path: string;
  /** Number of requests. */
  readonly count: number;
}

/** A removed endpoint that was requested. */
export interface LostEndpoint extends EndpointName {
  /** Requests for paths that no endpoint matches any more. */
  readonly requests: number;
  /** Most requested first. */
  readonly paths: readonly { readonly path: string; readonly count: number }[];
  /** The path still exists with another method. The contract does not state whether it then counts as unmatched. */
  readonly pathRemains: boolean;
}

/** How removed endpoints affect the requests seen. */
export interface BlastRadius {
  /** What happens to requests that match no endpoint. */
  readonly outcome: Outcome;
  /** Most requested first, without removed endpoints that were not requested. */
  readonly lost: readonly LostEndpoint[];
  /** Sum over `lost`. */
  readonly requests: number;
}

/** Finds the path template of the endpoint that a request matches, by method and path, with or without a base path. */
export function matchers(endpoints: readonly EndpointName[], basePaths: readonly string[]) {
  const matcher = (templates: readonly string[]): PathMatcher => {
    const match = pathMatcher(templates);
    return (path) => {
      for (const base of ['', ...basePaths]) {
        const found = path.startsWith(`${base}/`) ? match(path.slice(base.length)) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    };
  };
  const byMethod = new Map(
    [...Map.groupBy(endpoints, ({ method }) => method)].map(([method, group]) => [
      method,
      matcher(group.map(({ path }) => path)),
    ]),
  );
  const any = matcher(endpoints.map(({ path }) => path));
  return {
    /** A request with unknown method matches if its path does. */
    match: ({ method, path }: Pick<SeenPath, 'method' | 'path'>): string | undefined =>
      method === null ? any(path) : byMethod.get(method.toUpperCase())?.(path),
    /** By path alone. */
    any,
  };
}

/**
 * Finds the requests that match an endpoint of `before` that is missing in `after`, and no endpoint of `after`. A
 * path is tried as it is and without each base path: those of `after`, and for removed endpoints also those of
 * `before`. A request with unknown method is lost if its path is.
 */
export function blastRadius({
  before,
  after,
  basePaths,
  basePathsBefore,
  seen,
  configuration,
}: {
  readonly before: readonly EndpointName[];
  readonly after: readonly EndpointName[];
  readonly basePaths: readonly string[];
  readonly basePathsBefore: readonly string[];
  readonly seen: Iterable<SeenPath>;
  readonly configuration: ZoneSettings;
}): BlastRadius {
  const remaining = matchers(after, basePaths);
  const still = new Set(after.map(endpointKey));
  const removed = before.filter((endpoint) => !still.has(endpointKey(endpoint)));
  const gone = matchers(removed, [...new Set([...basePathsBefore, ...basePaths])]);
  const methodOf = new Map(removed.map(({ method, path }) => [path, method]));
  const byEndpoint = new Map<
    string,
    EndpointName & { pathRemains: boolean; counts: Map<string, number> }
  >();

  for (const { method, path, count } of seen) {
    const template = gone.match({ method, path });
    if (template === undefined || remaining.match({ method, path }) !== undefined) continue;
    const endpoint = {
      method: method?.toUpperCase() ?? methodOf.get(template) ?? '',
      path: template,
    };
    const key = endpointKey(endpoint);
    const lost = byEndpoint.get(key) ?? {
      ...endpoint,
      pathRemains: remaining.any(path) !== undefined,
      counts: new Map<string, number>(),
    };
    lost.counts.set(path, (lost.counts.get(path) ?? 0) + count);
    byEndpoint.set(key, lost);
  }

  const lost = [...byEndpoint.values()]
    .map(({ counts, ...endpoint }): LostEndpoint => {
      const paths = [...counts].map(([path, count]) => ({ path, count }));
      paths.sort((one, other) => other.count - one.count);
      return { ...endpoint, paths, requests: paths.reduce((sum, { count }) => sum + count, 0) };
    })
    .sort((one, other) => other.requests - one.requests);
  const requests = lost.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  const { outcome } = enforcementOf(configuration, { kind: 'unmatched path' });
  return { outcome, lost, requests };
}
