import {
  configurationShape,
  endpointShape,
  type GuardianConfiguration,
  type GuardianEndpoint,
} from '../../contract/operations/guardian-upload.ts';
import type { Endpoint } from '../../guardian/endpoints.ts';
import {
  ENFORCEMENT_WORDS,
  enforcementOf,
  type ZoneSettings,
  zoneWarning,
} from '../../guardian/enforcement.ts';
import type { Node } from '../../guardian/node.ts';
import { PARAMETER_GROUPS } from '../../guardian/parameters.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';
import { jsonText } from '../../text/json-and-csv.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count, counted } from '../../text/numbers.ts';
import { type Printable, printable, printableStart, words } from '../../text/printable.ts';
import type { TimeZone } from '../../text/time.ts';
import { type Line, type Span, span } from '../../ui/line.ts';
import {
  headingItem,
  lineItem,
  type RecordItem,
  signItem,
  textItem,
  wrappedItem,
} from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { recordFields } from '../record-items.ts';
import { schemeNames, schemeWords } from './authorization.ts';
import { protectionSettings } from './change-rows.ts';
import {
  endpointDetail,
  flagWord,
  methodAndPath,
  rateLimitWords,
  yamlItems,
} from './endpoint-detail.ts';
import {
  methodColumn,
  type Page,
  type PageFacts,
  pageTable,
  pathColumn,
  pathCopy,
  type RowKind,
  sentences,
} from './page.ts';
import { linesBetween } from './problems.ts';
import { fileOf, type Returned, type SpecificationFile, type ZoneWork } from './state.ts';

function configurationItems({ data }: Returned): readonly RecordItem[] {
  const { configuration, endpoints } = data;
  const { title, version, bodyLimitAction } = configuration;
  const warning = zoneWarning(configuration);
  const action: Printable =
    bodyLimitAction === null ? words`not stated` : printable(bodyLimitAction);
  return [
    wrappedItem([
      span(printableStart(title ?? 'without a title'), theme.strong),
      span(
        words`  version ${printableStart(version ?? 'not given')} · ${counted(endpoints.length, words`endpoint`)}`,
      ),
    ]),
    textItem(
      words`${protectionSettings(configuration)}, bodies beyond the limit ${action}`,
      theme.faint,
    ),
    ...(warning === null ? [] : [signItem(words`!`, printable(warning), theme.warn)]),
    lineItem([]),
  ];
}

export const rawDetail = (endpoint: GuardianEndpoint, zone: TimeZone): readonly RecordItem[] => [
  headingItem(words`All fields`),
  ...recordFields(endpointShape, endpoint, zone, { without: SCHEMAS }),
];

export const configurationDetail = (
  configuration: GuardianConfiguration,
  zone: TimeZone,
): readonly RecordItem[] => [
  headingItem(words`Configuration of the zone`),
  ...recordFields(configurationShape, configuration, zone, {}),
];

const SCHEMAS = ['requestBodySchemaYaml', 'responseBodySchemasYaml'];

export function endpointsPage(work: ZoneWork, facts: PageFacts): Page {
  const { returned } = work;
  if (!returned) {
    const unknown = words`Nothing is known of the endpoints of ${printable(facts.zone.name)}: no operation of the service reads them. It returns them with the answer to an upload.`;
    const file = fileOf(work);
    if (file?.preflight.kind !== 'read') return sentences(unknown);
    return {
      ...sentences(unknown),
      head: () => [textItem(unknown, theme.faint), headingItem(words`What the file declares`)],
      ...declaredTable(file.preflight, file, facts),
    };
  }
  const { stamps } = facts;
  const table = pageTable(
    endpointRows(returned.data),
    {
      ...RETURNED,
      none: words`The service returned no endpoints.`,
      noRow: words`No endpoint`,
      detail: (row) => [...endpointDetail(row), ...rawDetail(row.endpoint, stamps)],
      copies: ({ endpoint }) => [
        pathCopy(endpoint.requestPath ?? ''),
        { what: words`endpoint id`, text: printable(endpoint.apiGuardianEndpointId ?? '') },
        { what: words`endpoint as JSON`, text: jsonText(endpoint) },
      ],
    },
    facts,
  );
  return {
    ...table,
    head: () => configurationItems(returned),
    detail: (room) => [
      ...(table.detail?.(room) ?? []),
      ...configurationDetail(returned.data.configuration, stamps),
    ],
  };
}

