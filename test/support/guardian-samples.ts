import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import { derive } from '../../src/guardian/derive.ts';
import { preflight, type ReadPreflight } from '../../src/guardian/preflight.ts';
import { sampleText } from './openapi-documents.ts';

/** The specification of the shop: eight endpoints, four of which ask for a credential. */
export const SHOP = sampleText('shop.yaml');

/** The shop without its basket. */
export const WITHOUT_BASKET = SHOP.replace(/ {2}# begin basket[^]*# end basket\n/, '');

/** A document that is known to be readable. */
export function checked(text: string): ReadPreflight {
  const found = preflight(text);
  if (found.kind === 'unreadable') throw new Error(found.problems[0]?.sentence);
  return found;
}

type Data = GuardianUploadAnswer['data'];

/** What a service that does as it is told returns for `text`. */
export function returnedFor(
  text: string,
  configuration: Partial<Data['configuration']> = {},
): Data {
  const derivation = derive(preflight(text));
  if ('reason' in derivation) throw new Error(derivation.reason);
  const { title, version, endpoints } = derivation;
  return {
    configuration: {
      shieldZoneId: '7',
      isEnabled: true,
      executionMode: 'Block',
      bodyLimitAction: 'Log',
      unmatchedPathAction: 'Block',
      title,
      version,
      maxEndpoints: 100,
      maxFieldsPerType: 50,
      maxNestingDepth: 8,
      maxTotalSchemaNodes: 1000,
      maxTotalRegexLength: 2000,
      createdAt: '2026-03-14T14:02:00.000Z',
      updatedAt: null,
      ...configuration,
    },
    endpoints: endpoints.map((endpoint, index) => ({
      ...endpoint,
      apiGuardianEndpointId: String(700 + index),
      shieldZoneId: '7',
      validateRequestBodySchema: endpoint.requestBodySchemaYaml !== null,
      validateResponseBodySchema: false,
      validateAuthorization: true,
      isEnabled: true,
      injectionDetectionParameters: null,
      detectParameterXss: false,
      detectParameterSqli: false,
      rateLimitingEnabled: false,
      rateLimitingType: 'Global',
      rateLimitingRequestCount: 100,
      rateLimitingTimeframe: 60,
      createdAt: '2026-03-14T14:02:00.000Z',
      updatedAt: null,
    })),
  };
}
