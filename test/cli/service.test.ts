import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import { makeChange, nameOf } from '../../src/cli/make-change.ts';
import {
  demoHint,
  idOf,
  misspeltHint,
  type Service,
  withPreparedService,
} from '../../src/cli/service.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { correctedClock } from '../../src/edges/clock.ts';
import { realFiles } from '../../src/edges/files.ts';
import { parseBaseUrl } from '../../src/http/base-url.ts';
import { readAudit } from '../../src/mutations/audit.ts';
import { fixedKey } from '../../src/session/session-key.ts';
import { EMPTY_WORKSPACE } from '../../src/state/workspace.ts';
import { words } from '../../src/text/printable.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { servedPrompt } from './served.ts';

it('the demo lists what it has instead of something not found', () => {
  const apps = [{ id: 'a', name: 'checkout' }];
  expect(demoHint('app-overview', { ...EMPTY_WORKSPACE, apps })).toBe(
    'The demo has these applications: a (checkout).',
  );
  expect(demoHint('search', EMPTY_WORKSPACE)).toBeUndefined();
});

it('an item that was not found may have a misspelt name', () => {
  const apps = [{ id: 'a', name: 'checkout' }];
  const workspace = { ...EMPTY_WORKSPACE, apps };
  expect(misspeltHint('app-overview', workspace, ['checkou'])).toBe(
    'No application “checkou” in this workspace. Did you mean checkout?',
  );
  expect(misspeltHint('app-overview', workspace, ['k3Jd82hQpLm0xYz'])).toBeUndefined();
  // It is in the workspace, and the service has it no more.
  expect(misspeltHint('app-overview', workspace, ['checkout'])).toBeUndefined();
});

describe('an item can be given by its id or its workspace name', () => {
  const apps = [
    { id: 'k3', name: 'checkout' },
    { id: 'checkout-2', name: 'twice' },
    { id: 'twice-2', name: 'twice' },
    { id: 'checkout', name: 'old' },
  ];
  const among = (of: typeof apps) =>
    ({
      session: { workspace: { ...EMPTY_WORKSPACE, apps: of } },
      unknown: [],
    }) as unknown as Service;

  it.each([
    ['its name', apps.slice(0, 1), 'checkout', 'k3'],
    ['its id, whatever else is called so', apps, 'checkout', 'checkout'],
    ['an id that the workspace does not have', apps, '4711', '4711'],
  ])('%s', (_, of, given, id) => {
    expect(idOf(among(of), 'apps', given)).toBe(id);
  });

  it('an ambiguous name is rejected, with the ids', () => {
    expect(() => idOf(among(apps), 'apps', 'twice')).toThrow('checkout-2, twice-2');
  });

  it('a change requires the id, and reports it when given a name', () => {
    expect(() => nameOf(among(apps), 'apps', 'twice')).toThrow(
      'twice is a name in the workspace, but a change needs the id: checkout-2, twice-2. Nothing was sent.',
    );
    expect(nameOf(among(apps), 'apps', 'elsewhere')).toBe('elsewhere');
  });
});

describe('a command that polls', () => {
  const served = servedPrompt();

  /** A service that is asked by a machine whose clock is `ahead`, milliseconds, and what is said of it. */
  function asked(ahead = () => 0) {
    const { platform, clock } = served;
    const parsed = parseBaseUrl(platform.baseUrl);
    if (parsed.kind !== 'ok') throw new Error(parsed.reason);
    const machineClock = { ...clock, now: () => clock.now() + ahead() };
    const said: string[] = [];
    const context = {
      edges: { clock: correctedClock(machineClock), version: '1.2.3' },
      machineClock,
      signal: new AbortController().signal,
      messages: { print: (text: string) => said.push(text) },
    } as unknown as Context;
    const config = {
      kind: 'service',
      name: words`test`,
      baseUrl: parsed.baseUrl,
      key: fixedKey(platform.accessKey),
      workspace: EMPTY_WORKSPACE,
      profile: null,
      readOnly: true,
      isUnaudited: false,
      history: false,
      interval: 0,
    } as const;
    const run = (work: (service: Service) => Promise<void>) =>
      withPreparedService(config, context, 0, work);
    return { run, said };
  }

  it('A11: keeps only its latest requests', async () => {
    await asked().run(async ({ ask, exchanges }) => {
      for (let asked = 0; asked < 120; asked += 1) await ask(search, { search: 'shop', size: 1 });
      expect(exchanges.length).toBeLessThanOrEqual(100);
      expect(exchanges.at(-1)?.outcome.kind).toBe('answered');
    });
  });

  it('E16: ignores a single old date, such as one from a cache', async () => {
    let ahead = 0;
    const { run, said } = asked(() => ahead);
    await run(async ({ ask }) => {
      for (ahead of [0, 0, 3_600_000]) await ask(search, { search: 'shop', size: 1 });
    });
    expect(said).toEqual([]);
  });
});

describe('E12: a change whose report cannot be printed', () => {
  const served = servedPrompt();
  const world = () => served.platform.world;
  const app = () => world().applications[0]?.id ?? '';
  const DOCUMENT = JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths: { '/orders': { get: { responses: { 200: { description: 'ok' } } } } },
  });
  const changes = [
    {
      argv: () => ['app', 'delete', app(), '--confirm', app()],
      sentence: () => `The deletion of ${app()} was accepted.`,
    },
    {
      argv: () => ['script', 'add-variable', String(world().scripts[0]?.id), 'TOKEN'],
      sentence: () => 'The variable TOKEN was accepted.',
    },
    {
      argv: () => ['guardian', 'upload', String(world().shieldZones[0]?.id), '-'],
      sentence: () => `The specification of zone ${world().shieldZones[0]?.id} was accepted.`,
    },
  ];

  const endings = [
    { taking: 'fill the disk', code: 1 },
    { taking: 'close', code: 0 },
  ] as const;
  const cases = changes.flatMap((change) => endings.map((ending) => ({ ...change, ...ending })));

  it.each(cases)('is reported as accepted (%#)', async ({ argv, sentence, taking, code }) => {
    const outcome = await served.run([...argv(), '-o', 'json'], {
      stdin: DOCUMENT,
      taking: () => taking,
    });
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(outcome.stderr).toContain(`${sentence()}\n`);
  });

  it.each(changes)(
    'is not reported twice if it can be printed (%#)',
    async ({ argv, sentence }) => {
      const { code, stderr } = await served.run([...argv(), '-o', 'json'], { stdin: DOCUMENT });
      expect(code).toBe(0);
      expect(stderr).not.toContain(sentence());
    },
  );
});

