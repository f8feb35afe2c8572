import { keyFor } from '../../state/key-names.ts';
import { count } from '../../text/figures.ts';
import { timeOfDay } from '../../text/moments.ts';
import { printable, words } from '../../text/printable.ts';
import { fit, pad } from '../../text/width.ts';
import { gap, type Line, span } from '../../ui/line.ts';
import { widest } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { heading } from '../fact.ts';
import { schemeNames } from './auth-words.ts';
import { gaugeLines } from './gauges.ts';
import { type Page, type PageFacts, pageTable, rowUnderCursor, sentences } from './page.ts';
import { problemColumns, problemCountLine, problemDetail, problemRows } from './problems.ts';
import type { Returned } from './returned.ts';
import type { SpecificationFile } from './specification-file.ts';
import { fileOf, type ZoneWork } from './state.ts';

/** Whose limits the gauges are drawn against. */
function limitsLine(returned: Returned | null, { stamps }: PageFacts): Line {
  return returned
    ? [
        span(words` Plan limits`, theme.heading),
        span(words` as the service told at ${timeOfDay(returned.at.wall, stamps)}`, theme.faint),
      ]
    : [
        span(words` Plan limits`, theme.heading),
        span(words` not known yet: the service tells them when it answers an upload`, theme.faint),
      ];
}

/** What the file is, in one line. */
function factsLine({ preflight }: SpecificationFile): Line {
  if (preflight.kind === 'unreadable') {
    return [span(words` This file cannot be read as OpenAPI 3.0 or 3.1.`, theme.bad)];
  }
  const { title, version, openapi, format, endpoints } = preflight;
  return [
    span(words` ${printable(title ?? 'without a title')}`, theme.strong),
    span(
      words`  version ${printable(version ?? 'not given')} · OpenAPI ${printable(openapi)} in ${printable(format)} · ${count(endpoints.length)} ${endpoints.length === 1 ? words`endpoint` : words`endpoints`}`,
    ),
  ];
}

/** Longer paths are cut, so that what stands behind them stays in line. */
const LONGEST_PATH = 56;

/** The endpoints that the file declares: what there is to see of a file without fault. */
function declaredLines({ preflight }: SpecificationFile): readonly Line[] {
  if (preflight.kind === 'unreadable') return [];
  const paths = Math.min(
    LONGEST_PATH,
    widest(preflight.endpoints.map(({ path }) => printable(path))),
  );
  return [
    [],
    [gap(1), ...heading(words`Endpoints in the file`)],
    ...preflight.endpoints.map(
      ({ method, path, authSchemes }): Line => [
        span(words` ${pad(printable(method), 8)}`, theme.accent),
        span(fit(printable(path), paths)),
        span(words`  ${schemeNames(authSchemes)}`, theme.faint),
      ],
    ),
  ];
}

/** The check of the chosen file: what it is, what it has of each limit, what is wrong with it. */
export function checkPage(work: ZoneWork, facts: PageFacts): Page {
  const file = fileOf(work);
  if (!file) {
    return sentences(
      words`No specification is chosen for ${printable(facts.zone.name)}.`,
      words`Press ${keyFor(facts.keyNames, 'guardian.choose', words`o`)} and type the path of an OpenAPI document. It is read once and checked here; nothing is sent.`,
    );
  }
  const { preflight, content } = file;
  const { list } = facts;
  const rows = problemRows(preflight, list.filter);
  const row = rowUnderCursor(rows, list);
  const limits = work.returned?.data.configuration ?? null;
  return {
    head: (columns) => [
      factsLine(file),
      ...(preflight.kind === 'read'
        ? [limitsLine(work.returned, facts), ...gaugeLines(preflight, limits, columns), []]
        : [[]]),
      problemCountLine(preflight),
    ],
    table: rows.length > 0 ? pageTable(rows, problemColumns, list) : null,
    body: () =>
      list.filter === ''
        ? declaredLines(file)
        : [
            [],
            [
              span(
                words`  No problem matches “${printable(list.filter)}”. ${keyFor(facts.keyNames, 'back', words`Esc`)} clears the filter.`,
                theme.faint,
              ),
            ],
          ],
    detail: row ? (columns) => problemDetail(row, content, columns) : null,
  };
}
