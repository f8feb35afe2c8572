import { describe, expect, it } from 'vitest';
import { blastRadius, type SeenPath } from '../../src/guardian/blast-radius.ts';

const BLOCKING = { isEnabled: true, executionMode: 'Block', unmatchedPathAction: 'Block' };

const named = (names: readonly string[]) =>
  names.map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, path };
  });

function radius(
  before: readonly string[],
  after: readonly string[],
  seen: readonly (readonly [string | null, string, number])[],
  basePaths: readonly string[] = [],
  basePathsBefore: readonly string[] = [],
) {
  return blastRadius({
    before: named(before),
    after: named(after),
    basePaths,
    basePathsBefore,
    seen: seen.map(([method, path, count]): SeenPath => ({ method, path, count })),
    configuration: BLOCKING,
  });
}

describe('blastRadius', () => {
  it('finds requests that were sent with another base path than the file has', () => {
    const seen = [['GET', '/api/v2/prices?category=mugs', 933]] as const;
    expect(radius(['GET /prices'], ['GET /employees'], seen, ['/v1'], ['/api/v2'])).toMatchObject({
      requests: 933,
      lost: [{ method: 'GET', path: '/prices' }],
    });
    expect(radius(['GET /prices'], ['GET /prices'], seen, ['/api/v2'], ['/v1']).requests).toBe(0);
  });

  it('names removed endpoints with the requested paths, most requested first', () => {
    const before = ['GET /pets', 'GET /pets/{id}', 'DELETE /pets/{id}', 'GET /toys'];
    const found = radius(
      before,
      ['GET /pets'],
      [
        ['GET', '/pets/7', 2],
        ['GET', '/pets/8?full=1', 5],
        ['GET', '/pets/7', 1],
        ['GET', '/pets', 100],
        ['DELETE', '/pets/7', 9],
        ['GET', '/never/declared', 50],
      ],
    );
    expect(found).toEqual({
      outcome: 'blocked',
      requests: 17,
      lost: [
        {
          method: 'DELETE',
          path: '/pets/{id}',
          requests: 9,
          pathRemains: false,
          paths: [{ path: '/pets/7', count: 9 }],
        },
        {
          method: 'GET',
          path: '/pets/{id}',
          requests: 8,
          pathRemains: false,
          paths: [
            { path: '/pets/8?full=1', count: 5 },
            { path: '/pets/7', count: 3 },
          ],
        },
      ],
    });
  });

  it('omits paths that another endpoint matches', () => {
    const seen = [['GET', '/pets/7', 3]] as const;
    expect(radius(['GET /pets/{id}'], ['GET /pets/{petId}'], seen).lost).toEqual([]);
    expect(radius(['GET /pets/7'], ['GET /{kind}/{id}'], seen).lost).toEqual([]);
  });

  it('counts a path for the removed endpoint that is most specific', () => {
    const found = radius(['GET /pets/{id}', 'GET /pets/mine'], [], [['GET', '/pets/mine', 1]]);
    expect(found.lost.map(({ path }) => path)).toEqual(['/pets/mine']);
  });

  it('says if the path remains under another method', () => {
    const found = radius(
      ['DELETE /pets/{id}', 'GET /pets/{id}'],
      ['GET /pets/{id}'],
      [
        ['DELETE', '/pets/1', 4],
        ['GET', '/pets/1', 4],
      ],
    );
    expect(found.lost).toMatchObject([{ method: 'DELETE', pathRemains: true, requests: 4 }]);
  });

  it('counts a request without a method as lost if its path is', () => {
    const before = ['GET /pets', 'GET /toys', 'POST /toys'];
    const found = radius(
      before,
      ['POST /toys'],
      [
        [null, '/pets', 2],
        [null, '/toys', 3],
      ],
    );
    expect(found.lost).toMatchObject([{ method: 'GET', path: '/pets', requests: 2 }]);
  });

  it('ignores the case of methods', () => {
    expect(radius(['GET /a'], [], [['get', '/a', 1]]).requests).toBe(1);
  });

  it('tries paths without the servers’ base paths', () => {
    const found = radius(
      ['GET /pets', 'GET /toys'],
      ['GET /toys'],
      [
        ['GET', '/v1/pets', 1],
        ['GET', '/v1/toys', 1],
        ['GET', '/v1pets', 1],
      ],
      ['/v1'],
    );
    expect(found.lost).toMatchObject([{ path: '/pets', requests: 1 }]);
  });
});
