import { keyFor } from '../../state/key-names.ts';
import { count } from '../../text/figures.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { type Line, span } from '../../ui/line.ts';
import { theme } from '../../ui/theme.ts';
import { endpointDetail } from './endpoint-detail.ts';
import { endpointColumns, endpointRows } from './endpoint-rows.ts';
import { fateReason } from './fate.ts';
import { type Page, type PageFacts, pageTable, rowUnderCursor, sentences } from './page.ts';
import type { Returned } from './returned.ts';
import type { ZoneWork } from './state.ts';

/** The configuration's own facts in two lines. */
function configurationLines({ data }: Returned): readonly Line[] {
  const { configuration, endpoints } = data;
  const { title, version, bodyLimitAction } = configuration;
  const action: Printable = bodyLimitAction === null ? words`not told` : printable(bodyLimitAction);
  return [
    [
      span(words` ${printable(title ?? 'without a title')}`, theme.strong),
      span(
        words`  version ${printable(version ?? 'not given')} · ${count(endpoints.length)} ${endpoints.length === 1 ? words`endpoint` : words`endpoints`}`,
      ),
    ],
    [span(words` ${fateReason(configuration)}, bodies beyond the limit ${action}`, theme.faint)],
    [],
  ];
}

/** The configuration that the service returned last, endpoint by endpoint. */
export function endpointsPage({ returned }: ZoneWork, facts: PageFacts): Page {
  if (!returned) {
    return sentences(
      words`Nothing is known of the endpoints of ${printable(facts.zone.name)}: no operation of the service reads them. It returns them with the answer to an upload.`,
    );
  }
  const { list, stamps } = facts;
  const rows = endpointRows(returned.data.endpoints, list);
  const row = rowUnderCursor(rows, list);
  return {
    head: () => configurationLines(returned),
    table: rows.length > 0 ? pageTable(rows, endpointColumns, list) : null,
    body: () => [
      [],
      [
        span(
          list.filter === ''
            ? words`  The service returned no endpoints.`
            : words`  No endpoint matches “${printable(list.filter)}”. ${keyFor(facts.keyNames, 'back', words`Esc`)} clears the filter.`,
          theme.faint,
        ),
      ],
    ],
    detail: row ? () => endpointDetail(row.endpoint, stamps) : null,
  };
}
