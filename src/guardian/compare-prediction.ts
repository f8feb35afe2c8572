import type { GuardianUploadAnswer } from '../contract/operations/guardian-upload.ts';
import {
  type EndpointName,
  endpointKey,
  returnedEndpoint,
  returnedName,
} from './comparable-endpoint.ts';
import { compareAuth } from './compare-auth.ts';
import { compareBodies, compareParameters } from './diff.ts';
import type { Node } from './node.ts';
import type { PredictedEndpoint, Prediction } from './predict.ts';
import { finished, type Steps } from './steps.ts';

/** One way in which the returned configuration is not what was predicted. */
export interface Surprise {
  /** Undefined for the configuration as a whole. */
  readonly endpoint: EndpointName | undefined;
  /** A full sentence. Hostile text. */
  readonly sentence: string;
}

const quotedOrNone = (text: string | null): string => (text === null ? 'none' : `"${text}"`);

/** The statuses whose schemas differ. What else the service keys schemas by was not predicted either way. */
function differingStatuses(
  predicted: ReadonlyMap<string, Node>,
  returned: ReadonlyMap<string, Node>,
): readonly string[] {
  const statuses = new Set([...predicted.keys(), ...returned.keys()]);
  return [...statuses].filter(
    (status) =>
      /^[1-5]\d\d$/.test(status) &&
      compareBodies(predicted.get(status) ?? null, returned.get(status) ?? null) !== undefined,
  );
}

function endpointSurprises(
  { declared, ...predicted }: PredictedEndpoint,
  returned: GuardianUploadAnswer['data']['endpoints'][number] | undefined,
): readonly string[] {
  const comparable = returned && returnedEndpoint(returned);
  if (!returned || !comparable) return ['The service did not return this endpoint.'];
  const sentences: string[] = [];
  const { apiGuardianEndpointId: id, validateAuthorization } = returned;
  if (predicted.id !== undefined && id !== predicted.id) {
    sentences.push(`It was endpoint ${predicted.id} and is ${id ?? 'without an id'} now.`);
  }
  const { validateAuthorization: enforced } = predicted;
  if (enforced !== undefined && validateAuthorization !== enforced) {
    const is = validateAuthorization === null ? 'not told' : String(validateAuthorization);
    sentences.push(`validateAuthorization should be ${enforced} and is ${is}.`);
  }
  if (compareAuth(declared.authSchemes, comparable.authSchemes)) {
    sentences.push('Its authentication schemes are others than the specification declares.');
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
  if (compareBodies(declared.requestBodySchema, comparable.requestBodySchema)) {
    sentences.push('Its request body schema is another.');
  }
  for (const status of differingStatuses(declared.responseSchemas, comparable.responseSchemas)) {
    sentences.push(`Its response schema for ${status} is another.`);
  }
  return sentences;
}

/**
 * How the configuration that the service returned differs from what was predicted. Schemas are compared
 * by what they admit, not by their text; schemas under keys that are no status codes are left alone.
 */
export const comparePrediction = (
  prediction: Prediction,
  returned: GuardianUploadAnswer['data'],
): readonly Surprise[] => finished(comparingPrediction(prediction, returned));

/** The same, an endpoint a step. */
export function* comparingPrediction(
  prediction: Prediction,
  { configuration, endpoints }: GuardianUploadAnswer['data'],
): Steps<readonly Surprise[]> {
  const surprises: Surprise[] = [];
  for (const key of ['title', 'version'] as const) {
    if (configuration[key] === prediction[key]) continue;
    surprises.push({
      endpoint: undefined,
      sentence: `The ${key} should be ${quotedOrNone(prediction[key])} and is ${quotedOrNone(configuration[key])}.`,
    });
  }
  const returned = new Map<string, (typeof endpoints)[number]>();
  for (const endpoint of endpoints) {
    const name = returnedName(endpoint);
    if (name) returned.set(endpointKey(name), endpoint);
  }
  for (const predicted of prediction.endpoints) {
    const { method, path } = predicted.declared;
    const key = endpointKey(predicted.declared);
    for (const sentence of endpointSurprises(predicted, returned.get(key))) {
      surprises.push({ endpoint: { method, path }, sentence });
    }
    returned.delete(key);
    yield;
  }
  for (const { requestMethod, requestPath } of returned.values()) {
    surprises.push({
      endpoint: { method: requestMethod?.toUpperCase() ?? '', path: requestPath ?? '' },
      sentence: 'The service returned this endpoint, which the specification does not declare.',
    });
  }
  return surprises;
}
