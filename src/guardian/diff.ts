import type { AuthScheme, ParameterGroups } from '../contract/operations/guardian-upload.ts';
import { type ComparableEndpoint, type EndpointName, endpointKey } from './comparable-endpoint.ts';
import { type Comparing, compareSchemas } from './compare-schemas.ts';
import type { Node } from './node.ts';
import { PARAMETER_GROUPS, type ParameterRule, parameterKey } from './parameters.ts';
import { newBudget } from './schema-pairs.ts';
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

/** What is different about an endpoint that both sides have. At least one of its parts is not empty. */
export interface EndpointChange extends EndpointName {
  readonly auth: AuthChange | undefined;
  readonly parameters: readonly ParameterChange[];
  readonly requestBody: BodyChange | undefined;
  /** By HTTP status code. */
  readonly responses: ReadonlyMap<string, BodyChange>;
}

/** Two sets of endpoints compared. */
export interface EndpointDiff {
  readonly added: readonly EndpointName[];
  readonly removed: readonly EndpointName[];
  readonly changed: readonly EndpointChange[];
  readonly unchanged: number;
}

/** Which parameters came and which went. */
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

/** What the parameters that both sides have must be on one side and need not be on the other. */
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

/** How a body's schema differs. Where there is none, every body is let through. */
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

/** With what all the schemas of an endpoint are compared: how large they are together is limited. */
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
 * What an upload changes: the endpoints of one specification or configuration against those of another,
 * matched by method and path template. Added and changed ones in the order of `after`, removed ones in
 * that of `before`.
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
  /** `tightened` when there was none, `loosened` when there is none any more, else `changed`. */
  readonly change: SchemaChange;
  readonly before: readonly AuthScheme[] | null;
  readonly after: readonly AuthScheme[] | null;
}

/** A text that two schemes share when they ask for the same credential, whatever their names. */
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
 * Compares what an endpoint asks for. That schemes are alternatives or are asked for together does not
 * show in the contract's list, so that one scheme more may admit more requests or fewer.
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

/** Work in steps: whoever has it done may do something else between two of them, or leave the rest. */
export type Steps<Value> = Generator<undefined, Value, undefined>;
