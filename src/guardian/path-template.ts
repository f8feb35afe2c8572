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
  /** Those whose next segment has names in it, the most literal first. */
  readonly templated: TemplatedBranch[];
}

interface TemplatedBranch {
  /** What stands around the names: `['a', '.json']` for `a{name}.json`. */
  readonly pieces: readonly string[];
  readonly branch: Branch;
}

const newBranch = (): Branch => ({ template: undefined, literal: new Map(), templated: [] });

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

const literalLength = ({ pieces }: TemplatedBranch): number => pieces.join('').length;

function nextBranch(at: Branch, segment: string): Branch {
  const pieces = segment.split(/\{[^{}]*\}/);
  if (pieces.length === 1) {
    const known = at.literal.get(segment) ?? newBranch();
    at.literal.set(segment, known);
    return known;
  }
  const same = at.templated.find((other) => other.pieces.join('{}') === pieces.join('{}'));
  if (same) return same.branch;
  const made = { pieces, branch: newBranch() };
  at.templated.push(made);
  at.templated.sort((one, other) => literalLength(other) - literalLength(one));
  return made.branch;
}

function search(at: Branch, segments: readonly string[], index: number): string | undefined {
  const segment = segments[index];
  if (segment === undefined) return at.template;
  const literal = at.literal.get(segment);
  const found = literal && search(literal, segments, index + 1);
  if (found !== undefined) return found;
  for (const { pieces, branch } of at.templated) {
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
  return (path) => search(root, pathOnly(path).split('/'), 0);
}
