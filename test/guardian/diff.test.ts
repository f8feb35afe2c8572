import { describe, expect, it } from 'vitest';
import type { AuthScheme } from '../../src/contract/operations/guardian-upload.ts';
import {
  type ComparableEndpoint,
  declaredEndpoint,
  returnedEndpoint,
} from '../../src/guardian/comparable-endpoint.ts';
import {
  compareAuth,
  compareBodies,
  compareParameters,
  credentialOf,
  diffEndpoints,
} from '../../src/guardian/diff.ts';
import { finished } from '../support/finished.ts';
import { returnedFor } from '../support/guardian-answers.ts';
import { nodeOf } from '../support/nodes.ts';
import { sampleText } from '../support/openapi-documents.ts';
import { documentWith, preflightOf } from '../support/preflights.ts';

function declaredIn(text: string) {
  const { specification, endpoints } = preflightOf(text);
  return endpoints.map((endpoint) => declaredEndpoint(specification, endpoint));
}

const body = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const get = (parts: Readonly<Record<string, unknown>>) => documentWith({ '/a': { get: parts } });

describe('diffEndpoints', () => {
  it('finds no difference between a document and itself', () => {
    const declared = declaredIn(sampleText('petstore-expanded.yaml'));
    expect(finished(diffEndpoints(declared, declared))).toEqual({
      added: [],
      removed: [],
      changed: [],
      unchanged: 4,
    });
  });

  // Assumption: endpoint-ids-on-update
  it('finds added and removed endpoints, by method and path', () => {
    const before = declaredIn(documentWith({ '/a': { get: {}, put: {} }, '/b': { get: {} } }));
    const after = declaredIn(documentWith({ '/a': { get: {}, post: {} }, '/c': { get: {} } }));
    expect(finished(diffEndpoints(before, after))).toEqual({
      added: [
        { method: 'POST', path: '/a' },
        { method: 'GET', path: '/c' },
      ],
      removed: [
        { method: 'PUT', path: '/a' },
        { method: 'GET', path: '/b' },
      ],
      changed: [],
      unchanged: 1,
    });
  });

  it('finds changes in an endpoint', () => {
    const before = declaredIn(
      get({
        parameters: [{ name: 'old', in: 'query' }],
        requestBody: body({ type: 'object' }),
        responses: { 200: body({ type: 'number' }), 404: body({ type: 'string' }) },
      }),
    );
    const after = declaredIn(
      get({
        parameters: [{ name: 'new', in: 'header' }],
        requestBody: body({ type: 'object', required: ['id'] }),
        responses: { 200: body({ type: 'number' }), 201: body({}) },
      }),
    );
    expect(finished(diffEndpoints(before, after)).changed).toEqual([
      {
        method: 'GET',
        path: '/a',
        auth: undefined,
        parameters: [
          { change: 'removed', group: 'Query', name: 'old' },
          { change: 'added', group: 'Header', name: 'new' },
        ],
        requestBody: {
          change: 'tightened',
          differences: [{ change: 'tightened', pointer: '', what: '"id" became required' }],
        },
        responses: new Map([
          [
            '404',
            {
              change: 'loosened',
              differences: [
                { change: 'loosened', pointer: '', what: 'there is no schema any more' },
              ],
            },
          ],
          [
            '201',
            {
              change: 'tightened',
              differences: [{ change: 'tightened', pointer: '', what: 'there is a schema' }],
            },
          ],
        ]),
      },
    ]);
  });

  it('finds changed authentication', () => {
    const components = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } } };
    const paths = { '/a': { get: {} } };
    const open = declaredIn(documentWith(paths, { components }));
    const closed = declaredIn(documentWith(paths, { components, security: [{ key: [] }] }));
    expect(finished(diffEndpoints(open, closed)).changed[0]?.auth?.change).toBe('tightened');
    expect(finished(diffEndpoints(closed, open)).changed[0]?.auth?.change).toBe('loosened');
  });

  it('resolves references', () => {
    const withSchema = (schema: unknown) =>
      declaredIn(
        documentWith(
          { '/a': { post: { requestBody: body({ $ref: '#/components/schemas/A' }) } } },
          { components: { schemas: { A: schema } } },
        ),
      );
    const diff = finished(
      diffEndpoints(withSchema({ maxLength: 5 }), withSchema({ maxLength: 4 })),
    );
    expect(diff.changed[0]?.requestBody?.change).toBe('tightened');
  });
});

describe('a schema of more values than are written out', () => {
  const orderWith = (card: unknown) => {
    const properties = { ...properties400, card };
    return documentWith(
      { '/a': { post: { requestBody: body({ $ref: '#/components/schemas/Order' }) } } },
      { components: { schemas: { Order: { type: 'object', properties } } } },
    );
  };
  const properties400 = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`p${index}`, { type: 'string', maxLength: 9 }]),
  );
  const [old, next] = [orderWith({ type: 'string' }), orderWith({ type: 'integer' })];
  const [returned] = returnedFor(old).endpoints;
  const changedFrom = (before: ComparableEndpoint | undefined, after = next) =>
    finished(diffEndpoints(before ? [before] : [], declaredIn(after))).changed.flatMap(
      ({ requestBody }) => requestBody?.differences ?? [],
    );

  it('is compared completely, within a document and with what the service returned', () => {
    const [declared] = declaredIn(old);
    const card = [
      { change: 'changed', what: 'type string became integer', pointer: '/properties/card' },
    ];
    expect(changedFrom(declared)).toEqual(card);
    expect(changedFrom(returned && returnedEndpoint(returned, declared))).toEqual(card);
    expect(changedFrom(declared, old)).toEqual([]);
    expect(changedFrom(returned && returnedEndpoint(returned, declared), old)).toEqual([]);
  });

  it('is reported as not compared if the service did not inline it', () => {
    expect(changedFrom(returned && returnedEndpoint(returned))).toEqual([
      {
        change: 'changed',
        what: '"#/components/schemas/Order" is not written out: not compared',
        pointer: '',
        isUncompared: true,
      },
    ]);
  });
});

