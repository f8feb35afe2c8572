import { below, type Mapping, type Node, type NodePath, type Scalar } from './node.ts';

/** Callbacks of a {@link walk}. */
interface Visitor {
  /** Called for each object, including references, before its contents. */
  object?(node: Mapping, kind: ObjectKind, nodePath: NodePath | null): void;
  /** Called for the `$ref` of an object, after the object. */
  reference?(ref: Scalar, kind: ObjectKind, nodePath: NodePath | null): void;
  /** Called for a value of the wrong type. */
  mismatch?(node: Node, field: Field, nodePath: NodePath | null): void;
}

/** A key that YAML 1.1 merges. YAML 1.2 and OpenAPI do not; what is below it is no part of its object. */
export const MERGE_KEY = '<<';

/**
 * Visits every OpenAPI object of a document, in document order. Examples, defaults, extensions and merge keys are not
 * visited, and references not followed. A value is visited once for each place, which for YAML aliases can be several.
 */
export function walk(
  root: Node,
  kind: ObjectKind,
  nodePath: NodePath | null,
  visitor: Visitor,
): void {
  if (root.kind !== 'mapping') {
    // In JSON Schema `true` admits everything, `false` nothing.
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
    else if (others && !name.startsWith('x-') && name !== '$ref' && name !== MERGE_KEY) {
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
    for (const [name, item] of node.entries) {
      if (name !== MERGE_KEY) walk(item, kind, below(nodePath, name), visitor);
    }
  } else visitor.mismatch?.(node, field, nodePath);
}

/** OpenAPI objects that contain schemas or references at any depth. */
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

/** One object, a list of objects, or a map of objects by name. */
export interface Field {
  readonly kind: ObjectKind;
  readonly as: 'one' | 'list' | 'map';
}

/** The fields of an object that contain other objects. */
interface ObjectGrammar {
  readonly fields: ReadonlyMap<string, Field>;
  /** The kind of all other fields except extensions (`x-`): paths, status codes, callback URLs. */
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

/** The operations of a path item (OpenAPI 3.1, 4.8.9). */
export const METHODS = 'get put post delete options head patch trace'.split(' ');

/** JSON Schema keywords that contain schemas; the ones new in 3.1 have no meaning in 3.0. */
const SCHEMA_KEYWORDS = {
  one: `additionalProperties items not if then else contains propertyNames unevaluatedItems
    unevaluatedProperties contentSchema`,
  list: 'prefixItems allOf anyOf oneOf',
  map: 'properties patternProperties dependentSchemas $defs definitions',
};

const SCHEMA_FIELDS: ReadonlyMap<string, Field> = new Map(
  (['one', 'list', 'map'] as const).flatMap((as) =>
    SCHEMA_KEYWORDS[as]
      .split(/\s+/)
      .map((keyword): [string, Field] => [keyword, { kind: 'schema', as }]),
  ),
);

/**
 * OpenAPI 3.0 and 3.1 as far as schemas and references are concerned. Everything else, such as examples and
 * extensions, is data: `$ref` and `pattern` have no meaning in it.
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
