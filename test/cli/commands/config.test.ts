import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { prompt } from '../prompt.ts';

let home: string;
let file: string;
beforeEach(async () => {
  home = temporaryDirectory();
  file = join(home, '.config', 'warren', 'config.yaml');
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});

const configure = (text: string) => writeFile(file, text, { mode: 0o600 });
const config = async (argv: readonly string[], env = {}) => {
  const { stdout, stderr, code } = await prompt(['config', ...argv], {
    env: { HOME: home, ...env },
  });
  return { code, stdout: stdout.replaceAll(home, '~'), stderr: stderr.replaceAll(home, '~') };
};

const CONFIG = `default_profile: prod
profiles:
  prod:
    base_url: https://prod.example/v1
    access_key_command: echo SECRET-4711
    read_only: true
    workspace: shop
    colour: red
workspaces:
  shop: {apps: [{id: a}, {id: b}]}
`;

describe('config show', () => {
  it('shows every setting and its source, and never a key', async () => {
    await configure(CONFIG);
    const { code, stdout, stderr } = await config(['show', '-o', 'table']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['SETTING', 'VALUE', 'FROM'],
      ['profile', 'prod', 'configuration, line 1'],
      ['base_url', 'https://prod.example/v1', 'profile prod, line 4'],
      ['access_key', 'from the access_key_command', 'profile prod, line 5'],
      ['workspace', 'shop, 2 things', 'profile prod, line 7'],
      ['colour', 'red', 'profile prod, line 8'],
      ['read_only', 'yes', 'profile prod, line 6'],
      ['interval', '5 s', 'default'],
      ['theme', 'dark', 'default'],
      ['ascii', 'no', 'default'],
      ['screen_reader', 'no', 'default'],
      ['configuration', '~/.config/warren/config.yaml', 'HOME'],
      [''],
    ]);
  });

  it('shows what flags and the environment change', async () => {
    await configure(CONFIG);
    const { stdout } = await config(['show', '--base-url', 'https://other.example'], {
      WARREN_BASE_URL: 'https://other.example',
      WARREN_ACCESS_KEY: 'SECRET-4711',
    });
    expect(JSON.parse(stdout)).toMatchObject({
      base_url: { value: 'https://other.example', source: '--base-url' },
      access_key: { value: 'set, and not shown', source: 'WARREN_ACCESS_KEY' },
      workspace: { value: null, source: 'default' },
      read_only: { value: true },
    });
    expect(stdout).not.toContain('4711');
  });

  it('shows the demo if nothing is configured', async () => {
    expect(JSON.parse((await config(['show'])).stdout)).toMatchObject({
      service: {
        value: 'none: the console runs on an embedded platform',
        source: 'default',
      },
    });
  });
});

