import { expect, it } from 'vitest';
import { checkReferences, checkStructure } from '../../src/guardian/check-document.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { collected, specificationWith } from '../support/nodes.ts';

import { sampleText } from '../support/openapi-documents.ts';

const foundIn = (parts: Readonly<Record<string, unknown>>, openapi?: string) => {
  const { report, found } = collected();
  checkStructure(specificationWith(parts, openapi), report);
  return found;
};

it('finds nothing wrong with a small document', () => {
  expect(foundIn({ paths: {} })).toEqual([]);
});

it.each([
  [{ paths: {}, info: undefined }, ': "info" with a title and a version is missing.'],
  [{ paths: {}, info: [] }, ': "info" with a title and a version is missing.'],
  [{ paths: {}, info: { version: '1' } }, '/info: "info.title" is missing.'],
  [{ paths: {}, info: { title: 'A', version: null } }, '/info/version: "info.version" is missing.'],
  [
    { paths: {}, info: { title: 'A', version: 1 } },
    '/info/version: "info.version" must be a string: put it in quotes.',
  ],
  [{}, ': The document has no "paths".'],
  [{ paths: [] }, '/paths: Here must stand a paths object, not a list.'],
  [{ paths: { '/a': null } }, '/paths/~1a: Here must stand a path item object, not nothing.'],
  [
    { paths: { '/a': { get: 'x' } } },
    '/paths/~1a/get: Here must stand an operation object, not "x".',
  ],
  [
    { paths: { '/a': { parameters: {} } } },
    '/paths/~1a/parameters: Here must stand a list of parameter objects, not an object.',
  ],
  [
    { paths: {}, components: { schemas: 5 } },
    '/components/schemas: Here must stand an object of schema objects by name, not 5.',
  ],
])('of %j says so', (parts, said) => {
  expect(foundIn(parts)).toEqual([said]);
});

it('lets 3.1 do without paths when there is something else', () => {
  expect(foundIn({ webhooks: {} }, '3.1.0')).toEqual([]);
  expect(foundIn({}, '3.1.0')).toEqual([
    ': The document has no "paths" or "components" or "webhooks".',
  ]);
});

it('names line and column', () => {
  const text = 'openapi: 3.0.0\ninfo: {title: A, version: "1"}\npaths:\n  /a:\n    get: [no]\n';
  expect(preflight(text).problems[0]).toMatchObject({ line: 5, column: 5 });
});

it('reports each reference that cannot be followed, at its place', () => {
  const { problems } = preflight(sampleText('broken-references.yaml'));
  const said = problems.map(({ line, column, severity, pointer }) => [
    `${line}:${column}`,
    severity,
    pointer,
  ]);
  expect(said).toEqual([
    ['7:11', 'error', '/paths/~1x/get/parameters/0/$ref'],
    ['13:24', 'error', '/paths/~1x/get/responses/200/content/application~1json/schema/$ref'],
    ['14:8', 'error', '/paths/~1y/$ref'],
    ['17:12', 'error', '/components/pathItems/loop/$ref'],
    ['18:12', 'error', '/components/pathItems/pool/$ref'],
    ['22:12', 'error', '/components/schemas/Self/$ref'],
    ['21:15', 'warning', '/components/schemas/UsesBad/$ref'],
  ]);
});

it('warns of references out of the document', () => {
  const { problems } = preflight(sampleText('external-references.yaml'));
  expect(problems.map(({ severity }) => severity)).toEqual(Array(4).fill('warning'));
  expect(problems[0]?.sentence).toBe(
    'The reference "parameters.yaml#/page" leads out of the document. It is never fetched, and what it stands for is not looked at.',
  );
});

it('has nothing against schemas that refer to themselves', () => {
  expect(preflight(sampleText('cyclic.yaml')).problems).toEqual([]);
});

it('is not slowed down by long chains', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`S${i}`, { $ref: `#/components/schemas/S${i + 1}` }]),
  );
  const { report, found } = collected();
  checkReferences(specificationWith({ paths: {}, components: { schemas } }), report);
  expect(found.at(-1)).toContain('leads nowhere');
});
