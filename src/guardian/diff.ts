import type { AuthScheme, ParameterGroups } from '../contract/operations/guardian-upload.ts';
import { type ComparableEndpoint, type EndpointName, endpointKey } from './comparable-endpoint.ts';
import { type Comparing, compareSchemas, newBudget } from './compare-schemas.ts';
import type { Node } from './node.ts';
import { PARAMETER_GROUPS, type ParameterRule, parameterKey } from './parameters.ts';
import {
  type PlacedDifference,
  type SchemaChange,
  type SchemaComparison,
  sumOf,
} from './schema-values.ts';

interface NamedParameter {
  readonly change: 'added' | 'removed';
  readonly group: keyof ParameterGroups;
  /** Hostile text. */
  readonly name: string;
}

interface ParameterRuleChange extends BodyChange {
  readonly group: keyof ParameterGroups;
  /** Hostile text. */
  readonly name: string;
}

export type ParameterChange = NamedParameter | ParameterRuleChange;

interface BodyChange extends SchemaComparison {
  readonly change: SchemaChange;
}

/** How an endpoint that both sides have changed. At least one part is not empty. */
export interface EndpointChange extends EndpointName {
  readonly auth: AuthChange | undefined;
  readonly parameters: readonly ParameterChange[];
  readonly requestBody: BodyChange | undefined;
  /** By HTTP status code. */
  readonly responses: ReadonlyMap<string, BodyChange>;
}

export interface EndpointDiff {
  readonly added: readonly EndpointName[];
  readonly removed: readonly EndpointName[];
  readonly changed: readonly EndpointChange[];
  readonly unchanged: number;
}

/** Added and removed parameters. */
export function compareParameters(
  before: ParameterGroups,
  after: ParameterGroups,
): readonly NamedParameter[] {
  return PARAMETER_GROUPS.flatMap((group) => {
    const from = new Set(before[group]);
    const to = new Set(after[group]);
    return [
      ...[...to.difference(from)].map((name) => ({ change: 'added' as const, group, name })),
      ...[...from.difference(to)].map((name) => ({ change: 'removed' as const, group, name })),
    ];
  });
}

/** Compares the rules for parameters that both sides have. */
function compareParameterRules(
  before: ComparableEndpoint,
  after: ComparableEndpoint,
  how: Comparing,
): readonly ParameterRuleChange[] {
  const { parameterRules: from } = before;
  const { parameterRules: to } = after;
  if (!from || !to) return [];
  return PARAMETER_GROUPS.flatMap((group) =>
    after.parameters[group].flatMap((name) => {
      const key = parameterKey({ group, name });
      const [one, other] = [from.get(key), to.get(key)];
      const rules = one && other && compareRules(one, other, how);
      return rules ? [{ ...rules, group, name }] : [];
    }),
  );
}

function compareRules(
  before: ParameterRule,
  after: ParameterRule,
  how: Comparing,
): BodyChange | undefined {
  const required: readonly PlacedDifference[] =
    before.isRequired === after.isRequired
      ? []
      : [
          after.isRequired
            ? { change: 'tightened', what: 'required false became true', pointer: '' }
            : { change: 'loosened', what: 'required true became false', pointer: '' },
        ];
  const differences = [
    ...required,
    ...(compareBodies(before.schema, after.schema, how)?.differences ?? []),
  ];
  const change = sumOf(differences.map((each) => each.change));
  return change === 'same' ? undefined : { change, differences };
}

/** How the schema of a body changed. Without a schema every body is admitted. */
export function compareBodies(
  before: Node | null,
  after: Node | null,
  how?: Comparing,
): BodyChange | undefined {
  if (before && after) {
    const { change, differences } = compareSchemas(before, after, how);
    return change === 'same' ? undefined : { change, differences };
  }
  if (!before && !after) return undefined;
  const change = after ? 'tightened' : 'loosened';
  const what = after ? 'there is a schema' : 'there is no schema any more';
  return { change, differences: [{ change, what, pointer: '' }] };
}

