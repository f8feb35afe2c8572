import { checkValues, found, objectOf } from './check-values.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type Field, walk } from './grammar.ts';
import { type LimitCounts, limitCounts } from './limits.ts';
import { below, entry, type Mapping, type Node, type NodePath, stringAt } from './node.ts';
import { read, withoutByteOrderMark } from './read.ts';
import type { Progress } from './reading.ts';
import {
  type Finding,
  finding,
  infoText,
  MAX_REFERENCE_CHAIN,
  quoted,
  type Report,
  type Resolver,
  type Severity,
  type Specification,
  specificationOf,
} from './specification.ts';

/** A finding with its line and column. */
export interface Problem extends Omit<Finding, 'at'>, LineAndColumn {}

interface Problems {
  /** Most severe first, then by place; at most 200. */
  readonly problems: readonly Problem[];
  /** Totals, including problems not listed. */
  readonly problemCounts: Readonly<Record<Severity, number>>;
}

/** What is known of a specification before it is sent. */
export interface ReadPreflight extends Problems {
  readonly kind: 'read';
  readonly format: 'JSON' | 'YAML';
  /** `info.title`. Hostile text. */
  readonly title: string | null;
  /** `info.version`, as written. Hostile text. */
  readonly version: string | null;
  readonly openapi: string;
  readonly endpoints: readonly Endpoint[];
  /** Path prefixes from the document's servers: `['/v1']`. Hostile text. */
  readonly basePaths: readonly string[];
  /** The hosts of its servers; empty if one of them has no host or a variable in it. Hostile text. */
  readonly hosts: readonly string[];
  readonly limits: LimitCounts;
  readonly specification: Specification;
  readonly placeOf: (at: number) => LineAndColumn;
}

/** A file that cannot be read at all; the first problem says why. */
export interface UnreadablePreflight extends Problems {
  readonly kind: 'unreadable';
}

export type Preflight = ReadPreflight | UnreadablePreflight;

const MAX_PROBLEMS = 200;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

function problemsOf(
  findings: readonly Finding[],
  placeOf: (at: number) => LineAndColumn,
): Problems {
  const problemCounts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) problemCounts[severity] += 1;
  const problems = [...findings]
    .sort((one, other) => RANK[one.severity] - RANK[other.severity] || one.at - other.at)
    .slice(0, MAX_PROBLEMS)
    .map(({ at, ...finding }) => ({ ...finding, ...placeOf(at) }));
  return { problems, problemCounts };
}

/**
 * Checks an OpenAPI document before it is sent: readability, problems and their places, the endpoints API Guardian
 * will find, and the use of plan limits.
 *
 * Takes JSON or YAML of at most 5 MiB, OpenAPI 3.0 or 3.1. Never throws. The embedded platform refuses documents with
 * an `error`; what the service does is unknown (contract, Errors 3).
 */
export function preflight(file: string, progress?: Progress): Preflight {
  const text = withoutByteOrderMark(file);
  const placeOf = lineIndex(text);
  const reading = read(text, progress);
  if (reading.kind === 'unreadable') {
    return { kind: 'unreadable', ...problemsOf(reading.findings, placeOf) };
  }
  const specification = specificationOf(reading.root);
  if ('severity' in specification) {
    return { kind: 'unreadable', ...problemsOf([specification], placeOf) };
  }
  const findings = [...reading.findings];
  const report = (finding: Finding): void => {
    findings.push(finding);
  };
  checkStructure(specification, report);
  checkValues(specification, report);
  checkReferences(specification, report);
  checkPatterns(specification, report);
  const all = endpoints(specification, report);
  if (all.length === 0) report(noEndpoints(specification));
  const { root } = specification;
  return {
    kind: 'read',
    format: reading.format,
    title: infoText(root, 'title'),
    version: infoText(root, 'version'),
    openapi: specification.version,
    endpoints: all,
    basePaths: basePaths(root),
    hosts: serverHosts(root),
    limits: limitCounts(specification, all),
    specification,
    placeOf,
    ...problemsOf(findings, placeOf),
  };
}

function noEndpoints({ root }: Specification): Finding {
  const paths = root.entries.get('paths');
  const sentence =
    'The document declares no endpoints. Where unmatched paths are blocked, every request is.';
  return finding('warning', sentence, paths ?? root, paths ? below(null, 'paths') : null);
}

/** The path prefixes of a document's servers: `['/v1']`, without empty ones and those with variables. */
export function basePaths(root: Mapping): readonly string[] {
  const found = serverUrls(root).flatMap((url) => {
    const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?(\/(?!\/)[^?#]*)/i.exec(url)?.[1] ?? '';
    const base = path.replace(/\/+$/, '');
    return base === '' || /[{}]/.test(base) ? [] : [base];
  });
  return [...new Set(found)];
}

/**
 * The hosts of a document's servers as in DNS: lower case and ASCII. Empty if one of them has no host, or a variable
 * in it.
 */
function serverHosts(root: Mapping): readonly string[] {
  const found = serverUrls(root).map((url) => {
    const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
    return /[{}]/.test(authority) ? '' : hostName(authority);
  });
  return found.includes('') ? [] : [...new Set(found)];
}

/** The host in `name:port` as in DNS, without a trailing dot; '' if there is none. */
export const hostName = (authority: string): string =>
  URL.parse(`https://${authority}`)?.hostname.replace(/\.$/, '') ?? '';

function serverUrls(root: Mapping): readonly string[] {
  const servers = root.entries.get('servers');
  return servers?.kind === 'sequence'
    ? servers.items.map((server) => stringAt(server, 'url') ?? '')
    : [];
}

/** As in editors: both start at 1, columns are in UTF-16 units. */
interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Returns a function from offsets to lines and columns; it clamps offsets to the text. */
export function lineIndex(text: string): (offset: number) => LineAndColumn {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const within = Math.max(0, Math.min(offset, text.length));
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= within) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: within - (starts[low] ?? 0) + 1 };
  };
}

