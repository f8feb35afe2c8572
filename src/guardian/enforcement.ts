import type {
  GuardianConfiguration,
  GuardianEndpoint,
} from '../contract/operations/guardian-upload.ts';

/** The settings of a zone that decide what happens to its requests. */
export type ZoneSettings = Pick<
  GuardianConfiguration,
  'isEnabled' | 'executionMode' | 'unmatchedPathAction'
>;

type EndpointSettings = Pick<GuardianEndpoint, 'isEnabled' | 'validateAuthorization'>;

type Violation =
  /** The request breaks one of the endpoint's rules: a body against its schema, too many requests. */
  | { readonly kind: 'endpoint'; readonly endpoint: EndpointSettings }
  /** The request comes without the credential that the endpoint asks for. */
  | { readonly kind: 'authorization'; readonly endpoint: EndpointSettings }
  /** No endpoint of the zone matches the request. */
  | { readonly kind: 'unmatched path' };

/** What becomes of the request. The last two depend on a setting that is not known. */
export type Outcome = 'blocked' | 'logged' | 'let through' | 'may be blocked' | 'may be logged';

export interface Enforcement {
  /** Whether API Guardian looks at the request at all; null when the service did not say. */
  readonly isInspected: boolean | null;
  readonly outcome: Outcome;
  /** The setting that decides it, as a clause without a stop: `the endpoint is disabled`. Hostile text. */
  readonly reason: string;
  /** The rule of the contract it rests on; null where the contract states none. */
  readonly rule: string | null;
}

const RULE_1 = 'rule 1: when API Guardian is disabled for a zone, no requests are inspected';
const RULE_2 = 'rule 2: an endpoint whose isEnabled is false is not enforced';
const RULE_AUTHORIZATION = 'validateAuthorization: whether credentials are enforced';

/**
 * What API Guardian does with a request that violates something (contract, Behaviour rules of API Guardian).
 * The contract names the execution modes and not what they do: Log is taken to block nothing in the whole
 * zone (assumption execution-mode).
 */
export function enforcementOf(zone: ZoneSettings, violation: Violation): Enforcement {
  if (zone.isEnabled === false) {
    return passed('API Guardian is off for the zone', RULE_1, false);
  }
  const isInspected = zone.isEnabled;
  if (violation.kind === 'unmatched path') {
    const { unmatchedPathAction: action } = zone;
    if (action === 'Ignore') return passed('unmatched paths are ignored', null, isInspected);
    return acted(zone, action, 'unmatched path action');
  }
  const { isEnabled, validateAuthorization } = violation.endpoint;
  const isAuthorization = violation.kind === 'authorization';
  if (isEnabled === false) return passed('the endpoint is disabled', RULE_2, isInspected);
  if (isAuthorization && validateAuthorization === false) {
    return passed('authorization is not validated', RULE_AUTHORIZATION, isInspected);
  }
  if (isEnabled === null) return acted(zone, null, 'isEnabled');
  const isSet = !isAuthorization || validateAuthorization === true;
  return acted(zone, isSet ? 'Block' : null, 'validateAuthorization');
}

const passed = (reason: string, rule: string | null, isInspected: boolean | null): Enforcement => ({
  isInspected,
  outcome: 'let through',
  reason,
  rule,
});

/** What a violation comes to in a zone that is not off: the setting `name` asks for `action`, null when that is not known. */
function acted(
  { isEnabled, executionMode }: ZoneSettings,
  action: string | null,
  name: string,
): Enforcement {
  const result = (outcome: Outcome, reason: string): Enforcement => ({
    isInspected: isEnabled,
    outcome,
    reason,
    rule: null,
  });
  const onlyLogs = action === 'Log' || executionMode === 'Log';
  const uncertain = onlyLogs ? 'may be logged' : 'may be blocked';
  if (isEnabled === null) return result(uncertain, 'whether API Guardian is on is not known');
  if (action === 'Log') return result('logged', told(name, action));
  if (action !== 'Block') return result(uncertain, told(name, action));
  const reason = told('execution mode', executionMode);
  if (executionMode === 'Log') return result('logged', reason);
  return result(executionMode === 'Block' ? 'blocked' : 'may be blocked', reason);
}

const told = (setting: string, value: string | null): string =>
  `${setting} is ${value ?? 'not known'}`;

/** Why nothing of a zone is enforced, whatever its endpoints say, as a sentence; null when it is. Hostile text. */
export function zoneWarning(zone: ZoneSettings): string | null {
  const { outcome, isInspected } = enforcementOf(zone, {
    kind: 'endpoint',
    endpoint: { isEnabled: true, validateAuthorization: true },
  });
  if (outcome === 'blocked') return null;
  if (isInspected === false) {
    return 'API Guardian is off for this zone: no request is inspected, whatever its endpoints are set to.';
  }
  if (isInspected === null) {
    return 'The service did not say whether API Guardian is on for this zone: whether anything is enforced is not known.';
  }
  return outcome === 'logged'
    ? 'Execution mode is Log: violations are logged, and no request is blocked.'
    : `Execution mode is ${zone.executionMode ?? 'not known'}: whether requests are blocked is not known.`;
}

/** How far an endpoint's authorization is enforced, in a few words. */
export const ENFORCEMENT_WORDS: Readonly<Record<Outcome, string>> = {
  blocked: 'enforced',
  logged: 'only logged',
  'let through': 'not enforced',
  'may be blocked': 'may be enforced',
  'may be logged': 'at most logged',
};