describe('use 11: what a parameter must be is compared like a body', () => {
  const query = (parts: Readonly<Record<string, unknown>>) =>
    declaredIn(get({ parameters: [{ name: 'q', in: 'query', ...parts }] }));
  const compared = (
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
  ) => finished(diffEndpoints(query(before), query(after)));

  it.each([
    ['maxLength', { maxLength: 64 }, { maxLength: 16 }, 'tightened: maxLength 64 became 16'],
    ['required properties', {}, { required: ['id'] }, 'tightened: "id" became required'],
    [
      'additionalProperties',
      {},
      { additionalProperties: false },
      'tightened: nothing is valid any more',
    ],
    ['everything', {}, false, 'tightened: nothing is valid any more'],
  ])('use 11: %s', (_, before, after, said) => {
    const [change] = compared({ schema: before }, { schema: after }).changed;
    const parameters = change?.parameters.flatMap((parameter) =>
      'differences' in parameter
        ? parameter.differences.map((each) => `${each.change}: ${each.what}`)
        : [],
    );
    expect(parameters).toEqual([said]);
  });

  it('use 11: reports that a parameter became required, and changes of its schema', () => {
    const { changed } = compared(
      { content: { 'application/json': { schema: { type: 'string' } } } },
      { required: true, content: { 'application/json': { schema: { maxLength: 5 } } } },
    );
    expect(changed[0]?.parameters).toEqual([
      {
        change: 'changed',
        group: 'Query',
        name: 'q',
        differences: [
          { change: 'tightened', what: 'required false became true', pointer: '' },
          { change: 'loosened', what: 'type string became any', pointer: '' },
          { change: 'tightened', what: 'maxLength none became 5', pointer: '' },
        ],
      },
    ]);
  });

  it('use 11: resolves references, and ignores annotations', () => {
    const shared = (schema: unknown) =>
      declaredIn(
        documentWith(
          { '/a': { get: { parameters: [{ $ref: '#/components/parameters/Q' }] } } },
          {
            components: {
              parameters: {
                Q: { name: 'q', in: 'query', schema: { $ref: '#/components/schemas/S' } },
              },
              schemas: { S: schema },
            },
          },
        ),
      );
    const diff = (before: unknown, after: unknown) =>
      finished(diffEndpoints(shared(before), shared(after)));
    expect(diff({ maxLength: 64 }, { maxLength: 16 }).changed[0]?.parameters[0]?.change).toBe(
      'tightened',
    );
    expect(diff({ maxLength: 64 }, { maxLength: 64, description: 'x' })).toMatchObject({
      changed: [],
      unchanged: 1,
    });
  });
});

describe('compareBodies', () => {
  it.each([
    [null, null, undefined],
    [{}, {}, undefined],
    [null, {}, 'tightened'],
    [{}, null, 'loosened'],
    [{ type: 'string' }, { type: 'null' }, 'changed'],
  ])('of %j and %j: %s', (before, after, change) => {
    const node = (schema: unknown) => (schema === null ? null : nodeOf(schema));
    expect(compareBodies(node(before), node(after))?.change).toBe(change);
  });
});

it('compareParameters ignores their order', () => {
  const none = { Path: [], Query: [], Header: [], Cookie: [] };
  const one = { ...none, Query: ['a', 'b'] };
  expect(compareParameters(one, { ...none, Query: ['b', 'a'] })).toEqual([]);
  expect(compareParameters(one, { ...none, Cookie: ['a'], Query: ['b'] })).toEqual([
    { change: 'removed', group: 'Query', name: 'a' },
    { change: 'added', group: 'Cookie', name: 'a' },
  ]);
});

const bearer: AuthScheme = {
  schemeName: 'bearer',
  schemeType: 'Http',
  location: 'Header',
  credentialName: 'Authorization',
  httpScheme: 'bearer',
};
const key: AuthScheme = {
  schemeName: 'key',
  schemeType: 'ApiKey',
  location: 'Query',
  credentialName: 'key',
  httpScheme: null,
};

describe('compareAuth', () => {
  it.each([
    ['something where there was nothing', null, [key], 'tightened'],
    ['nothing where there was something', [key], null, 'loosened'],
    ['another scheme', [key], [bearer], 'changed'],
    ['one scheme more', [key], [key, bearer], 'changed'],
    ['the same in another order', [key, bearer], [bearer, key], undefined],
    ['another name for the same', [key], [{ ...key, schemeName: 'other' }], undefined],
    ['nothing twice', null, null, undefined],
    ['an empty list for null', null, [], undefined],
  ] as const)('of %s', (_what, before, after, change) => {
    expect(compareAuth(before, after)?.change).toBe(change);
  });
});

describe('credentialOf', () => {
  it('ignores the case of headers and HTTP schemes, but not of other names', () => {
    const shouted = { ...bearer, credentialName: 'AUTHORIZATION', httpScheme: 'Bearer' };
    expect(credentialOf(shouted)).toBe(credentialOf(bearer));
    expect(credentialOf({ ...key, credentialName: 'KEY' })).not.toBe(credentialOf(key));
  });
});
