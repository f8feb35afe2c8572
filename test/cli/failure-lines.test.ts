import { describe, expect, it } from 'vitest';
import { failureLines } from '../../src/cli/failure-lines.ts';
import { ApiError } from '../../src/contract/api-error.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { search } from '../../src/contract/operations/search.ts';
import { OperationError } from '../../src/session/errors.ts';
import { words } from '../../src/text/printable.ts';
import { answerNext, letPass, servedPrompt } from './served.ts';

it('an error is described with all that is known, safely', () => {
  const error = new ApiError({
    kind: 'invalid',
    status: 400,
    title: 'Validation\u001b[2J Error',
    detail: 'wrong',
    fields: [
      { field: 'size', message: 'too large' },
      { field: null, message: 'odd' },
    ],
    errorKey: 'x.y',
    requestId: 'r1',
    retryAfterMs: 90_000,
  });
  expect(failureLines(new OperationError(error, search, words`A hint.`))).toEqual([
    'Global search: Validation␛[2J Error: wrong (400, x.y)',
    '  size: too large',
    '  request: odd',
    '  request id r1',
    '  the service asks to wait 90 s',
    'A hint.',
  ]);
});

it('a change with an unknown outcome says so', () => {
  const error = new ApiError({ kind: 'timeout', title: 'No answer' });
  expect(failureLines(new OperationError(error, appDelete))).toEqual([
    'Delete an application: No answer',
    'The request was sent, and whether it was done is not known. Look before you repeat it.',
  ]);
});

