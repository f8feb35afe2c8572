import { expect, it } from 'vitest';
import { endpointDetail } from '../../../src/panes/guardian/endpoint-detail.ts';
import { returnedFor, SHOP } from '../../support/guardian-samples.ts';
import { linesText } from '../../support/line-text.ts';

const { endpoints } = returnedFor(SHOP);
const basket = endpoints.find(({ requestPath }) => requestPath === '/api/v2/basket/items');
if (!basket) throw new Error('no basket');

it('shows everything that is known of an endpoint, its schemas as YAML', () => {
  expect(linesText(endpointDetail(basket, 'utc')).slice(0, 32)).toEqual([
    'POST /api/v2/basket/items',
    ' id             707',
    ' enabled        yes',
    ' created        2026-03-14 14:02:00Z',
    ' updated        –',
    ' rate limit     off',
    ' validates      request yes, response no',
    ' injections     XSS no, SQL no, no parameter is chosen',
    '',
    'Authentication',
    ' enforced',
    ' session: Http bearer in Header Authorization',
    '',
    'Parameters',
    ' Header         X-Request-Id',
    '',
    'Request body',
    'type: object',
    'required:',
    '  - sku',
    '  - quantity',
    'properties:',
    '  sku:',
    '    type: string',
    '  quantity:',
    '    type: integer',
    '    minimum: 1',
    '    maximum: 100',
    '',
    'Response 201',
    'type: object',
    'required:',
  ]);
});

it('what the service did not tell is not made up', () => {
  const silent = linesText(
    endpointDetail(
      {
        ...basket,
        apiGuardianEndpointId: null,
        requestMethod: null,
        requestPath: null,
        isEnabled: null,
        validateAuthorization: null,
        authSchemes: null,
        availableParameters: null,
        requestBodySchemaYaml: null,
        responseBodySchemasYaml: null,
        createdAt: null,
      },
      'utc',
    ),
  );
  expect(silent).toEqual([
    '? ?',
    ' id             not told',
    ' enabled        not told',
    ' created        –',
    ' updated        –',
    ' rate limit     off',
    ' validates      request yes, response no',
    ' injections     XSS no, SQL no, no parameter is chosen',
    '',
    'Authentication',
    ' none: no credential is asked for',
    '',
    'Parameters',
    ' none',
    '',
    'Request body',
    ' none',
    '',
    'Responses',
    ' none with a schema',
  ]);
});

it('parameters that are looked at for injections carry a mark', () => {
  const lines = linesText(
    endpointDetail(
      {
        ...basket,
        availableParameters: { Path: [], Query: ['q', 'page'], Header: [], Cookie: [] },
        injectionDetectionParameters: { Path: [], Query: ['q'], Header: [], Cookie: [] },
        detectParameterXss: true,
      },
      'utc',
    ),
  );
  expect(lines).toContain(' Query          q*  page');
  expect(lines).toContain(' injections     XSS yes, SQL no, in the parameters with *');
});
