import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openEventArchive } from '../../src/archive/open.ts';
import { readLaunch } from '../../src/cli/launch.ts';
import { search } from '../../src/contract/operations/search.ts';
import { readAsnNames } from '../../src/session/asn-names.ts';
import {
  openArchiveSession,
  openConsoleSession,
  threadFinding,
} from '../../src/session/console-session.ts';
import type { Edges } from '../../src/session/edges.ts';
import { UserError } from '../../src/session/errors.ts';
import type { ConsoleFlags } from '../../src/session/options.ts';
import { testEdges, testPrompter } from '../support/edges.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});

const CONFIG = `default_profile: prod
profiles:
  prod:
    base_url: https://prod.example/v1
    access_key_command: echo key
    read_only: true
    workspace: shop
    interval: 9s
workspaces:
  shop: {apps: [{id: a1, name: checkout}]}
`;

const configure = (text: string) =>
  writeFile(join(home, '.config', 'warren', 'config.yaml'), text, { mode: 0o600 });

function flagsOf(...argv: readonly string[]): ConsoleFlags {
  const launch = readLaunch(argv);
  if (launch.kind !== 'console') throw new Error(launch.kind);
  return launch.flags;
}

function open(flags: ConsoleFlags, env: Edges['env'] = {}) {
  const clock = fakeClock();
  const edges = testEdges({ HOME: home, PATH: process.env['PATH'], ...env }, { clock });
  return openConsoleSession(flags, { edges, clock, prompter: testPrompter });
}

describe('a console session', () => {
  it('has the profile’s service, workspace and interval', async () => {
    await configure(CONFIG);
    const { profile, workspace, interval } = await open(flagsOf());
    expect(profile).toEqual({
      name: 'prod',
      host: 'prod.example',
      baseUrl: 'https://prod.example/v1',
      demo: false,
      readOnly: true,
    });
    expect(workspace).toMatchObject({ name: 'shop', apps: [{ id: 'a1', name: 'checkout' }] });
    expect(interval).toBe(9000);
  });

  it('watches the items given by flags', async () => {
    await configure(CONFIG);
    const { workspace } = await open(flagsOf('--app', 'x', '--zone', '7'));
    expect(workspace).toMatchObject({
      apps: [{ id: 'x', name: 'x' }],
      shieldZones: [{ id: '7', name: '7' }],
    });
  });

  it('is the embedded platform if nothing is configured', async () => {
    const session = await open(flagsOf('--seed', '7'));
    expect(session.profile).toMatchObject({
      name: 'demo',
      demo: true,
      readOnly: false,
      newcomer: true,
    });
    expect(session.workspace.apps.length).toBeGreaterThan(0);
    const answer = await session.connect(() => {})(search, { search: 'shop' });
    expect(answer.SearchResults.length).toBeGreaterThan(0);
    await session.close();
  });

  it('is refused, with the reason, for an invalid configuration', async () => {
    await configure('default_profile: x\n');
    await expect(open(flagsOf())).rejects.toThrow(UserError);
  });

  it('uses only the personal preferences of the configuration in a demo and on an archive', async () => {
    const shown = 'theme: light\nascii: true\nlinks: false\nscreen_reader: true\n';
    await configure(`${CONFIG}keys: {list.down: [n]}\n${shown}`);
    await (await openEventArchive(join(home, 'kept.db'))).close();
    for (const flags of [flagsOf('--demo'), flagsOf('--from', join(home, 'kept.db'))]) {
      const session = await open(flags);
      expect(session).toMatchObject({
        keys: [{ id: 'list.down', keys: ['n'] }],
        theme: 'light',
        ascii: true,
        links: false,
        screenReader: true,
        interval: 5000,
      });
      expect(session.profile).not.toMatchObject({ host: 'prod.example' });
      await session.close();
    }
    const told = await open(flagsOf('--demo', '--theme', 'mono'));
    expect(told.theme).toBe('mono');
    await told.close();
  });

  it('ignores an invalid configuration in a demo', async () => {
    await configure('default_profile: x\n');
    const session = await open(flagsOf('--demo'));
    expect(session.profile.demo).toBe(true);
    expect(session.profile.newcomer).toBeUndefined();
    await session.close();
  });
});

let folder = '';
beforeEach(() => {
  folder = temporaryDirectory();
});

it('on an archive has no service, says so, and is read-only', async () => {
  const file = join(folder, 'shop.db');
  await (await openEventArchive(file)).close();
  const session = await openArchiveSession(file);
  expect(session.profile).toMatchObject({ host: 'shop.db', offline: true, readOnly: true });
  await expect(session.connect(() => {})(search, { search: 'x' })).rejects.toMatchObject({
    kind: 'refused',
  });
  await session.close();
});

it('is refused for a file that is not an archive, before the console starts', async () => {
  await expect(openArchiveSession(join(folder, 'none.db'))).rejects.toThrow(UserError);
});

describe('the doctor’s finding about the thread', () => {
  it.each([
    [{ phase: 'none', failure: null }, 'skipped', 'starts with the first'],
    [{ phase: 'running', failure: null }, 'passed', 'in another thread'],
    [{ phase: 'failed', failure: 'no more\u001b[2J threads' }, 'noted', 'cannot be used: no more'],
  ] as const)('%j: %s', (thread, result, detail) => {
    const finding = threadFinding(thread);
    expect(finding).toMatchObject({ result, detail: expect.stringContaining(detail) });
    expect(finding.detail).not.toContain('\u001b');
  });
});

const read = (home: string, path: string) =>
  readAsnNames(path, { env: { HOME: home }, uid: process.getuid?.() });

describe('a file of network names', () => {
  it('is read in the usual forms, ignoring other lines', () => {
    const home = temporaryDirectory();
    writeFileSync(
      join(home, 'asn.txt'),
      [
        '# networks',
        'AS13335 Cloudflare, Inc.',
        '15169\tGoogle LLC',
        '64500,"A network, with a comma"',
        'as0064501 leading zeros\r',
        'asn,name',
        '12345',
        `64502 \u001b[2Jclears ${'x'.repeat(200)}`,
        `64503 ${'y'.repeat(5000)}`,
      ].join('\n'),
    );
    const { names, problem } = read(home, '~/asn.txt');
    expect(problem).toBeNull();
    expect([...names.keys()]).toEqual(['13335', '15169', '64500', '64501', '64502']);
    expect(names.get('13335')).toBe('Cloudflare, Inc.');
    expect(names.get('64500')).toBe('A network, with a comma');
    expect(names.get('64502')).toMatch(/^␛\[2Jclears x{1,60}$/);
  });

  it('is ignored with a reason if others may write it, it is missing, or it has no names', () => {
    const home = temporaryDirectory();
    const file = join(home, 'asn.txt');
    expect(read(home, file)).toMatchObject({ problem: `asn_names: ${file} does not exist.` });
    writeFileSync(file, '13335 Cloudflare');
    chmodSync(file, 0o666);
    expect(read(home, file).problem).toBe(`asn_names: Other users may write ${file}.`);
    expect(read(home, file).names.size).toBe(0);
    chmodSync(file, 0o644);
    symlinkSync(file, join(home, 'link.txt'));
    expect(read(home, join(home, 'link.txt')).names.get('13335')).toBe('Cloudflare');
    writeFileSync(file, 'nothing of the kind');
    expect(read(home, file).problem).toBe(`asn_names: ${file} names no number.`);
  });
});
