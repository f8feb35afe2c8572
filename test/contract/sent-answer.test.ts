import { describe, expect, it } from 'vitest';
import { wireDocument } from '../../src/cli/output/json.ts';
import type { Operation, OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { receivedAnswer, sentAnswer } from '../../src/contract/sent-answer.ts';
import { jsonText } from '../../src/text/json-and-csv.ts';
import { distinctAnswer, generatedAnswers } from '../support/generated-answers.ts';
import { noDrift } from '../support/no-drift.ts';

const ANSWERS = 100;

/** As another thread gets it. */
const handedOver = (value: unknown) => receivedAnswer(structuredClone(sentAnswer(value)));

function decoded(operation: Operation<unknown, unknown>, text: string): unknown {
  const raw = { status: 200, contentType: 'application/json', text };
  const read = readAnswer(operation, raw, noDrift);
  if (read.kind !== 'answer') throw new Error(read.problem.title);
  return read.answer;
}

describe.each(Object.keys(operations) as OperationId[])('an answer to %s', (id) => {
  const operation: Operation<unknown, unknown> = operations[id];

  it('is identical in another thread, to the last digit', () => {
    for (const { text } of [...generatedAnswers(id, ANSWERS), distinctAnswer(id)]) {
      const answer = decoded(operation, text);
      const value = handedOver(answer);
      expect(value).toStrictEqual(answer);
      // Numbers that no double holds are told as they were written.
      expect(jsonText(wireDocument(operation, value))).toBe(
        jsonText(wireDocument(operation, answer)),
      );
    }
  });
});

describe('a transferred answer', () => {
  it.each([
    ['lone surrogates', ['\ud800', 'a\udc00b', '\ufeff']],
    ['zeros of both signs', [0, -0, 1e308, -1e-308]],
    ['keys that mean something', Object.assign(Object.create(null), { constructor: 1, '': [] })],
    ['nothing', [null, [], {}, '', [[[{}]]]]],
    ['keys that are numbers', { 2: 'b', 1: 'a', x: 'c' }],
  ])('keeps %s', (_, value) => {
    expect(handedOver(value)).toStrictEqual(value);
  });
});