describe('config path', () => {
  it('is one line in every format', async () => {
    expect(await config(['path'])).toEqual({
      code: 0,
      stdout: '~/.config/warren/config.yaml\n',
      stderr: '',
    });
  });

  it('needs a home directory', async () => {
    expect(await config(['path'], { HOME: '' })).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('config check', () => {
  it('says that there is no directory for one without HOME', async () => {
    const { code, stderr } = await prompt(['config', 'check'], { env: { HOME: undefined } });
    expect(code).toBe(2);
    expect(stderr).toBe('warren: There is no directory for a configuration: HOME is not set.\n');
  });

  it('accepts a valid file', async () => {
    await configure(CONFIG);
    expect(await config(['check'])).toMatchObject({
      code: 0,
      stderr: '~/.config/warren/config.yaml is valid.\n',
    });
  });

  it('shows every error, with its line and a suggestion', async () => {
    await configure('profiles:\n  a: {base_ulr: x}\n  b: {base_url: http://b.example}\n');
    const { code, stdout } = await config(['check', '-o', 'csv']);
    expect(code).toBe(2);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'line,column,key,sentence,nearest,file',
      '2,7,profiles.a.base_ulr,"There is no such key here; there are base_url, access_key_file, access_key_command, read_only, workspace, colour, interval.",base_url,',
    ]);
  });

  it('reports base URLs that are not safe for a key', async () => {
    await configure('profiles:\n  b: {base_url: http://b.example}\n');
    const { stdout } = await config(['check']);
    expect(JSON.parse(stdout).faults).toMatchObject([
      { line: 2, column: 17, key: 'profiles.b.base_url' },
    ]);
  });

  it.each([
    ['', 'audit: archive needs exactly one archive below archives.', { line: 1, column: 8 }],
    [
      'archives: {a: {url: clickhouse://ann@db.example.net/team}}\n',
      'audit: archive needs a password_file or a password_command for that archive.',
      { line: 1, column: 8 },
    ],
    [
      'archives: {a: {url: "clickhouse://ann:4711@db/team", password_file: /p}}\n',
      'archives.a.url: The URL of an archive must not hold a password: see warren help team for where it belongs.',
      { line: 2, column: 21 },
    ],
  ])(
    'finds that audit: archive cannot be with %j, as every command on a service says',
    async (archives, reason, place) => {
      await configure(`audit: archive\n${archives}`);
      const { code, stdout } = await config(['check']);
      expect(code).toBe(2);
      const { key, sentence, ...at } = JSON.parse(stdout).faults[0];
      expect(`${key}: ${sentence}`).toBe(reason);
      expect(at).toMatchObject(place);
      const env = { HOME: home, WARREN_BASE_URL: 'http://127.0.0.1:9', WARREN_ACCESS_KEY: 'k' };
      expect((await prompt(['search', 'x'], { env })).stderr).toContain(`warren: ${reason}\n`);
    },
  );

  it('reports invalid watches, also in included files, since they would never fire', async () => {
    await writeFile(
      join(home, '.config', 'warren', 'team.yaml'),
      'workspaces:\n  team: {watches: {far: "app latency > fast"}}\n',
      { mode: 0o600 },
    );
    await configure(`include: [team.yaml]
workspaces:
  shop:
    watches:
      good: "app latency > 300 for 2m"
      burst: off
      x: "app blah = 3"
      y: nonsense
`);
    const { code, stdout } = await config(['check']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).faults).toEqual([
      {
        line: 7,
        column: 10,
        key: 'workspaces.shop.watches.x',
        nearest: null,
        file: null,
        sentence: expect.stringMatching(/^app has no blah/),
      },
      {
        line: 8,
        column: 10,
        key: 'workspaces.shop.watches.y',
        nearest: null,
        file: null,
        sentence: expect.stringMatching(/^An expression begins with one of app, /),
      },
      {
        line: 2,
        column: 25,
        key: 'workspaces.team.watches.far',
        file: 'team.yaml',
        nearest: null,
        sentence: expect.any(String),
      },
    ]);
    // The console starts all the same, and so does every command.
    expect((await config(['show'])).code).toBe(0);
  });

  it('names the included file that has the faults', async () => {
    await writeFile(
      join(home, '.config', 'warren', 'team.yaml'),
      'workspaces:\n  team: {watches: {far: "app latency > fast"}}\n',
      { mode: 0o600 },
    );
    await configure('include: [team.yaml]\n');
    expect((await config(['check'])).stderr).toBe('team.yaml has 1 fault.\n');
  });

  it('warns of names that stand for several items', async () => {
    await configure(
      'workspaces: {w: {apps: [{id: a1, name: dup}, {id: a2, name: dup}, {id: a3, name: a1}]}}\n',
    );
    const { code, stderr } = await config(['check']);
    expect(code).toBe(0);
    expect(stderr).toContain('Workspace w has an ambiguous name: dup is the applications a1, a2.');
    expect(stderr).toContain('Workspace w has an ambiguous name: a1 is the applications a1, a3.');
  });

  it('mentions that the names of bound commands are not checked', async () => {
    await configure('keys: {list.dwon: [n]}\n');
    expect(await config(['check'])).toMatchObject({
      code: 0,
      stderr:
        '~/.config/warren/config.yaml is valid.\nIts keys are checked at the start of the console; :keys lists what is wrong with them.\n',
    });
  });

  it('needs a file', async () => {
    expect(await config(['check'])).toMatchObject({ code: 2, stdout: '' });
  });
});

it('config path says what is wrong with HOME', async () => {
  const { code, stderr } = await prompt(['config', 'path'], { env: { HOME: 'relative' } });
  expect(code).toBe(2);
  expect(stderr).toContain('HOME is not an absolute path.');
});

it('config schema is JSON', async () => {
  expect(JSON.parse((await config(['schema'])).stdout)).toMatchObject({ title: 'warren' });
});

describe('a configuration', () => {
  it('that others can write is not trusted', async () => {
    await configure(CONFIG);
    await chmod(file, 0o666);
    expect(await config(['show'])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'warren: Other users may write ~/.config/warren/config.yaml.\nRun: chmod go-w ~/.config/warren/config.yaml\n',
    });
  });

  it('with errors stops every command that needs it, but not --demo', async () => {
    await configure('default_profile: x\n');
    const { code, stderr } = await prompt(['search', 'x'], { env: { HOME: home } });
    expect(code).toBe(2);
    expect(stderr).toContain('config.yaml:1:18: default_profile: No such profile');
    const demo = await prompt(['search', 'x', '--demo'], { env: { HOME: home } });
    expect(demo.code).toBe(0);
  });
});
