import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servedPrompt } from '../../served.ts';

const served = servedPrompt();
let home: string;
let file: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'warren-'));
  file = join(home, '.config', 'warren', 'config.yaml');
});
afterEach(() => rm(home, { recursive: true }));

const init = (...answers: readonly string[]) =>
  served.run(['init'], { env: { HOME: home }, stdin: answers.map((each) => `${each}\n`).join('') });
const app = () => served.platform.world.applications[0]?.id ?? '';
const written = () => readFile(file, 'utf8').catch(() => null);

describe('init', () => {
  it('asks, tries one read, and writes a configuration that works', async () => {
    const { code, stdout, stderr } = await init(
      'prod',
      served.platform.baseUrl,
      'environment',
      app(),
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

  it('takes a key from a file that is there', async () => {
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

  it('asks again for what it does not understand, and says why', async () => {
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
    expect(stderr).toContain('Identifiers are letters, digits, dashes and underscores.');
  });

  it('writes nothing when the read fails, unless told to', async () => {
    served.platform.faults.set({ kind: 'answer', status: 401, body: 'empty' });
    const answers = ['prod', served.platform.baseUrl, 'env', '', '', '', '', '', ''];
    expect(await init(...answers, '')).toMatchObject({ code: 2, stdout: '' });
    expect(await written()).toBeNull();
    expect(await init(...answers, 'yes')).toMatchObject({ code: 0 });
    expect(await written()).toContain('default_profile: prod');
  });

  it('writes nothing when the answers end', async () => {
    expect(await init('prod')).toMatchObject({ code: 130, stdout: '' });
    expect(await written()).toBeNull();
  });

  it('adds to a configuration that is there, and leaves its comments', async () => {
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
    expect(stderr).toContain('There is such a profile already.');
    const text = await written();
    expect(text).toContain('# mine');
    expect(text).toContain('# keep');
    expect(text).toContain('new:');
  });

  it('leaves a configuration with faults alone', async () => {
    await mkdir(join(home, '.config', 'warren'), { recursive: true });
    await writeFile(file, 'wat: 1\n', { mode: 0o600 });
    expect(await init('prod')).toMatchObject({ code: 2 });
    expect(await written()).toBe('wat: 1\n');
  });
});
