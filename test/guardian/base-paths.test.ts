import { expect, it } from 'vitest';
import { basePaths } from '../../src/guardian/base-paths.ts';
import { mappingOf } from '../support/nodes.ts';

it.each([
  [['https://api.example/v1'], ['/v1']],
  [['https://api.example/v1/'], ['/v1']],
  [['https://api.example'], []],
  [['https://api.example/'], []],
  [['//api.example/a/b?x=1'], ['/a/b']],
  [['/v2'], ['/v2']],
  [['https://{host}.example/v1'], ['/v1']],
  [['https://api.example/{version}'], []],
  [['{scheme}://api.example/v1'], []],
  [
    ['/v1', 'https://api.example/v1', '/v2'],
    ['/v1', '/v2'],
  ],
  [['v1'], []],
  [[''], []],
])('of servers at %j are %j', (urls, paths) => {
  expect(basePaths(mappingOf({ servers: urls.map((url) => ({ url })) }))).toEqual(paths);
});

it.each([[{}], [{ servers: {} }], [{ servers: [1, { url: 2 }, null] }]])(
  'of %j are none',
  (root) => {
    expect(basePaths(mappingOf(root))).toEqual([]);
  },
);
