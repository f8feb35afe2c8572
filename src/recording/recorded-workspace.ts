import { jsonIn } from '../contract/read-answer.ts';
import { isObject } from '../contract/shape.ts';
import type { Json } from '../contract/values.ts';
import { eachKind } from '../state/item-kinds.ts';
import type { Workspace } from '../state/workspace.ts';

/** Limit of items per kind. */
const MAX_ITEMS = 5000;

/** Parses a recording's workspace; invalid parts are dropped. */
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

/** Objects of a list with two texts, of which the first is not empty. */
function pairsOf<First extends string, Second extends string>(
  json: Json | undefined,
  first: First,
  second: Second,
): readonly Readonly<Record<First | Second, string>>[] {
  if (!Array.isArray(json)) return [];
  return json.slice(0, MAX_ITEMS).flatMap((item) => {
    const [one, other] = isObject(item) ? [item[first], item[second]] : [];
    if (typeof one !== 'string' || one === '' || typeof other !== 'string') return [];
    return [{ [first]: one, [second]: other } as Record<First | Second, string>];
  });
}

/**
 * The workspace of a continued recording as JSON: current items and filters first, then earlier ones. Current names
 * win.
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
