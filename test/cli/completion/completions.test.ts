import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prompt } from '../prompt.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'warren-'));
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

const configure = (text: string) =>
  writeFile(join(home, '.config', 'warren', 'config.yaml'), text, { mode: 0o600 });

const complete = (...line: readonly string[]) =>
  prompt(['__complete', ...line], { env: { HOME: home } });

const CONFIG = `default_profile: prod
profiles:
  prod: {base_url: https://x.example, workspace: shop}
  staging: {base_url: https://y.example, workspace: other}
workspaces:
  shop: {apps: [{id: a1, name: checkout}]}
  other: {apps: [{id: b2, name: basket}, {id: "$(reboot)", name: evil}, {id: "b 3"}]}
`;

describe('what completion knows', () => {
  it('is the profiles and the workspace of the configuration', async () => {
    await configure(CONFIG);
    expect(await complete('app', 'overview', '')).toEqual({
      code: 0,
      stdout: 'a1\tcheckout\n',
      stderr: '',
    });
    expect((await complete('--profile', '')).stdout).toBe('prod\t\nstaging\t\n');
  });

  it('is the workspace of the profile that was typed, without what a shell would run', async () => {
    await configure(CONFIG);
    const { stdout } = await complete('--profile', 'staging', 'app', 'overview', '');
    expect(stdout).toBe('b2\tbasket\n');
  });

  it.each(['profiles: [', 'wat: 1', ''])('may be nothing, without a word: %j', async (text) => {
    await configure(text);
    expect(await complete('app', 'overview', '')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('asks the shell for names of files', async () => {
    expect((await complete('guardian', 'check', '')).stdout).toBe(':file\n');
  });
});
