/** The names in a path template: `['id']` of `/pets/{id}`. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}/]*)\}/g)].map(([, name = '']) => name);
}

/** The template without its names: equal for templates that match the same paths. */
export function templateShape(template: string): string {
  return template.replaceAll(/\{[^{}/]*\}/g, '{}');
}

/** Whether all braces are paired, within one segment and not nested. */
export function hasBalancedBraces(template: string): boolean {
  return !/[{}]/.test(templateShape(template).replaceAll('{}', ''));
}

/** Finds the template that matches a request's path. */
export type PathMatcher = (path: string) => string | undefined;

/** Templates with a common prefix. */
interface Branch {
  template: string | undefined;
  readonly literal: Map<string, Branch>;
  /** Children whose segment has names, by the literal text around them. */
  readonly templated: Map<string, TemplatedBranch>;
  /** The same, most literal first; set when all templates are added. */
  ordered: readonly TemplatedBranch[];
}

interface TemplatedBranch {
  /** The text around the names: `['a', '.json']` for `a{name}.json`. */
  readonly pieces: readonly string[];
  /** Total length of the pieces. */
  readonly length: number;
  readonly branch: Branch;
}

const newBranch = (): Branch => ({
  template: undefined,
  literal: new Map(),
  templated: new Map(),
  ordered: [],
});

/** Whether the text consists of the pieces with something between each two. */
function fits(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, from + 1);
    if (found === -1 || found > end) return false;
    from = found + piece.length;
  }
  return end > from;
}

function nextBranch(at: Branch, segment: string): Branch {
  const pieces = segment.split(/\{[^{}]*\}/);
  if (pieces.length === 1) {
    const known = at.literal.get(segment) ?? newBranch();
    at.literal.set(segment, known);
    return known;
  }
  const key = pieces.join('{}');
  const same = at.templated.get(key);
  if (same) return same.branch;
  const made = { pieces, length: pieces.join('').length, branch: newBranch() };
  at.templated.set(key, made);
  return made.branch;
}

/** Sorts all branches once at the end: sorting on each insertion would be quadratic. */
function putInOrder(root: Branch): void {
  const left = [root];
  for (let at = left.pop(); at; at = left.pop()) {
    at.ordered = [...at.templated.values()].sort((one, other) => other.length - one.length);
    for (const { branch } of at.ordered) left.push(branch);
    for (const branch of at.literal.values()) left.push(branch);
  }
}

function search(at: Branch, segments: readonly string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return at.template;
  const literal = at.literal.get(segment);
  const found = literal && search(literal, segments, index + 1);
  if (found !== undefined) return found;
  for (const { pieces, branch } of at.ordered) {
    const deeper = fits(pieces, segment) ? search(branch, segments, index + 1) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** The path without its query. Percent escapes stay: servers interpret them differently. */
const pathOnly = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

/**
 * Creates a matcher for templates. A `{name}` matches at least one character within a segment; literal text takes
 * precedence, segment by segment from the left (OpenAPI 3.1, 4.8.8.2). Of templates that differ only in their names
 * the first wins.
 */
export function pathMatcher(templates: Iterable<string>): PathMatcher {
  const root = newBranch();
  for (const template of templates) {
    const end = template.split('/').reduce(nextBranch, root);
    end.template ??= template;
  }
  putInOrder(root);
  return (path) => search(root, pathOnly(path).split('/'), 0);
}
