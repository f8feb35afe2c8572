import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { wireDocument } from '../../src/cli/output/json.ts';
import { yamlText } from '../../src/cli/output/yaml.ts';
import { driftLog } from '../../src/contract/drift.ts';
import type { Operation, OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { jsonEntry } from '../../src/events/export.ts';
import { jsonText } from '../../src/text/json-and-csv.ts';
import {
  distinctAnswer,
  type GeneratedAnswer,
  generatedAnswers,
  type Leaf,
  SEED,
} from '../support/generated-answers.ts';

const ANSWERS = 2000;

// Assumption: large-numbers
describe.each(Object.keys(operations) as OperationId[])('%s', (id) => {
  const operation: Operation<unknown, unknown> = operations[id];

  it(`tells every value of ${ANSWERS} generated answers as JSON, none altered (seed ${SEED})`, () => {
    for (const answer of generatedAnswers(id, ANSWERS)) expectWhole(operation, answer);
  });

  it('tells every value of an answer in which all differ', () => {
    const answer = distinctAnswer(id);
    expectWhole(operation, answer);
    const texts = answer.leaves.filter(
      ({ stated: { values, kind } }) => !values && kind !== 'boolean',
    );
    expect(new Set(texts.map(({ json }) => json)).size).toBe(texts.length);
  });
});

it('tells every value of entries at the prompt and in exports, none altered', () => {
  for (const { text, leaves } of generatedAnswers('event-logs', ANSWERS)) {
    const read = readAnswer(operations['event-logs'], answered(text), driftLog());
    if (read.kind !== 'answer') throw new Error(read.problem.title);
    const entries = [...read.answer.logs].map((entry) =>
      parsed(jsonEntry({ zone: '7', entry, time: null, extract: () => null })),
    );
    expectTold(
      { logs: entries },
      leaves.filter(({ place }) => place.startsWith('logs[].')),
    );
  }
});

it('tells every value as YAML, none altered', () => {
  for (const id of Object.keys(operations) as OperationId[]) {
    const operation: Operation<unknown, unknown> = operations[id];
    for (const { text, leaves } of generatedAnswers(id, 100)) {
      const read = readAnswer(operation, answered(text), driftLog());
      if (read.kind !== 'answer') throw new Error(read.problem.title);
      const yaml = yamlText(jsonText(wireDocument(operation, read.answer)));
      expectTold(
        parseYaml(yaml, numbersAsText, { intAsBigInt: true }),
        leaves,
        'text beyond doubles',
      );
    }
  }
});

const numbersAsText = (_key: unknown, value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'bigint' ? numberText(String(value)) : value;

const answered = (text: string) => ({ status: 200, contentType: 'application/json', text });

function expectWhole(
  operation: Operation<unknown, unknown>,
  { text, leaves }: GeneratedAnswer,
): void {
  const read = readAnswer(operation, answered(text), driftLog());
  if (read.kind !== 'answer') throw new Error(`${read.problem.title}: ${text}`);
  expectTold(parsed(jsonText(wireDocument(operation, read.answer))), leaves);
}

/** Every leaf stands in the document as it was sent; in some as text where no double holds a number. */
function expectTold(
  document: unknown,
  leaves: readonly Leaf[],
  beyond: 'numbers' | 'text beyond doubles' = 'numbers',
): void {
  const differing = leaves.flatMap((leaf) => {
    const told = at(document, leaf.path);
    const isText = beyond !== 'numbers' && !Number.isFinite(Number(leaf.json));
    const wanted = isText && leaf.stated.kind === 'number' ? leaf.json : expected(leaf);
    const isSame = leaf.json === 'null' ? saysNothing(told) : told === wanted;
    return isSame ? [] : [`${leaf.path} ${leaf.json} is told as ${JSON.stringify(told)}`];
  });
  expect(differing).toEqual([]);
}

/** JSON whose numbers are texts that no text in it is like. */
const parsed = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? numberText(context?.source ?? '') : value,
  );

/** The same for all that write the same number. */
function numberText(source: string): string {
  if (/^-?\d+$/.test(source)) return `#${BigInt(source)}`;
  return `#${Number.isFinite(Number(source)) ? Number(source) : source}`;
}

function at(document: unknown, path: string): unknown {
  let value = document;
  for (const [, name, index, key] of path.matchAll(/([\w-]+)|\[(\d+)\]|\["([^"]*)"\]/g)) {
    const step = name ?? index ?? key ?? '';
    value =
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([each]) => each === step)?.[1]
        : undefined;
  }
  return value;
}

/** Null; for a list and an object of which nothing is known, an empty one. */
const saysNothing = (told: unknown): boolean =>
  told === null || (typeof told === 'object' && Object.values(told).every(saysNothing));

/** What `warren` states that it makes of a value: names of enumerations, dates in UTC to the millisecond. */
function expected({ stated: { kind, values }, place, json }: Leaf): unknown {
  const value: unknown = JSON.parse(json);
  if (kind === 'date-time') return MOMENTS[String(value)] ?? value;
  if (kind === 'enum') return nameOf(values, value);
  if (typeof value !== 'number') return value;
  // Where the contract shows no structure, what no double holds is told as text.
  return place.endsWith('.*') && beyondDouble(json) ? json : numberText(json);
}

const beyondDouble = (json: string): boolean =>
  !Number.isFinite(Number(json)) || (/^-?\d+$/.test(json) && !Number.isSafeInteger(Number(json)));

/** Timeframes are told in seconds. */
function nameOf(values: Leaf['stated']['values'], value: unknown): unknown {
  const name = [...(values ?? [])].find(([code]) => code === value)?.[1];
  return name?.startsWith('Per') ? `#${value}` : name;
}

const MOMENTS: Readonly<Record<string, string>> = {
  '2026-03-14T14:02:11Z': '2026-03-14T14:02:11.000Z',
  '2026-03-14T14:02:11.5Z': '2026-03-14T14:02:11.500Z',
  '2026-03-18T13:56:38.8350428Z': '2026-03-18T13:56:38.835Z',
  '2026-03-14T14:02:11': '2026-03-14T14:02:11.000Z',
  '2026-03-14T23:30:00+05:30': '2026-03-14T18:00:00.000Z',
  '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.9999999Z': '9999-12-31T23:59:59.999Z',
};
