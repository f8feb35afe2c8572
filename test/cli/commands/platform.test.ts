import { mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { prompt } from '../prompt.ts';

/** Runs a platform until it has told its address. */
function serving(...argv: readonly string[]) {
  const said = Promise.withResolvers<string>();
  return prompt(['platform', ...argv], {
    taking: (piece) => {
      if (piece !== '') said.resolve(piece);
      return 'take';
    },
    async during(interrupt) {
      await said.promise;
      interrupt.abort();
    },
  });
}

it('a platform prints its address and its own key, and serves until Ctrl-C', async () => {
  const { code, stdout, stderr } = await serving('-o', 'ndjson');
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toEqual({
    WARREN_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    WARREN_ACCESS_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
    operations: expect.any(Object),
  });
  expect(stderr).toContain('Serving until Ctrl-C.');
});

it('a platform’s table can be evaluated by a shell', async () => {
  expect((await serving('-o', 'table')).stdout).toMatch(
    /^export WARREN_BASE_URL=http:\/\/127\.0\.0\.1:\d+\nexport WARREN_ACCESS_KEY=[0-9a-f]{64}\n(# .*\n)+$/,
  );
});

it.each([
  [['--port', '99999'], '--port takes a whole number from 0 to 65535.'],
  [['--seed', 'x'], '--seed takes a whole number'],
  [['--dialect', 'wat=1'], 'There is no dialect "wat"'],
  [['--dialect', 'log-order=sideways'], 'log-order cannot be "sideways"'],
  [['--data', '/proc/x'], "cannot keep the platform's data"],
])('a platform rejects %j', async (argv, words) => {
  const { code, stdout, stderr } = await prompt(['platform', ...argv]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(words);
});

describe('D20: a platform', () => {
  let folder: string;
  beforeEach(async () => {
    folder = temporaryDirectory();
  });

  it('lists its contents by operation, in JSON on one line', async () => {
    const { stdout } = await serving('--seed', '7', '-o', 'json');
    expect(stdout.endsWith('}\n')).toBe(true);
    const { operations } = JSON.parse(stdout);
    expect(Object.keys(operations).sort()).toEqual([
      'app-delete',
      'app-overview',
      'dns-scan',
      'event-logs',
      'guardian-upload',
      'rate-limit-metrics',
      'script-add-variable',
    ]);
    for (const things of Object.values(operations)) {
      expect(things).toContainEqual({ id: expect.any(String), name: expect.any(String) });
    }
  });

  it('lists them in comments that a shell ignores', async () => {
    const { stdout } = await serving('--seed', '7', '-o', 'table');
    expect(stdout).toMatch(/^# applications, for .*app overview.*: \w+ \(.+\)/m);
    expect(stdout).toMatch(/^# rate limits, for rate-limit: \d+ \(.+\)/m);
  });

  it('keeps its key with --data, and has a new one without', async () => {
    const key = async (...argv: readonly string[]) =>
      JSON.parse((await serving(...argv)).stdout).WARREN_ACCESS_KEY;
    const data = join(folder, 'platform.db');
    const first = await key('--data', data);
    expect(await key('--data', data)).toBe(first);
    expect(await key('--data', join(folder, 'other.db'))).not.toBe(first);
    expect(await key()).not.toBe(await key());
  });

  it('writes a configuration that works for other commands', async () => {
    const path = join(folder, 'warren', 'config.yaml');
    await mkdir(join(folder, 'warren'), { mode: 0o700 });
    await writeFile(path, '# Mine.\ninterval: 9s\n', { mode: 0o600 });
    const { stdout } = await serving('--write-config', path, '-o', 'json');
    const { WARREN_BASE_URL, WARREN_ACCESS_KEY, operations } = JSON.parse(stdout);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('# Mine.');
    expect(text).not.toContain(WARREN_ACCESS_KEY);
    expect(await readFile(`${path}.key`, 'utf8')).toBe(`${WARREN_ACCESS_KEY}\n`);
    expect((await stat(`${path}.key`)).mode & 0o077).toBe(0);
    for (const { id, name } of operations['app-overview']) {
      expect(text).toContain(String(id));
      expect(text).toContain(name);
    }

    const env = { XDG_CONFIG_HOME: folder };
    expect(await prompt(['config', 'check'], { env })).toMatchObject({ code: 0 });
    const shown = await prompt(['config', 'show', '-o', 'json'], { env });
    expect(shown.stdout).toContain(WARREN_BASE_URL);
    expect(shown.stdout).toContain('platform');
    // Again, on another port: the profile follows.
    const again = JSON.parse((await serving('--write-config', path)).stdout);
    expect(await readFile(path, 'utf8')).toContain(again.WARREN_BASE_URL);
    // And through a link to its directory.
    await symlink(join(folder, 'warren'), join(folder, 'link'));
    const linked = join(folder, 'link', 'config.yaml');
    const third = JSON.parse((await serving('--write-config', linked)).stdout);
    expect(await readFile(path, 'utf8')).toContain(third.WARREN_BASE_URL);
  });

  it.each([
    ['a profile of that name', 'profiles:\n  platform:\n    base_url: http://127.0.0.1:1\n', ''],
    ['a workspace of that name', 'workspaces:\n  platform: {}\n', ''],
    ['a file where the key would be', 'interval: 9s\n', 'mine\n'],
  ])('overwrites only its own files: %s', async (_, text, key) => {
    const path = join(folder, 'config.yaml');
    await writeFile(path, text, { mode: 0o600 });
    if (key !== '') await writeFile(`${path}.key`, key, { mode: 0o600 });
    const { code, stderr } = await prompt(['platform', '--write-config', path]);
    expect({ code }).toEqual({ code: 2 });
    expect(stderr).toContain('Nothing was written; name another file.');
    expect(await readFile(path, 'utf8')).toBe(text);
    if (key !== '') expect(await readFile(`${path}.key`, 'utf8')).toBe(key);
  });

  it('does not write into an invalid configuration', async () => {
    const path = join(folder, 'config.yaml');
    await writeFile(path, 'what: ever\n', { mode: 0o600 });
    const { code, stdout } = await prompt(['platform', '--write-config', path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(await readFile(path, 'utf8')).toBe('what: ever\n');
  });
});
