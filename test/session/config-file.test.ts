import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  configPath,
  configuredKeys,
  configuredWorkspace,
  faultLine,
  flaggedWorkspace,
  readConfigFile,
  shownPath,
} from '../../src/session/config-file.ts';
import { UserError } from '../../src/session/errors.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { configOf } from '../config/config-of.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

describe('the configuration', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x', HOME: '/h' }, '/x/warren/config.yaml'],
    [{ XDG_CONFIG_HOME: 'relative', HOME: '/h' }, '/h/.config/warren/config.yaml'],
    [{ HOME: '/h' }, '/h/.config/warren/config.yaml'],
    [{ HOME: 'relative' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (env, path) => {
    expect(configPath(env)).toBe(path);
  });

  it('has errors that are described in one line', () => {
    const place = { line: 3, column: 5 };
    expect(
      faultLine('/c.yaml', { ...place, key: 'a.b\u001b[2J', sentence: 'No.', nearest: 'c' }),
    ).toBe('/c.yaml:3:5: a.b␛[2J: No. Did you mean c?');
    expect(faultLine('/c.yaml', { ...place, key: '', sentence: 'No.' })).toBe('/c.yaml:3:5: No.');
  });
});

it.each([
  ['/home/o/.config/x', { HOME: '/home/o' }, '~/.config/x'],
  ['/home/other/x', { HOME: '/home/o' }, '/home/other/x'],
  ['/x', { HOME: '/' }, '/x'],
  ['/x\u001b', {}, '/x␛'],
])('%j with %j is %s', (path, env, shown) => {
  expect(shownPath(path, env)).toBe(shown);
});

let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, 'team'));
});

const put = (path: string, text: string) => writeFile(join(home, path), text, { mode: 0o600 });

const CONFIG = `default_profile: prod
profiles: {prod: {base_url: https://prod.example, workspace: shop}}
include: [team/shop.yaml]
workspaces:
  own: {apps: [{id: o1}]}
`;
const SHOP = `workspaces:
  shop: {apps: [{id: a1, name: checkout}], shield_zones: [{id: 120431}]}
`;

/** The configuration's workspaces by name, or what is wrong with it. */
async function read() {
  const path = join(home, 'config.yaml');
  const file = await readConfigFile(path, process.getuid?.());
  switch (file.kind) {
    case 'read':
      return [...(file.config.workspaces?.keys() ?? [])].map((name) =>
        configuredWorkspace(file.config, name),
      );
    case 'faulty':
      return file.faults.map((fault) => faultLine('config.yaml', fault));
    case 'refused':
      return file.lines.map((line) => line.replaceAll(home, ''));
    case 'absent':
      return [];
  }
}

describe('an included file', () => {
  it('adds its workspaces, which profiles may name', async () => {
    await put('config.yaml', CONFIG);
    await put('team/shop.yaml', SHOP);
    expect(await read()).toMatchObject([
      { name: 'own', apps: [{ id: 'o1' }] },
      { name: 'shop', apps: [{ id: 'a1', name: 'checkout' }], shieldZones: [{ id: '120431' }] },
    ]);
  });

  it('may be a link to a shared file', async () => {
    await put('config.yaml', CONFIG);
    await put('elsewhere.yaml', SHOP);
    await symlink(join(home, 'elsewhere.yaml'), join(home, 'team/shop.yaml'));
    expect(await read()).toHaveLength(2);
  });

  it('may define workspaces, but no keys and commands', async () => {
    await put('config.yaml', CONFIG);
    await put(
      'team/shop.yaml',
      'profiles: {prod: {base_url: https://evil.example, access_key_command: "evil"}}\ninclude: [x]\n',
    );
    expect(await read()).toEqual([
      'team/shop.yaml:1:1: profiles: An included file has workspaces and nothing else.',
      'team/shop.yaml:2:1: include: An included file has workspaces and nothing else.',
    ]);
  });

  it('has its errors reported with its own name and lines', async () => {
    await put('config.yaml', CONFIG);
    await put('team/shop.yaml', 'workspaces:\n  shop:\n    aps: []\n');
    const [line] = await read();
    expect(line).toMatch(/^team\/shop\.yaml:3:5: workspaces\.shop\.aps: .* Did you mean apps\?$/);
  });

  it('must not repeat an existing workspace', async () => {
    await put('config.yaml', CONFIG);
    await put('team/shop.yaml', 'workspaces:\n  own: {}\n');
    expect(await read()).toEqual([
      'team/shop.yaml:2:3: workspaces.own: There is a workspace of this name already; line 3 of the configuration includes this one.',
    ]);
  });

  it('must exist', async () => {
    await put('config.yaml', CONFIG);
    expect(await read()).toEqual(['config.yaml:3:11: include[0]: There is no such file.']);
  });

  it('has a path that is absolute or relative to the configuration', async () => {
    await put('config.yaml', 'include: [~/shop.yaml]\n');
    expect(await read()).toEqual([
      'config.yaml:1:11: include[0]: A path here is absolute, or starts at the configuration.',
    ]);
    await put('team/shop.yaml', SHOP);
    await put('config.yaml', `include: ["${join(home, 'team/shop.yaml')}"]\n`);
    expect(await read()).toMatchObject([{ name: 'shop' }]);
  });

  it('must not be writable by others', async () => {
    await put('config.yaml', CONFIG);
    await put('team/shop.yaml', SHOP);
    await chmod(join(home, 'team/shop.yaml'), 0o620);
    expect(await read()).toEqual([
      'Other users may write /team/shop.yaml.',
      'Run: chmod go-w /team/shop.yaml',
    ]);
  });
});

