import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { completeLine, type Known } from '../../src/cli/complete.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { prompt } from './prompt.ts';

let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});

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

it('event columns are completed by their filter names if no column name matches', async () => {
  expect((await complete('events', '--columns', 'cou')).stdout).toBe('country\t\n');
  expect((await complete('events', '--columns', 'time,cc')).stdout).toBe('time,cc\t\n');
  expect((await complete('search', 'shop', '--columns', 'cc')).stdout).toBe('');
});

describe('completion of configured names', () => {
  it('includes the profiles and the workspace', async () => {
    await configure(CONFIG);
    expect(await complete('app', 'overview', '')).toEqual({
      code: 0,
      stdout: 'a1\tcheckout\n',
      stderr: '',
    });
    expect((await complete('--profile', '')).stdout).toBe('prod\t\nstaging\t\n');
  });

  it('uses the workspace of the typed profile, without words that are unsafe in a shell', async () => {
    await configure(CONFIG);
    const { stdout } = await complete('--profile', 'staging', 'app', 'overview', '');
    expect(stdout).toBe('b2\tbasket\n');
  });

  it.each(['profiles: [', 'wat: 1', ''])('may be nothing, without a word: %j', async (text) => {
    await configure(text);
    expect(await complete('app', 'overview', '')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('makes the shell complete file names', async () => {
    expect((await complete('guardian', 'check', '')).stdout).toBe(':file\n');
  });
});

const plain = (...words: readonly string[]) => words.map((word) => ({ word, about: '' }));
const VALUES: Readonly<Record<string, Awaited<ReturnType<Known>>>> = {
  profile: plain('prod', 'preview', 'staging'),
  app: [{ word: 'k3Jd', about: 'checkout' }],
  fault: plain('hang', '503'),
  dialect: plain('log-order=newest', 'log-order=oldest'),
};
const known: Known = async (kind) => VALUES[kind] ?? [];

async function words(...line: readonly string[]) {
  const found = await completeLine(line, known);
  return found === 'files' ? found : found.map(({ word }) => word);
}

describe('completion', () => {
  it.each([
    [['ap'], ['app']],
    [['au'], ['audit']],
    [['audit', '-o', 'nd'], ['ndjson']],
    [
      ['app', ''],
      ['overview', 'delete', 'wait'],
    ],
    [['app', 'o'], ['overview']],
    [['--profile', 'prod', 'app', 'w'], ['wait']],
    [['app', 'overview', ''], ['k3Jd']],
    [['app', 'overview', 'che'], ['checkout']],
    [['app', 'delete', 'che'], []],
    [['app', 'overview', 'k3Jd', ''], []],
    [['app', 'wait', 'k3Jd', '--until', 'status=a'], ['status=active']],
    [
      ['--profile', 'pr'],
      ['prod', 'preview'],
    ],
    [
      ['search', 'x', '-o', ''],
      ['table', 'wide', 'json', 'yaml', 'ndjson', 'csv'],
    ],
    [['search', 'x', '--output', 'c'], ['csv']],
    [['platform', '--dialect', 'log-order=o'], ['log-order=oldest']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['events', '1', '--wh'], ['--where']],
    [['events', '1', '--date'], ['--date']],
    [['--rea'], ['--read-only']],
    [['nothing', 'of', 'the', 'kind', ''], []],
    [['--app', ''], ['k3Jd']],
    [['--app', 'che'], ['checkout']],
    [['status', '--app', 'che'], ['checkout']],
    [['hel'], ['help']],
    [['help', 'configu'], ['configuration']],
    [['help', 'app', 'o'], ['overview']],
    [['search', '--', '--'], []],
  ])('of %j is %j', async (line, found) => {
    expect(await words(...line)).toEqual(found);
  });

  it('suggests file names for files', async () => {
    expect(await words('guardian', 'check', '')).toBe('files');
    expect(await words('guardian', 'upload', '1', '')).toBe('files');
    expect(await words('platform', '--data', '')).toBe('files');
  });

  it('suggests an option once, unless it can be repeated', async () => {
    expect(await words('search', 'x', '--size', '3', '--si')).toEqual([]);
    expect(await words('platform', '--dialect', 'a=b', '--dia')).toEqual(['--dialect']);
  });

  it('describes each word', async () => {
    expect(await completeLine(['app', 'o'], known)).toEqual([
      {
        word: 'overview',
        about: 'show an application with its regions, pods and containers',
      },
    ]);
  });
});
