import type { Deviation } from '../../guardian/predict.ts';
import { keyFor } from '../../state/key-names.ts';
import { count } from '../../text/numbers.ts';
import { printable, words } from '../../text/printable.ts';
import { timeOfDay } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { type Line, span } from '../../ui/line.ts';
import { type Column, sortedRows } from '../../ui/table.ts';

import { theme } from '../../ui/theme.ts';
import { matchesFilter } from '../filter-prompt.ts';
import { type Page, type PageFacts, pageTable, rowUnderCursor, sentences } from './page.ts';
import type { ZoneWork } from './state.ts';

interface DeviationRow {
  readonly id: string;
  readonly deviation: Deviation;
}

const deviationColumns: readonly Column<DeviationRow>[] = [
  {
    id: 'method',
    title: words`METHOD`,
    width: 7,
    cell: ({ deviation: { endpoint } }) => span(printable(endpoint?.method ?? '–'), theme.accent),
    sortBy: ({ deviation }) => deviation.endpoint?.method ?? '',
  },
  {
    id: 'path',
    title: words`PATH`,
    width: 20,
    grow: 1,
    cell: ({ deviation: { endpoint } }) =>
      endpoint ? span(printable(endpoint.path)) : span(words`the whole`, theme.faint),
    sortBy: ({ deviation }) => deviation.endpoint?.path ?? '',
  },
  {
    id: 'sentence',
    title: words`WHAT IS NOT AS PREDICTED`,
    width: 30,
    grow: 2,
    cell: ({ deviation }) => span(printable(deviation.sentence), theme.warn),
  },
];

function deviationDetail({ deviation: { endpoint, sentence } }: DeviationRow, columns: number) {
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
      words`Nothing was uploaded in this run. After an upload, what the service returns is compared with what the check predicted, and every deviation is listed here.`,
    );
  }
  const { deviations, at, endpoints } = comparison;
  const { list, stamps } = facts;
  const rows = sortedRows(
    deviations
      .map((deviation, index): DeviationRow => ({ id: String(index), deviation }))
      .filter(({ deviation: { endpoint, sentence } }) =>
        matchesFilter(list.filter, `${endpoint?.method} ${endpoint?.path} ${sentence}`),
      ),
    deviationColumns,
    list.sort,
  );
  const row = rowUnderCursor(rows, list);
  const when = timeOfDay(at.wall, stamps);
  return {
    head: () => [
      deviations.length === 0
        ? [
            span(words` ✓ As predicted`, theme.good),
            span(
              words`: the answer of ${when} with ${count(endpoints)} ${endpoints === 1 ? words`endpoint` : words`endpoints`}`,
            ),
          ]
        : [
            span(
              words` ${count(deviations.length)} ${deviations.length === 1 ? words`deviation` : words`deviations`}`,
              theme.warn,
            ),
            span(words` of the answer of ${when} from what was predicted`),
          ],
      [],
    ],
    table: rows.length > 0 ? pageTable(rows, deviationColumns, list) : null,
    body: () =>
      list.filter === '' || deviations.length === 0
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
    detail: row ? ({ columns }) => deviationDetail(row, columns) : null,
  };
}
