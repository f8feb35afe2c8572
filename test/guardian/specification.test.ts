import { describe, expect, it } from 'vitest';
import { read } from '../../src/guardian/read.ts';
import { infoText, specificationOf } from '../../src/guardian/specification.ts';
import { mappingOf, nodeOf } from '../support/nodes.ts';

describe('specificationOf', () => {
  it.each([
    ['3.0.0', '3.0'],
    ['3.0.4', '3.0'],
    ['3.1.0', '3.1'],
    ['3.1.2-rc1', '3.1'],
  ])('takes %s as %s', (openapi, dialect) => {
    expect(specificationOf(nodeOf({ openapi }))).toMatchObject({ dialect, version: openapi });
  });

  it.each([
    [
      { swagger: '2.0' },
      'This is a Swagger 2.0 document, which is not supported. Convert it to OpenAPI 3.0 or 3.1.',
    ],
    [{ openapi: '3.2.0' }, 'OpenAPI "3.2.0" is not supported: only 3.0.x and 3.1.x are.'],
    [{ openapi: '4.0.0' }, 'OpenAPI "4.0.0" is not supported: only 3.0.x and 3.1.x are.'],
    [{ openapi: '3.1' }, 'OpenAPI "3.1" is not supported: only 3.0.x and 3.1.x are.'],
    [{ openapi: 3 }, 'OpenAPI "3" is not supported: only 3.0.x and 3.1.x are.'],
    [{ openapi: {} }, '"openapi" must be a version such as "3.1.0".'],
    [{}, 'This is not an OpenAPI document: it has no "openapi" with a version.'],
    [[], 'This is not an OpenAPI document: its root is not an object.'],
    ['text', 'This is not an OpenAPI document: its root is not an object.'],
  ])('says of %j what it is', (value, sentence) => {
    expect(specificationOf(nodeOf(value))).toMatchObject({ severity: 'error', sentence });
  });
});

describe('infoText', () => {
  it('gives texts, and numbers as they are written', () => {
    const reading = read('info:\n  title: A\n  version: 1.10');
    if (reading.kind !== 'read' || reading.root.kind !== 'mapping') throw new Error('not read');
    expect(infoText(reading.root, 'title')).toBe('A');
    expect(infoText(reading.root, 'version')).toBe('1.10');
  });

  it.each([[{}], [{ info: [] }], [{ info: { title: null } }], [{ info: { title: {} } }]])(
    'is null in %j',
    (value) => {
      expect(infoText(mappingOf(value), 'title')).toBeNull();
    },
  );
});
