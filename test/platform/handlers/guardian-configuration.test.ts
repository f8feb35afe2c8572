import { expect, test } from 'vitest';
import type { Derivation } from '../../../src/guardian/derive.ts';
import { afterUpload } from '../../../src/platform/handlers/guardian-configuration.ts';

const derivation = (...paths: readonly string[]): Derivation => ({
  title: 'Shop',
  version: '1',
  endpoints: paths.map((requestPath) => ({
    requestMethod: 'GET',
    requestPath,
    authSchemes: null,
    requestBodySchemaYaml: null,
    responseBodySchemasYaml: null,
    availableParameters: { Path: [], Query: [], Header: [], Cookie: [] },
  })),
  needs: {
    maxEndpoints: paths.length,
    maxFieldsPerType: 0,
    maxNestingDepth: 0,
    maxTotalSchemaNodes: 0,
    maxTotalRegexLength: 0,
  },
});
const zone = { zoneId: 5, ids: 'kept' } as const;
const upload = (enforceAuthorization: boolean | undefined, ...paths: readonly string[]) => ({
  derivation: derivation(...paths),
  enforceAuthorization,
  now: 1_000,
});

test('an id is never given twice, not even after its endpoint went away', () => {
  const one = afterUpload(undefined, upload(undefined, '/a', '/b'), zone);
  const two = afterUpload(one, upload(undefined, '/a'), zone);
  const three = afterUpload(two, upload(undefined, '/a', '/b'), zone);
  const idsOf = ({ endpoints }: typeof one) => endpoints.map(({ id }) => id);
  expect(idsOf(three)[0]).toBe(idsOf(one)[0]);
  expect(idsOf(one)).not.toContain(idsOf(three)[1]);
});

test.each([
  { before: false, asked: undefined, after: [false, true] },
  { before: true, asked: undefined, after: [true, true] },
  { before: false, asked: true, after: [true, true] },
  { before: true, asked: false, after: [false, false] },
])(
  'enforced $before before and asked to be $asked, an old and a new endpoint are $after',
  ({ before, asked, after }) => {
    const one = afterUpload(undefined, upload(before, '/a'), zone);
    const two = afterUpload(one, upload(asked, '/a', '/b'), zone);
    expect(two.endpoints.map(({ validateAuthorization }) => validateAuthorization)).toEqual(after);
  },
);

test('a configuration knows when it was made and when it was changed', () => {
  const one = afterUpload(undefined, upload(true, '/a'), zone);
  expect(one).toMatchObject({ createdAt: 1_000, updatedAt: null });
  const two = afterUpload(one, { ...upload(true, '/a'), now: 2_000 }, zone);
  expect(two).toMatchObject({ createdAt: 1_000, updatedAt: 2_000 });
});
