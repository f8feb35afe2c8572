import { describe, expect, it } from 'vitest';
import { comparePrediction, predict } from '../../src/guardian/predict.ts';
import { finished } from '../support/finished.ts';
import { returnedFor } from '../support/guardian-answers.ts';
import { sampleText } from '../support/openapi-documents.ts';
import { documentWith, preflightOf } from '../support/preflights.ts';

const first = documentWith({ '/a': { get: {}, put: {} } });
const second = documentWith({ '/b': { get: {} }, '/a': { get: {} } });
const returned = returnedFor(first, ({ requestMethod }) => ({
  validateAuthorization: requestMethod === 'PUT',
}));
/** A zone that has no endpoint yet. */
const NO_ENDPOINTS = { ...returned, endpoints: [] };

function predicted(
  text: string,
  before: Parameters<typeof predict>[1],
  enforce: boolean | undefined,
) {
  return predict(preflightOf(text), before, enforce).endpoints.map(
    ({ declared: { method, path }, id, validateAuthorization }) => [
      `${method} ${path}`,
      id,
      validateAuthorization,
    ],
  );
}

describe('predict', () => {
  it('enforces new endpoints by default', () => {
    expect(predicted(first, NO_ENDPOINTS, undefined)).toEqual([
      ['GET /a', undefined, true],
      ['PUT /a', undefined, true],
    ]);
  });

  it.each([true, false])('follows the request: %s', (enforce) => {
    for (const before of [NO_ENDPOINTS, null, returned]) {
      expect(predicted(first, before, enforce).map(([, , enforced]) => enforced)).toEqual([
        enforce,
        enforce,
      ]);
    }
  });

  it('keeps ids and settings by method and path on an update, and enforces new endpoints', () => {
    expect(predicted(first, returned, undefined)).toEqual([
      ['GET /a', '1', false],
      ['PUT /a', '2', true],
    ]);
    expect(predicted(second, returned, undefined)).toEqual([
      ['GET /b', undefined, true],
      ['GET /a', '1', false],
    ]);
  });

  it('does not guess if nothing is known', () => {
    expect(predicted(first, null, undefined)).toEqual([
      ['GET /a', undefined, undefined],
      ['PUT /a', undefined, undefined],
    ]);
    const silent = returnedFor(first, () => ({
      validateAuthorization: null,
      apiGuardianEndpointId: null,
    }));
    expect(predicted(first, silent, undefined)[0]).toEqual(['GET /a', undefined, undefined]);
  });

  it('copies title and version', () => {
    expect(predict(preflightOf(first), returned, undefined)).toMatchObject({
      title: 'Things',
      version: '1',
    });
  });
});