/** The options for comparing all schemas of an endpoint; they share one budget. */
export const comparingEndpoints = (
  before: Pick<ComparableEndpoint, 'references'>,
  after: Pick<ComparableEndpoint, 'references'>,
): Comparing => ({ before: before.references, after: after.references, budget: newBudget() });

function compareEndpoints(
  before: ComparableEndpoint,
  after: ComparableEndpoint,
): EndpointChange | undefined {
  const how = comparingEndpoints(before, after);
  const auth = compareAuth(before.authSchemes, after.authSchemes);
  const parameters = [
    ...compareParameters(before.parameters, after.parameters),
    ...compareParameterRules(before, after, how),
  ];
  const requestBody = compareBodies(before.requestBodySchema, after.requestBodySchema, how);
  const { responseSchemas: from } = before;
  const { responseSchemas: to } = after;
  const responses = new Map<string, BodyChange>();
  for (const status of new Set([...from.keys(), ...to.keys()])) {
    const change = compareBodies(from.get(status) ?? null, to.get(status) ?? null, how);
    if (change) responses.set(status, change);
  }
  const isSame = !auth && !requestBody && parameters.length === 0 && responses.size === 0;
  if (isSame) return undefined;
  return { method: after.method, path: after.path, auth, parameters, requestBody, responses };
}

const nameOf = ({ method, path }: EndpointName): EndpointName => ({ method, path });

/**
 * Compares two sets of endpoints, matched by method and path template. Added and changed ones are in the order of
 * `after`, removed ones in that of `before`.
 */
export function* diffEndpoints(
  before: readonly ComparableEndpoint[],
  after: readonly ComparableEndpoint[],
): Steps<EndpointDiff> {
  const known = new Map(before.map((endpoint) => [endpointKey(endpoint), endpoint]));
  const still = new Set(after.map(endpointKey));
  const added: EndpointName[] = [];
  const changed: EndpointChange[] = [];
  let unchanged = 0;
  for (const endpoint of after) {
    const previous = known.get(endpointKey(endpoint));
    if (!previous) {
      added.push(nameOf(endpoint));
      continue;
    }
    const change = compareEndpoints(previous, endpoint);
    if (change) changed.push(change);
    else unchanged += 1;
    yield;
  }
  const removed = before.filter((endpoint) => !still.has(endpointKey(endpoint))).map(nameOf);
  return { added, removed, changed, unchanged };
}

interface AuthChange {
  /** `tightened` from none, `loosened` to none, else `changed`. */
  readonly change: SchemaChange;
  readonly before: readonly AuthScheme[] | null;
  readonly after: readonly AuthScheme[] | null;
}

/** Equal for two schemes that ask for the same credential, whatever their names. */
export function credentialOf({
  schemeType,
  location,
  credentialName,
  httpScheme,
}: AuthScheme): string {
  const name = location === 'Header' ? credentialName?.toLowerCase() : credentialName;
  return JSON.stringify([schemeType, location, name ?? null, httpScheme?.toLowerCase() ?? null]);
}

/**
 * Compares authentication schemes. The contract's list does not tell alternatives from combinations, so a further
 * scheme may admit more requests or fewer.
 */
export function compareAuth(
  before: readonly AuthScheme[] | null,
  after: readonly AuthScheme[] | null,
): AuthChange | undefined {
  const from = new Set(before?.map(credentialOf));
  const to = new Set(after?.map(credentialOf));
  if (from.size === to.size && from.isSubsetOf(to)) return undefined;
  if (from.size === 0) return { change: 'tightened', before, after };
  return { change: to.size === 0 ? 'loosened' : 'changed', before, after };
}

/** A long computation in steps: the caller may do other work in between, or stop. */
export type Steps<Value> = Generator<undefined, Value, undefined>;
