import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadConfig, readConfig } from '../../src/config/read-config.ts';
import { configOf } from './config-of.ts';

const WHOLE = `# ours
default_profile: prod
interval: 10s
profiles:
  prod:
    base_url: https://api.example.net
    access_key_command: pass show edge/prod
    read_only: true
    workspace: shop
workspaces:
  shop:
    apps: [{id: k3Jd82hQpLm0xYz, name: checkout}]
    shield_zones: [{id: 9007199254740993, name: shop.example}]
    dns_zones:
      - id: "803311"
`;

/** The faults as people read them. */
function faultsOf(read: ReadConfig): readonly string[] {
  if (read.kind === 'read') return [];
  return read.faults.map(({ line, column, key, sentence, nearest }) =>
    [`${line}:${column}`, key, sentence, ...(nearest ? [`(${nearest}?)`] : [])].join(' '),
  );
}

describe('a configuration', () => {
  it('is parsed with the position of every value', () => {
    const config = configOf(WHOLE);
    expect(config.default_profile).toEqual({ value: 'prod', line: 2, column: 18 });
    expect(config.interval).toEqual({ value: 10_000, line: 3, column: 11 });
    expect(config.profiles?.get('prod')).toEqual({
      base_url: { value: 'https://api.example.net', line: 6, column: 15 },
      access_key_file: undefined,
      access_key_command: { value: 'pass show edge/prod', line: 7, column: 25 },
      read_only: { value: true, line: 8, column: 16 },
      workspace: { value: 'shop', line: 9, column: 16 },
      interval: undefined,
      line: 5,
      column: 3,
    });
  });

  it('keeps all digits of an identifier', () => {
    const shop = configOf(WHOLE).workspaces?.get('shop');
    expect(shop?.shield_zones?.[0]?.id?.value).toBe('9007199254740993');
    expect(shop?.dns_zones?.[0]?.id?.value).toBe('803311');
  });

  it.each(['', '\n', '# nothing but a remark\n', '{}', 'profiles:\n'])(
    'may be empty: %j',
    (text) => {
      expect(readConfig(text).kind).toBe('read');
    },
  );

  it('may be JSON', () => {
    const text = '{"profiles": {"a": {"base_url": "https://x.example"}}}';
    expect(configOf(text).profiles?.get('a')?.base_url?.value).toBe('https://x.example');
  });
});

describe('an error', () => {
  const KEY =
    'The access key itself is never read from the configuration. Name an access_key_file (mode 0600) or an access_key_command, or set WARREN_ACCESS_KEY.';

  it.each([
    [
      'profiles: {prod: {base_ulr: https://x.example}}',
      [
        '1:19 profiles.prod.base_ulr There is no such key here; there are base_url, access_key_file, access_key_command, read_only, workspace, colour, interval. (base_url?)',
        '1:12 profiles.prod It has no base_url.',
      ],
    ],
    [
      'default_profile: prd\nprofiles:\n  prod: {base_url: https://x.example}',
      ['1:18 default_profile No such profile. Profiles: prod. (prod?)'],
    ],
    [
      'profiles:\n  a: {base_url: https://x.example, workspace: shop}',
      ['2:47 profiles.a.workspace No such workspace; none is configured.'],
    ],
    [
      'profiles:\n  a: {base_url: https://x.example, read_only: "yes"}',
      ['2:47 profiles.a.read_only This must be true or false.'],
    ],
    [
      'interval: 10ms',
      ['1:11 interval This must be a duration such as 500ms, 5s, 15m, 2h or 1d, and at least 1s.'],
    ],
    ['workspaces:\n  shop:\n    apps: {id: x}', ['3:11 workspaces.shop.apps This must be a list.']],
    [
      'workspaces:\n  shop:\n    apps: [{id: [1]}, 7]',
      [
        '3:17 workspaces.shop.apps[0].id This must be an identifier: a text or a whole number.',
        '3:23 workspaces.shop.apps[1] This must be a mapping of keys to values.',
      ],
    ],
    [
      'workspaces: {a: {apps: [{id: 1.5}]}}',
      ['1:30 workspaces.a.apps[0].id This must be an identifier: a text or a whole number.'],
    ],
    [
      'on_watch: ["a\\0b"]\nprofiles: {a: {base_url: "https://x.example", access_key_command: "a\\0"}}',
      [
        '1:12 on_watch[0] This must be a text without NUL characters.',
        '2:67 profiles.a.access_key_command This must be a text without NUL characters.',
      ],
    ],
    ['interval: 5s\ninterval: 6s', ['2:1 interval This key is duplicated.']],
    ['- a', ['1:1  This must be a mapping of keys to values.']],
    ['? [a]\n: 1', ['1:3  A key must be a string.']],
    ['a: &x 1\nb: *x', ['2:4  Aliases (*name) are not read.']],
    ['a: "\\q"', ['1:5  There is no such escape in a double-quoted text.']],
    ['a: 1\n---\nb: 2', ['2:1  The file holds more than one YAML document.']],
    [
      'a: [1, 2',
      [
        '1:9  The indentation differs from that of its neighbours, or a bracket before it is not closed.',
      ],
    ],
    ['access_key: abc', [`1:1 access_key ${KEY}`]],
    [
      'profiles: {a: {base_url: https://x.example, access_key: abc}}',
      [`1:45 profiles.a.access_key ${KEY}`],
    ],
    [
      'profiles:\n  a:\n    base_url: https://x.example\n    access_key_file: k\n    access_key_command: c',
      [
        '5:25 profiles.a It has both an access_key_file and an access_key_command; keep one of them.',
      ],
    ],
  ])('in %j has its line and key', (text, faults) => {
    expect(faultsOf(readConfig(text))).toEqual(faults);
  });

  it('never contains a value of the file', () => {
    const secret = 'SECRET-4711';
    for (const text of [
      `access_key: ${secret}`,
      `profiles: ${secret}`,
      `profiles: {a: ${secret}}`,
      `profiles: {a: {base_url: [${secret}]}}`,
      `interval: ${secret}`,
      `default_profile: ${secret}`,
      `"${secret}`,
      `a: '${secret}' ${secret}`,
      `%${secret}\n---\n`,
      `a: !${secret} x`,
      `a: *${secret}`,
      `a: "\\q${secret}"`,
    ]) {
      expect(JSON.stringify(readConfig(text)), text).not.toContain(secret);
    }
  });

  it('for a file that is too large suggests separate workspace files', () => {
    expect(faultsOf(readConfig(`# ${'a'.repeat(256 * 1024)}`))).toEqual([
      expect.stringContaining('put workspaces into files of their own'),
    ]);
  });

  it('list ends after twenty', () => {
    const text = Array.from({ length: 100 }, (_, n) => `k${n}: 1`).join('\n');
    expect(faultsOf(readConfig(text))).toHaveLength(20);
  });

  it('is the worst that hostile text can cause', () => {
    for (const text of ['['.repeat(100_000), '{a: '.repeat(50_000), `a: ${'x'.repeat(300_000)}`]) {
      expect(readConfig(text).kind).toBe('faulty');
    }
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab: \n-[]{}"\'#&*!|>%@`,?~1\t') }),
        (text) => {
          expect(['read', 'faulty']).toContain(readConfig(text).kind);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

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

describe('configured keys', () => {
  it('are lists by command; a dash removes them', () => {
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
  ])('%s is reported with its position', (text, told) => {
    expect(read(text)[0]).toContain(told);
  });
});