describe('an interrupted change', () => {
  /** A change whose audit is held by another program once it is asked for, and what was written of it. */
  async function interrupted(ask: () => Promise<null>) {
    const state = temporaryDirectory();
    const interrupt = new AbortController();
    const lock = join(state, 'warren', 'audit.lock');
    const asked = Promise.withResolvers<void>();
    const service = {
      assertWritable() {},
      exchanges: [],
      session: { profile: { name: 'prod', host: 'api.example' } },
      async call() {
        await writeFile(lock, 'elsewhere 1 aa');
        asked.resolve();
        return ask();
      },
    } as unknown as Service;
    const context = {
      edges: { env: { XDG_STATE_HOME: state }, interrupted: interrupt.signal },
      machineClock: { now: () => 0 },
      messages: { print() {} },
    } as unknown as Context;
    const made = makeChange(
      {
        operation: appDelete,
        input: { appId: 'a' },
        subject: { kind: 'app', id: 'a', name: 'a' },
        recorded: { appId: 'a' },
      },
      service,
      context,
    ).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    await asked.promise;
    // What follows from an answer that is there has been done.
    await new Promise((done) => setImmediate(done));
    interrupt.abort();
    await rm(lock);
    const outcome = await made;
    const audit = await readAudit(realFiles(), join(state, 'warren', 'audit.ndjson'));
    const [change] = audit.changes;
    return { outcome, written: [change?.outcome, change?.error] };
  }

  it('after its answer is recorded and reported', async () => {
    const refusal = new ApiError({ kind: 'refused', status: 403, title: 'Not yours' });
    expect(await interrupted(async () => null)).toEqual({
      outcome: 'accepted',
      written: ['accepted', null],
    });
    expect(await interrupted(() => Promise.reject(refusal))).toEqual({
      outcome: 'Not yours',
      written: ['refused', 'Not yours'],
    });
  });

  it('before its answer has an unknown outcome, with the reason in the audit file', async () => {
    expect(await interrupted(() => new Promise(() => {}))).toEqual({
      outcome: 'Interrupted before the answer came',
      written: ['unknown', 'Interrupted before the answer came'],
    });
  });
});

describe('E8: without a place for files of the program', () => {
  const served = servedPrompt();
  const file = import.meta.filename;

  it.each([
    { HOME: '/dev/null' },
    { HOME: file },
    { XDG_CONFIG_HOME: '/dev/null', XDG_STATE_HOME: '/dev/null', XDG_CACHE_HOME: '/dev/null' },
    { XDG_CONFIG_HOME: join(file, 'a', 'b'), XDG_STATE_HOME: file, XDG_CACHE_HOME: file },
  ])('a read works with everything in the environment: %j', async (env) => {
    expect(await served.run(['search', 'shop'], { env })).toMatchObject({ code: 0 });
    const overview = await served.run(
      ['app', 'overview', String(served.platform.world.applications[0]?.id)],
      { env },
    );
    expect(overview).toMatchObject({ code: 0, stderr: '' });
  });

  it('a read works with a home below a file in a world-writable directory', async () => {
    const path = join(tmpdir(), `warren-${process.pid}-file`);
    await writeFile(path, '');
    onTestFinished(() => rm(path));
    const env = { HOME: join(path, 'home') };
    expect(await served.run(['search', 'shop'], { env })).toMatchObject({ code: 0 });
  });

  it.each(['/proc/nowhere', '/proc/self/nowhere', '/sys/nowhere', '/dev/null'])(
    'a change is refused at once, and nothing is sent, with the state below %s',
    async (XDG_STATE_HOME) => {
      const id = String(served.platform.world.applications[0]?.id);
      const before = served.platform.served.requests.length;
      const outcome = await served.run(['app', 'delete', id, '--confirm', id], {
        env: { XDG_STATE_HOME },
      });
      expect(outcome).toMatchObject({ code: 2, stdout: '' });
      expect(outcome.stderr).toMatch(
        /The audit file cannot be written.*(?:Nothing can be made in|could not be written|is not a directory).*--unaudited/s,
      );
      expect(outcome.stderr).not.toMatch(/\bsent, |was accepted|SENT/);
      const changes = served.platform.served.requests.slice(before);
      expect(changes.filter(({ method }) => method !== 'GET')).toEqual([]);
    },
  );

  it('a named profile is reported as missing, and a configuration that others can write is rejected', async () => {
    const env = { HOME: '/dev/null' };
    const { code } = await served.run(['search', 'shop', '--profile', 'prod'], { env });
    expect(code).toBe(2);
    const folder = temporaryDirectory();
    await mkdir(join(folder, 'warren'));
    await writeFile(join(folder, 'warren', 'config.yaml'), 'profiles: {}\n');
    await chmod(join(folder, 'warren', 'config.yaml'), 0o666);
    const open = await served.run(['search', 'shop'], { env: { XDG_CONFIG_HOME: folder } });
    expect(open.code).toBe(2);
  });
});
