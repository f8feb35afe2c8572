import type { Endpoint } from '../../guardian/endpoints.ts';
import type { Node } from '../../guardian/node.ts';
import { PARAMETER_GROUPS } from '../../guardian/parameters.ts';
import type { ReadPreflight } from '../../guardian/preflight.ts';
import type { ListState } from '../../state/list.ts';
import { memoizeLast } from '../../text/memoize.ts';
import { count } from '../../text/numbers.ts';
import { type Printable, printable, words } from '../../text/printable.ts';
import { span } from '../../ui/line.ts';
import { headingItem, type RecordItem, textItem } from '../../ui/record-lines.ts';
import { type Column, column } from '../../ui/table.ts';
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

/** What is shown of the file is at most so many lines, and of each of them so many characters: one may be megabytes. */
const MOST_LINES = 200;
const LONGEST = 2000;

/**
 * What of the file declares an endpoint, and where that begins: the lines that are indented like the first of them, or
 * more; where the file has no such lines, what stands behind the place.
 */
function declaration(content: string, { line, column }: ReturnType<ReadPreflight['placeOf']>) {
  const lines = linesBetween(content, line, line + MOST_LINES);
  const [first = ''] = lines;
  if (first.length > LONGEST) {
    return {
      from: words`line ${line}, column ${count(column)}`,
      text: [cut(first.slice(column - 1))],
    };
  }
  const indentOf = (text: string): number => text.length - text.trimStart().length;
  const least = indentOf(first);
  const end = lines.findIndex((text) => text.trim() !== '' && indentOf(text) < least);
  return {
    from: words`line ${line}`,
    text: (end < 0 ? lines : lines.slice(0, end)).map((text) => cut(text.slice(least))),
  };
}

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** A schema of more values is not written out: that would take seconds, and nobody reads it there. */
const MOST_VALUES = 1000;

/** What is left of `room` when each value of a schema takes one; below 0 where it has more. */
function roomLeft(schema: Node, room: number): number {
  let left = room - 1;
  if (schema.kind === 'scalar') return left;
  for (const below of schema.kind === 'sequence' ? schema.items : schema.entries.values()) {
    if (left < 0) break;
    left = roomLeft(below, left);
  }
  return left;
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
  return schemas.flatMap(([title, schema]): readonly RecordItem[] => {
    if (schema === null) return [];
    const heading = headingItem(words`${title}, references resolved`);
    return roomLeft(schema, MOST_VALUES) < 0
      ? [
          heading,
          textItem(words`more than ${count(MOST_VALUES)} values: see the file`, theme.faint),
        ]
      : [heading, ...yamlItems(yaml(schema).split('\n').map(cut).join('\n'))];
  });
}

/** Everything that the file says of an endpoint. */
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
    ...auth.map((value, index) => ({ name: index === 0 ? words`auth` : words``, value })),
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
