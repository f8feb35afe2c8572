import type { GuardianUploadAnswer } from '../contract/operations/guardian-upload.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  type EndpointName,
  endpointKey,
  returnedEndpoint,
  returnedName,
} from './comparable-endpoint.ts';
import type { Comparing } from './compare-schemas.ts';
import {
  compareAuth,
  compareBodies,
  compareParameters,
  comparingEndpoints,
  type Steps,
} from './diff.ts';
import type { Node } from './node.ts';
import type { ReadPreflight } from './preflight.ts';
import type { SchemaComparison } from './schema-values.ts';

/** The expected state of an endpoint after an upload. */
interface PredictedEndpoint {
  readonly declared: ComparableEndpoint;
  /** Undefined for a new endpoint, or if the previous state is unknown. */
  readonly id: string | undefined;
  /** Undefined if it depends on an unknown setting. */
  readonly validateAuthorization: boolean | undefined;
}

/** The expected configuration after an upload. */
interface Prediction {
  readonly title: string | null;
  readonly version: string | null;
  /** In the order of the specification. */
  readonly endpoints: readonly PredictedEndpoint[];
}

/**
 * What the service should return for an upload (contract, Endpoints 1). `before`: what the zone has, null if that is
 * not known. `enforce` applies to every endpoint. Without it, an update keeps the setting of known endpoints (by method
 * and path). For endpoints that an update adds, nothing is stated; they are assumed to be enforced.
 */
export function predict(
  { specification, title, version, endpoints }: ReadPreflight,
  before: GuardianUploadAnswer['data'] | null,
  enforce: boolean | undefined,
): Prediction {
  const known = new Map<string, { id: string | undefined; kept: boolean | undefined }>();
  for (const endpoint of before?.endpoints ?? []) {
    const name = returnedName(endpoint);
    if (!name) continue;
    known.set(endpointKey(name), {
      id: endpoint.apiGuardianEndpointId ?? undefined,
      kept: endpoint.validateAuthorization ?? undefined,
    });
  }
  const whenNew = before ? true : undefined;
  return {
    title,
    version,
    endpoints: endpoints.map((endpoint) => {
      const declared = declaredEndpoint(specification, endpoint);
      const previous = known.get(endpointKey(declared));
      const kept = previous ? previous.kept : whenNew;
      return { declared, id: previous?.id, validateAuthorization: enforce ?? kept };
    }),
  };
}

/** A difference between the returned and the predicted configuration. */
export interface Deviation {
  /** Undefined for the configuration as a whole. */
  readonly endpoint: EndpointName | undefined;
  /** A full sentence. Hostile text. */
  readonly sentence: string;
  /** The two could not be compared; there may be no difference. */
  readonly isUncompared?: boolean;
}

type EndpointDeviation = Omit<Deviation, 'endpoint'>;

const quotedOrNone = (text: string | null): string => (text === null ? 'none' : `"${text}"`);

/** Schema differences by status. Keys that are no status codes were not predicted and are ignored. */
function differingResponses(
  predicted: ReadonlyMap<string, Node>,
  returned: ReadonlyMap<string, Node>,
  how: Comparing,
): readonly (readonly [string, SchemaComparison])[] {
  const statuses = new Set([...predicted.keys(), ...returned.keys()]);
  return [...statuses].flatMap((status) => {
    if (!/^[1-5]\d\d$/.test(status)) return [];
    const change = compareBodies(predicted.get(status) ?? null, returned.get(status) ?? null, how);
    return change ? [[status, change] as const] : [];
  });
}

