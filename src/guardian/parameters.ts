import type { ParameterGroups } from '../contract/operations/guardian-upload.ts';
import { below, entry, type Node, type NodePath, pointerOf, stringAt } from './node.ts';
import { hasBalancedBraces, templateNames } from './path-template.ts';
import { finding, quoted, type Report, type Resolver } from './specification.ts';

/** The contract's groups by the `in` of a parameter. */
const GROUPS: ReadonlyMap<string, keyof ParameterGroups> = new Map([
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Header'],
  ['cookie', 'Cookie'],
]);

/** In the contract's order. */
export const PARAMETER_GROUPS = [...GROUPS.values()];

export interface ParameterRule {
  readonly isRequired: boolean;
  /** With references. Null if every value is valid. */
  readonly schema: Node | null;
}

export interface Parameter extends ParameterRule {
  readonly name: string;
  readonly group: keyof ParameterGroups;
  readonly at: number;
  readonly nodePath: NodePath;
}

interface ParameterList {
  readonly node: Node | undefined;
  readonly nodePath: NodePath;
}

/** Reads a list of parameters, following references. Reports invalid and duplicate ones. */
export function parametersOf(
  references: Resolver,
  { node, nodePath }: ParameterList,
  report: Report,
): readonly Parameter[] {
  // Anything else was reported as a mismatch.
  if (node?.kind !== 'sequence') return [];
  const parameters = new Map<string, Parameter>();
  node.items.forEach((item, index) => {
    const place = below(nodePath, index);
    const parameter = references.follow(item);
    if (parameter?.kind !== 'mapping') return;
    const fault = (sentence: string): void => report(finding('error', sentence, item, place));
    const name = stringAt(parameter, 'name');
    const location = stringAt(parameter, 'in');
    const group = GROUPS.get(location ?? '');
    if (name === undefined) {
      fault('This parameter has no "name".');
      return;
    }
    if (!group) {
      fault(`The parameter ${quoted(name)} must be in "path", "query", "header" or "cookie".`);
      return;
    }
    const identity = parameterKey({ group, name });
    if (parameters.has(identity)) {
      fault(`The ${location} parameter ${quoted(name)} is duplicated in this list.`);
    }
    const isRequired = isTrue(entry(parameter, 'required'));
    const schema = schemaOf(parameter);
    parameters.set(identity, { name, group, isRequired, schema, at: item.at, nodePath: place });
  });
  return [...parameters.values()];
}

/** Whether no parameter of a list is outside the document. */
export const areAllRead = (references: Resolver, node: Node | undefined): boolean =>
  node?.kind !== 'sequence' || node.items.every((item) => references.follow(item) !== undefined);

const isTrue = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

/** The schema of a parameter: its own, or that of the single media type in `content`. */
function schemaOf(parameter: Node): Node | null {
  const content = entry(parameter, 'content');
  const [mediaType] = content?.kind === 'mapping' ? content.entries.values() : [];
  return entry(parameter, 'schema') ?? entry(mediaType, 'schema') ?? null;
}

/** The parameters of an operation, which override those of its path by name and place. */
export function mergedParameters(
  ofPath: readonly Parameter[],
  ofOperation: readonly Parameter[],
): readonly Parameter[] {
  const merged = new Map<string, Parameter>();
  for (const parameter of [...ofPath, ...ofOperation]) {
    merged.set(parameterKey(parameter), parameter);
  }
  return [...merged.values()];
}

/** Parameter names by location, as in the contract. */
export function parameterGroups(parameters: readonly Parameter[]): ParameterGroups {
  const named = (group: keyof ParameterGroups): readonly string[] =>
    parameters.filter((parameter) => parameter.group === group).map(({ name }) => name);
  const [Path, Query] = [named('Path'), named('Query')];
  return { Path, Query, Header: named('Header'), Cookie: named('Cookie') };
}

/** Identifies a parameter of an operation: `Query limit`. */
export const parameterKey = ({ group, name }: Pick<Parameter, 'group' | 'name'>): string =>
  `${group} ${name}`;

export const parameterRules = (
  parameters: readonly Parameter[],
): ReadonlyMap<string, ParameterRule> =>
  new Map(
    parameters.map((parameter) => {
      const { isRequired, schema } = parameter;
      return [parameterKey(parameter), { isRequired, schema }];
    }),
  );

interface PathOfOperation {
  readonly path: string;
  /** Whether `parameters` are all that the operation declares. */
  readonly isWhole: boolean;
  readonly parameters: readonly Parameter[];
  readonly at: number;
  readonly nodePath: NodePath;
}

/** Reports names in a path that no parameter declares, and path parameters missing in the path. */
export function checkPath(
  { path, parameters, isWhole, at, nodePath }: PathOfOperation,
  report: Report,
): void {
  if (!hasBalancedBraces(path)) return;
  const names = new Set(templateNames(path));
  const declared = parameters.filter(({ group }) => group === 'Path');
  const known = new Set(declared.map(({ name }) => name));
  // One string for all findings: a path of megabytes may have a name in every third character.
  const pointer = pointerOf(nodePath);
  for (const name of names) {
    if (known.has(name) || !isWhole) continue;
    report({
      severity: 'warning',
      sentence: `The path names ${quoted(name)}, but the operation declares no such path parameter.`,
      at,
      pointer,
    });
  }
  for (const parameter of declared) {
    if (names.has(parameter.name)) continue;
    const sentence = `The path parameter ${quoted(parameter.name)} is not in the path ${quoted(path)}.`;
    report(finding('warning', sentence, parameter, parameter.nodePath));
  }
}
