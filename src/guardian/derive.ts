import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { AuthScheme, ParameterGroups } from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { inlineSchema } from './inline-schema.ts';
import { LIMIT_NAMES, type LimitName } from './limits.ts';
import { type Node, stringAt } from './node.ts';
import type { Preflight, ReadPreflight } from './preflight.ts';
import type { Specification } from './specification.ts';

/** What a specification says of one endpoint (contract, ApiGuardianEndpointDetails). */
export interface DerivedEndpoint {
  /** Upper case. */
  readonly requestMethod: string;
  /** OpenAPI path template. Hostile text. */
  readonly requestPath: string;
  /** Null when the endpoint has no security requirement. */
  readonly authSchemes: readonly AuthScheme[] | null;
  /** YAML with references inlined; null when no request body is defined. */
  readonly requestBodySchemaYaml: string | null;
  /** The same by HTTP status code, without a prototype; null when no response has a schema. */
  readonly responseBodySchemasYaml: Readonly<Record<string, string>> | null;
  readonly availableParameters: ParameterGroups;
}

/** What API Guardian takes from a specification. */
export interface Derivation {
  readonly title: string | null;
  readonly version: string | null;
  readonly endpoints: readonly DerivedEndpoint[];
  /** What of each plan limit it needs. */
  readonly needs: { readonly [Name in LimitName]: number };
}

/** A specification that cannot be used. */
export interface Unusable {
  /** Why and where, in a sentence. Hostile text. */
  readonly reason: string;
}

/** An endpoint as the service returns it, its schemas rendered by `yaml`. */
export function derivedEndpoint(
  { method, path, authSchemes, parameters, requestBodySchema, responseSchemas }: Endpoint,
  yaml: (schema: Node) => string,
): DerivedEndpoint {
  const responses: Record<string, string> = Object.create(null);
  for (const [status, schema] of responseSchemas) responses[status] = yaml(schema);
  return {
    requestMethod: method,
    requestPath: path,
    authSchemes,
    requestBodySchemaYaml: requestBodySchema && yaml(requestBodySchema),
    responseBodySchemasYaml: responseSchemas.size > 0 ? responses : null,
    availableParameters: parameters,
  };
}

/** What API Guardian derives of every endpoint of a document that can be read, whatever else is wrong with it. */
export function derivedEndpoints({
  endpoints,
  specification,
}: ReadPreflight): readonly DerivedEndpoint[] {
  const yaml = schemaRenderer(specification);
  return endpoints.map((endpoint) => derivedEndpoint(endpoint, yaml));
}

/**
 * Everything that API Guardian derives from a checked specification, or why it cannot be used: it
 * cannot be read, is of another version than 3.0 or 3.1, or has errors. Endpoints are rendered when they
 * are asked for, since plan limits may make that needless: `needs` is known at once.
 */
export function derive(checked: Preflight): Derivation | Unusable {
  const [worst] = checked.problems;
  if (worst && (checked.kind === 'unreadable' || worst.severity === 'error')) {
    return { reason: `Line ${worst.line}, column ${worst.column}: ${worst.sentence}` };
  }
  if (checked.kind === 'unreadable') return { reason: 'The document cannot be read.' };
  const { title, version, limits } = checked;
  let rendered: readonly DerivedEndpoint[] | undefined;
  return {
    title,
    version,
    get endpoints() {
      rendered ??= derivedEndpoints(checked);
      return rendered;
    },
    // Every limit has its count.
    needs: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, limits[name].count]),
    ) as Derivation['needs'],
  };
}

/** UTF-16 units of all schemas together: thousands of endpoints may refer to one that is large. */
const MOST_RENDERED = 4 << 20;

/**
 * A function that renders the schemas of a specification as YAML with their references inlined (see
 * `inlineSchema`); once they come to {@link MOST_RENDERED}, references stay in all further ones. Schemas that are only
 * a reference, which most are, are rendered once for each target.
 */
export function schemaRenderer(specification: Specification): (schema: Node) => string {
  const byReference = new Map<string, string>();
  let left = MOST_RENDERED;
  const render = (schema: Node): string => renderYaml(inlineSchema(specification, schema));
  const inFull = (schema: Node): string => {
    const ref = stringAt(schema, '$ref');
    const isOnlyReference = schema.kind === 'mapping' && schema.entries.size === 1;
    if (ref === undefined || !isOnlyReference) return render(schema);
    const rendered = byReference.get(ref) ?? render(schema);
    byReference.set(ref, rendered);
    return rendered;
  };
  return (schema) => {
    if (left > 0) {
      const rendered = inFull(schema);
      left -= rendered.length;
      if (left >= 0) return rendered;
    }
    return renderYaml(inlineSchema(specification, schema, 0));
  };
}

/** A number beyond 2^53 as it was written. */
function exact(value: Node & { kind: 'scalar' }): unknown {
  const isRounded = typeof value.value === 'number' && !Number.isSafeInteger(value.value);
  return isRounded && /^[-+]?\d+$/.test(value.text) ? BigInt(value.text) : value.value;
}

function yamlNode(node: Node): Scalar | YAMLMap | YAMLSeq {
  switch (node.kind) {
    case 'scalar': {
      const scalar = new Scalar(exact(node));
      if (node.remark !== undefined) scalar.comment = ` ${node.remark}`;
      return scalar;
    }
    case 'sequence': {
      const sequence = new YAMLSeq();
      sequence.items = node.items.map(yamlNode);
      return sequence;
    }
    case 'mapping': {
      const map = new YAMLMap();
      map.items = [...node.entries].map(
        ([key, value]) => new Pair(new Scalar(key), yamlNode(value)),
      );
      return map;
    }
  }
}

/** The value as a YAML document. Remarks become comments; no anchors, no folded lines. */
export function renderYaml(node: Node): string {
  return new Document(yamlNode(node)).toString({ lineWidth: 0 });
}
