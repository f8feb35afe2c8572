import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { OperationId } from '../../src/contract/operation.ts';
import type { Environment } from '../../src/edges/terminal.ts';
import type { Fault } from '../../src/platform/faults/fault.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { leaks } from '../support/leaks.ts';
import { openPlatform, type Platform } from '../support/observed-platform.ts';
import { type Outcome, prompt, reaching, requested, type Setting } from './prompt.ts';

/*
 * Every operation at the prompt, and what is shown of this machine, in every format, whatever becomes of the
 * request: what is on stdout, what on stderr, and the exit code.
 */

const SPECIFICATION = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0' },
  paths: { '/items': { get: { responses: { 200: { description: 'ok' } } } } },
});
const FILE = join(tmpdir(), `warren-specification-${process.pid}.json`);

interface Case {
  readonly name: string;
  argv(platform: Platform): readonly string[];
  /** What its environment has beside what leads to the platform. */
  env?(): Environment;
}

/** A command that asks the service. */
interface ServedCase extends Case {
  readonly operation: OperationId;
  readonly changes: boolean;
}

const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('the world is empty');
  return one;
};

const SERVED: readonly ServedCase[] = [
  {
    name: 'app overview',
    operation: 'app-overview',
    changes: false,
    argv: ({ world }) => ['app', 'overview', first(world.applications).id],
  },
  {
    name: 'app wait',
    operation: 'app-overview',
    changes: false,
    argv: ({ world }) => [
      'app',
      'wait',
      first(world.applications).id,
      '--until',
      'status=active,progressing,failing,inactive,suspended,unknown',
    ],
  },
  {
    name: 'app delete',
    operation: 'app-delete',
    changes: true,
    argv: ({ world }) => {
      const { id } = first(world.applications);
      return ['app', 'delete', id, '--confirm', id];
    },
  },
  {
    name: 'events',
    operation: 'event-logs',
    changes: false,
    argv: ({ world }) => ['events', String(first(world.shieldZones).id), '--limit', '3'],
  },
  {
    name: 'dns scan',
    operation: 'dns-scan',
    changes: false,
    argv: ({ world }) => ['dns', 'scan', String(first(world.dnsZones).id)],
  },
  {
    name: 'rate-limit',
    operation: 'rate-limit-metrics',
    changes: false,
    argv: ({ world }) => ['rate-limit', String(first(world.rateLimits).id)],
  },
  {
    name: 'search',
    operation: 'search',
    changes: false,
    argv: () => ['search', 'shop', '--size', '3'],
  },
  {
    name: 'script add-variable',
    operation: 'script-add-variable',
    changes: true,
    argv: ({ world }) => [
      'script',
      'add-variable',
      String(first(world.scripts).id),
      'REGION',
      '--default',
      'SECRET-4711',
    ],
  },
  {
    name: 'guardian upload',
    operation: 'guardian-upload',
    changes: true,
    argv: ({ world }) => ['guardian', 'upload', String(first(world.shieldZones).id), FILE],
  },
];

/** Commands that show what is on this machine. */
const LOCAL: readonly Case[] = [
  { name: 'audit', argv: () => ['audit'], env: () => ({ XDG_STATE_HOME: state }) },
  { name: 'guardian check', argv: () => ['guardian', 'check', FILE] },
  { name: 'config show', argv: () => ['config', 'show'] },
];

/** One accepted change, as a run before left it. */
const AUDIT = `${JSON.stringify({
  event: 'ended',
  time: '2026-03-13T23:59:00.000Z',
  attempt: 'earlier-run',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'basket' },
  outcome: 'accepted',
})}\n`;

const FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
/** For what fails they are like the others. */
const MORE_FORMATS = ['wide', 'yaml'] as const;

