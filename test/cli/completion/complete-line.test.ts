import { describe, expect, it } from 'vitest';
import { completeLine, type Known } from '../../../src/cli/completion/complete-line.ts';

const known: Known = {
  profiles: ['prod', 'preview', 'staging'],
  things: (kind) => (kind === 'app' ? [{ word: 'k3Jd', about: 'checkout' }] : []),
  dialects: async () => ['log-order=newest', 'log-order=oldest'],
};

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
    [['app', 'overview', 'k3Jd', ''], []],
    [['app', 'wait', 'k3Jd', '--until', 'status=a'], ['status=active']],
    [
      ['--profile', 'pr'],
      ['prod', 'preview'],
    ],
    [
      ['search', 'x', '-o', ''],
      ['table', 'json', 'ndjson', 'csv'],
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
    [['search', '--', '--'], []],
  ])('of %j is %j', async (line, found) => {
    expect(await words(...line)).toEqual(found);
  });

  it('gives names of files where a file is wanted', async () => {
    expect(await words('guardian', 'check', '')).toBe('files');
    expect(await words('guardian', 'upload', '1', '')).toBe('files');
    expect(await words('platform', '--data', '')).toBe('files');
  });

  it('offers an option once, unless it may be repeated', async () => {
    expect(await words('search', 'x', '--size', '3', '--si')).toEqual([]);
    expect(await words('platform', '--dialect', 'a=b', '--dia')).toEqual(['--dialect']);
  });

  it('says what each word is', async () => {
    expect(await completeLine(['app', 'o'], known)).toEqual([
      {
        word: 'overview',
        about: 'what an application, its regions, pods and containers are doing',
      },
    ]);
  });
});
