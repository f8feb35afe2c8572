import type {
  AuthScheme,
  GuardianEndpoint,
  ParameterGroups,
} from '../contract/operations/guardian-upload.ts';
import type { Endpoint } from './endpoints.ts';
import { NO_REFERENCES, type SchemaReferences, schemaReferences } from './inline-schema.ts';
import type { Node } from './node.ts';
import type { ParameterRule } from './parameters.ts';
import { read } from './read.ts';
import type { Specification } from './specification.ts';

/** Identifies an endpoint in a specification and in a configuration. */
export type EndpointName = Pick<Endpoint, 'method' | 'path'>;

/**
 * An endpoint as a specification or the service describes it. Schemas from the service are parsed on each access and
 * not cached: together they may be many times the size of the document.
 */
export interface ComparableEndpoint extends EndpointName {
  /** Null if there is no security requirement. */
  readonly authSchemes: readonly AuthScheme[] | null;
  readonly parameters: ParameterGroups;
  /** By `parameterKey`; null if unknown. */
  readonly parameterRules: ReadonlyMap<string, ParameterRule> | null;
  /** Null if no request body is defined. */
  readonly requestBodySchema: Node | null;
  /** By HTTP status code. */
  readonly responseSchemas: ReadonlyMap<string, Node>;
  /** Resolves the references in these schemas. */
  readonly references: SchemaReferences;
}

/** `GET /pets/{id}`. */
export const endpointKey = ({ method, path }: EndpointName): string => `${method} ${path}`;

const NO_PARAMETERS: ParameterGroups = { Path: [], Query: [], Header: [], Cookie: [] };

export const declaredEndpoint = (
  specification: Specification,
  endpoint: Endpoint,
): ComparableEndpoint => ({ ...endpoint, references: schemaReferences(specification) });

/** Parses a schema from YAML. Unreadable text becomes a scalar that equals only itself. */
function schemaIn(yaml: string): Node {
  const reading = read(yaml);
  if (reading.kind === 'read') return reading.root;
  return { kind: 'scalar', at: 0, value: yaml, text: yaml };
}

/** The name of an endpoint the service returned; undefined if it has no method or path. */
export function returnedName({
  requestMethod,
  requestPath,
}: Pick<GuardianEndpoint, 'requestMethod' | 'requestPath'>): EndpointName | undefined {
  if (requestMethod === null || requestPath === null) return undefined;
  return { method: requestMethod.toUpperCase(), path: requestPath };
}

/**
 * An endpoint the service returned; undefined if it has no name.
 *
 * @param sent the same endpoint in the uploaded specification: the service returns only the names of parameters, and
 * may leave references in its schemas
 */
export function returnedEndpoint(
  endpoint: GuardianEndpoint,
  sent?: ComparableEndpoint,
): ComparableEndpoint | undefined {
  const name = returnedName(endpoint);
  if (!name) return undefined;
  const { requestBodySchemaYaml, responseBodySchemasYaml } = endpoint;
  return {
    ...name,
    authSchemes: endpoint.authSchemes?.length ? endpoint.authSchemes : null,
    parameters: endpoint.availableParameters ?? NO_PARAMETERS,
    parameterRules: sent?.parameterRules ?? null,
    references: sent?.references ?? NO_REFERENCES,
    get requestBodySchema() {
      return requestBodySchemaYaml === null ? null : schemaIn(requestBodySchemaYaml);
    },
    get responseSchemas() {
      const responses = new Map<string, Node>();
      for (const [status, yaml] of Object.entries(responseBodySchemasYaml ?? {})) {
        if (yaml !== null) responses.set(status, schemaIn(yaml));
      }
      return responses;
    },
  };
}
