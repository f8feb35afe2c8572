import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  auditedChanges,
  auditPath,
  openAudit,
  readAudit,
  unresolvedDeletion,
} from '../../src/mutations/audit.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { memoryFiles } from '../support/memory-files.ts';

const ATTEMPT: Attempt = {
  attempt: 'a1',
  operation: 'script-add-variable',
  subject: { kind: 'script', id: '7', name: 'geo\u001b]2;x\u0007\u202e' },
  request: { Name: 'TOKEN', Required: true, DefaultValue: '‹redacted›' },
};

function opened(path: string | null = '/state/audit.ndjson') {
  const files = memoryFiles();
  const audit = openAudit({
    files,
    path,
    clock: fakeClock('2026-03-14T14:02:00Z'),
    operator: { user: 'ada', tty: '/dev/pts/3', ssh: null },
    profile: 'prod',
    host: 'api.example.net',
  });
  return { files, audit, text: () => files.contents.get('/state/audit.ndjson') ?? '' };
}

describe('the audit file', () => {
  it('looks up the operator only when something is written', async () => {
    let asked = 0;
    const audit = openAudit({
      files: memoryFiles(),
      path: '/state/audit.ndjson',
      clock: fakeClock('2026-03-14T14:02:00Z'),
      get operator() {
        asked += 1;
        return { user: 'ada', tty: null, ssh: null };
      },
      profile: 'prod',
      host: 'api.example.net',
    });
    expect(asked).toBe(0);
    await audit.begun(ATTEMPT);
    expect(asked).toBeGreaterThan(0);
  });

  it('has a line before a change is sent and one when its outcome is known', async () => {
    const { audit, text } = opened();
    expect(await audit.begun(ATTEMPT)).toBeNull();
    const answer = { requestId: 'r9', status: 409, error: 'Taken' };
    await audit.ended(ATTEMPT, { outcome: 'refused', ...answer });
    const [begun, ended, rest] = text().split('\n');
    const common = {
      time: '2026-03-14T14:02:00.000Z',
      attempt: 'a1',
      profile: 'prod',
      host: 'api.example.net',
      user: 'ada',
      tty: '/dev/pts/3',
      ssh: null,
      operation: 'script-add-variable',
      subject: ATTEMPT.subject,
      request: ATTEMPT.request,
    };
    const link = { previous: expect.any(String), hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(JSON.parse(begun ?? '')).toEqual({ event: 'begun', ...common, entry: 1, ...link });
    expect(JSON.parse(ended ?? '')).toEqual({
      event: 'ended',
      ...common,
      outcome: 'refused',
      requestId: 'r9',
      status: 409,
      error: 'Taken',
      entry: 2,
      ...link,
      previous: JSON.parse(begun ?? '').hash,
    });
    expect(rest).toBe('');
  });

  it('contains no terminal control characters', async () => {
    const { audit, text } = opened();
    await audit.begun(ATTEMPT);
    expect(text()).toMatch(/^[\x20-\x7e]+\n$/);
  });

  it('keeps its lines short, whatever the answer', async () => {
    const { audit, text } = opened();
    const error = 'x'.repeat(100_000);
    await audit.ended(ATTEMPT, { outcome: 'refused', requestId: null, status: null, error });
    expect(text().length).toBeLessThan(2000);
  });

  it('that cannot be written says why, without throwing', async () => {
    const { audit, files } = opened();
    files.broken = 'The disk is full.';
    expect(await audit.begun(ATTEMPT)).toBe('The disk is full.');
    expect(await opened(null).audit.begun(ATTEMPT)).toContain('There is no directory');
  });
});

it('is in the state directory', () => {
  expect(auditPath('/home/ada/.local/state/warren')).toBe(
    '/home/ada/.local/state/warren/audit.ndjson',
  );
  expect(auditPath(null)).toBeNull();
});

const line = (record: object) => `${JSON.stringify(record)}\n`;

const BEGUN = {
  event: 'begun',
  time: '2026-03-14T14:02:00.000Z',
  attempt: 'a1',
  profile: 'prod',
  host: 'api.example.net',
  user: 'ada',
  tty: '/dev/pts/3',
  ssh: null,
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  request: { appId: 'x1' },
};
const ENDED = {
  ...BEGUN,
  event: 'ended',
  time: '2026-03-14T14:02:09.000Z',
  outcome: 'unknown',
  status: 502,
  error: 'Bad Gateway',
  requestId: 'r1',
};

describe('the audit file, read', () => {
  it('lists each change once, with its beginning and end', () => {
    const { changes, broken } = auditedChanges(line(BEGUN) + line(ENDED), true);
    expect(broken).toBe(0);
    expect(changes).toEqual([
      expect.objectContaining({
        time: '2026-03-14T14:02:00.000Z',
        outcome: 'unknown',
        status: 502,
        error: 'Bad Gateway',
        requestId: 'r1',
        request: { appId: 'x1' },
      }),
    ]);
  });

  it('lists a change without an end as unknown', () => {
    expect(auditedChanges(line(BEGUN), true).changes[0]?.outcome).toBe('unknown');
  });

  it('has an unresolved deletion until a later one is accepted, whatever was refused in between', () => {
    const ended = (attempt: string, second: number, outcome: string, more = {}) =>
      line({ ...ENDED, time: `2026-03-14T14:02:1${second}.000Z`, attempt, outcome, ...more });
    const unresolved = (text: string) =>
      unresolvedDeletion(auditedChanges(text, true).changes, 'api.example.net', 'x1')?.attempt;
    const sent = line(BEGUN) + line(ENDED);
    expect(unresolved(line(BEGUN))).toBe('a1');
    expect(unresolved(sent)).toBe('a1');
    const refused = sent + ended('a2', 0, 'refused') + ended('a3', 1, 'not sent');
    expect(unresolved(refused)).toBe('a1');
    expect(unresolved(refused + ended('a4', 2, 'accepted'))).toBeUndefined();
    expect(unresolved(ended('a4', 2, 'accepted') + ended('a5', 3, 'unknown'))).toBe('a5');
    for (const other of [
      { host: 'another' },
      { subject: { kind: 'app', id: 'x2', name: 'checkout' } },
      { operation: 'script-add-variable' },
    ])
      expect(unresolved(ended('a6', 4, 'unknown', other))).toBeUndefined();
  });

  it('starts with the newest', () => {
    const text = line(BEGUN) + line({ ...BEGUN, attempt: 'a2' }) + line(ENDED);
    expect(auditedChanges(text, true).changes.map(({ attempt }) => attempt)).toEqual(['a2', 'a1']);
  });

  it('starts with the newest by time, even if several programs wrote at once', () => {
    const later = { ...BEGUN, attempt: 'a2', time: '2099-01-01T00:00:01.000Z' };
    const earlier = { ...BEGUN, attempt: 'a3', time: '2099-01-01T00:00:00.000Z' };
    const text = line(later) + line(BEGUN) + line(earlier);
    expect(auditedChanges(text, true).changes.map(({ attempt }) => attempt)).toEqual([
      ...['a2', 'a3', 'a1'],
    ]);
  });

  it('counts invalid lines, and skips an incomplete first line', () => {
    expect(auditedChanges(`nonsense\n${line(BEGUN)}[]\n{}\n`, true)).toMatchObject({
      broken: 3,
      whole: true,
    });
    expect(auditedChanges(`half a line"}\n${line(BEGUN)}`, false)).toMatchObject({
      broken: 0,
      whole: false,
    });
  });

  it('leaves fields of another type empty', () => {
    const [change] = auditedChanges(
      line({ ...BEGUN, profile: 7, subject: { ...BEGUN.subject, name: ['checkout'] } }),
      true,
    ).changes;
    expect(change).toMatchObject({ attempt: 'a1', profile: '', host: 'api.example.net' });
    expect(JSON.stringify(change)).not.toContain('["checkout"]');
  });

  it('accepts any content', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), fc.boolean(), (lines, whole) => {
        const { changes } = auditedChanges(lines.join('\n'), whole);
        for (const change of changes) expect(typeof change.attempt).toBe('string');
      }),
    );
  });

  it('is empty without a file', async () => {
    expect(await readAudit(memoryFiles(), '/none')).toEqual({
      changes: [],
      broken: 0,
      whole: true,
    });
  });
});
