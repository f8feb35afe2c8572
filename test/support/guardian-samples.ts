import type { GuardianUploadAnswer } from '../../src/contract/operations/guardian-upload.ts';
import { preflight, type ReadPreflight } from '../../src/guardian/preflight.ts';
import { returnedFor as derivedFor } from './guardian-answers.ts';
import { sampleText } from './openapi-documents.ts';

/** The shop's specification: eight endpoints, four of which require authentication. */
export const SHOP = sampleText('shop.yaml');

/** The shop without its basket. */
export const WITHOUT_BASKET = SHOP.replace(/ {2}# begin basket[^]*# end basket\n/, '');

/** The preflight of a readable document. */
export function checked(text: string): ReadPreflight {
  const found = preflight(text);
  if (found.kind === 'unreadable') throw new Error(found.problems[0]?.sentence);
  return found;
}

type Data = GuardianUploadAnswer['data'];

/** The answer to an upload of `text` by a service that accepts all of it. */
export function returnedFor(
  text: string,
  configuration: Partial<Data['configuration']> = {},
): Data {
  const createdAt = '2026-03-14T14:02:00.000Z';
  const derived = derivedFor(text, ({ apiGuardianEndpointId, requestBodySchemaYaml }) => ({
    apiGuardianEndpointId: String(699 + Number(apiGuardianEndpointId)),
    validateRequestBodySchema: requestBodySchemaYaml !== null,
    createdAt,
  }));
  return {
    ...derived,
    configuration: {
      ...derived.configuration,
      maxEndpoints: 100,
      maxFieldsPerType: 50,
      maxNestingDepth: 8,
      maxTotalSchemaNodes: 1000,
      maxTotalRegexLength: 2000,
      createdAt,
      ...configuration,
    },
  };
}

/** Documents with one endpoint: a valid one, the same with authentication, and one of an unsupported version. */
const GOOD = `openapi: 3.0.3
info: {title: Shop, version: "1.0"}
paths:
  /items:
    get: {responses: {'200': {description: ok}}}
`;
export const SMALL = {
  good: GOOD,
  secured: `${GOOD}security: [{k: []}]\ncomponents: {securitySchemes: {k: {type: apiKey, in: header, name: X}}}\n`,
  bad: GOOD.replace('3.0.3', '2.0'),
} as const;
