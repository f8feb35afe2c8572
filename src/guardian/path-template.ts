/** The names in the braces of a path template: `['id']` of `/pets/{id}`. */
export function templateNames(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}/]*)\}/g)].map(([, name = '']) => name);
}

/** The template with its names left out: two templates that match the same paths have the same. */
export function templateShape(template: string): string {
  return template.replaceAll(/\{[^{}/]*\}/g, '{}');
}

/** Whether every brace has its partner, within one segment and not inside another pair. */
export function hasBalancedBraces(template: string): boolean {
  return !/[{}]/.test(templateShape(template).replaceAll('{}', ''));
}

/** Finds the path template that a request's path belongs to. */
export type PathMatcher = (path: string) => string | undefined;

/** The templates that agree up to a segment. */
interface Branch {
  template: string | undefined;
  readonly literal: Map<string, Branch>;
  /** Those whose next segment has names in it, by what stands around these. */
  readonly templated: Map<string, TemplatedBranch>;
  /** The same, the most literal first; once all are there. */
  ordered: readonly TemplatedBranch[];
}

interface TemplatedBranch {
  /** What stands around the names: `['a', '.json']` for `a{name}.json`. */
  readonly pieces: readonly string[];
  /** Characters of them all. */
  readonly length: number;
  readonly branch: Branch;
}

const newBranch = (): Branch => ({
  template: undefined,
  literal: new Map(),
  templated: new Map(),
  ordered: [],
});

/** Whether the text is the pieces with something between each two. */
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

/** Puts the branches in order, from `root` on: sorting at each new one would take as long as all of them, each time. */
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

/** The path without its query. Percent escapes are left alone: servers do not agree on what they mean. */
const pathOnly = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

/**
 * A matcher for these templates. A `{name}` stands for at least one character within a segment; what is
 * written out goes before it, segment by segment from the left (OpenAPI 3.1, 4.8.8.2). Of templates that
 * differ in their names only, the first one counts.
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
