import type { ParameterGroups } from '../contract/operations/guardian-upload.ts';
import { quoted, type Report } from './finding.ts';
import { type Node, stringAt } from './node.ts';
import { below, pointerOf, type Trail } from './pointer.ts';
import type { Resolver } from './resolve.ts';

/** The groups of the contract by the `in` of a parameter. */
const GROUPS: ReadonlyMap<string, keyof ParameterGroups> = new Map([
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Header'],
  ['cookie', 'Cookie'],
]);

/** One parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly group: keyof ParameterGroups;
  readonly at: number;
  readonly trail: Trail;
}

/** A list of parameters with where it stands. */
interface ParameterList {
  readonly node: Node | undefined;
  readonly trail: Trail;
}

/** The parameters of one list, references followed. Reports those that are none, or stand twice. */
export function parametersOf(
  references: Resolver,
  { node, trail }: ParameterList,
  report: Report,
): readonly Parameter[] {
  // What is no list was reported with the other misfits.
  if (node?.kind !== 'sequence') return [];
  const parameters = new Map<string, Parameter>();
  node.items.forEach((item, index) => {
    const place = below(trail, index);
    const parameter = references.follow(item);
    if (parameter?.kind !== 'mapping') return;
    const fault = (sentence: string): void =>
      report({ severity: 'error', sentence, at: item.at, pointer: pointerOf(place) });
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
    const identity = `${group} ${name}`;
    if (parameters.has(identity)) {
      fault(`The ${location} parameter ${quoted(name)} stands twice in this list.`);
    }
    parameters.set(identity, { name, group, at: item.at, trail: place });
  });
  return [...parameters.values()];
}

/** The parameters of a path with those of its operation, which replace those of the same name and place. */
export function mergedParameters(
  ofPath: readonly Parameter[],
  ofOperation: readonly Parameter[],
): readonly Parameter[] {
  const merged = new Map<string, Parameter>();
  for (const parameter of [...ofPath, ...ofOperation]) {
    merged.set(`${parameter.group} ${parameter.name}`, parameter);
  }
  return [...merged.values()];
}

/** The names of parameters by where they are sent, as the contract has them. */
export function parameterGroups(parameters: readonly Parameter[]): ParameterGroups {
  const named = (group: keyof ParameterGroups): readonly string[] =>
    parameters.filter((parameter) => parameter.group === group).map(({ name }) => name);
  return {
    Path: named('Path'),
    Query: named('Query'),
    Header: named('Header'),
    Cookie: named('Cookie'),
  };
}
