import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';

const read = (text: string) => {
  const result = readConfig(text);
  return result.kind === 'read'
    ? [...(result.config.keys ?? [])].map(([id, { value, line }]) => [
        id,
        line,
        value.map((key) => key.value),
      ])
    : result.faults.map(
        ({ line, column, key, sentence }) => `${line}:${column} ${key} ${sentence}`,
      );
};

describe('the keys of a configuration', () => {
  it('are lists by command; a dash takes them away', () => {
    expect(
      read(`keys:
  list.down: [j, Down, ctrl-n]
  show.apps:
    - 8
    - "@"
  -copy.first:
  -list.up: [k]
`),
    ).toEqual([
      ['list.down', 2, ['j', 'down', 'ctrl-n']],
      ['show.apps', 3, ['8', '@']],
      ['-copy.first', 6, []],
      ['-list.up', 7, ['k']],
    ]);
  });

  it.each([
    ['keys: {a: j}', '1:11 keys.a This must be a list.'],
    ['keys: {a: [jj]}', '1:12 keys.a[0] This must be a key that terminals send'],
    ['keys: {a: [~]}', '1:12 keys.a[0] This must be a key that terminals send'],
    ['keys: {a: [10]}', '1:12 keys.a[0] This must be a key that terminals send'],
    ['keys: [j]', '1:7 keys This must be a mapping'],
  ])('%s is told with its place', (text, told) => {
    expect(read(text)[0]).toContain(told);
  });
});
