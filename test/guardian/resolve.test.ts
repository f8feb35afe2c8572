import { describe, expect, it } from 'vitest';
import { resolver } from '../../src/guardian/resolve.ts';
import { mappingOf, plainOf } from '../support/nodes.ts';

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

  it('leads to the whole document', () => {
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

  it('gives what is at the end of a chain', () => {
    expect(follow(root.entries.get('first'))).toBe(root.entries.get('a'));
  });

  it('gives what is no reference as it is', () => {
    expect(follow(root.entries.get('list'))).toBe(root.entries.get('list'));
    expect(follow(undefined)).toBeUndefined();
  });

  it('comes back from circles and from references that leave the document', () => {
    expect(follow(root.entries.get('loop'))).toBeUndefined();
    expect(follow(root.entries.get('away'))).toBeUndefined();
  });

  it('follows a hundred references, and not a hundred more', () => {
    const links = Array.from({ length: 202 }, (_, i) => [`l${i}`, { $ref: `#/l${i + 1}` }]);
    const chain = mappingOf({ ...Object.fromEntries(links), l202: 'the end' });
    expect(resolver(chain).follow(chain.entries.get('l102'))).toMatchObject({ value: 'the end' });
    expect(resolver(chain).follow(chain.entries.get('l0'))).toBeUndefined();
  });
});
