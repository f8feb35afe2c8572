import { preflight, type ReadPreflight } from '../../src/guardian/preflight.ts';

/** The preflight of a readable text. */
export function preflightOf(text: string): ReadPreflight {
  const checked = preflight(text);
  if (checked.kind === 'read') return checked;
  throw new Error(checked.problems[0]?.sentence);
}

/** A JSON document with these paths. */
export function documentWith(
  paths: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, unknown>> = {},
): string {
  const info = { title: 'Things', version: '1' };
  return JSON.stringify({ openapi: '3.0.3', info, paths, ...parts });
}
