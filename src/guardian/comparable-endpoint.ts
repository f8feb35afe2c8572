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

/** What names an endpoint, in a specification and in a configuration. */
export type EndpointName = Pick<Endpoint, 'method' | 'path'>;

/**
 * What a specification decides about an endpoint, from wherever it is known. Schemas that are read are read whenever
 * they are asked for, and not kept: those of all endpoints together may be many times the document.
 */
export interface ComparableEndpoint extends EndpointName {
  /** Null when there is no security requirement. */
  readonly authSchemes: readonly AuthScheme[] | null;
  readonly parameters: ParameterGroups;
  /** What each of them must be, by its `parameterKey`; null where that is not known. */
  readonly parameterRules: ReadonlyMap<string, ParameterRule> | null;
  /** Null when no request body is defined. */
  readonly requestBodySchema: Node | null;
  /** By HTTP status code. */
  readonly responseSchemas: ReadonlyMap<string, Node>;
  /** Where the references in all these schemas lead. */
  readonly references: SchemaReferences;
}

/** One text for each endpoint: `GET /pets/{id}`. */
export const endpointKey = ({ method, path }: EndpointName): string => `${method} ${path}`;

const NO_PARAMETERS: ParameterGroups = { Path: [], Query: [], Header: [], Cookie: [] };

export const declaredEndpoint = (
  specification: Specification,
  endpoint: Endpoint,
): ComparableEndpoint => ({ ...endpoint, references: schemaReferences(specification) });

/** A schema out of YAML. What cannot be read is taken as the text that it is, and equals only itself. */
function schemaIn(yaml: string): Node {
  const reading = read(yaml);
  if (reading.kind === 'read') return reading.root;
  return { kind: 'scalar', at: 0, value: yaml, text: yaml };
}

/** What names an endpoint that the service returned; undefined when it has no method or path. */
export function returnedName({
  requestMethod,
  requestPath,
}: Pick<GuardianEndpoint, 'requestMethod' | 'requestPath'>): EndpointName | undefined {
  if (requestMethod === null || requestPath === null) return undefined;
  return { method: requestMethod.toUpperCase(), path: requestPath };
}

/**
 * An endpoint that the service returned; undefined when it has no name.
 *
 * @param sent the same endpoint in the specification that it was returned for: the service tells the names of
 * parameters, and not what they must be, and may leave references in its schemas
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
