import { type Finding, quoted, type Report } from './finding.ts';
import { stringAt } from './node.ts';
import { below, pointerOf } from './pointer.ts';
import { LONGEST_CHAIN, type Resolver } from './resolve.ts';
import type { Specification } from './specification.ts';
import { walk } from './walk.ts';

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
    reference({ text, at }, _kind, trail) {
      const fault = faultOf(references, text);
      if (fault) report({ ...fault, at, pointer: pointerOf(below(trail, '$ref')) });
    },
  });
}
