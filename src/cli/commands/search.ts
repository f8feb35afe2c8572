import {
  hitShape,
  type SearchAnswer,
  type SearchHit,
  search,
  searchShape,
} from '../../contract/operations/search.ts';
import { UserError } from '../../session/errors.ts';
import { wholeNumber } from '../../session/option-values.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { columnNames, type OutputColumn } from '../output/grid.ts';
import { listUnder, wireDocument } from '../output/json.ts';
import { type Report, tableReport } from '../output/report.ts';
import { wideColumns, wideFacts } from '../output/wide.ts';
import { readCommand } from './read-command.ts';

const COLUMNS: readonly OutputColumn<SearchHit>[] = [
  { name: 'Type', title: words`TYPE` },
  { name: 'Id', title: words`ID`, align: 'right' },
  { name: 'Name', title: words`NAME`, shrinks: true },
];

const WIDE = wideColumns(COLUMNS, hitShape, (hit) => hit);
export const searchColumns = columnNames(COLUMNS, WIDE);

const MAX_RESULTS = 1_000_000;

interface Asked {
  readonly term: string;
  readonly from?: number | undefined;
  readonly size?: number | undefined;
}

function completeness(
  { Query, Total, From, SearchResults }: SearchAnswer,
  asked: Asked,
): readonly Printable[] {
  const notes: Printable[] = [];
  if (Query !== null && Query !== asked.term) {
    notes.push(words`The service searched for ${printable(Query)} instead.`);
  }
  const wanted = asked.from ?? 0;
  const from = From ?? wanted;
  if (from !== wanted) {
    notes.push(
      words`The service skipped ${counted(from, words`result`)} instead of ${count(wanted)}.`,
    );
  }
  const end = from + SearchResults.length;
  const total = Total ?? 0;
  if (SearchResults.length === 0) {
    notes.push(total === 0 ? words`No results.` : noneFrom(from, total));
  } else if (end < total) {
    const shown = words`${count(SearchResults.length)} of ${counted(total, words`result`)}`;
    notes.push(words`${shown}; --from ${end} gives the next.`);
  }
  return notes;
}

const noneFrom = (from: number, total: number): Printable =>
  from < total
    ? words`The service counts ${counted(total, words`result`)} and gives none of them.`
    : words`--from ${from} is past the end: there are ${count(total)} results.`;

export function searchReport(received: SearchAnswer, asked: Asked): Report {
  const { length } = received.SearchResults;
  const leftOut = Math.max(0, length - (asked.size ?? length));
  const answer =
    leftOut > 0
      ? { ...received, SearchResults: received.SearchResults.slice(0, asked.size) }
      : received;
  const document = wireDocument(search, answer);
  return tableReport({
    columns: COLUMNS,
    rows: answer.SearchResults,
    wide: WIDE,
    document,
    records: listUnder(document, 'SearchResults'),
    above: [wideFacts(searchShape, answer, ['SearchResults'])],
    notes: [
      ...(leftOut > 0
        ? [
            words`${count(length)} received, ${count(length - leftOut)} asked: ${count(leftOut)} left out.`,
          ]
        : []),
      ...completeness(answer, asked),
    ],
  });
}

export const searchCommand: Action<'search'> = async (
  { arguments: { TEXT }, options },
  context,
) => {
  if (TEXT.trim() === '') throw new UserError([words`The term is empty. Nothing was sent.`]);
  const whole = { least: 0, most: MAX_RESULTS };
  const from = wholeNumber(words`from`, options.from, whole);
  const size = wholeNumber(words`size`, options.size, { ...whole, least: 1 });
  return readCommand(options, context, {
    operation: search,
    input: () => ({ search: TEXT, from, size }),
    report: (answer) => searchReport(answer, { term: TEXT, from, size }),
  });
};
