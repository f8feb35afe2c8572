import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { AuthScheme, ParameterGroups } from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { inlineSchema } from './inline-schema.ts';
import { LIMIT_NAMES, type LimitName } from './limits.ts';
import { type Node, stringAt } from './node.ts';
import type { Preflight, ReadPreflight } from './preflight.ts';
import type { Specification } from './specification.ts';

/** An endpoint as derived from a specification (contract, ApiGuardianEndpointDetails). */
export interface DerivedEndpoint {
  readonly requestMethod: string;
  /** OpenAPI path template. Hostile text. */
  readonly requestPath: string;
  /** Null if there is no security requirement. */
  readonly authSchemes: readonly AuthScheme[] | null;
  /** YAML with references inlined; null if no request body is defined. */
  readonly requestBodySchemaYaml: string | null;
  /** YAML by HTTP status code, without a prototype; null if no response has a schema. */
  readonly responseBodySchemasYaml: Readonly<Record<string, string>> | null;
  readonly availableParameters: ParameterGroups;
}

export interface Derivation {
  readonly title: string | null;
  readonly version: string | null;
  readonly endpoints: readonly DerivedEndpoint[];
  /** How much of each plan limit it needs. */
  readonly needs: { readonly [Name in LimitName]: number };
}

export interface Unusable {
  /** Why and where, in a sentence. Hostile text. */
  readonly reason: string;
}

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

/** The endpoints of every readable document, whatever its problems. */
export function derivedEndpoints({
  endpoints,
  specification,
}: ReadPreflight): readonly DerivedEndpoint[] {
  const yaml = schemaRenderer(specification);
  return endpoints.map((endpoint) => derivedEndpoint(endpoint, yaml));
}

/**
 * What API Guardian derives from a checked specification, or why it is unusable: unreadable, of a version other than
 * 3.0 or 3.1, or with errors. Endpoints are rendered on first use, which plan limits may make unnecessary; `needs` is
 * known at once.
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
    // All limits have a count.
    needs: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, limits[name].count]),
    ) as Derivation['needs'],
  };
}

/** Limit for all schemas together, UTF-16 units: thousands of endpoints may refer to one large schema. */
const MAX_RENDERED = 4 << 20;

/**
 * Returns a function that renders schemas as YAML with references inlined (see `inlineSchema`). After {@link
 * MAX_RENDERED} units references are kept. Schemas that are only a reference, as most are, are rendered once for each
 * target.
 */
export function schemaRenderer(specification: Specification): (schema: Node) => string {
  const byReference = new Map<string, string>();
  let left = MAX_RENDERED;
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

/** An integer beyond 2^53 exactly as written. */
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

/** Renders a value as YAML. Remarks become comments; no anchors, no folded lines. */
export function renderYaml(node: Node): string {
  return new Document(yamlNode(node)).toString({ lineWidth: 0 });
}
