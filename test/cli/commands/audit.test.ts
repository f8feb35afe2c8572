import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { machineTag } from '../../../src/edges/own-process.ts';
import { leaks } from '../../support/leaks.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { prompt } from '../prompt.ts';
import { servedPrompt } from '../served.ts';

let home: string;
let file: string;
beforeEach(async () => {
  home = temporaryDirectory();
  const folder = join(home, '.local', 'state', 'warren');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  file = join(folder, 'audit.ndjson');
});

const write = (...lines: readonly (object | string)[]) =>
  writeFile(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    { mode: 0o600 },
  );

const audit = async (argv: readonly string[] = [], setting = {}) => {
  const { code, stdout, stderr } = await prompt(['audit', ...argv], {
    env: { HOME: home },
    ...setting,
  });
  return { code, stdout: stdout.replaceAll(home, '~'), stderr: stderr.replaceAll(home, '~') };
};

const PLACE = '~/.local/state/warren/audit.ndjson';

const DELETION = {
  event: 'begun',
  time: '2026-03-14T14:02:00.000Z',
  attempt: 'a1',
  profile: 'prod',
  host: 'api.example.net',
  user: 'ada',
  tty: '/dev/pts/3',
  ssh: '203.0.113.9',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  request: { appId: 'x1' },
};
const UPLOAD = {
  ...DELETION,
  event: 'ended',
  time: '2026-03-14T15:00:00.000Z',
  attempt: 'a2',
  operation: 'guardian-upload',
  subject: { kind: 'zone', id: '120431', name: 'shop.example' },
  request: { file: 'shop.yaml', bytes: 3400, sha256: '0123456789abcdef0123' },
  outcome: 'refused',
  status: 403,
  error: 'The plan allows 7 endpoints.',
  requestId: 'r-7',
};

describe('warren audit', () => {
  it.each([
    [['--from', 'none.db'], 'none.db could not be opened: it does not exist.'],
    [
      ['--from', 'clickhouse://a@localhost/b', '--verify'],
      '--verify is for the audit file, which --from does not read.',
    ],
  ])('rejects %j', async (argv, reason) => {
    expect(await audit(argv)).toMatchObject({ code: 2, stderr: `warren: ${reason}\n` });
  });

  it('shows one line per change, newest first', async () => {
    await write(DELETION, UPLOAD);
    const { code, stdout, stderr } = await audit(['-o', 'table']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['TIME', 'OUTCOME', 'CHANGE', 'OF', 'NAME', 'WHAT', 'BY', 'PROFILE', 'ERROR'],
      [
        '2026-03-14 15:00:00Z',
        'refused',
        'guardian-upload',
        '120431',
        'shop.example',
        // use 20: which specification.
        'shop.yaml sha256 0123456789ab 3.3 KiB',
        'ada',
        'prod',
        'The plan allows 7 endpoints.',
      ],
      ['2026-03-14 14:02:00Z', 'unknown', 'app-delete', 'x1', 'checkout', '–', 'ada', 'prod', '–'],
      [''],
    ]);
  });

  it('has all recorded details for programs', async () => {
    await write(DELETION, UPLOAD);
    const { event: _, ...upload } = UPLOAD;
    const { event: __, ...begun } = DELETION;
    const unended = { outcome: 'unknown', status: null, error: null, requestId: null };
    const changes = [upload, { ...begun, ...unended }];
    expect(JSON.parse((await audit(['-o', 'json'])).stdout)).toEqual({
      file: PLACE,
      whole: true,
      damaged: 0,
      changes,
    });
    const lines = (await audit(['-o', 'ndjson'])).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(changes);
    expect((await audit(['-o', 'csv'])).stdout.split('\n').slice(0, 2)).toEqual([
      'time,outcome,operation,subjectKind,subjectId,subjectName,user,profile,host,tty,ssh,status,error,requestId,attempt,request',
      '2026-03-14T15:00:00.000Z,refused,guardian-upload,zone,120431,shop.example,ada,prod,api.example.net,/dev/pts/3,203.0.113.9,403,The plan allows 7 endpoints.,r-7,a2,"{""file"":""shop.yaml"",""bytes"":3400,""sha256"":""0123456789abcdef0123""}"',
    ]);
  });

  it.each([
    [['nonsense'], '1 line of'],
    [['nonsense', '[]', '{"attempt":7}'], '3 lines of'],
  ])('shows valid entries beside damaged lines, and counts those: %j', async (lines, counted) => {
    await write(DELETION, ...lines);
    const { code, stdout, stderr } = await audit(['-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      damaged: lines.length,
      changes: [{ attempt: 'a1' }],
    });
    expect(stderr).toBe(
      `${counted} ${PLACE} ${lines.length === 1 ? 'is' : 'are'} damaged and left out.\n`,
    );
  });

  it.each(['table', 'json', 'ndjson', 'csv'])(
    'says in %s that nothing was changed yet',
    async (format) => {
      const { code, stdout, stderr } = await audit(['-o', format]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `No change is recorded in ${PLACE}.\n`,
      });
      if (format === 'json') expect(JSON.parse(stdout)).toMatchObject({ changes: [] });
      else expect(stdout).toMatch(format === 'csv' ? /^time,[A-Za-z,]+\n$/ : /^$/);
    },
  );

  it('reports when only the end of the file was read', async () => {
    const long = { ...UPLOAD, time: DELETION.time, request: { file: 'x'.repeat(2000) } };
    await write(
      ...Array.from({ length: 1000 }, (_, at) => ({ ...long, attempt: `old-${at}` })),
      DELETION,
    );
    const { stdout, stderr } = await audit(['-o', 'json']);
    const { whole, changes } = JSON.parse(stdout);
    expect({ whole, first: changes[0].attempt }).toEqual({ whole: false, first: 'a1' });
    expect(changes.length).toBeLessThan(1000);
    expect(stderr).toBe(`Only the end of ${PLACE} was read: older changes stand before it.\n`);
  });

  it('shows hostile text safely', async () => {
    const evil = '\u001b]52;c;eA==\u0007\u202e';
    await write({
      ...UPLOAD,
      profile: evil,
      user: evil,
      error: evil,
      operation: evil,
      subject: { kind: evil, id: evil, name: evil },
    });
    for (const format of ['table', 'json', 'ndjson', 'csv']) {
      const { stdout } = await audit(['-o', format], { columns: 200 });
      expect(leaks(stdout.replaceAll('\n', ' ')), format).toEqual([]);
    }
    expect(JSON.parse((await audit(['-o', 'json'])).stdout).changes[0].user).toBe(evil);
  });

  it('exits with code 2 if the file cannot be read, or has no directory', async () => {
    await symlink('/etc/hostname', file);
    expect(await audit()).toEqual({
      code: 2,
      stdout: '',
      stderr: `warren: ${PLACE} could not be read: it is a symbolic link.\n`,
    });
    expect(await audit([], { env: { HOME: '' } })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'warren: There is no audit file: neither XDG_STATE_HOME nor HOME is set.\n',
    });
  });
});

