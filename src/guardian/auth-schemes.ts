import type { AuthScheme } from '../contract/operations/guardian-upload.ts';
import { quoted, type Report } from './finding.ts';
import { below, entry, type Node, type NodePath, pointerOf, stringAt } from './node.ts';

import type { Specification } from './specification.ts';

/** The security schemes of a specification, and what its security requirements come to. */
interface AuthSchemes {
  /**
   * The schemes of an operation: those of its own `security`, else those of the document's, each once,
   * in the order of the requirements. Null when there are none: no `security`, `[]`, or only `{}`. That
   * a request must satisfy one requirement out of several, or none if one of them is `{}`, does not
   * show in the list (contract, AuthSchemeDetails).
   */
  of(operation: Node, nodePath: NodePath): readonly AuthScheme[] | null;
}

const LOCATIONS: ReadonlyMap<string, string> = new Map([
  ['header', 'Header'],
  ['query', 'Query'],
  ['cookie', 'Cookie'],
]);

/** Schemes of these types send their credential in the `Authorization` header. */
const AUTHORIZATION = { location: 'Header', credentialName: 'Authorization' } as const;

/** A security scheme as the contract has it, or why it cannot be put so. */
function describe(schemeName: string, scheme: Node | undefined): AuthScheme | string {
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

/** Reads the security schemes and reports those that cannot be used. */
export function authSchemes({ root, references }: Specification, report: Report): AuthSchemes {
  const declared = new Map<string, AuthScheme | null>();
  const definitions = entry(root.entries.get('components'), 'securitySchemes');
  if (definitions?.kind === 'mapping') {
    const nodePath = below(below(null, 'components'), 'securitySchemes');
    for (const [name, node] of definitions.entries) {
      const described = describe(name, references.follow(node));
      declared.set(name, typeof described === 'string' ? null : described);
      if (typeof described !== 'string') continue;
      report({
        severity: 'warning',
        sentence: `The security scheme ${quoted(name)} is left out: ${described}`,
        at: node.at,
        pointer: pointerOf(below(nodePath, name)),
      });
    }
  }

  function required(security: Node, nodePath: NodePath): readonly AuthScheme[] | null {
    const found = new Map<string, AuthScheme>();
    const fault = (sentence: string, node: Node, place: NodePath): void =>
      report({ severity: 'error', sentence, at: node.at, pointer: pointerOf(place) });
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
    of(operation, nodePath) {
      const security = entry(operation, 'security');
      return security ? required(security, below(nodePath, 'security')) : byDefault;
    },
  };
}
