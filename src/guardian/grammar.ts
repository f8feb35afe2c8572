import { below, type Mapping, type Node, type NodePath, type Scalar } from './node.ts';

/** What a {@link walk} tells of; each part may be left out. */
interface Visitor {
  /** An object of the specification, before what is in it. References are objects too. */
  object?(node: Mapping, kind: ObjectKind, nodePath: NodePath | null): void;
  /** The `$ref` of an object, after the object itself. */
  reference?(ref: Scalar, kind: ObjectKind, nodePath: NodePath | null): void;
  /** A value that stands where an object, a list or a map of `field.kind` should. */
  mismatch?(node: Node, field: Field, nodePath: NodePath | null): void;
}

/**
 * Visits every object of a document in its order, by the grammar of OpenAPI: what stands in an example,
 * a default or an extension is not visited. References are not followed. Each value is visited once for
 * each place it stands at, which for YAML aliases can be several.
 */
export function walk(
  root: Node,
  kind: ObjectKind,
  nodePath: NodePath | null,
  visitor: Visitor,
): void {
  if (root.kind !== 'mapping') {
    // JSON Schema has `true` and `false` for "anything" and "nothing".
    const isBoolean = root.kind === 'scalar' && typeof root.value === 'boolean';
    if (kind !== 'schema' || !isBoolean) visitor.mismatch?.(root, { kind, as: 'one' }, nodePath);
    return;
  }
  visitor.object?.(root, kind, nodePath);
  const ref = root.entries.get('$ref');
  if (ref?.kind === 'scalar' && typeof ref.value === 'string') {
    visitor.reference?.(ref, kind, nodePath);
  }
  const { fields, others } = GRAMMAR[kind];
  for (const [name, node] of root.entries) {
    const field = fields.get(name);
    if (field) walkField(node, field, below(nodePath, name), visitor);
    else if (others && !name.startsWith('x-') && name !== '$ref') {
      walk(node, others, below(nodePath, name), visitor);
    }
  }
}

function walkField(node: Node, field: Field, nodePath: NodePath, visitor: Visitor): void {
  const { kind, as } = field;
  if (as === 'one') walk(node, kind, nodePath, visitor);
  else if (as === 'list' && node.kind === 'sequence') {
    node.items.forEach((item, index) => {
      walk(item, kind, below(nodePath, index), visitor);
    });
  } else if (as === 'map' && node.kind === 'mapping') {
    for (const [name, item] of node.entries) walk(item, kind, below(nodePath, name), visitor);
  } else visitor.mismatch?.(node, field, nodePath);
}

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
interface ObjectGrammar {
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

/** Keywords that describe a schema and do not change what it admits. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description default example examples deprecated $comment'.split(' '),
);
