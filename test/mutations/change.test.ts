import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/contract/api-error.ts';
import type { Call, Exchange, ExchangeOutcome } from '../../src/contract/operation.ts';
import { appDelete } from '../../src/contract/operations/app-delete.ts';
import { type Audit, openAudit } from '../../src/mutations/audit.ts';
import { type ChangeEnd, lastAnswerOf, runChange } from '../../src/mutations/change.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { memoryFiles } from '../support/memory-files.ts';

function setting(answer: () => Promise<unknown>) {
  const files = memoryFiles();
  const sent: string[] = [];
  const log: string[] = [];
  const real = openAudit({
    files,
    path: '/audit',
    clock: fakeClock(),
    operator: { user: 'ada', tty: null, ssh: null },
    profile: 'prod',
    host: 'h',
  });
  const audit: Audit = {
    begun(attempt) {
      log.push('written: begun');
      return real.begun(attempt);
    },
    ended(attempt, end) {
      log.push(`written: ${end.outcome}`);
      return real.ended(attempt, end);
    },
  };
  const call: Call = async (operation) => {
    sent.push(operation.id);
    log.push('sent');
    // The call of a test answers what the test says.
    return (await answer()) as never;
  };
  const parts = {
    call,
    audit,
    lastAnswer: () => ({ status: 200, requestId: 'r1' }),
  };
  const deletion = {
    operation: appDelete,
    input: { appId: 'x1' },
    subject: { kind: 'app', id: 'x1', name: 'checkout' },
    recorded: { appId: 'x1' },
  } as const;
  return { files, sent, log, parts, deletion };
}

const failing = (kind: ApiErrorKind) => async () => {
  throw new ApiError({ kind, title: 'no', requestId: 'r2' });
};

describe('a change', () => {
  it('is recorded, sent, reported and recorded again, in that order', async () => {
    const { parts, deletion, log } = setting(async () => null);
    const end = await runChange(parts, deletion, {
      attempt: 'a1',
      onOutcome: ({ outcome }) => log.push(`learned: ${outcome}`),
    });
    expect(end).toEqual({
      outcome: 'accepted',
      answer: null,
      status: 200,
      requestId: 'r1',
      unrecorded: null,
    });
    expect(log).toEqual(['written: begun', 'sent', 'learned: accepted', 'written: accepted']);
  });

  it.each<[ApiErrorKind, ChangeEnd<unknown>['outcome']]>([
    ['unreachable', 'not sent'],
    ['bad-request', 'not sent'],
    ['unauthorised', 'refused'],
    ['not-found', 'refused'],
    ['rate-limited', 'refused'],
    ['redirected', 'unknown'],
    ['interrupted', 'unknown'],
    ['timeout', 'unknown'],
    ['service', 'unknown'],
    ['unexpected', 'unknown'],
  ])('that fails as %s is %s, and is not sent again', async (kind, outcome) => {
    const { parts, deletion, sent, files } = setting(failing(kind));
    const end = await runChange(parts, deletion, { attempt: 'a1' });
    expect([end.outcome, end.requestId]).toEqual([outcome, 'r2']);
    expect(sent).toEqual(['app-delete']);
    expect(files.contents.get('/audit')).toContain(`"outcome":"${outcome}"`);
  });

  it('A14: is not sent if it cannot be recorded, and says why', async () => {
    const { parts, deletion, sent, files } = setting(async () => null);
    files.broken = 'The disk is full.';
    const learned: string[] = [];
    const end = await runChange(parts, deletion, {
      attempt: 'a1',
      onOutcome: ({ outcome }) => learned.push(outcome),
    });
    expect(end).toMatchObject({
      outcome: 'not sent',
      unrecorded: 'The disk is full.',
      error: { detail: 'The disk is full. Fix that, or start with --unaudited' },
    });
    expect(learned).toEqual(['not sent']);
    expect(sent).toEqual([]);
  });

  it('is sent without a record if that was requested, and says so', async () => {
    const { parts, deletion, sent, files } = setting(async () => null);
    files.broken = 'The disk is full.';
    const end = await runChange({ ...parts, isUnaudited: true }, deletion, { attempt: 'a1' });
    expect(end).toMatchObject({ outcome: 'accepted', unrecorded: 'The disk is full.' });
    expect(sent).toEqual(['app-delete']);
  });

  it('that is cancelled before sending is not sent, and the audit says so', async () => {
    const { parts, deletion, sent, files } = setting(async () => null);
    const end = await runChange(parts, deletion, {
      attempt: 'a1',
      interrupted: AbortSignal.abort(),
    });
    expect(end).toMatchObject({ outcome: 'not sent', error: { kind: 'aborted' } });
    expect(sent).toEqual([]);
    expect(files.contents.get('/audit')).toContain('"outcome":"not sent"');
  });

  it('reports a missing record of its beginning, although its end was recorded', async () => {
    const { parts, deletion } = setting(async () => null);
    const audit = { ...parts.audit, begun: async () => 'The disk was full.' };
    const end = await runChange({ ...parts, audit, isUnaudited: true }, deletion, {
      attempt: 'a1',
    });
    expect(end).toMatchObject({ outcome: 'accepted', unrecorded: 'The disk was full.' });
  });

  it('that meets a bug rejects, without an outcome', async () => {
    const { parts, deletion } = setting(async () => {
      throw new TypeError('a bug');
    });
    await expect(runChange(parts, deletion, { attempt: 'a1' })).rejects.toThrow('a bug');
  });
});

const answered = (requestId: string | null): ExchangeOutcome => ({
  kind: 'answered',
  status: 200,
  ms: 1,
  bytes: 0,
  skewMs: null,
  error: null,
  requestId,
});

const exchange = (appId: string, outcome: ExchangeOutcome): Exchange => ({
  id: 1,
  at: 0,
  operation: 'app-delete',
  method: 'DELETE',
  path: `/mc/apps/${appId}`,
  outcome,
});

it.each<[string, readonly Exchange[], string | null]>([
  ['the one of its own path', [exchange('a', answered('r1')), exchange('b', answered('r2'))], 'r1'],
  ['the newest', [exchange('a', answered('r1')), exchange('a', answered('r2'))], 'r2'],
  ['none while nothing came', [exchange('a', { kind: 'in-flight' })], null],
  ['none where none was given', [exchange('a', answered(null))], null],
  ['none when nothing was sent', [], null],
])('the request id is %s', (_, exchanges, expected) => {
  expect(lastAnswerOf(exchanges, appDelete, { appId: 'a' })?.requestId ?? null).toBe(expected);
});

it('an id that makes no path has none', () => {
  expect(lastAnswerOf([], appDelete, { appId: '..' })).toBeNull();
});