/** What happens to a request, and what the exit code says of a read and of a change. */
const FAILURES: readonly {
  readonly name: string;
  readonly fault: Fault;
  readonly reads: number;
  readonly changes: number;
}[] = [
  { name: '401', fault: { kind: 'answer', status: 401, body: 'empty' }, reads: 5, changes: 5 },
  { name: '403', fault: { kind: 'answer', status: 403, body: 'problem' }, reads: 3, changes: 3 },
  { name: '404', fault: { kind: 'answer', status: 404, body: 'problem' }, reads: 4, changes: 4 },
  { name: '429', fault: { kind: 'answer', status: 429, body: 'empty' }, reads: 3, changes: 3 },
  { name: '500', fault: { kind: 'answer', status: 500, body: 'empty' }, reads: 1, changes: 7 },
  {
    name: '503 of a proxy',
    fault: { kind: 'answer', status: 503, body: 'html' },
    reads: 1,
    changes: 7,
  },
  {
    name: 'a redirect',
    fault: {
      kind: 'answer',
      status: 302,
      body: 'empty',
      headers: { location: 'https://elsewhere.example/' },
    },
    reads: 1,
    changes: 7,
  },
  { name: 'a page of HTML', fault: { kind: 'corrupt', how: 'html' }, reads: 1, changes: 7 },
  {
    name: 'a reset before the answer',
    fault: { kind: 'disconnect', stage: 'before answering', how: 'reset' },
    reads: 6,
    changes: 7,
  },
];

/** `app wait` asks again after what may pass, so that it does not end by it. */
const waitsThrough = ({ name }: Case, failure: string) =>
  name === 'app wait' && !['401', '403', '404', 'a redirect'].includes(failure);

let platform: Platform;
let state: string;
const clock = fakeClock();

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'warren-'));
  await mkdir(join(state, 'warren'), { mode: 0o700 });
  await writeFile(join(state, 'warren', 'audit.ndjson'), AUDIT, { mode: 0o600 });
  await writeFile(FILE, SPECIFICATION);
});
afterAll(() => Promise.all([rm(FILE), rm(state, { recursive: true })]));
// Each its own: changes of one must not be seen by the next.
beforeEach(async () => {
  platform = await openPlatform({ clock, seed: 7 });
});
afterEach(() => platform.close());

function act(item: Case, format: string, setting: Setting = {}): Promise<Outcome> {
  const { env, ...rest } = setting;
  return prompt([...item.argv(platform), '-o', format], {
    clock,
    ...rest,
    env: { ...reaching(platform), ...item.env?.(), ...env },
  });
}

/** Nothing secret anywhere, nothing that a terminal would obey. */
function expectHarmless({ stdout, stderr }: Outcome): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toContain(platform.accessKey);
    expect(text).not.toContain('SECRET-4711');
    expect(leaks(text.replaceAll('\n', ' '))).toEqual([]);
  }
}

const inEvery = <Item extends Case, Format extends string>(
  formats: readonly Format[],
  cases: readonly Item[],
) => cases.flatMap((item) => formats.map((format) => ({ ...item, format })));

const served = inEvery(FORMATS, SERVED);
const all = inEvery([...FORMATS, ...MORE_FORMATS], [...SERVED, ...LOCAL]);
const impatient = served.filter((item) => !waitsThrough(item, ''));

describe('a command that succeeds', () => {
  it.each(all)('$name -o $format: only data on stdout, code 0', async (item) => {
    const outcome = await act(item, item.format);
    expect(outcome.stderr).not.toMatch(/^warren: /m);
    expect(outcome.code).toBe(0);
    expectHarmless(outcome);
    const { stdout } = outcome;
    switch (item.format) {
      case 'json':
        expect(typeof JSON.parse(stdout)).toBe('object');
        break;
      case 'ndjson':
        for (const line of stdout.trimEnd().split('\n')) {
          if (line !== '') expect(typeof JSON.parse(line)).toBe('object');
        }
        break;
      case 'csv':
        expect(stdout).toMatch(/^[A-Za-z]+(,[A-Za-z]+)+\n/);
        break;
      case 'yaml':
        expect(
          parseAllDocuments(stdout).flatMap((document) =>
            'errors' in document ? document.errors : [],
          ),
        ).toEqual([]);
        break;
      case 'wide':
      case 'table':
        expect(stdout.split('\n').length).toBeGreaterThan(1);
    }
  });

  it.each<Case>([...SERVED.filter(({ changes }) => !changes), ...LOCAL])(
    '$name: a pipe gets JSON, a terminal a table',
    async (item) => {
      const argv = item.argv(platform);
      const env = { ...reaching(platform), ...item.env?.() };
      const piped = await prompt(argv, { clock, env });
      for (const text of item.name === 'events'
        ? piped.stdout.trim().split('\n')
        : [piped.stdout]) {
        expect(typeof JSON.parse(text)).toBe('object');
      }
      const shown = await prompt(argv, { clock, env, columns: 100 });
      expect(() => JSON.parse(shown.stdout)).toThrow();
    },
  );
});