function endpointDeviations(
  { declared, ...predicted }: PredictedEndpoint,
  returned: GuardianUploadAnswer['data']['endpoints'][number] | undefined,
): readonly EndpointDeviation[] {
  const comparable = returned && returnedEndpoint(returned);
  if (!returned || !comparable) return [{ sentence: 'The service did not return this endpoint.' }];
  const sentences: string[] = [];
  const { apiGuardianEndpointId: id, validateAuthorization } = returned;
  if (predicted.id !== undefined && id !== predicted.id) {
    sentences.push(`It was endpoint ${predicted.id} and is ${id ?? 'without an id'} now.`);
  }
  const { validateAuthorization: enforced } = predicted;
  if (enforced !== undefined && validateAuthorization !== enforced) {
    const is = validateAuthorization === null ? 'not stated' : String(validateAuthorization);
    sentences.push(`validateAuthorization should be ${enforced} and is ${is}.`);
  }
  if (compareAuth(declared.authSchemes, comparable.authSchemes)) {
    sentences.push('Its authentication schemes differ from those the specification declares.');
  }
  for (const { change, group, name } of compareParameters(
    declared.parameters,
    comparable.parameters,
  )) {
    sentences.push(
      change === 'added'
        ? `It has the ${group} parameter "${name}", which was not expected.`
        : `It lacks the ${group} parameter "${name}".`,
    );
  }
  const how = comparingEndpoints(declared, comparable);
  const request = compareBodies(declared.requestBodySchema, comparable.requestBodySchema, how);
  const schemas: EndpointDeviation[] = [];
  if (request) schemas.push(schemaDeviation('Its request body schema', request));
  for (const [status, change] of differingResponses(
    declared.responseSchemas,
    comparable.responseSchemas,
    how,
  )) {
    schemas.push(schemaDeviation(`Its response schema for ${status}`, change));
  }
  return [...sentences.map((sentence) => ({ sentence })), ...schemas];
}

/** Maximum number of differences named in one sentence. */
const MAX_NAMED = 5;

/** `… is another: tightened, maxLength 64 became 16 at /properties/name.` Hostile text. */
function schemaDeviation(
  schema: string,
  { change, differences }: SchemaComparison,
): EndpointDeviation {
  const isUnknown = differences.every(({ isUncompared }) => isUncompared);
  const named = differences
    .slice(0, MAX_NAMED)
    .map(({ what, pointer }) => (pointer === '' ? what : `${what} at ${pointer}`));
  const rest = differences.length - named.length;
  const words = [...named, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ');
  return isUnknown
    ? { sentence: `${schema} may be another: ${words}.`, isUncompared: true }
    : { sentence: `${schema} is another: ${change}, ${words}.` };
}

/**
 * Compares the returned configuration with the prediction. Schemas are compared by what they admit, not as text;
 * schemas under keys that are no status codes are ignored.
 */
export function* comparePrediction(
  prediction: Prediction,
  { configuration, endpoints }: GuardianUploadAnswer['data'],
): Steps<readonly Deviation[]> {
  const deviations: Deviation[] = [];
  for (const key of ['title', 'version'] as const) {
    if (configuration[key] === prediction[key]) continue;
    deviations.push({
      endpoint: undefined,
      sentence: `The ${key} should be ${quotedOrNone(prediction[key])} and is ${quotedOrNone(configuration[key])}.`,
    });
  }
  const returned = new Map<string, (typeof endpoints)[number]>();
  for (const endpoint of endpoints) {
    const name = returnedName(endpoint);
    const key = name && endpointKey(name);
    if (key === undefined || returned.has(key)) {
      deviations.push({
        endpoint: name && { method: name.method, path: name.path },
        sentence: name
          ? 'The service returned this endpoint more than once.'
          : 'The service returned an endpoint without a method or a path.',
      });
    } else returned.set(key, endpoint);
  }
  for (const predicted of prediction.endpoints) {
    const { method, path } = predicted.declared;
    const key = endpointKey(predicted.declared);
    for (const deviation of endpointDeviations(predicted, returned.get(key))) {
      deviations.push({ endpoint: { method, path }, ...deviation });
    }
    returned.delete(key);
    yield;
  }
  for (const { requestMethod, requestPath } of returned.values()) {
    deviations.push({
      endpoint: { method: requestMethod?.toUpperCase() ?? '', path: requestPath ?? '' },
      sentence: 'The service returned this endpoint, which the specification does not declare.',
    });
  }
  return deviations;
}
