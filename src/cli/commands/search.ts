import { type SearchAnswer, type SearchHit, search } from '../../contract/operations/search.ts';
import { wholeNumber } from '../../session/option-values.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import type { Action } from '../context.ts';
import { type Column, grid } from '../output/grid.ts';
import { listUnder, wireDocument } from '../output/json.ts';
import { type Report, table } from '../output/report.ts';
import { readCommand } from './read-command.ts';

const COLUMNS: readonly Column<SearchHit>[] = [
  { name: 'Type', title: words`TYPE`, value: ({ Type }) => Type },
  { name: 'Id', title: words`ID`, align: 'right', value: ({ Id }) => Id },
  { name: 'Name', title: words`NAME`, shrinks: true, value: ({ Name }) => Name },
];

const MOST = 1_000_000;

/** What is to be said of how much of the results this is. */
function completeness(answer: SearchAnswer, term: string): readonly Printable[] {
  const notes: Printable[] = [];
  const { Query, Total, From, SearchResults } = answer;
  if (Query !== null && Query !== term) {
    notes.push(words`The service searched for ${printable(Query)} instead.`);
  }
  const end = (From ?? 0) + SearchResults.length;
  if (SearchResults.length === 0) notes.push(words`No results.`);
  else if (Total !== null && end < Total) {
    const shown = words`${count(SearchResults.length)} of ${count(Total)} results`;
    notes.push(words`${shown}; --from ${end} gives the next.`);
  }
  return notes;
}

/** Search results in every form. */
export function searchReport(answer: SearchAnswer, term: string): Report {
  const document = wireDocument(search, answer);
  const hits = grid(COLUMNS, answer.SearchResults);
  return {
    document,
    records: listUnder(document, 'SearchResults'),
    sections: answer.SearchResults.length === 0 ? [] : [table(hits)],
    csv: hits,
    notes: completeness(answer, term),
  };
}

export const searchCommand: Action<'search'> = ({ arguments: { TEXT }, options }, context) => {
  const whole = { least: 0, most: MOST };
  return readCommand(options, context, {
    operation: search,
    input: {
      search: TEXT,
      from: wholeNumber(words`from`, options.from, whole),
      size: wholeNumber(words`size`, options.size, { ...whole, least: 1 }),
    },
    report: (answer) => searchReport(answer, TEXT),
  });
};
