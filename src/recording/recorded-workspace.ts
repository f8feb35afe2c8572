import { jsonIn } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { eachKind } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';

/** Of each kind: more than anybody watches. */
const MOST_ITEMS = 5000;

/** A workspace as a recording has it; what is none of it is left out. */
export function workspaceOf(text: string): Workspace {
  const json = jsonIn(text);
  const field = (name: string): Json | undefined => (isObject(json) ? json[name] : undefined);
  const name = field('name');
  return {
    name: typeof name === 'string' ? name : '',
    ...eachKind((kind) => pairsOf(field(kind), 'id', 'name')),
    filters: pairsOf(field('filters'), 'name', 'filter'),
  };
}

/** The objects of a list that have two texts, the first of them not empty. */
function pairsOf<First extends string, Second extends string>(
  json: Json | undefined,
  first: First,
  second: Second,
): readonly Readonly<Record<First | Second, string>>[] {
  if (!Array.isArray(json)) return [];
  return json.slice(0, MOST_ITEMS).flatMap((item) => {
    const [one, other] = isObject(item) ? [item[first], item[second]] : [];
    if (typeof one !== 'string' || one === '' || typeof other !== 'string') return [];
    return [{ [first]: one, [second]: other } as Record<First | Second, string>];
  });
}

/**
 * The workspace of a recording that is gone on with, as JSON: the things and filters of now first, then those that were
 * recorded before. What has the same id or name is as it is now.
 */
export function joinedWorkspace(before: string, now: string): string {
  const [old, current] = [workspaceOf(before), workspaceOf(now)];
  return JSON.stringify({
    name: current.name,
    ...eachKind((kind) => joined(current[kind], old[kind], ({ id }) => id)),
    filters: joined(current.filters ?? [], old.filters ?? [], ({ name }) => name),
  });
}

function joined<Item>(
  current: readonly Item[],
  old: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const known = new Set(current.map(keyOf));
  return [...current, ...old.filter((item) => !known.has(keyOf(item)))];
}