const text = documentWith({
  '/a': {
    post: {
      parameters: [{ name: 'q', in: 'query' }],
      requestBody: { content: { 'application/json': { schema: { type: 'string' } } } },
      responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  },
});
const prediction = predict(preflightOf(text), returnedFor(text), undefined);

type Change = Parameters<typeof returnedFor>[1];
const said = (change: Change) =>
  finished(comparePrediction(prediction, returnedFor(text, change))).map(
    ({ sentence }) => sentence,
  );

describe('comparePrediction', () => {
  it('finds no deviation in what was predicted', () => {
    expect(said(() => ({}))).toEqual([]);
  });

  it.each([
    [{ apiGuardianEndpointId: '9' }, 'It was endpoint 1 and is 9 now.'],
    [{ apiGuardianEndpointId: null }, 'It was endpoint 1 and is without an id now.'],
    [{ validateAuthorization: false }, 'validateAuthorization should be true and is false.'],
    [{ validateAuthorization: null }, 'validateAuthorization should be true and is not stated.'],
    [
      {
        authSchemes: [
          {
            schemeName: 'a',
            schemeType: 'Http',
            location: 'Header',
            credentialName: 'Authorization',
            httpScheme: 'basic',
          },
        ],
      },
      'Its authentication schemes differ from those the specification declares.',
    ],
    [{ availableParameters: null }, 'It lacks the Query parameter "q".'],
    [
      { availableParameters: { Path: ['p'], Query: ['q'], Header: [], Cookie: [] } },
      'It has the Path parameter "p", which was not expected.',
    ],
    [
      { requestBodySchemaYaml: null },
      'Its request body schema is another: loosened, there is no schema any more.',
    ],
    [
      { requestBodySchemaYaml: 'type: integer' },
      'Its request body schema is another: changed, type string became integer.',
    ],
    [
      { responseBodySchemasYaml: { 200: 'type: array' } },
      'Its response schema for 200 is another: changed, type object became array.',
    ],
    [
      { responseBodySchemasYaml: null },
      'Its response schema for 200 is another: loosened, there is no schema any more.',
    ],
  ])('tells of %j', (change, sentence) => {
    expect(said(() => change)).toEqual([sentence]);
  });

  it.each([
    [{ requestBodySchemaYaml: '{"type": "string", "description": "in other words"}' }],
    [{ responseBodySchemasYaml: { 200: 'type: object', default: 'type: string' } }],
    [{ requestMethod: 'post' }],
    [{ isEnabled: false, rateLimitingEnabled: true }],
  ])('does not mind %j', (change) => {
    expect(said(() => change)).toEqual([]);
  });

  it('reports missing and unexpected endpoints', () => {
    const deviations = finished(
      comparePrediction(
        prediction,
        returnedFor(text, () => ({ requestPath: '/other' })),
      ),
    );
    expect(deviations).toEqual([
      {
        endpoint: { method: 'POST', path: '/a' },
        sentence: 'The service did not return this endpoint.',
      },
      {
        endpoint: { method: 'POST', path: '/other' },
        sentence: 'The service returned this endpoint, which the specification does not declare.',
      },
    ]);
  });

  it('reports duplicate and unnamed endpoints', () => {
    const data = returnedFor(text);
    const [one] = data.endpoints;
    if (!one) throw new Error('no endpoint was returned');
    const endpoints = [one, { ...one, isEnabled: false }, { ...one, requestMethod: null }];
    expect(finished(comparePrediction(prediction, { ...data, endpoints }))).toEqual([
      {
        endpoint: { method: 'POST', path: '/a' },
        sentence: 'The service returned this endpoint more than once.',
      },
      {
        endpoint: undefined,
        sentence: 'The service returned an endpoint without a method or a path.',
      },
    ]);
  });

  it('reports another title and version', () => {
    const data = returnedFor(text);
    const configuration = { ...data.configuration, title: null, version: '2' };
    expect(finished(comparePrediction(prediction, { ...data, configuration }))).toEqual([
      { endpoint: undefined, sentence: 'The title should be "Things" and is none.' },
      { endpoint: undefined, sentence: 'The version should be "1" and is "2".' },
    ]);
  });

  it('finds no deviation if the service derives as we do, even with cycles', () => {
    for (const name of [
      'cyclic.yaml',
      'petstore-expanded.yaml',
      'json-schema-3.1.json',
      'escapes.json',
    ]) {
      const sample = sampleText(name);
      const ours = predict(preflightOf(sample), NO_ENDPOINTS, undefined);
      expect(finished(comparePrediction(ours, returnedFor(sample)))).toEqual([]);
    }
  });

  it('compares schemas too large to inline, or says that it cannot', () => {
    const order = (card: string) => {
      const entries = Array.from({ length: 400 }, (_, at) => [
        `p${at}`,
        { type: 'string', maxLength: 9 },
      ]);
      const properties = { ...Object.fromEntries(entries), card: { type: card } };
      const schema = { $ref: '#/components/schemas/Order' };
      return documentWith(
        { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
        { components: { schemas: { Order: { properties } } } },
      );
    };
    const sent = predict(preflightOf(order('integer')), NO_ENDPOINTS, undefined);
    const deviations = (stored: string, change: Change = () => ({})) =>
      finished(comparePrediction(sent, returnedFor(stored, change))).map(
        ({ sentence }) => sentence,
      );
    const inFull = (card: string) => () => ({
      requestBodySchemaYaml: JSON.stringify(JSON.parse(order(card)).components.schemas.Order),
    });
    expect(deviations(order('integer'), inFull('integer'))).toEqual([]);
    expect(deviations(order('integer'), inFull('string'))).toEqual([
      'Its request body schema is another: changed, type integer became string at /properties/card.',
    ]);
    expect(deviations(order('string'))).toEqual([
      'Its request body schema may be another: "#/components/schemas/Order" is not written out: not compared.',
    ]);
  });
});
