import {
  configurationShape,
  endpointShape,
  type GuardianConfiguration,
  type GuardianEndpoint,
} from '../../contract/operations/guardian-upload.ts';
import {
  ENFORCEMENT_WORDS,
  enforcementOf,
  type ZoneSettings,
  zoneWarning,
} from '../../guardian/enforcement.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { wrapLines } from '../../text/width.ts';
import { gap, type Line, type Span, span, wrappedText } from '../../ui/line.ts';
import { headingItem, type RecordItem } from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { recordFields } from '../record-items.ts';
import { schemeNames } from './authorization.ts';
import { protectionSettings } from './change-rows.ts';
import { declaredTable } from './declared-endpoints.ts';
import { endpointDetail, flagWord, rateLimitWords } from './endpoint-detail.ts';
import {
  methodColumn,
  type Page,
  type PageFacts,
  pageTable,
  pathColumn,
  pathCopy,
  type RowKind,
  sentences,
  whyEmpty,
} from './page.ts';
import { fileOf, type Returned, type ZoneWork } from './state.ts';

/** The configuration's own facts in two lines, and why nothing is enforced where that is so. */
function configurationLines({ data }: Returned, columns: number): readonly Line[] {
  const { configuration, endpoints } = data;
  const { title, version, bodyLimitAction } = configuration;
  const warning = zoneWarning(configuration);
  const action: Printable =
    bodyLimitAction === null ? words`not stated` : printable(bodyLimitAction);
  return [
    [
      span(words` ${printableStart(title ?? 'without a title')}`, theme.strong),
      span(
        words`  version ${printableStart(version ?? 'not given')} · ${counted(endpoints.length, words`endpoint`)}`,
      ),
    ],
    [
      span(
        words` ${protectionSettings(configuration)}, bodies beyond the limit ${action}`,
        theme.faint,
      ),
    ],
    ...(warning === null
      ? []
      : wrapLines(printable(warning), columns - 3).map(
          (text, at): Line => [
            span(at === 0 ? words` ! ` : words`   `, theme.warn),
            span(text, theme.warn),
          ],
        )),
    [],
  ];
}

export const rawDetail = (endpoint: GuardianEndpoint, zone: TimeZone): readonly RecordItem[] => [
  headingItem(words`All fields`),
  ...recordFields(endpointShape, endpoint, zone, { without: SCHEMAS }),
];

/** Every field of a zone's configuration, as they came. */
export const configurationDetail = (
  configuration: GuardianConfiguration,
  zone: TimeZone,
): readonly RecordItem[] => [
  headingItem(words`Configuration of the zone`),
  ...recordFields(configurationShape, configuration, zone, {}),
];

/** Shown above, line by line. */
const SCHEMAS = ['requestBodySchemaYaml', 'responseBodySchemasYaml'];

export function endpointsPage(work: ZoneWork, facts: PageFacts): Page {
  const { returned } = work;
  if (!returned) {
    const unknown = words`Nothing is known of the endpoints of ${printable(facts.zone.name)}: no operation of the service reads them. It returns them with the answer to an upload.`;
    const file = fileOf(work);
    if (file?.preflight.kind !== 'read') return sentences(unknown);
    return {
      ...sentences(unknown),
      head: ({ columns }) => [
        ...wrappedText(unknown, columns - 2, theme.faint),
        [],
        [gap(1), span(words`What the file declares`, theme.heading)],
      ],
      ...declaredTable(file.preflight, file, facts.list),
    };
  }
  const { list, stamps } = facts;
  const table = pageTable(
    endpointRows(returned.data),
    {
      ...RETURNED,
      detail: (row) => [...endpointDetail(row, stamps), ...rawDetail(row.endpoint, stamps)],
      copies: ({ endpoint }) => [
        pathCopy(endpoint.requestPath ?? ''),
        { what: words`endpoint id`, text: printable(endpoint.apiGuardianEndpointId ?? '') },
        { what: words`endpoint as JSON`, text: jsonText(endpoint) },
      ],
    },
    list,
  );
  return {
    ...table,
    head: ({ columns }) => configurationLines(returned, columns),
    body: () => whyEmpty(facts, words`The service returned no endpoints.`, words`No endpoint`),
    detail: (room) => [
      ...(table.detail?.(room) ?? []),
      ...configurationDetail(returned.data.configuration, stamps),
    ],
  };
}

interface EndpointRow {
  /** The service's id with what is unique about it should two have the same. */
  readonly id: string;
  readonly endpoint: GuardianEndpoint;
  /** The settings of its zone, without which its own mean nothing. */
  readonly zone: ZoneSettings;
}

/** What is asked for; before it, for narrow columns, that it is not enforced. */
function authCell({ endpoint, zone }: EndpointRow): Span | Line {
  const names = schemeNames(endpoint.authSchemes);
  if (!endpoint.authSchemes?.length) return span(names, theme.faint);
  const { outcome } = enforcementOf(zone, { kind: 'authorization', endpoint });
  if (outcome === 'blocked') return span(names);
  return [span(printableStart(ENFORCEMENT_WORDS[outcome]), theme.warn), span(words`: ${names}`)];
}

/** Which bodies are validated: `request`, `response`, both, or neither. */
function validationWords(endpoint: GuardianEndpoint): Printable {
  const { validateRequestBodySchema: request, validateResponseBodySchema: response } = endpoint;
  if (request && response) return words`both`;
  if (request) return words`request`;
  return response ? words`response` : words`–`;
}

const COLUMNS: readonly Column<EndpointRow>[] = [
  methodColumn(({ endpoint }) => endpoint.requestMethod ?? '?'),
  pathColumn(({ endpoint }) => endpoint.requestPath ?? '?', 3),
  column('auth', words`AUTH`, 13, {
    spoken: words`authorization`,
    grow: 1,
    cell: authCell,
    sortBy: ({ endpoint }) => schemeNames(endpoint.authSchemes),
  }),
  column('validation', words`VALIDATES`, 9, {
    cell: ({ endpoint }) => span(validationWords(endpoint)),
    sortBy: ({ endpoint }) => validationWords(endpoint),
  }),
  column('rate', words`RATE LIMIT`, 10, {
    grow: 1,
    cell: ({ endpoint }) => span(rateLimitWords(endpoint), theme.faint),
    sortBy: ({ endpoint }) =>
      endpoint.rateLimitingEnabled === true ? (endpoint.rateLimitingRequestCount ?? 0) : -1,
  }),
  column('enabled', words`ENABLED`, 7, {
    cell: ({ endpoint: { isEnabled }, zone }) =>
      span(flagWord(isEnabled), isEnabled && zone.isEnabled ? theme.good : theme.warn),
    sortBy: ({ endpoint }) => Number(endpoint.isEnabled ?? -1),
  }),
];

export const RETURNED: RowKind<EndpointRow> = {
  columns: COLUMNS,
  text: ({ endpoint }) =>
    `${endpoint.requestMethod} ${endpoint.requestPath} ${schemeNames(endpoint.authSchemes)}`,
};

export function endpointRows({
  configuration: zone,
  endpoints,
}: Returned['data']): readonly EndpointRow[] {
  const seen = new Map<string, number>();
  return endpoints.map((endpoint): EndpointRow => {
    const name = `${endpoint.apiGuardianEndpointId} ${endpoint.requestMethod} ${endpoint.requestPath}`;
    const copies = (seen.get(name) ?? 0) + 1;
    seen.set(name, copies);
    return { id: `${name} ${copies}`, endpoint, zone };
  });
}