describe('a change made by a command', () => {
  const served = servedPrompt();

  it('is in the audit, without the access key and the value', async () => {
    const id = String(served.platform.world.scripts[0]?.id);
    const env = { HOME: home };
    await served.run(['script', 'add-variable', id, 'TOKEN', '--default', 'SECRET-4711'], { env });
    await served.run(['app', 'delete', 'nobody', '--confirm', 'nobody'], { env });
    const { stdout, stderr } = await audit(['-o', 'json']);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).changes).toMatchObject([
      { operation: 'app-delete', outcome: 'refused', status: 404, subject: { id: 'nobody' } },
      { operation: 'script-add-variable', outcome: 'accepted', request: { Name: 'TOKEN' } },
    ]);
    expect(stdout).not.toContain('SECRET-4711');
    expect(stdout).not.toContain(served.platform.accessKey);
  });

  it('A14: is chained; --verify reports that the chain is intact, or which entry is not', async () => {
    const env = { HOME: home };
    await served.run(['app', 'delete', 'nobody', '--confirm', 'nobody'], { env });
    await served.run(['app', 'delete', 'noone', '--confirm', 'noone'], { env });
    expect(await audit(['--verify', '-o', 'table'])).toEqual({
      code: 0,
      stdout: `${PLACE} is whole: 4 entries, as written.\n`,
      stderr: '',
    });
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"outcome":"refused"', '"outcome":"accepted"'));
    expect(await audit(['--verify', '-o', 'table'])).toEqual({
      code: 1,
      stdout: 'TAMPERED\nEntry 2 (line 2) was changed after it was written.\n',
      stderr: `${PLACE} is not as it was written. It holds 4 entries.\n`,
    });
    await writeFile(file, text.split('\n').slice(0, 2).join('\n'));
    const cut = await audit(['--verify', '-o', 'json']);
    expect(cut.code).toBe(1);
    expect(JSON.parse(cut.stdout)).toMatchObject({
      whole: false,
      chained: 2,
      problems: [
        {
          kind: 'missing',
          sentence: 'Entries 3 to 4 are missing at the end of the file: it was cut.',
        },
      ],
    });
  });

  it('E3: is shown after a torn line', async () => {
    await write(DELETION);
    await writeFile(file, '{"event":"begun","attempt":"torn","opera', { flag: 'a' });
    const env = { HOME: home };
    const id = String(served.platform.world.applications[0]?.id);
    await served.run(['app', 'delete', id, '--confirm', id], { env });
    const { stdout, stderr } = await audit(['-o', 'json']);
    expect(JSON.parse(stdout).changes).toMatchObject([
      { operation: 'app-delete', outcome: 'accepted', subject: { id } },
      { attempt: 'a1' },
    ]);
    expect(stderr).toContain('1 line of');
    expect(await audit(['--verify'])).toMatchObject({ code: 0 });
  });

  it('is not made when Ctrl-C comes while it is being recorded', async () => {
    const lock = join(home, '.local/state/warren/audit.lock');
    // Somebody else writes, and does not end.
    await writeFile(lock, `${machineTag()} ${process.pid} 0011223344556677\n`);
    const id = String(served.platform.world.applications[0]?.id);
    const before = served.platform.served.requests.length;
    const outcome = await served.run(['app', 'delete', id, '--confirm', id], {
      env: { HOME: home },
      during: (interrupt) => interrupt.abort(),
    });
    await rm(lock);
    expect(outcome).toEqual({
      code: 130,
      stdout: '',
      stderr: 'warren: Interrupted; nothing was sent.\n',
    });
    expect(served.platform.served.requests.length).toBe(before);
  });
});
