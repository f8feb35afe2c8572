import { spawnSync } from 'node:child_process';
import { unlinkSync, writeFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import {
  expandHome,
  operatorOf,
  realDirectories,
  stateDirectory,
} from '../../src/edges/machine.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it.each([
  ['/var/state', '/home/ada', '/var/state/warren'],
  ['', '/home/ada', '/home/ada/.local/state/warren'],
  [undefined, '/home/ada', '/home/ada/.local/state/warren'],
  ['relative', '/home/ada', '/home/ada/.local/state/warren'],
  ['relative', 'too', null],
  [undefined, undefined, null],
])('XDG_STATE_HOME %s and HOME %s are %s', (XDG_STATE_HOME, HOME, directory) => {
  expect(stateDirectory({ XDG_STATE_HOME, HOME })).toBe(directory);
});

it('the user comes from the system, not from the environment', () => {
  expect(operatorOf({ USER: 'somebody-else' }).user).toBe(userInfo().username);
});

it('the other end of an ssh session is named', () => {
  expect(operatorOf({ SSH_CLIENT: '192.0.2.7 50022 22' }).ssh).toBe('192.0.2.7 50022 22');
  expect(operatorOf({}).ssh).toBeNull();
});

it('standard input is named as a terminal only if it is one', () => {
  const program = `
    import { operatorOf } from '${pathToFileURL(resolve('src/edges/machine.ts')).href}';
    console.log(JSON.stringify(operatorOf({}).tty));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  expect(stdout).toBe('null\n');
});

it('lists the names in a directory, with links resolved', async () => {
  const path = temporaryDirectory();
  await mkdir(join(path, 'specs'));
  await writeFile(join(path, 'a\u001b[2J.yaml'), '');
  await symlink(join(path, 'specs'), join(path, 'link'));
  await symlink(join(path, 'nowhere'), join(path, 'dangling'));
  const listing = await realDirectories().list(path);
  expect(listing?.entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'a\u001b[2J.yaml', kind: 'file' },
    { name: 'dangling', kind: 'other' },
    { name: 'link', kind: 'directory' },
    { name: 'specs', kind: 'directory' },
  ]);
});

it('an unreadable directory differs from an empty one', async () => {
  const path = temporaryDirectory();
  await writeFile(join(path, 'file'), '');
  const { list } = realDirectories();
  expect(await list(path)).toEqual({ entries: [{ name: 'file', kind: 'file' }], isCut: false });
  expect(await list(join(path, 'file'))).toBeUndefined();
  expect(await list(join(path, 'nowhere'))).toBeUndefined();
});

it('devices are neither files nor directories', async () => {
  const listing = await realDirectories().list('/dev');
  expect(listing?.entries.find(({ name }) => name === 'null')).toEqual({
    name: 'null',
    kind: 'other',
  });
});

it('lists the first of very many names, says so, and still finds the others', async () => {
  const path = temporaryDirectory();
  const names = Array.from({ length: 5001 }, (_, at) => join(path, `${at}.yaml`));
  for (const name of names) writeFileSync(name, '');
  const { list, isFile } = realDirectories();
  const cut = await list(path);
  expect([cut?.entries.length, cut?.isCut]).toEqual([5000, true]);
  expect(await Promise.all(names.map(isFile))).not.toContain(false);
  expect(await isFile(path)).toBe(false);
  expect(await isFile(join(path, 'nowhere'))).toBe(false);
  unlinkSync(join(path, '0.yaml'));
  const whole = await list(path);
  expect([whole?.entries.length, whole?.isCut]).toEqual([5000, false]);
});

it('knows the home directory', () => {
  expect(realDirectories().home).toBe(homedir());
});

it('only a tilde without a name is expanded', () => {
  expect(expandHome('~/api', '/home/ann')).toBe('/home/ann/api');
  expect(expandHome('~', '/home/ann')).toBe('/home/ann');
  expect(expandHome('~bob/api', '/home/ann')).toBe('~bob/api');
  expect(expandHome('a/~/b', '/home/ann')).toBe('a/~/b');
});
