import { describe, expect, it } from 'vitest';
import { overviewReport } from '../../src/cli/commands/app/overview.ts';
import { dnsReport } from '../../src/cli/commands/dns.ts';
import { entryWriter } from '../../src/cli/commands/events/entry-writer.ts';
import { uploadReport } from '../../src/cli/commands/guardian/upload.ts';
import { rateLimitReport } from '../../src/cli/commands/rate-limit.ts';
import { variableReport } from '../../src/cli/commands/script.ts';
import { searchReport } from '../../src/cli/commands/search.ts';
import { type Report, renderReport } from '../../src/cli/output/report.ts';
import { commandOf, specOf } from '../../src/cli/table/commands.ts';
import { driftLog } from '../../src/contract/drift.ts';
import type { OperationId } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations/index.ts';
import { readAnswer } from '../../src/contract/read-answer.ts';
import { words } from '../../src/text/printable.ts';
import {
  decodedAnswer,
  distinctAnswer,
  generatedAnswers,
  SEED,
} from '../support/generated-answers.ts';
import { shownTexts } from '../support/shown-leaf.ts';
import { NOT_IN_WIDE_TABLES } from './not-shown.ts';

const ANSWERS = 2000;

/** The report of an answer, by what is asked. */
const REPORTS = {
  'app-overview': (answer) => overviewReport('k3Jd', answer, 0),
  'dns-scan': dnsReport,
  'guardian-upload': uploadReport,
  'rate-limit-metrics': (answer) => rateLimitReport(answer, 0),
  'script-add-variable': (answer) => variableReport(answer, { shown: false, notes: [] }),
  search: (answer) => searchReport(answer, { term: 'shop' }),
} satisfies { readonly [Id in OperationId]?: (answer: AnswerOf<Id>) => Report };

type AnswerOf<Id extends OperationId> = ReturnType<(typeof operations)[Id]['answer']['decode']>;

function wideTable(id: keyof typeof REPORTS, text: string): string {
  const report = REPORTS[id] as (answer: unknown) => Report;
  return renderReport(report(decodedAnswer(id, text)), {
    format: 'wide',
    writing: 'escaped',
    columns: 80,
    place: 'only',
    stamp: words``,
  }).data;
}

/** What of an answer a wide table does not have. */
function missing(id: keyof typeof REPORTS, { text, leaves }: ReturnType<typeof distinctAnswer>) {
  const table = wideTable(id, text);
  const excepted = NOT_IN_WIDE_TABLES[id] ?? {};
  return leaves.flatMap((leaf) => {
    if (leaf.place in excepted) return [];
    return shownTexts(leaf, 'table')
      .filter((shown) => !table.includes(shown))
      .map((shown) => `${leaf.path}: ${shown}`);
  });
}

describe.each(Object.keys(REPORTS) as (keyof typeof REPORTS)[])(
  'D17: the wide table of %s',
  (id) => {
    it('has every field of an answer in which all differ', () => {
      expect(missing(id, distinctAnswer(id))).toEqual([]);
    });

    it(`has every field of ${ANSWERS} generated answers, none altered (seed ${SEED})`, () => {
      for (const answer of generatedAnswers(id, ANSWERS)) expect(missing(id, answer)).toEqual([]);
    });
  },
);

it('D17: the wide table of event-logs has every field of every entry', async () => {
  const { text, leaves } = distinctAnswer('event-logs');
  const read = readAnswer(
    operations['event-logs'],
    { status: 200, contentType: 'application/json', text },
    driftLog(),
  );
  if (read.kind !== 'answer') throw new Error(read.problem.title);
  let table = '';
  const sink = {
    async write(part: string) {
      table += part;
    },
  } as unknown as Parameters<typeof entryWriter>[0]['sink'];
  const writer = entryWriter({ sink, zone: '7', writing: 'escaped' }, 'wide');
  const rows = [...read.answer.logs].map((entry) => ({ entry, time: 0, extract: () => null }));
  await writer.write(rows as unknown as Parameters<typeof writer.write>[0]);
  const excepted = NOT_IN_WIDE_TABLES['event-logs'] ?? {};
  const lost = leaves
    .filter(({ place }) => !(place in excepted))
    .flatMap((leaf) => shownTexts(leaf, 'table').filter((shown) => !table.includes(shown)));
  expect(lost).toEqual([]);
});

/** The word behind a command, or its option, that gives each field of a request; null for what nobody types. */
const GIVEN_BY: { readonly [Id in OperationId]: Readonly<Record<string, string | null>> } = {
  'guardian-upload': {
    shieldZoneId: 'ZONE',
    content: 'FILE',
    enforceAuthorizationValidation: 'enforce-authorization',
  },
  'script-add-variable': { id: 'ID', Name: 'NAME', Required: 'required', DefaultValue: 'default' },
  'rate-limit-metrics': { id: 'ID' },
  'app-overview': { appId: 'ID' },
  'dns-scan': { zoneId: 'ZONE' },
  'app-delete': { appId: 'ID' },
  search: { search: 'TEXT', from: 'from', size: 'size' },
  // The token of the page before: the command reads page after page by itself.
  'event-logs': { shieldZoneId: 'ZONE', date: 'date', continuationToken: null },
};

it.each(Object.keys(operations) as OperationId[])(
  'every field of a request of %s is given by a word of its command',
  (id) => {
    const fields = Object.keys(GIVEN_BY[id]);
    const input = Object.fromEntries(fields.map((field) => [field, '7']));
    const { path, query, body } = operations[id].compose(input as never);
    const sent = Object.keys({ ...path, ...query, ...(body as object | undefined) });
    expect(sent.sort()).toEqual([...fields].sort());
    const { arguments: words, options } = specOf(commandOf(id));
    const names = [...words, ...options].map(({ name }) => name);
    for (const name of Object.values(GIVEN_BY[id]))
      if (name !== null) expect(names).toContain(name);
  },
);
