import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/guardian/endpoints.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { collected, plainOf, specificationWith } from '../support/nodes.ts';
import { sampleText } from '../support/openapi-documents.ts';

function endpointsIn(name: string) {
  const checked = preflight(sampleText(name));
  if (checked.kind !== 'read') throw new Error('not read');
  return checked.endpoints;
}

describe('endpoints', () => {
  it('are the operations under paths', () => {
    const found = endpointsIn('petstore.yaml').map(({ method, path }) => `${method} ${path}`);
    expect(found).toEqual(['GET /pets', 'POST /pets', 'GET /pets/{petId}']);
  });

  it('are neither webhooks nor callbacks', () => {
    expect(endpointsIn('webhooks-3.1.yaml')).toEqual([]);
    expect(endpointsIn('callback.yaml').map(({ path }) => path)).toEqual(['/streams']);
  });

  it('have the parameters of their path and their own', () => {
    const [get, options] = endpointsIn('parameters.yaml');
    expect(get?.parameters).toEqual({
      Path: ['id', 'other'],
      Query: ['page', 'filter'],
      Header: ['page'],
      Cookie: ['session'],
    });
    expect(options?.parameters).toEqual({
      Path: ['id', 'other'],
      Query: ['page'],
      Header: [],
      Cookie: ['session'],
    });
  });

  it('come from path items by reference, with what stands beside the reference first', () => {
    const found = endpointsIn('path-items-3.1.yaml');
    expect(found.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['/orders', '/invoices', '/twice'].flatMap((path) => [`GET ${path}`, `POST ${path}`]),
    );
    const posts = found.filter(({ method }) => method === 'POST');
    expect(posts.map(({ parameters }) => parameters.Header)).toEqual([
      ['X-Trace'],
      [],
      ['X-Trace'],
    ]);
  });

  it('have the schemas of their bodies', () => {
    const [choice] = endpointsIn('media-types.yaml');
    expect(choice?.requestBodySchema && plainOf(choice.requestBodySchema)).toEqual({
      type: 'string',
      description: 'json',
    });
    expect(
      [...(choice?.responseSchemas ?? [])].map(([status, node]) => [status, plainOf(node)]),
    ).toEqual([
      ['200', { type: 'string', description: 'problem' }],
      ['201', { type: 'string', description: 'csv' }],
    ]);
  });

  it('leave out what is no path, and say so', () => {
    const { report, found } = collected();
    const operation = { get: {} };
    const derived = endpoints(
      specificationWith({
        paths: {
          pets: operation,
          'x-pets': operation,
          '/a/{b}': { get: 1 },
          '/a/{c}': operation,
          '/{': {},
        },
      }),
      report,
    );
    expect(derived.map(({ path }) => path)).toEqual(['/a/{c}']);
    expect(found).toEqual([
      '/paths/pets: The path "pets" does not begin with "/" and is left out.',
      '/paths/~1a~1{c}: This path matches the same requests as "/a/{b}".',
      '/paths/~1{: The braces of the path "/{" do not match.',
      '/paths/~1a~1{c}/get: The path names "c", but the operation declares no such path parameter.',
    ]);
  });
});
