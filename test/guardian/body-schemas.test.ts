import { describe, expect, it } from 'vitest';
import { requestBodySchema, responseSchemas } from '../../src/guardian/body-schemas.ts';
import { resolver } from '../../src/guardian/resolve.ts';
import { mappingOf, plainOf } from '../support/nodes.ts';

const references = resolver(
  mappingOf({ body: { content: { 'application/json': { schema: { title: 'shared' } } } } }),
);

/** The `title` of the schema that is taken from a content with these media types, each titled by its name. */
function chosen(...mediaTypes: readonly string[]): unknown {
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: { title: type } }]));
  const schema = requestBodySchema(references, mappingOf({ requestBody: { content } }));
  return schema && plainOf(schema);
}

describe('requestBodySchema', () => {
  it.each([
    [['application/json'], 'application/json'],
    [['text/csv', 'application/json'], 'application/json'],
    [['application/hal+json', 'application/json'], 'application/json'],
    [['text/csv', 'Application/JSON; charset=utf-8'], 'Application/JSON; charset=utf-8'],
    [['text/csv', 'application/a+json', 'application/b+json'], 'application/a+json'],
    [['text/csv', 'text/html'], 'text/csv'],
  ])('of %j takes %s', (mediaTypes, title) => {
    expect(chosen(...mediaTypes)).toEqual({ title });
  });

  it('follows references', () => {
    const schema = requestBodySchema(references, mappingOf({ requestBody: { $ref: '#/body' } }));
    expect(schema && plainOf(schema)).toEqual({ title: 'shared' });
  });

  it.each([
    [{}],
    [{ requestBody: { content: {} } }],
    [{ requestBody: { content: [] } }],
    [
      {
        requestBody: {
          content: { 'application/json': { example: 1 }, 'text/csv': { schema: {} } },
        },
      },
    ],
    [{ requestBody: { $ref: '#/nowhere' } }],
  ])('is null in %j', (operation) => {
    expect(requestBodySchema(references, mappingOf(operation))).toBeNull();
  });
});

describe('responseSchemas', () => {
  it('are keyed by status code; the others are told apart', () => {
    const response = { content: { 'application/json': { schema: { type: 'string' } } } };
    const { byStatus, elsewhere } = responseSchemas(
      references,
      mappingOf({
        responses: {
          200: response,
          404: { $ref: '#/body' },
          204: { description: 'nothing' },
          '2XX': response,
          default: response,
          99: response,
          600: response,
          'x-200': response,
        },
      }),
    );
    expect([...byStatus.keys()]).toEqual(['200', '404']);
    expect([...elsewhere].sort()).toEqual(['2XX', '600', '99', 'default']);
  });
});
