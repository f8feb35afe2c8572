import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkOwnTerminal } from '../../../src/cli/commands/doctor.ts';
import type { Edges } from '../../../src/session/edges.ts';
import { testEdges } from '../../support/edges.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { servedPrompt } from '../served.ts';

/** A terminal that answers questions with `answer`, `ms` later; never when it has none. */
function terminal(env: Edges['env'], answer: string | null, ms = 3) {
  const clock = fakeClock();
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (raw: boolean) => modes.push(raw),
  });
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: true,
    columns: 120,
    rows: 40,
  });
  const edges = testEdges(env, { stdin, stdout, clock, uid: 0 });
  const look = async () => {
    const looking = checkOwnTerminal(edges);
    await clock.advance(ms);
    if (answer !== null) stdin.write(answer);
    await clock.advance(2000);
    const findings = await looking;
    return new Map(
      findings.map(({ what, result, detail }) => [String(what), `${result}: ${detail}`]),
    );
  };
  return { look, modes };
}

const GOOD = { TERM: 'xterm-256color', LANG: 'C.UTF-8' };

describe('a terminal', () => {
  it('is checked and queried', async () => {
    const { look, modes } = terminal(GOOD, '\u001b[?2026;2$y\u001b[?62;22c');
    expect(Object.fromEntries(await look())).toEqual({
      terminal: 'passed: TERM=xterm-256color',
      size: 'passed: 120 columns, 40 rows',
      characters: 'passed: C.UTF-8',
      colours: 'passed: 256 (TERM=xterm-256color)',
      'round trip': 'passed: 3 ms',
      'synchronized output': 'passed: The terminal shows updates at once.',
      clipboard: 'noted: Whether the terminal takes copies (OSC 52) is not known.',
    });
    expect(modes).toEqual([true, false]);
  });

  it('that does not answer is waited for at most a second', async () => {
    const found = await terminal(GOOD, null).look();
    expect(found.get('round trip')).toBe('noted: The terminal does not answer queries.');
  });

  it('with a slow connection is noted', async () => {
    const found = await terminal(GOOD, '\u001b[?62c', 400).look();
    expect(found.get('round trip')).toBe('noted: 400 ms');
    expect(found.get('synchronized output')).toMatch(/^noted/);
  });

  it('that cannot place its cursor, or has no UTF-8, uses lines and ASCII, and is not queried', async () => {
    const found = await terminal({ TERM: 'dumb', LANG: 'C', NO_COLOR: '1' }, null).look();
    expect(found.get('terminal')).toBe('noted: TERM=dumb');
    expect(found.has('round trip')).toBe(false);
    expect(found.get('characters')).toBe('failed: C, which is not UTF-8');
    expect(found.get('colours')).toBe('noted: none (TERM=dumb), switched off by NO_COLOR');
  });
});

interface Finding {
  readonly result: string;
  readonly what: string;
  readonly detail: string;
  readonly advice: string;
}

const served = servedPrompt();
let home: string;
beforeEach(async () => {
  home = temporaryDirectory();
  await mkdir(join(home, '.config', 'warren'), { recursive: true });
});

async function configure(): Promise<void> {
  const { world, baseUrl } = served.platform;
  const text = `default_profile: here
profiles: {here: {base_url: "${baseUrl}", workspace: all}}
workspaces:
  all:
    apps: [{id: ${world.applications[0]?.id}}]
    shield_zones: [{id: ${world.shieldZones[0]?.id}}]
    dns_zones: [{id: ${world.dnsZones[0]?.id}}]
    rate_limits: [{id: 1}]
`;
  await writeFile(join(home, '.config', 'warren', 'config.yaml'), text, { mode: 0o600 });
}

/** The findings by what they are about. */
async function doctor(env = {}) {
  const { code, stdout } = await served.run(['doctor'], {
    env: { HOME: home, LANG: 'C.UTF-8', ...env },
  });
  const { findings }: { findings: readonly Finding[] } = JSON.parse(stdout);
  return {
    code,
    stdout,
    of: (what: string) => findings.find((finding) => finding.what === what),
  };
}

describe('the doctor', () => {
  it('calls each read operation once, and reports how it went', async () => {
    await configure();
    const { code, of, stdout } = await doctor();
    expect(of('search')).toMatchObject({
      result: 'passed',
      detail: expect.stringMatching(/^200 in/),
    });
    expect(of('application overview')).toMatchObject({ result: 'passed' });
    expect(of('DNS scan')).toMatchObject({ result: 'passed' });
    expect(of('event log')).toMatchObject({ result: 'passed' });
    // There is no such rate limit.
    expect(of('rate limit')).toMatchObject({ result: 'failed' });
    expect(of('changes')).toMatchObject({ result: 'skipped' });
    expect(of('clock')).toMatchObject({ result: 'passed' });
    expect(code).toBe(1);
    expect(served.platform.served.requests.map(({ method }) => method)).toEqual(
      Array(5).fill('GET'),
    );
    expect(stdout).not.toContain(served.platform.accessKey);
  });

  it('reports an empty workspace', async () => {
    const { code, of } = await doctor();
    expect(of('application overview')).toMatchObject({
      result: 'skipped',
      detail: 'No application in this workspace.',
    });
    expect(code).toBe(0);
  });

  it('reports how answers differ from the contract', async () => {
    served.platform.faults.set({ kind: 'corrupt', how: 'wrong types' }, { operation: 'search' });
    const { of } = await doctor();
    expect(of('answers')).toMatchObject({
      result: 'noted',
      detail: expect.stringContaining('search'),
    });
  });

  it('reports a wrong clock', async () => {
    const ahead = fakeClock(served.clock.now() + 120_000);
    const { stdout, code } = await served.run(['doctor', '-o', 'csv'], { clock: ahead });
    expect(stdout).toContain("failed,clock,2 min ahead of the service,Set this machine's clock");
    expect(code).toBe(1);
  });

  it('explains why a service cannot be used, with advice', async () => {
    const { code, of } = await doctor({ WARREN_BASE_URL: '' });
    expect(of('service')).toMatchObject({ result: 'failed', detail: 'No service is configured.' });
    expect(of('search')).toBeUndefined();
    expect(code).toBe(1);
  });

  it('checks the configuration', async () => {
    await writeFile(join(home, '.config', 'warren', 'config.yaml'), 'wat: 1\n', { mode: 0o600 });
    expect((await doctor()).of('configuration')).toMatchObject({
      result: 'failed',
      advice: 'warren config check shows every error.',
    });
  });

  it('checks errors that span several keys', async () => {
    const path = join(home, '.config', 'warren', 'config.yaml');
    await writeFile(path, 'audit: archive\n', { mode: 0o600 });
    expect((await doctor()).of('configuration')).toMatchObject({
      result: 'failed',
      detail: `${path}:1:8: audit: archive needs exactly one archive below archives.`,
    });
    await writeFile(path, 'workspaces: {shop: {watches: {x: app blah = 3}}}\n');
    expect((await doctor()).of('configuration')).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining(`${path}:1:34: workspaces.shop.watches.x: app has no blah`),
    });
  });

  it('checks who can read its directory', async () => {
    await mkdir(join(home, '.local', 'state', 'warren'), { recursive: true, mode: 0o755 });
    const { of } = await doctor();
    expect(of('state')).toMatchObject({
      result: 'failed',
      advice: expect.stringContaining('chmod 700'),
    });
    expect(of('cache')).toBeUndefined();
  });

  it('detects that there is no terminal', async () => {
    expect((await doctor()).of('terminal')).toMatchObject({ result: 'skipped' });
  });
});
