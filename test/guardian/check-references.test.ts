import { expect, it } from 'vitest';
import { checkReferences } from '../../src/guardian/check-references.ts';
import { preflight } from '../../src/guardian/preflight.ts';
import { collected, specificationWith } from '../support/nodes.ts';
import { sampleText } from '../support/openapi-documents.ts';

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
