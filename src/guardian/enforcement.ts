import type {
  GuardianConfiguration,
  GuardianEndpoint,
} from '../contract/operations/guardian-upload.ts';

/** Settings of a zone that decide what happens to its requests. */
export type ZoneSettings = Pick<
  GuardianConfiguration,
  'isEnabled' | 'executionMode' | 'unmatchedPathAction'
>;

type EndpointSettings = Pick<GuardianEndpoint, 'isEnabled' | 'validateAuthorization'>;

type Violation =
  /** The request violates a rule of the endpoint: body schema, rate limit. */
  | { readonly kind: 'endpoint'; readonly endpoint: EndpointSettings }
  /** The request lacks the credential the endpoint requires. */
  | { readonly kind: 'authorization'; readonly endpoint: EndpointSettings }
  /** No endpoint of the zone matches the request. */
  | { readonly kind: 'unmatched path' };

/** What happens to the request. The last two depend on a setting that is unknown. */
export type Outcome = 'blocked' | 'logged' | 'let through' | 'may be blocked' | 'may be logged';

export interface Enforcement {
  /** Whether API Guardian inspects the request; null if unknown. */
  readonly isInspected: boolean | null;
  readonly outcome: Outcome;
  /** The deciding setting, as a clause: `the endpoint is disabled`. Hostile text. */
  readonly reason: string;
  /** The rule of the contract; null if the contract states none. */
  readonly rule: string | null;
}

const RULE_1 = 'rule 1: when API Guardian is disabled for a zone, no requests are inspected';
const RULE_2 = 'rule 2: an endpoint whose isEnabled is false is not enforced';
const RULE_AUTHORIZATION = 'validateAuthorization: whether credentials are enforced';

/**
 * What API Guardian does with a violating request (contract, Behaviour rules of API Guardian). The contract does not
 * say what the execution modes do: Log is assumed to block nothing in the zone (assumption execution-mode).
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

/** The result in a zone that is not off, where the setting `name` has the value `action`, null if unknown. */
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
  if (action === 'Log') return result('logged', settingText(name, action));
  if (action !== 'Block') return result(uncertain, settingText(name, action));
  const reason = settingText('execution mode', executionMode);
  if (executionMode === 'Log') return result('logged', reason);
  return result(executionMode === 'Block' ? 'blocked' : 'may be blocked', reason);
}

const settingText = (setting: string, value: string | null): string =>
  `${setting} is ${value ?? 'not known'}`;

/** Why nothing in the zone is enforced, as a sentence; null if it is. Hostile text. */
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

/** How far an endpoint's authorization is enforced. */
export const ENFORCEMENT_WORDS: Readonly<Record<Outcome, string>> = {
  blocked: 'enforced',
  logged: 'only logged',
  'let through': 'not enforced',
  'may be blocked': 'may be enforced',
  'may be logged': 'at most logged',
};
