/** The way from the root of a document to a value; a list that grows at its end. */
export interface Trail {
  readonly parent: Trail | null;
  readonly key: string | number;
}

/** The trail one step further. Null is the root. */
export const below = (parent: Trail | null, key: string | number): Trail => ({ parent, key });

const escaped = (key: string | number): string =>
  String(key).replaceAll('~', '~0').replaceAll('/', '~1');

/** A trail as a JSON pointer (RFC 6901): `/paths/~1pets/get`; empty for the root. */
export function pointerOf(trail: Trail | null): string {
  const steps: string[] = [];
  for (let step = trail; step; step = step.parent) steps.push(escaped(step.key));
  return steps
    .reverse()
    .map((step) => `/${step}`)
    .join('');
}

/**
 * The keys that a reference's fragment names: `['paths', '/pets']` for `#/paths/~1pets`. Undefined when
 * it is no JSON pointer or its percent encoding is broken.
 */
export function keysOf(fragment: string): readonly string[] | undefined {
  if (fragment === '#') return [];
  if (!fragment.startsWith('#/')) return undefined;
  try {
    return fragment
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}
