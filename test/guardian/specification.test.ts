import { describe, expect, it } from 'vitest';
import { read } from '../../src/guardian/read.ts';
import { infoText, quoted, resolver, specificationOf } from '../../src/guardian/specification.ts';
import { mappingOf, nodeOf, plainOf } from '../support/nodes.ts';

// Assumption: specification-formats
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
  it('returns texts, and numbers as written', () => {
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

const root = mappingOf({
  a: { 'x/y': 1, 'm~n': 2, 'with space': 3 },
  list: ['zero', 'one'],
  first: { $ref: '#/second' },
  second: { $ref: '#/a' },
  loop: { $ref: '#/pool' },
  pool: { $ref: '#/loop' },
  away: { $ref: 'other.yaml#/a' },
});

describe('step', () => {
  const { step } = resolver(root);

  it.each([
    ['#/a/x~1y', 1],
    ['#/a/m~0n', 2],
    ['#/a/with%20space', 3],
    ['#/list/1', 'one'],
  ])('%s leads to %j', (ref, value) => {
    const resolution = step(ref);
    expect(resolution.kind === 'found' && plainOf(resolution.node)).toBe(value);
  });

  it('can refer to the whole document', () => {
    expect(step('#')).toEqual({ kind: 'found', node: root });
  });

  it.each([
    ['#/b', 'dangling'],
    ['#/a/x/y', 'dangling'],
    ['#/list/2', 'dangling'],
    ['#/list/01', 'dangling'],
    ['#/list/length', 'dangling'],
    ['#/a/constructor', 'dangling'],
    ['#thing', 'anchor'],
    ['#/%zz', 'anchor'],
    ['other.yaml', 'external'],
    ['https://a.example/#/a', 'external'],
    ['', 'external'],
  ])('%j is %s', (ref, kind) => {
    expect(step(ref).kind).toBe(kind);
  });
});

describe('follow', () => {
  const { follow } = resolver(root);

  it('returns the end of a chain', () => {
    expect(follow(root.entries.get('first'))).toBe(root.entries.get('a'));
  });

  it('returns anything but a reference unchanged', () => {
    expect(follow(root.entries.get('list'))).toBe(root.entries.get('list'));
    expect(follow(undefined)).toBeUndefined();
  });

  it('ends at circular and external references', () => {
    expect(follow(root.entries.get('loop'))).toBeUndefined();
    expect(follow(root.entries.get('away'))).toBeUndefined();
  });

  it('follows a hundred references at most', () => {
    const links = Array.from({ length: 202 }, (_, i) => [`l${i}`, { $ref: `#/l${i + 1}` }]);
    const chain = mappingOf({ ...Object.fromEntries(links), l202: 'the end' });
    expect(resolver(chain).follow(chain.entries.get('l102'))).toMatchObject({ value: 'the end' });
    expect(resolver(chain).follow(chain.entries.get('l0'))).toBeUndefined();
  });
});

it('names are quoted', () => {
  expect(quoted('name')).toBe('"name"');
});

it('long names are shortened to 80 characters', () => {
  expect(quoted('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(quoted('x'.repeat(81))).toBe(`"${'x'.repeat(80)}…"`);
});