interface EndpointRow {
  /** The service's id with method, path and a count, since ids may repeat. */
  readonly id: string;
  readonly endpoint: GuardianEndpoint;
  /** The zone's settings, which its own depend on. */
  readonly zone: ZoneSettings;
}

/** The schemes; a missing enforcement comes first, for narrow columns. */
function authCell({ endpoint, zone }: EndpointRow): Span | Line {
  const names = schemeNames(endpoint.authSchemes);
  if (!endpoint.authSchemes?.length) return span(names, theme.faint);
  const { outcome } = enforcementOf(zone, { kind: 'authorization', endpoint });
  if (outcome === 'blocked') return span(names);
  return [span(printableStart(ENFORCEMENT_WORDS[outcome]), theme.warn), span(words`: ${names}`)];
}

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
    leaves: 1,
    cell: ({ endpoint }) => span(validationWords(endpoint)),
    sortBy: ({ endpoint }) => validationWords(endpoint),
  }),
  column('rate', words`RATE LIMIT`, 10, {
    grow: 1,
    leaves: 2,
    isQuiet: ({ endpoint }) => endpoint.rateLimitingEnabled === false,
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
  grammar: {
    fields: [
      { name: 'method', kind: 'value', read: ({ endpoint }) => endpoint.requestMethod },
      { name: 'path', kind: 'text', read: ({ endpoint }) => endpoint.requestPath },
    ],
    text: ({ endpoint }) =>
      `${endpoint.requestMethod} ${endpoint.requestPath} ${schemeNames(endpoint.authSchemes)}`,
  },
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

interface DeclaredRow {
  readonly id: string;
  readonly endpoint: Endpoint;
}

const parameterCount = ({ parameters }: Endpoint): number =>
  PARAMETER_GROUPS.reduce((sum, group) => sum + parameters[group].length, 0);

const responseWords = ({ responseSchemas }: Endpoint): Printable =>
  responseSchemas.size === 0 ? words`–` : printable([...responseSchemas.keys()].join(', '));

const declaredColumns: readonly Column<DeclaredRow>[] = [
  methodColumn(({ endpoint }) => endpoint.method),
  pathColumn(({ endpoint }) => endpoint.path, 3),
  column('auth', words`AUTH`, 12, {
    spoken: words`authorization`,
    grow: 1,
    cell: ({ endpoint: { authSchemes } }) =>
      span(schemeNames(authSchemes), authSchemes === null ? theme.faint : theme.plain),
    sortBy: ({ endpoint: { authSchemes } }) => schemeNames(authSchemes),
  }),
  column('parameters', words`PARAMS`, 6, {
    spoken: words`parameters`,
    align: 'right',
    leaves: 2,
    cell: ({ endpoint }) => span(count(parameterCount(endpoint))),
    sortBy: ({ endpoint }) => parameterCount(endpoint),
  }),
  column('body', words`BODY`, 6, {
    spoken: words`request body`,
    leaves: 3,
    cell: ({ endpoint: { requestBodySchema } }) =>
      requestBodySchema ? span(words`schema`) : span(words`none`, theme.faint),
    sortBy: ({ endpoint: { requestBodySchema } }) => (requestBodySchema ? 1 : 0),
  }),
  column('responses', words`RESPONSES`, 12, {
    leaves: 1,
    cell: ({ endpoint }) => span(responseWords(endpoint)),
    sortBy: ({ endpoint }) => responseWords(endpoint),
  }),
];

/** Limits for an excerpt of the file: lines, and characters per line. A line may be megabytes. */
const MAX_LINES = 200;
const MAX_LINE_LENGTH = 2000;

/**
 * The declaration of an endpoint in the file: the line with its method, the deeper ones below it, and in JSON its
 * closing brace. In minified files, the text after the place.
 */
function declaration(content: string, { line, column }: ReturnType<ReadPreflight['placeOf']>) {
  const lines = linesBetween(content, line, line + MAX_LINES);
  const [first = ''] = lines;
  if (first.length > MAX_LINE_LENGTH) {
    return {
      from: words`line ${line}, column ${count(column)}`,
      text: [cut(first.slice(column - 1))],
    };
  }
  const indentOf = (text: string): number => text.length - text.trimStart().length;
  const least = indentOf(first);
  const next = lines.findIndex(
    (text, at) => at > 0 && text.trim() !== '' && indentOf(text) <= least,
  );
  const isClosing = lines[next]?.startsWith('}', least);
  const end = next < 0 ? lines.length : isClosing ? next + 1 : next;
  return {
    from: words`line ${line}`,
    text: lines.slice(0, end).map((text) => cut(text.slice(least))),
  };
}

const cut = (text: string): string =>
  text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;

/** Larger schemas are not rendered: it would take seconds. */
const MAX_VALUES = 1000;

/** `room` minus the number of values in a schema; negative if it has more. */
function roomLeft(schema: Node, room: number): number {
  let left = room - 1;
  if (schema.kind === 'scalar') return left;
  for (const below of schema.kind === 'sequence' ? schema.items : schema.entries.values()) {
    if (left < 0) break;
    left = roomLeft(below, left);
  }
  return left;
}

function resolvedItems(
  { requestBodySchema, responseSchemas }: Endpoint,
  yaml: NonNullable<SpecificationFile['yamlOf']>,
): readonly RecordItem[] {
  const schemas: readonly (readonly [Printable, Node | null])[] = [
    [words`Request body`, requestBodySchema],
    ...[...responseSchemas].map(
      ([status, schema]) => [words`Response ${printable(status)}`, schema] as const,
    ),
  ];
  return schemas.flatMap(([title, schema]): readonly RecordItem[] => {
    if (schema === null) return [];
    const heading = headingItem(words`${title}, references resolved`);
    return roomLeft(schema, MAX_VALUES) < 0
      ? [heading, textItem(words`more than ${count(MAX_VALUES)} values: see the file`, theme.faint)]
      : [heading, ...yamlItems(yaml(schema).split('\n').map(cut).join('\n'))];
  });
}

const declaredDetail = memoizeLast(detailOf);

function detailOf(
  endpoint: Endpoint,
  preflight: ReadPreflight,
  { content, yamlOf }: SpecificationFile,
): readonly RecordItem[] {
  const { method, path, authSchemes, parameters, at } = endpoint;
  const declared = declaration(content, preflight.placeOf(at));
  const auth = authSchemes?.length
    ? authSchemes.map(schemeWords)
    : [words`none: no credential is asked for`];
  return [
    methodAndPath(method, path),
    ...auth.map((value, index) => ({ name: index === 0 ? words`Authorization` : words``, value })),
    ...PARAMETER_GROUPS.flatMap((group) =>
      parameters[group].length === 0
        ? []
        : [{ name: printable(group), value: printable(parameters[group].join(', ')) }],
    ),
    headingItem(words`In the file, from ${declared.from} on`),
    ...yamlItems(declared.text.join('\n')),
    ...(yamlOf && declared.text.some((text) => text.includes('$ref'))
      ? resolvedItems(endpoint, yamlOf)
      : []),
  ];
}

export const declaredTable = (
  preflight: ReadPreflight,
  file: SpecificationFile,
  facts: PageFacts,
): ReturnType<typeof pageTable> =>
  pageTable(
    preflight.endpoints.map((endpoint) => ({
      id: `${endpoint.method} ${endpoint.path}`,
      endpoint,
    })),
    {
      columns: declaredColumns,
      none: words`The file declares no endpoint.`,
      noRow: words`No endpoint`,
      grammar: {
        fields: [
          { name: 'method', kind: 'value', read: ({ endpoint }) => endpoint.method },
          { name: 'path', kind: 'text', read: ({ endpoint }) => endpoint.path },
        ],
        text: ({ endpoint: { method, path, authSchemes } }) =>
          `${method} ${path} ${schemeNames(authSchemes)}`,
      },
      detail: ({ endpoint }) => declaredDetail(endpoint, preflight, file),
      copies: ({ endpoint }) => [pathCopy(endpoint.path)],
    },
    facts,
  );
