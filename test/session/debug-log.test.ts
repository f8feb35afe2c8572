import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import type { Exchange, ExchangeOutcome } from '../../src/contract/operation.ts';
import { exchangeLine, openDebugLog } from '../../src/session/debug-log.ts';
import { fixedKey } from '../../src/session/session-key.ts';
import { servedPrompt } from '../cli/served.ts';
import { testEdges } from '../support/edges.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const served = servedPrompt();
let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

const run = (argv: readonly string[], debug = '1') =>
  served.run(argv, {
    env: { HOME: home, XDG_STATE_HOME: join(home, 'state'), WARREN_DEBUG: debug },
  });
const log = () => readFile(join(home, 'state', 'warren', 'debug.log'), 'utf8').catch(() => null);

describe('the debug log', () => {
  it('has what runs, and every call with its outcome', async () => {
    await run(['search', 'checkout']);
    const lines = (await log())?.trimEnd().split('\n') ?? [];
    expect(lines.map((line) => line.replace(/^\S+Z 8000 /, ''))).toEqual([
      'warren 1.2.3 on Node 26.0.0, linux x64, TERM=',
      expect.stringMatching(/^→ #1 search GET \/search\?/),
      expect.stringMatching(/^← #1 search 200 \d+ ms \d+ B/),
    ]);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  });

  it('has neither the key, even as an identifier, nor what was typed or answered', async () => {
    const { accessKey } = served.platform;
    served.platform.faults.set({ kind: 'answer', status: 400, body: 'problem' });
    await run(['search', 'checkout']);
    await run(['app', 'overview', accessKey]);
    const text = await log();
    expect(text).toContain('#1 search 400');
    expect(text).not.toContain('checkout');
    expect(text).not.toContain(accessKey);
  });

  it('is not written unless it is asked for', async () => {
    await run(['search', 'checkout'], '');
    expect(await log()).toBeNull();
  });

  it('is what the doctor tells about', async () => {
    const finding = async (debug: string) => {
      const { findings } = JSON.parse((await run(['doctor'], debug)).stdout);
      return findings.find(({ what }: { what: string }) => what === 'debug log');
    };
    expect(await finding('')).toMatchObject({
      result: 'noted',
      detail: expect.stringMatching(/^off; .*debug\.log is not there yet\.$/),
      advice: 'WARREN_DEBUG=1 switches it on.',
    });
    await run(['search', 'x']);
    expect(await finding('1')).toMatchObject({
      result: 'noted',
      detail: expect.stringMatching(/^on: .*debug\.log$/),
    });
  });
});

it('strikes the key out of whatever comes by, and keeps it on one line', async () => {
  const edges = testEdges(
    { XDG_STATE_HOME: join(home, 'state') },
    { random: () => 0, runtime: 'here' },
  );
  openDebugLog(edges, fixedKey('SECRET-4711').redact).note('a SECRET-4711\nb\u001b[31m');
  expect((await log())?.trimEnd().split('\n').at(-1)).toMatch(/ 0000 a ‹redacted›␊b␛\[31m$/);
});

const exchange = (
  outcome: ExchangeOutcome,
  path = '/search?search=my%20shop&size=20',
): Exchange => ({
  id: 7,
  at: 0,
  operation: 'search',
  method: 'GET',
  path,
  outcome,
});

const error = new ApiError({
  kind: 'refused',
  status: 400,
  title: 'no hunter2 here',
  detail: 'hunter2',
  fields: [{ field: 'hunter2', message: 'hunter2' }],
  errorKey: 'hunter2',
  requestId: 'hunter2',
});

describe('a line of the debug log', () => {
  it('says what was asked, and not what was typed', () => {
    expect(exchangeLine(exchange({ kind: 'in-flight' }))).toBe(
      '→ #7 search GET /search?search=‹7 characters›&size=20',
    );
    expect(exchangeLine(exchange({ kind: 'in-flight' }, '/mc/apps/a1/overview'))).toBe(
      '→ #7 search GET /mc/apps/a1/overview',
    );
  });

  it('says what became of it', () => {
    const answered = {
      kind: 'answered',
      status: 200,
      ms: 12.4,
      bytes: 345,
      skewMs: -1200.2,
      error: null,
      requestId: 'r1',
    } as const;
    expect(exchangeLine(exchange(answered))).toBe('← #7 search 200 12 ms 345 B skew -1200 ms');
    expect(exchangeLine(exchange({ kind: 'failed', ms: 3, error }))).toBe(
      '✖ #7 search refused after 3 ms',
    );
  });

  it('has nothing that the service wrote', () => {
    const line = exchangeLine(
      exchange({
        kind: 'answered',
        status: 400,
        ms: 1,
        bytes: 2,
        skewMs: null,
        error,
        requestId: 'hunter2',
      }),
    );
    expect(line).toBe('← #7 search 400 1 ms 2 B refused');
  });

  it('is one line, whatever the path', () => {
    const path = `/a\n\u001b[31m${'b'.repeat(1000)}?c=\n`;
    expect(exchangeLine(exchange({ kind: 'in-flight' }, path))).toMatch(/^[^\n\u001b]{300,340}$/);
  });
});
