import { describe, expect, it } from 'vitest';
import { driftLog } from '../../../src/contract/drift.ts';
import { guardianUpload, timeframe } from '../../../src/contract/operations/guardian-upload.ts';
import { parseJson } from '../../../src/contract/read-answer.ts';
import { noDrift } from '../../support/no-drift.ts';

const decode = (json: unknown) => guardianUpload.answer.decode(json, noDrift);

describe('the configuration after an upload', () => {
  it('has its modes as words, from integers or words', () => {
    const integers = { executionMode: 1, bodyLimitAction: 2, unmatchedPathAction: 0 };
    const words = {
      executionMode: 'block',
      bodyLimitAction: 'Ignore',
      unmatchedPathAction: 'Block',
    };
    for (const configuration of [integers, words]) {
      expect(decode({ data: { configuration, endpoints: [] } }).data.configuration).toMatchObject({
        executionMode: 'Block',
        bodyLimitAction: 'Ignore',
        unmatchedPathAction: 'Block',
      });
    }
  });

  it('has every endpoint with its exact id, its schemes and its parameters', () => {
    const json = parseJson(`{"data": {"configuration": {}, "endpoints": [{
      "apiGuardianEndpointId": 9223372036854775807, "requestMethod": "GET", "requestPath": "/a/{id}",
      "authSchemes": [{"schemeName": "key", "schemeType": 0, "location": "header"}],
      "responseBodySchemasYaml": {"200": "type: object", "default": null},
      "availableParameters": {"Path": ["id"], "Query": null, "Header": [], "Cookie": []},
      "injectionDetectionParameters": null,
      "rateLimitingType": "Ip", "rateLimitingTimeframe": 60}]}}`);
    expect(decode(json).data.endpoints[0]).toMatchObject({
      apiGuardianEndpointId: '9223372036854775807',
      authSchemes: [{ schemeName: 'key', schemeType: 'ApiKey', location: 'Header' }],
      availableParameters: { Path: ['id'], Query: [], Header: [], Cookie: [] },
      injectionDetectionParameters: null,
      rateLimitingType: 'IP',
      rateLimitingTimeframe: 60,
    });
    expect({ ...decode(json).data.endpoints[0]?.responseBodySchemasYaml }).toEqual({
      200: 'type: object',
      default: null,
    });
  });

  it('has no endpoints or schemes if they are null', () => {
    expect(decode({ data: { configuration: {}, endpoints: null } }).data.endpoints).toEqual([]);
    const data = { configuration: {}, endpoints: [{ authSchemes: null }] };
    expect(decode({ data }).data.endpoints[0]?.authSchemes).toBeNull();
  });

  it.each([[{ data: null }], [{ error: null }], [{ data: { configuration: null } }]])(
    'cannot be decoded from %j',
    (json) => {
      expect(() => decode(json)).toThrow('an object was expected');
    },
  );
});

it('omits the choice about authentication if none was made', () => {
  const upload = { shieldZoneId: '7', content: 'openapi: 3.0.0' };
  expect(JSON.stringify(guardianUpload.compose(upload).body)).toBe('{"content":"openapi: 3.0.0"}');
  const { body } = guardianUpload.compose({ ...upload, enforceAuthorizationValidation: false });
  expect(body).toEqual({ content: 'openapi: 3.0.0', enforceAuthorizationValidation: false });
});

it.each([
  [60, 60, []],
  ['PerFiveMinutes', 300, []],
  ['peronehour', 3600, []],
  ['900', 900, []],
  [30, 30, ['unknown-value']],
  ['PerDay', null, ['unknown-value']],
  ['', null, ['unknown-value']],
  [' ', null, ['unknown-value']],
  [{}, null, ['unknown-value']],
  [null, null, []],
  [undefined, null, []],
])('the timeframe %j is %j seconds', (json, seconds, kinds) => {
  const drift = driftLog();
  expect(timeframe.at('at')(json, drift)).toBe(seconds);
  expect(drift.entries().map(({ kind }) => kind)).toEqual(kinds);
});
