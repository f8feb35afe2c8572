import { type Finding, quoted, type Report } from './finding.ts';
import { type Field, walk } from './grammar.ts';
import { below, entry, type Mapping, type Node, pointerOf, stringAt } from './node.ts';

import { LONGEST_CHAIN, type Resolver, type Specification } from './specification.ts';

const ARTICLE = /^[aeiou]/;

function expected({ kind, as }: Field): string {
  if (as === 'list') return `a list of ${kind} objects`;
  if (as === 'map') return `an object of ${kind} objects by name`;
  return `${ARTICLE.test(kind) ? 'an' : 'a'} ${kind} object`;
}

function found(node: Node): string {
  if (node.kind === 'mapping') return 'an object';
  if (node.kind === 'sequence') return 'a list';
  if (node.value === null) return 'nothing';
  return typeof node.value === 'string' ? quoted(node.value) : node.text;
}

/** Reports what is missing at the top: the title, the version, the paths. */
function checkTop({ root, dialect }: Specification, report: Report): void {
  const missing = (sentence: string, node: Node, pointer: string): void =>
    report({ severity: 'error', sentence, at: node.at, pointer });
  const info = root.entries.get('info');
  if (info?.kind !== 'mapping') missing('"info" with a title and a version is missing.', root, '');
  else for (const key of ['title', 'version']) checkInfo(info, key, report);
  const known = dialect === '3.0' ? ['paths'] : ['paths', 'components', 'webhooks'];
  if (known.every((key) => !root.entries.has(key))) {
    missing(`The document has no ${known.map(quoted).join(' or ')}.`, root, '');
  }
}

function checkInfo(info: Mapping, key: string, report: Report): void {
  const node = entry(info, key);
  if (node?.kind === 'scalar' && typeof node.value === 'string') return;
  const isScalar = node?.kind === 'scalar' && node.value !== null;
  report({
    severity: isScalar ? 'warning' : 'error',
    sentence: isScalar
      ? `"info.${key}" must be a string: put it in quotes.`
      : `"info.${key}" is missing.`,
    at: (node ?? info).at,
    pointer: node ? `/info/${key}` : '/info',
  });
}

/** Reports what is of another type than OpenAPI has it, as far as the engine goes by it. */
export function checkStructure(specification: Specification, report: Report): void {
  checkTop(specification, report);
  walk(specification.root, 'document', null, {
    mismatch(node, field, nodePath) {
      report({
        severity: 'error',
        sentence: `Here must stand ${expected(field)}, not ${found(node)}.`,
        at: node.at,
        pointer: pointerOf(nodePath),
      });
    },
  });
}

/** Whether the reference leads to another and that to another, in a circle or nearly so. */
function neverEnds(references: Resolver, start: string): boolean {
  let ref: string | undefined = start;
  for (let steps = 0; steps <= LONGEST_CHAIN; steps += 1) {
    const resolution = references.step(ref);
    ref = resolution.kind === 'found' ? stringAt(resolution.node, '$ref') : undefined;
    if (ref === undefined) return false;
  }
  return true;
}

function faultOf(
  references: Resolver,
  ref: string,
): Pick<Finding, 'severity' | 'sentence'> | undefined {
  switch (references.step(ref).kind) {
    case 'external':
      return {
        severity: 'warning',
        sentence: `The reference ${quoted(ref)} leads out of the document. It is never fetched, and what it stands for is not looked at.`,
      };
    case 'anchor':
      return {
        severity: 'warning',
        sentence: `The reference ${quoted(ref)} is no JSON pointer and is not followed.`,
      };
    case 'dangling':
      return { severity: 'error', sentence: `The reference ${quoted(ref)} leads nowhere.` };
    case 'found':
      if (!neverEnds(references, ref)) return undefined;
      return {
        severity: 'error',
        sentence: `The reference ${quoted(ref)} leads from reference to reference without an end.`,
      };
  }
}

/** Reports every reference that cannot be followed, at its place. */
export function checkReferences({ root, references }: Specification, report: Report): void {
  walk(root, 'document', null, {
    reference({ text, at }, _kind, nodePath) {
      const fault = faultOf(references, text);
      if (fault) report({ ...fault, at, pointer: pointerOf(below(nodePath, '$ref')) });
    },
  });
}
