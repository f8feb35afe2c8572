import { quoted, type Report } from './finding.ts';
import type { Parameter } from './parameter-groups.ts';
import { hasBalancedBraces, templateNames } from './path-template.ts';
import { pointerOf, type Trail } from './pointer.ts';

/** One operation as far as its path is concerned. */
interface PathOfOperation {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly at: number;
  readonly trail: Trail;
}

/** Reports names in a path's braces that no parameter declares, and path parameters that it does not name. */
export function checkPath({ path, parameters, at, trail }: PathOfOperation, report: Report): void {
  if (!hasBalancedBraces(path)) return;
  const names = templateNames(path);
  const declared = parameters.filter(({ group }) => group === 'Path');
  for (const name of names) {
    if (declared.some((parameter) => parameter.name === name)) continue;
    report({
      severity: 'warning',
      sentence: `The path names ${quoted(name)}, but the operation declares no such path parameter.`,
      at,
      pointer: pointerOf(trail),
    });
  }
  for (const parameter of declared) {
    if (names.includes(parameter.name)) continue;
    report({
      severity: 'warning',
      sentence: `The path parameter ${quoted(parameter.name)} does not stand in the path ${quoted(path)}.`,
      at: parameter.at,
      pointer: pointerOf(parameter.trail),
    });
  }
}
