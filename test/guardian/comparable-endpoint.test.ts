import { describe, expect, it } from 'vitest';
import {
  declaredEndpoint,
  endpointKey,
  returnedEndpoint,
} from '../../src/guardian/comparable-endpoint.ts';
import { diffEndpoints } from '../../src/guardian/diff.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { finished } from '../support/finished.ts';
import { returnedFor } from '../support/guardian-answers.ts';
import { plainOf } from '../support/nodes.ts';
import { generatedDocuments, sampleDocuments, sampleText } from '../support/openapi-documents.ts';
import { preflightOf } from '../support/preflights.ts';

const [first] = returnedFor(sampleText('petstore.yaml')).endpoints;
if (!first) throw new Error('no endpoint');

describe('returnedEndpoint', () => {
  it('reads schemas from YAML', () => {
    const endpoint = returnedEndpoint({ ...first, requestBodySchemaYaml: 'type: string' });
    expect(endpoint?.requestBodySchema && plainOf(endpoint.requestBodySchema)).toEqual({
      type: 'string',
    });
    expect([...(endpoint?.responseSchemas.keys() ?? [])]).toEqual(['200']);
  });

  it('treats unreadable YAML as text', () => {
    const endpoint = returnedEndpoint({ ...first, requestBodySchemaYaml: '{ "a": ' });
    expect(endpoint?.requestBodySchema).toMatchObject({ kind: 'scalar', value: '{ "a": ' });
  });

  it('fills in absent parts', () => {
    const endpoint = returnedEndpoint({
      ...first,
      requestMethod: 'get',
      authSchemes: [],
      availableParameters: null,
      responseBodySchemasYaml: { 200: null },
    });
    expect(endpoint).toMatchObject({
      method: 'GET',
      authSchemes: null,
      parameters: { Path: [], Query: [], Header: [], Cookie: [] },
    });
    expect(endpoint?.responseSchemas.size).toBe(0);
  });

  it('is undefined without a method or path', () => {
    expect(returnedEndpoint({ ...first, requestMethod: null })).toBeUndefined();
    expect(returnedEndpoint({ ...first, requestPath: null })).toBeUndefined();
  });
});

it('endpointKey is unique for each endpoint', () => {
  expect(endpointKey({ method: 'GET', path: '/a' })).toBe('GET /a');
});

const documents = [...sampleDocuments(), ...generatedDocuments()].filter(
  ({ text }) => text.length < 1_000_000 && preflight(text).problemCounts.error === 0,
);

describe('an endpoint that is derived, rendered and read back', () => {
  it.each(documents)('is the same in $name', ({ text }) => {
    const { specification, endpoints } = preflightOf(text);
    const declared = endpoints.map((endpoint) => declaredEndpoint(specification, endpoint));
    const returned = returnedFor(text).endpoints.flatMap(
      (endpoint) => returnedEndpoint(endpoint) ?? [],
    );
    expect(finished(diffEndpoints(declared, returned))).toEqual({
      added: [],
      removed: [],
      changed: [],
      unchanged: endpoints.length,
    });
  });
});
