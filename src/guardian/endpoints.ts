import type { AuthScheme, ParameterGroups } from '../contract/operations/guardian-upload.ts';
import { MERGE_KEY, METHODS } from './grammar.ts';
import {
  below,
  entry,
  type Mapping,
  type Node,
  type NodePath,
  pointerOf,
  stringAt,
} from './node.ts';
import {
  areAllRead,
  checkPath,
  mergedParameters,
  type Parameter,
  type ParameterRule,
  parameterGroups,
  parameterRules,
  parametersOf,
} from './parameters.ts';
import { hasBalancedBraces, templateShape } from './path-template.ts';
import {
  finding,
  quoted,
  type Report,
  type Resolver,
  type Specification,
} from './specification.ts';

/** One operation of a specification as API Guardian derives it (contract, ApiGuardianEndpointDetails). */
export interface Endpoint {
  readonly method: string;
  /** OpenAPI path template. Hostile text. */
  readonly path: string;
  /** Offset of its declaration. */
  readonly at: number;
  readonly pointer: string;
  /** Null if it has no security requirement. */
  readonly authSchemes: readonly AuthScheme[] | null;
  readonly parameters: ParameterGroups;
  /** By `parameterKey`. The service returns only the names. */
  readonly parameterRules: ReadonlyMap<string, ParameterRule>;
  /** With references; see `inlineSchema`. Null if no request body is defined. */
  readonly requestBodySchema: Node | null;
  /** With references, by HTTP status code. Responses without a schema are omitted. */
  readonly responseSchemas: ReadonlyMap<string, Node>;
}

/** A path item and the target of its `$ref`; its own fields take precedence. */
interface PathItem {
  readonly path: string;
  readonly own: Mapping;
  readonly referenced: Node | undefined;
  readonly nodePath: NodePath;
}

const partOf = ({ own, referenced }: PathItem, key: string): Node | undefined =>
  entry(own, key) ?? entry(referenced, key);

function pathItems({ root, references }: Specification, report: Report): readonly PathItem[] {
  const paths = root.entries.get('paths');
  if (paths?.kind !== 'mapping') return [];
  const items: PathItem[] = [];
  const shapes = new Map<string, string>();
  for (const [path, own] of paths.entries) {
    if (path.startsWith('x-') || path === MERGE_KEY) continue;
    const nodePath = below(below(null, 'paths'), path);
    const fault = (sentence: string): void => report(finding('error', sentence, own, nodePath));
    if (!path.startsWith('/')) {
      fault(`The path ${quoted(path)} does not begin with "/".`);
      continue;
    }
    if (!hasBalancedBraces(path)) fault(`The braces of the path ${quoted(path)} do not match.`);
    const twin = shapes.get(templateShape(path));
    if (twin !== undefined) fault(`This path matches the same requests as ${quoted(twin)}.`);
    shapes.set(templateShape(path), path);
    // Anything else was reported as a mismatch.
    if (own.kind === 'mapping') {
      items.push({ path, own, referenced: references.follow(own), nodePath });
    }
  }
  return items;
}

/**
 * The endpoints of a specification: all operations under `paths`, by path in document order, then by method. Webhooks
 * and callbacks are requests the API sends, not endpoints.
 */
export function endpoints(specification: Specification, report: Report): readonly Endpoint[] {
  const { references } = specification;
  const schemes = authSchemes(specification, report);
  const found: Endpoint[] = [];
  const elsewhere = { count: 0, at: 0, pointer: '' };

  function parametersIn(node: Node | undefined, nodePath: NodePath): readonly Parameter[] {
    return parametersOf(references, { node, nodePath: below(nodePath, 'parameters') }, report);
  }

  for (const item of pathItems(specification, report)) {
    const pathParameters = partOf(item, 'parameters');
    const ofPath = parametersIn(pathParameters, item.nodePath);
    const isItemWhole = item.referenced !== undefined && areAllRead(references, pathParameters);
    for (const name of METHODS) {
      const operation = partOf(item, name);
      if (operation?.kind !== 'mapping') continue;
      const nodePath = below(item.nodePath, name);
      const { path } = item;
      const { at } = operation;
      const ownParameters = entry(operation, 'parameters');
      const parameters = mergedParameters(ofPath, parametersIn(ownParameters, nodePath));
      const isWhole = isItemWhole && areAllRead(references, ownParameters);
      checkPath({ path, parameters, isWhole, at, nodePath }, report);
      const responses = responseSchemas(references, operation);
      const pointer = pointerOf(nodePath);
      if (elsewhere.count === 0) Object.assign(elsewhere, { at, pointer });
      elsewhere.count += responses.elsewhere.length;
      found.push({
        method: name.toUpperCase(),
        path,
        at,
        pointer,
        authSchemes: schemes.of(operation, nodePath),
        parameters: parameterGroups(parameters),
        parameterRules: parameterRules(parameters),
        requestBodySchema: requestBodySchema(references, operation),
        responseSchemas: responses.byStatus,
      });
    }
  }

  if (elsewhere.count > 0) {
    const { count, at, pointer } = elsewhere;
    report({
      severity: 'note',
      sentence: `${count === 1 ? 'One response schema stands' : `${count} response schemas stand`} under "default" or a range such as "2XX". Those are no HTTP status codes: nothing is derived from them.`,
      at,
      pointer,
    });
  }
  return found;
}

