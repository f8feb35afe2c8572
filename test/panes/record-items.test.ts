import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { driftLog } from '../../src/contract/drift.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import type { Json } from '../../src/contract/values.ts';
import {
  changeLines,
  errorItems,
  fact,
  heading,
  outcomeSpan,
  rawFields,
} from '../../src/panes/record-items.ts';
import type { Change } from '../../src/state/change.ts';
import { printable, words } from '../../src/text/printable.ts';
import { lineWidth, span } from '../../src/ui/line.ts';
import { recordLines } from '../../src/ui/record-lines.ts';
import { STATED_ANSWERS } from '../conformance/contract-tables.ts';
import { generatedBodies, SEED } from '../support/generated-answers.ts';
import { lineText, styledText } from '../support/line-text.ts';

/** Nothing is wrapped. */
const ROOM = { columns: 1_000_000, rows: 1_000_000 };
/** How many of each body are tried; `ANSWERS=2000` for a longer run. */
const ANSWERS = Number(process.env['ANSWERS'] ?? 200);

/** The bodies of failures in the contract's tables of statuses. */
const FAILURES = Object.entries(STATED_ANSWERS).flatMap(([id, answers]) =>
  Object.entries(answers).flatMap(([name, { status, body }]) =>
    name === 'success' || body === undefined
      ? []
      : [{ id: id as OperationId, name, status: Number(status) || 400, body }],
  ),
);

it.each(FAILURES)(
  `D15: every member of ${ANSWERS} generated bodies of $id, $name, is in the details of the failure (seed ${SEED})`,
  ({ id, status, body }) => {
    for (const { text, leaves } of generatedBodies(body, ANSWERS)) {
      const raw = { status, contentType: 'application/problem+json', text };
      const read = readAnswer(operations[id] as (typeof operations)['search'], raw, driftLog());
      if (read.kind !== 'problem') throw new Error(`taken for an answer: ${text}`);
      const details = styledText(recordLines(errorItems(new ApiError(read.problem)), ROOM)).join(
        '\n',
      );
      const lost = leaves.flatMap(({ path, json }) => {
        const value: unknown = JSON.parse(json);
        // What says nothing is not shown.
        if (!value || String(value).trim() === '') return [];
        // Of data that is too long to be kept with an error its configuration is.
        if (path.startsWith('data.endpoints') && text.length > 16_384) return [];
        const shown = typeof value === 'string' ? printable(value.trim()) : String(value);
        const ways = [shown, json, printable(JSON.stringify(value))];
        return ways.some((each) => details.includes(each)) ? [] : [`${path}: ${shown}`];
      });
      expect(lost).toEqual([]);
    }
  },
);

it('values are aligned, and kept apart from names that are long', () => {
  expect(lineText(fact(words`cost`, [span(words`7`)], 12))).toBe('cost        7');
  expect(lineText(fact(words`cost`, [span(words`7`)], 6))).toBe('cost  7');
  expect(lineText(fact(words`averylongname`, [span(words`7`)], 6))).toBe('averylongname 7');
});

it('a heading is its text', () => {
  expect(lineText(heading(words`Regions`))).toBe('Regions');
});

const told = (json: Json) => rawFields(json).map(({ name, value }) => [name, value]);

it('any JSON is fields, those of an object below its name, further in', () => {
  expect(told({ a: 1, b: { c: [true, null], d: {} }, 'e\u001b[2J': 'x\ny' })).toEqual([
    ['a', '1'],
    ['b', ''],
    ['  c', ''],
    ['    0', 'true'],
    ['    1', 'null'],
    ['  d', '{}'],
    ['e␛[2J', '"x\\ny"'],
  ]);
});

it('a single value is one field', () => {
  expect(told('plain')).toEqual([['', '"plain"']]);
  expect(told([])).toEqual([]);
});

it('very deep values are written as whole JSON', () => {
  let json: Json = 'bottom';
  for (let depth = 0; depth < 2000; depth += 1) json = { in: json };
  const fields = told(json);
  expect(fields.length).toBeLessThan(20);
  expect(fields.at(-1)?.[1]).toContain('"bottom"');
});

const AT = { wall: Date.parse('2026-03-14T14:02:05Z'), elapsed: 0 };

const CHANGE: Change = {
  attempt: 'a1',
  operation: 'app-delete',
  subject: { kind: 'app', id: 'x1', name: 'checkout' },
  what: '',
  request: {},
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
      '? OUTCOME UNKNOWN at 2026-03-14 14:02:05Z',
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
  expect(of({ kind: 'accepted', at: AT, summary: null, requestId: null })).toBe(
    '● MARKED FOR DELETION',
  );
  expect(of(CHANGE.state)).toBe('? OUTCOME UNKNOWN');
});

it('D15: shows the other members of a refusal: id, instance and data', () => {
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
    request: {},
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
