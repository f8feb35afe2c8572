import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditedChanges, readAudit } from '../../src/mutations/read-audit.ts';
import { memoryFiles } from '../support/memory-files.ts';

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
  it('tells of each change once, by when it was begun and how it ended', () => {
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

  it('says of a change without an end that its outcome is not known', () => {
    expect(auditedChanges(line(BEGUN), true).changes[0]?.outcome).toBe('not known');
  });

  it('begins with the newest', () => {
    const text = line(BEGUN) + line({ ...BEGUN, attempt: 'a2' }) + line(ENDED);
    expect(auditedChanges(text, true).changes.map(({ attempt }) => attempt)).toEqual(['a2', 'a1']);
  });

  it('counts lines that are no records, and passes over half a line at its beginning', () => {
    expect(auditedChanges(`nonsense\n${line(BEGUN)}[]\n{}\n`, true)).toMatchObject({
      broken: 3,
      whole: true,
    });
    expect(auditedChanges(`half a line"}\n${line(BEGUN)}`, false)).toMatchObject({
      broken: 0,
      whole: false,
    });
  });

  it('leaves empty what has not the form it was written in', () => {
    const [change] = auditedChanges(
      line({ ...BEGUN, profile: 7, subject: { ...BEGUN.subject, name: ['checkout'] } }),
      true,
    ).changes;
    expect(change).toMatchObject({ attempt: 'a1', profile: '', host: 'api.example.net' });
    expect(JSON.stringify(change)).not.toContain('["checkout"]');
  });

  it('takes anything for a file without falling over', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string())), fc.boolean(), (lines, whole) => {
        const { changes } = auditedChanges(lines.join('\n'), whole);
        for (const change of changes) expect(typeof change.attempt).toBe('string');
      }),
    );
  });

  it('is empty where there is no file', async () => {
    expect(await readAudit(memoryFiles(), '/none')).toEqual({
      changes: [],
      broken: 0,
      whole: true,
    });
  });
});