const mediaTypeOf = (key: string): string => (key.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The schema for `application/json`, else for the first `+json` type, else for the first type. */
function contentSchema(content: Node | undefined): Node | undefined {
  if (content?.kind !== 'mapping') return undefined;
  const types = [...content.entries];
  const chosen =
    types.find(([key]) => mediaTypeOf(key) === 'application/json') ??
    types.find(([key]) => mediaTypeOf(key).endsWith('+json')) ??
    types[0];
  return entry(chosen?.[1], 'schema');
}

export function requestBodySchema(references: Resolver, operation: Node): Node | null {
  const body = references.follow(entry(operation, 'requestBody'));
  return contentSchema(entry(body, 'content')) ?? null;
}

const STATUS = /^[1-5]\d\d$/;

export function responseSchemas(references: Resolver, operation: Node) {
  const byStatus = new Map<string, Node>();
  /** Keys that are no status codes: `default`, or a range such as `2XX`. */
  const elsewhere: string[] = [];
  const responses = entry(operation, 'responses');
  if (responses?.kind !== 'mapping') return { byStatus, elsewhere };
  for (const [key, response] of responses.entries) {
    if (key.startsWith('x-')) continue;
    const schema = contentSchema(entry(references.follow(response), 'content'));
    if (!schema) continue;
    if (STATUS.test(key)) byStatus.set(key, schema);
    else elsewhere.push(key);
  }
  return { byStatus, elsewhere };
}

const LOCATIONS: ReadonlyMap<string, string> = new Map([
  ['header', 'Header'],
  ['query', 'Query'],
  ['cookie', 'Cookie'],
]);

/** These scheme types use the `Authorization` header. */
const AUTHORIZATION = { location: 'Header', credentialName: 'Authorization' } as const;

/** A security scheme in the contract's form, or why that is impossible. */
function describe(schemeName: string, scheme: Node | undefined): AuthScheme | string {
  if (!scheme) return 'it refers to something that is not in the document.';
  const type = stringAt(scheme, 'type');
  switch (type) {
    case 'apiKey': {
      const location = LOCATIONS.get(stringAt(scheme, 'in') ?? '');
      const credentialName = stringAt(scheme, 'name');
      if (location === undefined) return '"in" must be "header", "query" or "cookie".';
      if (credentialName === undefined) return 'it has no "name".';
      return { schemeName, schemeType: 'ApiKey', location, credentialName, httpScheme: null };
    }
    case 'http': {
      const httpScheme = stringAt(scheme, 'scheme');
      if (httpScheme === undefined) return 'it has no "scheme".';
      return { schemeName, schemeType: 'Http', ...AUTHORIZATION, httpScheme };
    }
    case 'oauth2':
      return { schemeName, schemeType: 'OAuth2', ...AUTHORIZATION, httpScheme: null };
    case 'openIdConnect':
      return { schemeName, schemeType: 'OpenIdConnect', ...AUTHORIZATION, httpScheme: null };
    case undefined:
      return 'it has no "type".';
    default:
      return `API Guardian knows no type ${quoted(type)}.`;
  }
}

/** Reads the security schemes and reports unusable ones. */
function authSchemes({ root, references }: Specification, report: Report) {
  const declared = new Map<string, AuthScheme | null>();
  const definitions = entry(root.entries.get('components'), 'securitySchemes');
  if (definitions?.kind === 'mapping') {
    const nodePath = below(below(null, 'components'), 'securitySchemes');
    for (const [name, node] of definitions.entries) {
      const described = describe(name, references.follow(node));
      declared.set(name, typeof described === 'string' ? null : described);
      if (typeof described !== 'string') continue;
      const sentence = `The security scheme ${quoted(name)} is left out: ${described}`;
      report(finding('warning', sentence, node, below(nodePath, name)));
    }
  }

  function required(security: Node, nodePath: NodePath): readonly AuthScheme[] | null {
    const found = new Map<string, AuthScheme>();
    const fault = (sentence: string, node: Node, place: NodePath): void =>
      report(finding('error', sentence, node, place));
    if (security.kind !== 'sequence') {
      fault('"security" must be a list of security requirements.', security, nodePath);
      return null;
    }
    security.items.forEach((requirement, index) => {
      const place = below(nodePath, index);
      if (requirement.kind !== 'mapping') {
        fault('A security requirement must be an object.', requirement, place);
        return;
      }
      for (const [name, scopes] of requirement.entries) {
        const scheme = declared.get(name);
        if (scheme) found.set(name, scheme);
        else if (scheme === undefined) {
          const sentence = `The security scheme ${quoted(name)} is not declared in components/securitySchemes.`;
          fault(sentence, scopes, below(place, name));
        }
      }
    });
    return found.size > 0 ? [...found.values()] : null;
  }

  const ofDocument = root.entries.get('security');
  const byDefault = ofDocument ? required(ofDocument, below(null, 'security')) : null;
  return {
    /**
     * The schemes of an operation's own `security`, else of the document's, each once, in the order of the
     * requirements. Null without any: no `security`, `[]`, or only `{}`. The list does not show which requirements are
     * alternatives or optional (contract, AuthSchemeDetails).
     */
    of(operation: Node, nodePath: NodePath): readonly AuthScheme[] | null {
      const security = entry(operation, 'security');
      return security ? required(security, below(nodePath, 'security')) : byDefault;
    },
  };
}
