import type { Endpoint } from '../../guardian/endpoints.ts';
import type { Node } from '../../guardian/node.ts';
import { PARAMETER_GROUPS } from '../../guardian/parameters.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';
import type { ListState } from '../../state/list.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { headingItem, type RecordItem } from '../../ui/record-lines.ts';
import type { Column } from '../../ui/table.ts';
import { theme } from '../../ui/theme.ts';
import { schemeNames, schemeWords } from './authorization.ts';
import { methodAndPath, yamlItems } from './endpoint-detail.ts';
import { methodColumn, pageTable, pathColumn, pathCopy } from './page.ts';
import { linesBetween } from './problems.ts';
import type { SpecificationFile } from './state.ts';

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
  {
    id: 'auth',
    title: words`AUTH`,
    spoken: words`authorization`,
    width: 12,
    grow: 1,
    cell: ({ endpoint: { authSchemes } }) =>
      span(schemeNames(authSchemes), authSchemes === null ? theme.faint : theme.plain),
    sortBy: ({ endpoint: { authSchemes } }) => schemeNames(authSchemes),
  },
  {
    id: 'parameters',
    title: words`PARAMS`,
    spoken: words`parameters`,
    width: 6,
    align: 'right',
    leaves: 2,
    cell: ({ endpoint }) => span(count(parameterCount(endpoint))),
    sortBy: ({ endpoint }) => parameterCount(endpoint),
  },
  {
    id: 'body',
    title: words`BODY`,
    spoken: words`request body`,
    width: 6,
    leaves: 3,
    cell: ({ endpoint: { requestBodySchema } }) =>
      requestBodySchema ? span(words`schema`) : span(words`none`, theme.faint),
    sortBy: ({ endpoint: { requestBodySchema } }) => (requestBodySchema ? 1 : 0),
  },
  {
    id: 'responses',
    title: words`RESPONSES`,
    width: 12,
    leaves: 1,
    cell: ({ endpoint }) => span(responseWords(endpoint)),
    sortBy: ({ endpoint }) => responseWords(endpoint),
  },
];

/** What is shown of the file is at most so many lines. */
const MOST_LINES = 200;

/** The lines of the file that declare an endpoint: as far as they are indented like the first of them, or more. */
function declaration(content: string, line: number): readonly string[] {
  const lines = linesBetween(content, line, line + MOST_LINES);
  const indentOf = (text: string): number => text.length - text.trimStart().length;
  const least = indentOf(lines[0] ?? '');
  const end = lines.findIndex((text) => text.trim() !== '' && indentOf(text) < least);
  return (end < 0 ? lines : lines.slice(0, end)).map((text) => text.slice(least));
}

/** What bodies have to be where that stands elsewhere in the file: the schemas, their references resolved. */
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
  return schemas.flatMap(([title, schema]) =>
    schema === null
      ? []
      : [headingItem(words`${title}, references resolved`), ...yamlItems(yaml(schema))],
  );
}

/** Everything that the file says of an endpoint. */
const declaredDetail = memoizeLast(detailOf);

function detailOf(
  endpoint: Endpoint,
  preflight: ReadPreflight,
  { content, yamlOf }: SpecificationFile,
): readonly RecordItem[] {
  const { method, path, authSchemes, parameters, at } = endpoint;
  const { line } = preflight.placeOf(at);
  const declared = declaration(content, line);
  const auth = authSchemes?.length
    ? authSchemes.map(schemeWords)
    : [words`none: no credential is asked for`];
  return [
    methodAndPath(method, path),
    ...auth.map((value, index) => ({ name: index === 0 ? words`auth` : words``, value })),
    ...PARAMETER_GROUPS.flatMap((group) =>
      parameters[group].length === 0
        ? []
        : [{ name: printable(group), value: printable(parameters[group].join(', ')) }],
    ),
    headingItem(words`In the file, from line ${line} on`),
    ...yamlItems(declared.join('\n')),
    ...(yamlOf && declared.some((text) => text.includes('$ref'))
      ? resolvedItems(endpoint, yamlOf)
      : []),
  ];
}

/** The endpoints of the file as the table of a page. */
export const declaredTable = (
  preflight: ReadPreflight,
  file: SpecificationFile,
  list: ListState,
): ReturnType<typeof pageTable> =>
  pageTable(
    preflight.endpoints.map((endpoint) => ({
      id: `${endpoint.method} ${endpoint.path}`,
      endpoint,
    })),
    {
      columns: declaredColumns,
      text: ({ endpoint: { method, path, authSchemes } }) =>
        `${method} ${path} ${schemeNames(authSchemes)}`,
      detail: ({ endpoint }) => declaredDetail(endpoint, preflight, file),
      copies: ({ endpoint }) => [pathCopy(endpoint.path)],
    },
    list,
  );