describe('a command that fails', () => {
  it.each(
    served.flatMap((item) =>
      FAILURES.filter(({ name }) => !waitsThrough(item, name)).map((failure) => ({
        ...item,
        failure,
        of: failure.name,
      })),
    ),
  )('$name -o $format, $of: words on stderr alone, and the code', async (item) => {
    const { fault, reads, changes } = item.failure;
    const end = platform.faults.set(fault, { operation: item.operation });
    const before = platform.served.requests.length;
    try {
      const outcome = await act(item, item.format);
      expect(outcome).toMatchObject({ code: item.changes ? changes : reads, stdout: '' });
      expect(outcome.stderr).toMatch(/^warren: [A-Z].*\n/);
      expect(outcome.stderr.includes('whether it was done is not known')).toBe(outcome.code === 7);
      expectHarmless(outcome);
      // The form of the first page is not stated: where one is not found, the other is tried.
      const forms = item.operation === 'event-logs' && item.of === '404' ? 2 : 1;
      expect(platform.served.requests.length, 'in each form it is asked once').toBe(before + forms);
    } finally {
      end();
    }
  });

  it.each(impatient)('$name -o $format, truncated JSON', async (item) => {
    const end = platform.faults.set(
      { kind: 'corrupt', how: 'truncated JSON' },
      { operation: item.operation },
    );
    try {
      const outcome = await act(item, item.format);
      // A deletion is answered without a body: there is nothing to be broken.
      const bodyless = item.operation === 'app-delete';
      expect(outcome.code).toBe(bodyless ? 0 : item.changes ? 7 : 1);
      if (!bodyless) expect(outcome.stdout).toBe('');
      expectHarmless(outcome);
    } finally {
      end();
    }
  });

  it.each(impatient)('$name -o $format, unreachable', async (item) => {
    const outcome = await act(item, item.format, {
      env: { WARREN_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(outcome).toMatchObject({ code: 6, stdout: '' });
    expect(outcome.stderr).toContain('Connection refused by 127.0.0.1:9');
    expect(outcome.stderr).toContain('Nothing was sent.');
  });

  it.each(served)('$name -o $format, interrupted', async (item) => {
    const end = platform.faults.set(
      { kind: 'hang', stage: 'before answering' },
      { operation: item.operation },
    );
    try {
      const outcome = await act(item, item.format, {
        async during(interrupt) {
          await requested(platform);
          interrupt.abort();
        },
      });
      expect(outcome.code).toBe(item.changes ? 7 : 130);
      expect(outcome.stdout).toBe('');
      expectHarmless(outcome);
    } finally {
      end();
    }
  });
});

describe('help for a pager', () => {
  const help = async (COLUMNS: string) => (await prompt(['help'], { env: { COLUMNS } })).stdout;

  it('is wrapped earlier for a smaller COLUMNS', async () => {
    const lines = async (columns: string) => (await help(columns)).split('\n').length;
    expect(await lines('50')).toBeGreaterThan(await lines('80'));
  });

  it.each(['-5', '0', 'wide', ''])('has the usual width for COLUMNS=%s', async (columns) => {
    expect(await help(columns)).toBe(await help('80'));
  });
});

describe('a reader that goes away', () => {
  it.each(all)('$name -o $format, closed pipe: silent, code 0', async (item) => {
    const outcome = await act(item, item.format, { taking: () => 'close' });
    expect(outcome.code).toBe(0);
    expect(outcome.stderr).not.toMatch(/EPIPE|bug/);
  });

  it.each(all)('$name -o $format, full disk: reported, code 1', async (item) => {
    const outcome = await act(item, item.format, { taking: () => 'fill the disk' });
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('The output cannot be written (ENOSPC).');
  });

  it('does not hide the code and the message of a usage error', async () => {
    const outcome = await prompt(['search'], { taking: () => 'fill the disk' });
    expect(outcome).toEqual(
      expect.objectContaining({
        code: 2,
        stderr: 'warren: Missing argument TEXT.\nSee warren search --help.\n',
      }),
    );
  });
});
