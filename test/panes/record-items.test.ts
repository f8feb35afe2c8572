import { expect, it } from 'vitest';
import { ApiError } from '../../src/contract/api-error.ts';
import { driftLog } from '../../src/contract/drift.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import type { Json } from '../../src/contract/values.ts';
import { errorItems, fact, heading, rawFields } from '../../src/panes/record-items.ts';
import { printable, words } from '../../src/text/printable.ts';
import { span } from '../../src/ui/line.ts';
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

it('what is deeper than anybody reads is written as JSON, whole', () => {
  let json: Json = 'bottom';
  for (let depth = 0; depth < 2000; depth += 1) json = { in: json };
  const fields = told(json);
  expect(fields.length).toBeLessThan(20);
  expect(fields.at(-1)?.[1]).toContain('"bottom"');
});
