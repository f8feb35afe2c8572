/** The objects of the OpenAPI Specification that hold schemas or references, directly or further down. */
export type ObjectKind =
  | 'document'
  | 'components'
  | 'paths'
  | 'path item'
  | 'operation'
  | 'parameter'
  | 'request body'
  | 'responses'
  | 'response'
  | 'media type'
  | 'encoding'
  | 'header'
  | 'example'
  | 'link'
  | 'callback'
  | 'security scheme'
  | 'schema';

/** What a field holds: one object, a list of them, or a map from names to them. */
export interface Field {
  readonly kind: ObjectKind;
  readonly as: 'one' | 'list' | 'map';
}

/** The fields of an object that lead further down. */
export interface ObjectGrammar {
  readonly fields: ReadonlyMap<string, Field>;
  /** What every other field holds, but for extensions (`x-`): paths, status codes, callback URLs. */
  readonly others?: ObjectKind;
}

type Fields = Readonly<Record<string, readonly [ObjectKind, Field['as']]>>;

function object(fields: Fields, others?: ObjectKind): ObjectGrammar {
  const byName = Object.entries(fields).map(([name, [kind, as]]): [string, Field] => [
    name,
    { kind, as },
  ]);
  return { fields: new Map(byName), ...(others && { others }) };
}

/** The operations that a path item can have (OpenAPI 3.1, 4.8.9), by their field. */
export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;

/** The keywords of JSON Schema that hold schemas; those that only 3.1 has mean nothing in 3.0. */
const SCHEMA_KEYWORDS = {
  one: [
    'additionalProperties',
    'items',
    'not',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ],
  list: ['prefixItems', 'allOf', 'anyOf', 'oneOf'],
  map: ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
} as const;

const SCHEMA_FIELDS: ReadonlyMap<string, Field> = new Map(
  (['one', 'list', 'map'] as const).flatMap((as) =>
    SCHEMA_KEYWORDS[as].map((keyword): [string, Field] => [keyword, { kind: 'schema', as }]),
  ),
);

/**
 * OpenAPI 3.0 and 3.1 as far as schemas and references go. What is not in here, such as examples,
 * defaults and extensions, is data: a `$ref` or `pattern` in it means nothing.
 */
export const GRAMMAR: Readonly<Record<ObjectKind, ObjectGrammar>> = {
  document: object({
    paths: ['paths', 'one'],
    webhooks: ['path item', 'map'],
    components: ['components', 'one'],
  }),
  components: object({
    schemas: ['schema', 'map'],
    responses: ['response', 'map'],
    parameters: ['parameter', 'map'],
    examples: ['example', 'map'],
    requestBodies: ['request body', 'map'],
    headers: ['header', 'map'],
    securitySchemes: ['security scheme', 'map'],
    links: ['link', 'map'],
    callbacks: ['callback', 'map'],
    pathItems: ['path item', 'map'],
  }),
  paths: object({}, 'path item'),
  'path item': object({
    ...Object.fromEntries(METHODS.map((method) => [method, ['operation', 'one'] as const])),
    parameters: ['parameter', 'list'],
  }),
  operation: object({
    parameters: ['parameter', 'list'],
    requestBody: ['request body', 'one'],
    responses: ['responses', 'one'],
    callbacks: ['callback', 'map'],
  }),
  parameter: object({
    schema: ['schema', 'one'],
    content: ['media type', 'map'],
    examples: ['example', 'map'],
  }),
  'request body': object({ content: ['media type', 'map'] }),
  responses: object({}, 'response'),
  response: object({
    headers: ['header', 'map'],
    content: ['media type', 'map'],
    links: ['link', 'map'],
  }),
  'media type': object({
    schema: ['schema', 'one'],
    examples: ['example', 'map'],
    encoding: ['encoding', 'map'],
  }),
  encoding: object({ headers: ['header', 'map'] }),
  header: object({
    schema: ['schema', 'one'],
    content: ['media type', 'map'],
    examples: ['example', 'map'],
  }),
  example: object({}),
  link: object({}),
  callback: object({}, 'path item'),
  'security scheme': object({}),
  schema: { fields: SCHEMA_FIELDS },
};