function expected({ kind, as }: Field): string {
  if (as === 'list') return `a list of ${kind} objects`;
  if (as === 'map') return `an object of ${kind} objects by name`;
  return objectOf(kind);
}

/** Reports a missing title, version or `paths`. */
function checkTop({ root, dialect }: Specification, report: Report): void {
  const missing = (sentence: string): void => report(finding('error', sentence, root, null));
  const info = root.entries.get('info');
  if (info?.kind !== 'mapping') missing('"info" with a title and a version is missing.');
  else for (const key of ['title', 'version']) checkInfo(info, key, report);
  const known = dialect === '3.0' ? ['paths'] : ['paths', 'components', 'webhooks'];
  if (known.every((key) => !root.entries.has(key))) {
    missing(`The document has no ${known.map(quoted).join(' or ')}.`);
  }
}

function checkInfo(info: Mapping, key: string, report: Report): void {
  const node = entry(info, key);
  if (node?.kind === 'scalar' && typeof node.value === 'string') return;
  const path = below(null, 'info');
  if (node?.kind === 'scalar' && node.value !== null) {
    const sentence = `"info.${key}" must be a string: put it in quotes.`;
    report(finding('warning', sentence, node, below(path, key)));
  } else {
    const place = node ? below(path, key) : path;
    report(finding('error', `"info.${key}" is missing.`, node ?? info, place));
  }
}

/** Reports values of the wrong type, as far as the engine uses them. */
export function checkStructure(specification: Specification, report: Report): void {
  checkTop(specification, report);
  walk(specification.root, 'document', null, {
    mismatch(node, field, nodePath) {
      const sentence = `Expected ${expected(field)} here, found ${found(node)}.`;
      report(finding('error', sentence, node, nodePath));
    },
  });
}

/** V8 gives the reason after the pattern itself. */
const REASON = /: ([^:]+)$/;

/** Why a pattern is no ECMA-262 regular expression (JSON Schema, `pattern`), with or without the `u` flag. */
function patternFault(pattern: string): string | undefined {
  let reason = '';
  for (const flags of ['', 'u']) {
    try {
      new RegExp(pattern, flags);
      return undefined;
    } catch (error) {
      reason ||= REASON.exec(error instanceof Error ? error.message : '')?.[1] ?? 'it is too large';
    }
  }
  return reason;
}

/** Reports patterns that do not compile: validators treat them in unpredictable ways. */
function checkPatterns({ root }: Specification, report: Report): void {
  const check = (pattern: string, node: Node, nodePath: NodePath): void => {
    const reason = patternFault(pattern);
    if (reason === undefined) return;
    const sentence = `The pattern ${quoted(pattern)} cannot be compiled: ${reason}.`;
    report(finding('warning', sentence, node, nodePath));
  };
  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      if (kind !== 'schema') return;
      const pattern = node.entries.get('pattern');
      if (pattern?.kind === 'scalar' && typeof pattern.value === 'string') {
        check(pattern.value, pattern, below(nodePath, 'pattern'));
      }
      const byPattern = node.entries.get('patternProperties');
      for (const [key, value] of byPattern?.kind === 'mapping' ? byPattern.entries : []) {
        check(key, value, below(below(nodePath, 'patternProperties'), key));
      }
    },
  });
}

/** Why a chain of references does not end; undefined if it does. */
function whyEndless(references: Resolver, start: string): string | undefined {
  const met = new Set<string>();
  let ref: string | undefined = start;
  for (let steps = 0; steps <= MAX_REFERENCE_CHAIN; steps += 1) {
    met.add(ref);
    const resolution = references.step(ref);
    ref = resolution.kind === 'found' ? stringAt(resolution.node, '$ref') : undefined;
    if (ref === undefined) return undefined;
    if (met.has(ref)) return 'is circular';
  }
  return `begins more than ${MAX_REFERENCE_CHAIN} references in a row, which are not followed`;
}

function faultOf(references: Resolver, ref: string): readonly [Severity, why: string] | undefined {
  switch (references.step(ref).kind) {
    case 'external':
      return [
        'warning',
        'points outside the document. It is not fetched, and what it stands for is not checked',
      ];
    case 'anchor':
      return ['warning', 'is not a JSON pointer and is not followed'];
    case 'dangling':
      return ['error', 'cannot be resolved'];
    case 'found': {
      const why = whyEndless(references, ref);
      return why === undefined ? undefined : ['error', why];
    }
  }
}

/** References of a schema with an `$id` start at that schema (JSON Schema 2020-12, 8.2.1), which is not done here. */
const ELSEWHERE = ['warning', 'is relative to an "$id" and is not followed'] as const;

export function checkReferences(
  { root, dialect, references }: Specification,
  report: Report,
): void {
  const identified = new Set<NodePath | null>();
  const isInIdentified = (nodePath: NodePath | null): boolean =>
    nodePath !== null && (identified.has(nodePath) || isInIdentified(nodePath.parent));

  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      const hasId = dialect === '3.1' && kind === 'schema' && stringAt(node, '$id') !== undefined;
      if (hasId) identified.add(nodePath);
    },
    reference(ref, _kind, nodePath) {
      const found = faultOf(references, ref.text);
      const fault = found?.[0] === 'error' && isInIdentified(nodePath) ? ELSEWHERE : found;
      if (!fault) return;
      const sentence = `The reference ${quoted(ref.text)} ${fault[1]}.`;
      report(finding(fault[0], sentence, ref, below(nodePath, '$ref')));
    },
  });
}
