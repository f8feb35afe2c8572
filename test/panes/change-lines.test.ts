import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { changeLines, outcomeSpan } from '../../src/panes/change-lines.ts';
import type { Change } from '../../src/state/change.ts';
import { lineWidth } from '../../src/ui/line.ts';
import { lineText } from '../support/line-text.ts';

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

it('D15: what else the body of a refusal says is told: its id, its instance, the data with it', () => {
  const error = new ApiError({
    kind: 'refused',
    status: 403,
    title: 'Not on this plan',
    members: { instance: '/v3/apps/7', id: 'a-1', data: { configuration: { maxEndpoints: 5 } } },
  });
  const refused: Change = {
    attempt: '1',
    operation: 'guardian-upload',
    subject: { kind: 'zone', id: '7', name: 'shop' },
    what: '',
    begun: { wall: 0, elapsed: 0 },
    state: { kind: 'refused', at: { wall: 0, elapsed: 0 }, error, requestId: null },
    unrecorded: null,
    watch: null,
  };
  const lines = changeLines(refused, 100, 'utc').map(lineText);
  expect(lines).toEqual(
    expect.arrayContaining([
      ' instance: /v3/apps/7',
      ' id: a-1',
      ' data: {"configuration":{"maxEndpoints":5}}',
    ]),
  );
});
