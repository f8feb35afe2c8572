import { chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { servedPrompt } from '../../served.ts';

const served = servedPrompt();
let home: string;
let file: string;
beforeEach(() => {
  home = temporaryDirectory();
  file = join(home, '.config', 'warren', 'config.yaml');
});

const init = (...answers: readonly string[]) =>
  served.run(['init'], { env: { HOME: home }, stdin: answers.map((each) => `${each}\n`).join('') });
const app = () => served.platform.world.applications[0]?.id ?? '';
const written = () => readFile(file, 'utf8').catch(() => null);

describe('init', () => {
  it('asks, tries one read, and writes a working configuration', async () => {
    const { code, stdout, stderr } = await init(
      'prod',
      served.platform.baseUrl,
      'environment',
      app(),
      '',
      '',
      '',
      '',
      '',
      'yes',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${file}\n` });
    expect(stderr).toContain(`${new URL(served.platform.baseUrl).host} answers.`);
    expect(served.platform.served.requests).toHaveLength(1);
    const text = await written();
    expect(text).toContain(`default_profile: prod
profiles:
  prod:
    base_url: ${served.platform.baseUrl}
    read_only: true
    workspace: prod
workspaces:
  prod:
    apps:
      - id: ${app()}
`);
    expect(text).not.toContain(served.platform.accessKey);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const read = await served.run(['app', 'overview', app()], {
      env: { HOME: home, WARREN_BASE_URL: '' },
    });
    expect(read.code).toBe(0);
  });

  it('takes no address of another kind for an identifier, and none for a name', async () => {
    const { stderr } = await init(
      'prod',
      served.platform.baseUrl,
      'environment',
      'https://dash.example.net/shield/120752/overview',
      'app1=https://x',
      app(),
      'https://dash.example.net/apps/1234',
      '',
      'https://dash.example.net/shield/120752/overview',
    );
    expect(stderr).toContain('That address names another kind of item: shield zone.');
    expect(stderr.match(/An address is not a name\./g)).toHaveLength(2);
    expect(stderr).toContain('Names for 120752: ');
  });

  it('says so after five answers that could not be used', async () => {
    expect(await init('a b', 'a b', 'a b', 'a b', 'a b')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'warren: Five answers could not be used; nothing was written. Start again with warren init.',
      ),
    });
  });

  it('needs answers on standard input', async () => {
    expect(await init()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('init needs a terminal or answers on standard input.'),
    });
  });

  it('uses a key from an existing file', async () => {
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    const key = join(home, '.config', 'warren', 'prod.key');
    await writeFile(key, served.platform.accessKey, { mode: 0o600 });
    const { code } = await init(
      'prod',
      served.platform.baseUrl,
      'file',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    );
    expect(code).toBe(0);
    expect(await written()).toContain('access_key_file: prod.key');
  });

  it('repeats questions with invalid answers, and explains why', async () => {
    const { code, stderr } = await init(
      'a b',
      'prod',
      'http://elsewhere.example',
      served.platform.baseUrl,
      'somewhere',
      'env',
      '../x',
      '',
      '',
      '',
      '',
      '',
      'perhaps',
      'no',
    );
    expect(code).toBe(0);
    expect(stderr).toContain('Letters, digits, dots, dashes and underscores, at most 40.');
    expect(stderr).toContain('only a loopback address may use http://.');
    expect(stderr).toContain('environment, file or command.');
    expect(stderr).toContain('IDs are letters, digits, dashes and underscores.');
  });

  it('gives only advice that can be followed before the configuration is written', async () => {
    served.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
    const answers = ['prod', served.platform.baseUrl, 'env', '', '', '', '', '', ''];
    const { stderr } = await init(...answers, '');
    expect(stderr).toContain('Answer key to give another one.\n');
    expect(stderr).not.toContain('warren config show');
  });

  it('writes nothing if the read fails, except on request', async () => {
    served.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
    const answers = ['prod', served.platform.baseUrl, 'env', '', '', '', '', '', ''];
    expect(await init(...answers, '')).toMatchObject({ code: 2, stdout: '' });
    expect(await written()).toBeNull();
    expect(await init(...answers, 'write')).toMatchObject({ code: 0 });
    expect(await written()).toContain('default_profile: prod');
  });

  it('use 16: after an error asks for another key, keeps all other answers, and has written nothing yet', async () => {
    const key = join(home, '.config', 'warren', 'prod.key');
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    await writeFile(key, 'another-key-than-the-right-one', { mode: 0o600 });
    const answers = ['prod', served.platform.baseUrl, 'file', '', app(), '', '', '', '', '', 'yes'];
    const { code, stderr } = await init(...answers, 'key', 'environment');
    expect(code).toBe(0);
    expect(stderr).toContain('What now: retry, another key, url or ids, write (unchecked), quit');
    const text = await written();
    expect(text).toContain(`- id: ${app()}`);
    expect(text).toContain('read_only: true');
    expect(text).not.toContain('prod.key');
  });

  it('after an ID that the service does not know asks for others, and proposes the base URL given before', async () => {
    const { baseUrl } = served.platform;
    const answers = ['prod', baseUrl, 'env', 'zzz=mine', '', '', '', '', ''];
    const { code, stderr } = await init(
      ...answers,
      'url',
      '',
      'ids',
      `${app()}=mine`,
      '',
      '',
      '',
      '',
    );
    expect(code).toBe(0);
    expect(stderr).toContain('Answer ids to give others, or url if it is not that of the service.');
    expect(stderr).toContain(`Base URL of the service [${baseUrl}]: `);
    expect(await written()).toContain(`- id: ${app()}`);
    expect(await written()).not.toContain('zzz');
  });

  it('use 16: a key file that others can read is rejected, and the questions continue', async () => {
    const key = join(home, '.config', 'warren', 'prod.key');
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    await writeFile(key, served.platform.accessKey, { mode: 0o644 });
    const { code, stderr } = await init(
      ...['prod', served.platform.baseUrl, 'file', '', 'environment'],
      ...[app(), '', '', '', '', '', ''],
    );
    expect(code).toBe(0);
    expect(stderr).toContain('chmod 600');
    expect(stderr).toContain('Your answers are kept');
    // Enter is enough, once the file is mended.
    expect(stderr).toContain('Where does the key come from [file]: ');
    expect(await written()).not.toContain('prod.key');
  });

  it('rejects the configuration and its includes as the key file, by whatever path', async () => {
    const folder = join(home, '.config', 'warren');
    await mkdir(folder, { recursive: true });
    await symlink(folder, join(home, 'linked'));
    await writeFile(join(folder, 'team.yaml'), 'workspaces: {}\n', { mode: 0o600 });
    const paths = ['config.yaml', '~/linked/config.yaml', '../warren/./config.yaml'];
    const answers = (names: readonly string[]) => [
      ...['prod', served.platform.baseUrl, ...names.flatMap((path) => ['file', path])],
      ...['environment', '', '', '', '', '', ''],
    ];
    const refusal = (path: string) =>
      `${path} belongs to the configuration: the key needs a file of its own.\n`;
    const first = await init(...answers(paths));
    expect(first.code).toBe(0);
    expect(first.stderr.split(refusal(file))).toHaveLength(3);
    expect(first.stderr).toContain(refusal(join(home, 'linked', 'config.yaml')));
    expect(first.stderr).not.toContain('does not exist yet');
    await writeFile(file, 'include: [team.yaml]\n');
    const second = await init(...answers([...paths, 'team.yaml']));
    expect(second.code).toBe(0);
    expect(second.stderr).toContain(refusal(join(folder, 'team.yaml')));
    // What is offered for Enter is no file that was refused.
    expect(second.stderr).not.toContain('File [config.yaml]');
  });

  describe('the file of a key that is typed', () => {
    /** With the key in `path`; then answers to what is asked at the end. */
    const typed = (path: string, ...more: readonly string[]) =>
      served.run(['init'], {
        env: { HOME: home, WARREN_ACCESS_KEY: '' },
        messageColumns: 80,
        typed: [
          ...['prod', served.platform.baseUrl, 'file', path, served.platform.accessKey],
          ...Array(6).fill(''),
          ...more,
        ],
      });
    const key = () => `${served.platform.accessKey}\n`;

    it('may be in a directory that others can read, as one that is there may', async () => {
      await mkdir(join(home, 'own'));
      await chmod(join(home, 'own'), 0o755);
      const { code, stderr } = await typed('~/own/edge.key');
      expect(code).toBe(0);
      expect(stderr).toContain(`Written: ${join(home, 'own', 'edge.key')}, with the access key`);
      expect(await readFile(join(home, 'own', 'edge.key'), 'utf8')).toBe(key());
      expect((await stat(join(home, 'own', 'edge.key'))).mode & 0o777).toBe(0o600);
      expect((await stat(join(home, 'own'))).mode & 0o777).toBe(0o755);
      expect(await written()).toContain('access_key_file: ~/own/edge.key');
    });

    it('is refused at once in a directory that others can write', async () => {
      await mkdir(join(home, 'open'));
      await chmod(join(home, 'open'), 0o777);
      const { code, stderr } = await served.run(['init'], {
        env: { HOME: home },
        messageColumns: 80,
        typed: [
          'prod',
          served.platform.baseUrl,
          'file',
          '~/open/edge.key',
          'env',
          ...Array(6).fill(''),
        ],
      });
      expect(code).toBe(0);
      expect(stderr).toContain(`Other users may write to ${join(home, 'open')}.`);
      expect(await readdir(join(home, 'open'))).toEqual([]);
    });

    it('is asked for again where it cannot be written, and nothing of it stays', async () => {
      await writeFile(join(home, 'there.key'), 'theirs', { mode: 0o600 });
      await symlink(join(home, 'nowhere'), join(home, 'link.key'));
      const { code, stderr } = await typed(
        ...(['/proc/edge.key', '/proc/none/edge.key', '~/link.key', '~/there.key'] as const),
        ...(['config.yaml', '~/edge.key'] as const),
      );
      expect(code).toBe(0);
      expect(stderr).toContain('/proc/edge.key could not be written: nothing can be made there.\n');
      expect(stderr).toContain(
        '/proc/none/edge.key could not be written: Nothing can be made in /proc.\n',
      );
      expect(stderr).toContain('link.key could not be written: it already exists.\n');
      expect(stderr).toContain('there.key could not be written: it already exists.\n');
      expect(stderr).toContain('config.yaml belongs to the configuration');
      expect(stderr).not.toContain('chmod');
      expect(await readFile(join(home, 'edge.key'), 'utf8')).toBe(key());
      expect(await readFile(join(home, 'there.key'), 'utf8')).toBe('theirs');
      expect(await readdir(home)).toEqual(['.config', 'edge.key', 'link.key', 'there.key']);
      expect(await written()).toContain('access_key_file: ~/edge.key');
    });

    it('is refused at the question where it is there without a key, and where none is typed', async () => {
      await writeFile(join(home, 'empty.key'), '\n', { mode: 0o600 });
      const { code, stderr } = await served.run(['init'], {
        env: { HOME: home },
        messageColumns: 80,
        typed: [
          ...['prod', served.platform.baseUrl, 'file', '~/empty.key', 'file', '~/new.key', ''],
          ...['file', '~/new.key', served.platform.accessKey, ...Array(6).fill('')],
        ],
      });
      expect(code).toBe(0);
      expect(stderr).toContain('There is no access key in the access_key_file.\nYour answers are');
      expect(stderr).toContain('There is no access key in what was typed.\n');
      expect(await readFile(join(home, 'new.key'), 'utf8')).toBe(key());
    });
  });

  describe('if WARREN_ACCESS_KEY belongs to another service', () => {
    const elsewhere = 'https://api.example.net';
    const answers = () => ['staging', served.platform.baseUrl, 'environment', ...Array(6).fill('')];
    const run = (env: Record<string, string>, ...more: readonly string[]) =>
      served.run(['init'], {
        env: { HOME: home, ...env },
        stdin: [...answers(), ...more].map((each) => `${each}\n`).join(''),
      });
    const configured = async (text: string) => {
      await mkdir(join(home, '.config', 'warren'), { recursive: true });
      await writeFile(file, text, { mode: 0o600 });
    };
    const PROD = `default_profile: prod\nprofiles:\n  prod: {base_url: ${elsewhere}}\n`;
    const IS_ELSEWHERE =
      'WARREN_ACCESS_KEY is for the service of WARREN_BASE_URL or, without that, of the default profile. This is another one.';

    it('does not send it: neither the default profile’s nor that of WARREN_BASE_URL', async () => {
      await configured(PROD);
      for (const env of [{ WARREN_BASE_URL: '' }, { WARREN_BASE_URL: elsewhere }]) {
        const { code, stderr } = await run(env, 'quit');
        expect(code).toBe(2);
        expect(stderr).toContain(`no terminal to ask for it on.\n${IS_ELSEWHERE}\nWhat now`);
        expect(stderr).not.toContain('answers.');
      }
      expect(served.platform.served.requests).toEqual([]);
      expect(await written()).toBe(PROD);
    });

    it('says so when asking for the key, and accepts another one afterwards', async () => {
      await configured(PROD);
      const { code, stderr } = await run(
        { WARREN_BASE_URL: '' },
        ...['key', 'command', `echo ${served.platform.accessKey}`],
      );
      expect(code).toBe(0);
      expect(stderr).toContain(
        `${IS_ELSEWHERE}\nWith environment the key of this service is asked for every time.\nWhere does`,
      );
      expect(await written()).toContain('access_key_command: echo ');
    });

    it('does not advise setting it', async () => {
      await configured(PROD);
      const { code, stderr } = await run({ WARREN_BASE_URL: '', WARREN_ACCESS_KEY: '' }, 'write');
      expect(code).toBe(0);
      expect(stderr).not.toContain('Set WARREN_ACCESS_KEY, or the key is asked for');
    });

    it('sends it if the new profile becomes the default, or has the same origin', async () => {
      await configured(`profiles:\n  prod: {base_url: ${elsewhere}}\n`);
      expect(await run({ WARREN_BASE_URL: '' })).toMatchObject({ code: 0 });
      await configured(PROD.replace(elsewhere, served.platform.baseUrl));
      expect(await run({ WARREN_BASE_URL: '' })).toMatchObject({ code: 0 });
      expect(served.platform.served.requests).toHaveLength(2);
    });
  });

  it('accepts names with identifiers, and finds identifiers in pasted addresses', async () => {
    const { code } = await init(
      ...['prod', served.platform.baseUrl, 'environment', `${app()}=checkout`],
      ...['', 'https://dash.example.net/dns/803311/records?tab=2 803312=shop', '', '', '', ''],
    );
    expect(code).toBe(0);
    const text = await written();
    expect(text).toContain(`- id: ${app()}\n        name: checkout`);
    expect(text).toContain('- id: 803311\n      - id: 803312\n        name: shop');
  });

  it('use 16: asks for the names of items without one', async () => {
    const { code, stderr } = await init(
      ...['prod', served.platform.baseUrl, 'environment', '', '120431 120432=blog 120433'],
      ...['a,b,c', 'shop.example', '', '', '', ''],
    );
    expect(code).toBe(0);
    expect(stderr).toContain('Names for 120431, 120433: ');
    expect(stderr).toContain('2 at most, with commas between.');
    expect(await written()).toContain(
      '- id: 120431\n        name: shop.example\n      - id: 120432\n        name: blog\n      - id: 120433\n',
    );
  });

  it('offers to open the console if there is a terminal', async () => {
    const answers = ['prod', served.platform.baseUrl, 'environment', '', '', '', '', '', ''];
    const piped = await init(...answers, 'yes');
    expect(piped.opened).toBeUndefined();
    await rm(file);
    const setting = { env: { HOME: home }, isInteractive: true, columns: 80 };
    const stdin = (last: string) => [...answers, last].map((each) => `${each}\n`).join('');
    expect(await served.run(['init'], { ...setting, stdin: stdin('yes') })).toMatchObject({
      code: 0,
      opened: ['--profile', 'prod'],
    });
    await rm(file);
    expect((await served.run(['init'], { ...setting, stdin: stdin('') })).opened).toBeUndefined();
  });

  it('writes nothing if the input ends', async () => {
    const { code, stdout, stderr } = await init('prod');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      'warren: The input ended before the last question. Nothing was written.\n',
    );
    expect(await written()).toBeNull();
  });

  it('adds to an existing configuration, and keeps its comments', async () => {
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    await writeFile(file, '# mine\nprofiles:\n  old: {base_url: https://x.example} # keep\n', {
      mode: 0o600,
    });
    const { code, stderr } = await init(
      'old',
      'new',
      served.platform.baseUrl,
      'env',
      ...Array(6).fill(''),
    );
    expect(code).toBe(0);
    expect(stderr).toContain(
      `This adds a profile to ${file}; its values and comments stay, its layout may change.\n`,
    );
    expect(stderr).toContain('A profile of this name already exists.');
    const text = await written();
    expect(text).toContain('# mine');
    expect(text).toContain('# keep');
    expect(text).toContain('new:');
  });

  it('does not touch a configuration with errors', async () => {
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    await writeFile(file, 'wat: 1\n', { mode: 0o600 });
    expect(await init('prod')).toMatchObject({ code: 2 });
    expect(await written()).toBe('wat: 1\n');
  });

  it('does not write a configuration that would become too large, and prints the answers', async () => {
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    const before = `profiles:\n  old: {base_url: https://x.example}\n# ${'x'.repeat(262_080)}\n`;
    await writeFile(file, before, { mode: 0o600 });
    const answers = ['new', served.platform.baseUrl, 'env', ...Array(6).fill('')];
    const { code, stdout, stderr } = await init(...answers);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await written()).toBe(before);
    expect(stderr).toContain('The file is larger than 256 KiB: put workspaces into files');
    expect(stderr).toContain(`base_url: ${served.platform.baseUrl}`);
  });

  describe('if another program changes the configuration while questions are asked', () => {
    /** Answers of which the command for the key puts `text` into the configuration; it runs in the try. */
    const meanwhile = (text: string) => [
      'new',
      served.platform.baseUrl,
      'command',
      `mkdir -p '${join(home, '.config', 'warren')}'; umask 077; printf '${text}' > '${file}'; echo ${served.platform.accessKey}`,
      ...Array(6).fill(''),
    ];

    it('adds the profile to the new content: both are in it', async () => {
      await mkdir(join(home, '.config', 'warren'), { recursive: true });
      await writeFile(file, 'profiles:\n  old: {base_url: https://x.example}\n', { mode: 0o600 });
      const { code } = await init(
        ...meanwhile('# theirs\\nprofiles:\\n  other: {base_url: https://y.example}\\n'),
      );
      expect(code).toBe(0);
      const text = await written();
      expect(text).toContain('# theirs');
      expect(text).toContain('other:');
      expect(text).toContain('new:');
    });

    it('adds it to one that was created first', async () => {
      const { code } = await init(
        ...meanwhile('profiles:\\n  other: {base_url: https://y.example}\\n'),
      );
      expect(code).toBe(0);
      expect(await written()).toMatch(/other:[^]*new:/);
    });

    it('does not write if the name is taken or there are errors by then, and prints the answers', async () => {
      const theirs = 'profiles:\n  new: {base_url: https://y.example}\n';
      const { code, stdout, stderr } = await init(...meanwhile(theirs.replaceAll('\n', '\\n')));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(await written()).toBe(theirs);
      expect(stderr).toContain('A profile of this name already exists.');
      expect(stderr).toContain(`base_url: ${served.platform.baseUrl}`);
      await rm(file);
      expect(await init(...meanwhile('wat: 1\\n'))).toMatchObject({ code: 2 });
      expect(await written()).toBe('wat: 1\n');
    });
  });
});
