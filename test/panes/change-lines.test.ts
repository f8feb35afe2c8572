import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { changeLines, outcomeSpan } from '../../src/panes/change-lines.ts';
import type { Change } from '../../src/state/change.ts';
import { lineWidth } from '../../src/ui/line.ts';

const AT = { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 };

const CHANGE: Change = {
  attempt: 'a1',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  what: '',
  begun: AT,
  state: {
    kind: 'unknown',
    at: AT,
    error: new ApiError({ kind: 'timeout', title: 'No answer \u001b]2;x\u0007', requestId: 'r1' }),
    requestId: 'r1',
  },
  unrecorded: 'The disk is full.',
  watch: { kind: 'looking', sightings: [{ kind: 'gone', at: { wall: AT.wall, elapsed: 4000 } }] },
};

it('everything about a change is in lines that fit', () => {
  for (const columns of [60, 100]) {
    const lines = changeLines(CHANGE, columns, 'utc');
    for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns);
    const text = lines.map((line) => line.map(({ text }) => text).join('')).join('\n');
    for (const part of [
      '? OUTCOME UNKNOWN at 14:02:05',
      'No answer ␛]2;x␇',
      'Do not repeat it',
      '14:02:05 Deleted (404)',
      'It was carried out: deleted (404) 4 s after',
      'request id r1',
      '! not in the audit file: The disk is full.',
    ])
      expect(text).toContain(part);
  }
});

it('an outcome is told by a sign and words, not by colour alone', () => {
  const of = (state: Change['state']) => outcomeSpan({ ...CHANGE, state }).text;
  expect(of({ kind: 'pending' })).toBe('◐ SENT, NO ANSWER YET');
  expect(of({ kind: 'accepted', at: AT, said: null, requestId: null })).toBe(
    '● MARKED FOR DELETION',
  );
  expect(of(CHANGE.state)).toBe('? OUTCOME UNKNOWN');
});
