import type { Deviation } from '../../guardian/predict.ts';
import { keyFor } from '../../state/key-names.ts';
import { count } from '../../text/figures.ts';
import { timeOfDay } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import { wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { type Column, sortedRows } from '../../ui/table.ts';

import { theme } from '../../ui/theme.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { type Page, type PageFacts, pageTable, rowUnderCursor, sentences } from './page.ts';
import type { ZoneWork } from './state.ts';

interface SurpriseRow {
  readonly id: string;
  readonly surprise: Deviation;
}

const surpriseColumns: readonly Column<SurpriseRow>[] = [
  {
    id: 'method',
    title: words`METHOD`,
    width: 7,
    cell: ({ surprise: { endpoint } }) => span(printable(endpoint?.method ?? '–'), theme.accent),
    sortBy: ({ surprise }) => surprise.endpoint?.method ?? '',
  },
  {
    id: 'path',
    title: words`PATH`,
    width: 20,
    grow: 1,
    cell: ({ surprise: { endpoint } }) =>
      endpoint ? span(printable(endpoint.path)) : span(words`the whole`, theme.faint),
    sortBy: ({ surprise }) => surprise.endpoint?.path ?? '',
  },
  {
    id: 'sentence',
    title: words`WHAT IS NOT AS PREDICTED`,
    width: 30,
    grow: 2,
    cell: ({ surprise }) => span(printable(surprise.sentence), theme.warn),
  },
];

function surpriseDetail({ surprise: { endpoint, sentence } }: SurpriseRow, columns: number) {
  const of = endpoint
    ? words`${printable(endpoint.method)} ${printable(endpoint.path)}`
    : words`The configuration as a whole`;
  return [
    [span(of, theme.strong)],
    [],
    ...wrapLines(printable(sentence), columns).map((text): Line => [span(text)]),
  ];
}

/** How what the service returned for the last upload differs from what was predicted of it. */
export function comparedPage({ comparison }: ZoneWork, facts: PageFacts): Page {
  if (!comparison) {
    return sentences(
      words`Nothing was uploaded in this run. After an upload, what the service returns is held against what the check predicted, and every deviation is listed here.`,
    );
  }
  const { surprises, at, endpoints } = comparison;
  const { list, stamps } = facts;
  const rows = sortedRows(
    surprises
      .map((surprise, index): SurpriseRow => ({ id: String(index), surprise }))
      .filter(({ surprise: { endpoint, sentence } }) =>
        matchesFilter(list.filter, `${endpoint?.method} ${endpoint?.path} ${sentence}`),
      ),
    surpriseColumns,
    list.sort,
  );
  const row = rowUnderCursor(rows, list);
  const when = timeOfDay(at.wall, stamps);
  return {
    head: () => [
      surprises.length === 0
        ? [
            span(words` ✓ As predicted`, theme.good),
            span(
              words`: the answer of ${when} with ${count(endpoints)} ${endpoints === 1 ? words`endpoint` : words`endpoints`}`,
            ),
          ]
        : [
            span(
              words` ${count(surprises.length)} ${surprises.length === 1 ? words`deviation` : words`deviations`}`,
              theme.warn,
            ),
            span(words` of the answer of ${when} from what was predicted`),
          ],
      [],
    ],
    table: rows.length > 0 ? pageTable(rows, surpriseColumns, list) : null,
    body: () =>
      list.filter === '' || surprises.length === 0
        ? []
        : [
            [],
            [
              span(
                words`  Nothing matches “${printable(list.filter)}”. ${keyFor(facts.keyNames, 'back', words`Esc`)} clears the filter.`,
                theme.faint,
              ),
            ],
          ],
    detail: row ? ({ columns }) => surpriseDetail(row, columns) : null,
  };
}