describe('D15: further content of an error body', () => {
  const served = servedPrompt();
  const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');

  it('is shown if it helps, and completely with -o json', async () => {
    const body = {
      type: 'https://errors.example/limit',
      title: 'Too many',
      status: 422,
      detail: 'Fewer, please.',
      instance: '/mc/apps/x',
      errors: [{ message: 'too large', field: 'size' }],
      id: 'trace-4711',
      retryable: false,
    };
    answerNext(served.platform, 'app-overview', body, 422);
    const { code, stdout, stderr } = await served.run(['app', 'overview', 'x', '-o', 'json']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    for (const line of ['type https://errors.example/limit', 'instance /mc/apps/x']) {
      expect(stderr).toContain(`  ${line}\n`);
    }
    expect(stderr).toContain('  id trace-4711\n');
    expect(lastLine(stderr)).toEqual({
      error: {
        type: 'https://errors.example/limit',
        instance: '/mc/apps/x',
        id: 'trace-4711',
        retryable: false,
        operation: 'app-overview',
        kind: 'invalid',
        exitCode: 3,
        status: 422,
        title: 'Too many',
        detail: 'Fewer, please.',
        fields: [{ field: 'size', message: 'too large' }],
      },
    });
  });

  it.each([
    ['wait', (app: string) => ['wait', `app:${app} status = suspended`]],
    ['app wait', (app: string) => ['app', 'wait', app, '--until', 'status=suspended']],
    ['app delete', (app: string) => ['app', 'delete', app, '--confirm', app, '--wait']],
  ])('is in JSON for a failed warren %s, too', async (_, argv) => {
    const app = served.platform.world.applications[0]?.id ?? '';
    const run = [...argv(app), '--timeout', '20s', '-o', 'json'];
    const { code, stderr } = await letPass(served.run(run), served.clock, { asleep: 2, ms: 1000 });
    expect(code).toBe(6);
    const { error } = lastLine(stderr);
    expect(error).toEqual({ exitCode: 6, title: expect.stringMatching(/ 20 s\b/) });
    expect(stderr).toContain(`warren: ${error.title}\n`);
  });

  it.each([
    ['wait', (app: string) => ['wait', `app:${app} status = suspended`]],
    ['app wait', (app: string) => ['app', 'wait', app, '--until', 'status=suspended']],
  ])('is in JSON with the last error of warren %s', async (_, argv) => {
    served.platform.faults.set({ kind: 'answer', status: 503, body: 'problem' });
    const run = [...argv('x'), '--timeout', '20s', '-o', 'json'];
    const { stderr } = await letPass(served.run(run), served.clock, { asleep: 2, ms: 1000 });
    expect(lastLine(stderr)).toMatchObject({
      error: {
        operation: 'app-overview',
        kind: 'service',
        exitCode: 6,
        status: 503,
        title: expect.stringMatching(/ 20 s\b/),
        detail: expect.stringMatching(/^The last request failed: /),
      },
    });
  });

  it.each([
    [['search'], 'Missing argument TEXT.', 'See warren search --help.'],
    [['search', 'a', '--sise', '5'], 'Unknown option "--sise".', 'See warren search --help.'],
    [['nothing'], 'Unknown command "nothing".', 'See warren --help.'],
  ])('is JSON for a usage error, too: %j', async (argv, title, detail) => {
    const { code, stderr } = await served.run([...argv, '-o', 'json']);
    expect(code).toBe(2);
    expect(lastLine(stderr).error).toEqual({
      exitCode: 2,
      title: expect.stringContaining(title),
      detail,
    });
    const asText = await served.run([...argv]);
    expect(asText.stderr).not.toContain('{');
  });

  it('is in JSON without a request, too, and only in words without -o json', async () => {
    const { stderr } = await served.run(['wait', 'ap', '-o', 'json']);
    const { error } = lastLine(stderr);
    expect(error).toEqual({
      exitCode: 2,
      title: expect.stringContaining('An expression begins with'),
    });
    expect((await served.run(['wait', 'ap'])).stderr).toBe(`warren: ${error.title}\n`);
  });

  it.each([
    [403, 3],
    [404, 4],
  ])('has the plan limits of a refused upload (%i)', async (status, exit) => {
    const configuration = { maxEndpoints: 50, maxNestingDepth: 8, title: null };
    const body = {
      error: { statusCode: status, success: false, message: 'Too many endpoints', errorKey: 'x.y' },
      data: { configuration, endpoints: [] },
    };
    answerNext(served.platform, 'guardian-upload', body, status);
    const argv = ['guardian', 'upload', '1', '-', '--unchecked', '-o', 'ndjson'];
    const { code, stderr } = await served.run(argv, { stdin: 'openapi: 3.0.3' });
    expect(code).toBe(exit);
    expect(stderr).toContain('  plan limits: maxEndpoints 50, maxNestingDepth 8\n');
    expect(lastLine(stderr).error).toMatchObject({ exitCode: exit, data: body.data });
  });

  it('has enumerations and dates in the same form as an accepted upload', async () => {
    const configuration = {
      executionMode: 1,
      bodyLimitAction: 77,
      unmatchedPathAction: 'block',
      createdAt: '2026-03-14T14:02:05.1234567',
      updatedAt: 'soon',
      unheardOf: [1],
    };
    const endpoints = [{ rateLimitingType: 1, isEnabled: 0 }, 'odd'];
    const error = { statusCode: 403, success: false, message: 'No' };
    answerNext(
      served.platform,
      'guardian-upload',
      { error, data: { configuration, endpoints } },
      403,
    );
    const argv = ['guardian', 'upload', '1', '-', '--unchecked', '-o', 'json'];
    const { stderr } = await served.run(argv, { stdin: 'openapi: 3.0.3' });
    expect(lastLine(stderr).error.data).toEqual({
      configuration: {
        executionMode: 'Block',
        bodyLimitAction: '77',
        unmatchedPathAction: 'Block',
        createdAt: '2026-03-14T14:02:05.123Z',
        updatedAt: 'soon',
        unheardOf: [1],
      },
      endpoints: [{ rateLimitingType: 'IP', isEnabled: 0 }, 'odd'],
    });
  });

  it('is plain text for people, and safe to display', async () => {
    answerNext(served.platform, 'app-overview', { title: 'No', id: 'a\u001b[2J' }, 404);
    const { stderr } = await served.run(['app', 'overview', 'x', '-o', 'table']);
    expect(stderr).toContain('  id a␛[2J\n');
    expect(stderr).not.toContain('"error"');
  });

  it('contains nothing that the service says about a request with a secret', async () => {
    const body = { title: 'No', id: 'SECRET-4711', more: [{ 'SECRET-4711': 'is SECRET-4711' }] };
    answerNext(served.platform, 'script-add-variable', body, 400);
    const argv = ['script', 'add-variable', '1', 'A', '--default', 'SECRET-4711', '-o', 'json'];
    const { stderr } = await served.run(argv);
    expect(stderr).not.toContain('4711');
    expect(lastLine(stderr).error).toMatchObject({ kind: 'invalid', status: 400 });
    expect(lastLine(stderr).error.id).toBeUndefined();
  });

  it('is limited: of data that is too long, the configuration is kept', async () => {
    const long = 'x'.repeat(20_000);
    const data = { configuration: { maxEndpoints: 50 }, endpoints: [{ requestPath: long }] };
    const body = { error: { statusCode: 403, success: false, message: 'No' }, data, long };
    answerNext(served.platform, 'guardian-upload', body, 403);
    const argv = ['guardian', 'upload', '1', '-', '--unchecked', '-o', 'json'];
    const { stderr } = await served.run(argv, { stdin: 'openapi: 3.0.3' });
    const { error } = lastLine(stderr);
    expect(error.data).toEqual({ configuration: { maxEndpoints: 50 } });
    expect(error).not.toHaveProperty('long');
  });
});