const shop = configOf(
  'workspaces: {shop: {apps: [{id: a, name: checkout}, {id: 7}], dns_zones: [{id: 9}]}}',
);

it('converts a configured workspace for the panes', () => {
  expect(configuredWorkspace(shop, 'shop')).toEqual({
    ...EMPTY_WORKSPACE,
    name: 'shop',
    apps: [
      { id: 'a', name: 'checkout' },
      { id: '7', name: '7' },
    ],
    dnsZones: [{ id: '9', name: '9' }],
  });
  expect(configuredWorkspace(shop, 'other')).toEqual(EMPTY_WORKSPACE);
});

it('uses the id for a blank name', () => {
  const blank = configOf(
    'workspaces: {shop: {apps: [{id: a, name: "  "}, {id: 7, name: "\\u00a0"}]}}',
  );
  expect(configuredWorkspace(blank, 'shop').apps).toEqual([
    { id: 'a', name: 'a' },
    { id: '7', name: '7' },
  ]);
});

it('reads the configured keys of commands, added or removed', () => {
  const config = configOf('keys:\n  list.down: [n, Ctrl-N]\n  -quit:\n  -help: ["?"]\n');
  expect(configuredKeys(config)).toEqual([
    { id: 'list.down', kind: 'these', keys: ['n', 'ctrl-n'], line: 2 },
    { id: 'quit', kind: 'without', keys: [], line: 3 },
    { id: 'help', kind: 'without', keys: ['?'], line: 4 },
  ]);
  expect(configuredKeys({ keys: undefined })).toEqual([]);
});

const NONE = { app: [], zone: [], dns: [], script: [], 'rate-limit': [] };
const OTHER = { ...EMPTY_WORKSPACE, name: 'shop', apps: [{ id: 'a', name: 'checkout' }] };

it('without item flags, the workspace stays unchanged', () => {
  expect(flaggedWorkspace(NONE, { workspace: OTHER })).toBe(OTHER);
});

it('item flags replace the workspace', () => {
  expect(flaggedWorkspace({ ...NONE, zone: ['7'] }, { workspace: OTHER })).toEqual({
    ...EMPTY_WORKSPACE,
    shieldZones: [{ id: '7', name: '7' }],
  });
});

it('rejects the access key in place of an id, without repeating it', () => {
  const accessKey = { isIn: (text: string) => text === 'the-access-key' };
  const given = { ...NONE, zone: ['7'], app: ['checkout', 'the-access-key'] };
  const act = () => flaggedWorkspace(given, { workspace: OTHER, accessKey });
  expect(act).toThrow('--app holds the access key: nothing was done with it.');
  expect(act).not.toThrow('the-access-key');
});

it('item flags accept workspace names, and ids keep their name', () => {
  const { apps } = flaggedWorkspace({ ...NONE, app: ['checkout', 'a', 'z'] }, { workspace: OTHER });
  expect(apps).toEqual([
    { id: 'a', name: 'checkout' },
    { id: 'z', name: 'z' },
  ]);
});

it('an ambiguous workspace name is rejected, with the ids', () => {
  const twice = { ...OTHER, apps: [...OTHER.apps, { id: 'b', name: 'checkout' }] };
  expect(() => flaggedWorkspace({ ...NONE, app: ['checkout'] }, { workspace: twice })).toThrow(
    expect.objectContaining({
      lines: ['Several applications are called checkout: a, b. Give the id.'],
    }),
  );
});

it.each([
  ['', '--app must not be empty.'],
  ['a/b', '--app "a/b" cannot contain / \\ ? or #.'],
  ['..', '--app ".." must not be "." or "..".'],
  ['a%2fb', '--app "a%2fb" cannot contain / \\ ? or #.'],
  ['a\nb', /^--app "[^\n]*" cannot contain control characters\.$/],
])('rejects what cannot be an id: %j', (id, sentence) => {
  const given = () => flaggedWorkspace({ ...NONE, app: ['z', id] }, { workspace: OTHER });
  expect(given).toThrow(UserError);
  expect(given).toThrow(sentence);
});

it('a workspace name need not be a valid id', () => {
  const workspace = { ...EMPTY_WORKSPACE, apps: [{ id: 'k3', name: 'shop/eu' }] };
  expect(flaggedWorkspace({ ...NONE, app: ['shop/eu'] }, { workspace }).apps).toEqual(
    workspace.apps,
  );
});
