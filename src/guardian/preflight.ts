import { checkValues, found, objectOf } from './check-values.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type Field, walk } from './grammar.ts';
import { type LimitCounts, limitCounts } from './limits.ts';
import {
  below,
  entry,
  type Mapping,
  type Node,
  type NodePath,
  pointerOf,
  stringAt,
} from './node.ts';
import { read, withoutByteOrderMark } from './read.ts';
import type { Progress } from './reading.ts';
import {
  type Finding,
  infoText,
  LONGEST_CHAIN,
  quoted,
  type Report,
  type Resolver,
  type Severity,
  type Specification,
  specificationOf,
} from './specification.ts';

/** Something said about one place of the file. */
export interface Problem extends Omit<Finding, 'at'>, LineAndColumn {}

interface Problems {
  /** The worst first, then by place; at most 200. */
  readonly problems: readonly Problem[];
  /** How many there are of each, listed or not. */
  readonly problemCounts: Readonly<Record<Severity, number>>;
}

/** A specification as far as it can be known before it is sent. */
export interface ReadPreflight extends Problems {
  readonly kind: 'read';
  readonly format: 'JSON' | 'YAML';
  /** `info.title`. Hostile text. */
  readonly title: string | null;
  /** `info.version`, as written. Hostile text. */
  readonly version: string | null;
  readonly openapi: string;
  readonly endpoints: readonly Endpoint[];
  /** What the servers of the document put before its paths: `['/v1']`. Hostile text. */
  readonly basePaths: readonly string[];
  /** The hosts of its servers; none where one of them says no host, or leaves a part of it open. Hostile text. */
  readonly hosts: readonly string[];
  readonly limits: LimitCounts;
  /** For `inlineSchema`. */
  readonly specification: Specification;
  readonly placeOf: (at: number) => LineAndColumn;
}

/** A file from which nothing can be derived; its first problem says why. */
export interface UnreadablePreflight extends Problems {
  readonly kind: 'unreadable';
}

export type Preflight = ReadPreflight | UnreadablePreflight;

const MOST_PROBLEMS = 200;
const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

function problemsOf(
  findings: readonly Finding[],
  placeOf: (at: number) => LineAndColumn,
): Problems {
  const problemCounts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) problemCounts[severity] += 1;
  const problems = [...findings]
    .sort((one, other) => RANK[one.severity] - RANK[other.severity] || one.at - other.at)
    .slice(0, MOST_PROBLEMS)
    .map(({ at, ...finding }) => ({ ...finding, ...placeOf(at) }));
  return { problems, problemCounts };
}

/**
 * Looks at an OpenAPI document before it is sent: whether it can be read, what is wrong with it and
 * where, which endpoints API Guardian will find in it, and what it has of each plan limit.
 *
 * Takes JSON or YAML of at most 5 MiB, OpenAPI 3.0 or 3.1. Never throws, whatever the text. An `error`
 * among the problems means that the embedded platform refuses the document; what the service does is not
 * known (contract, Errors 3).
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
  return {
    severity: 'warning',
    sentence:
      'The document declares no endpoints. Where unmatched paths are blocked, every request is.',
    at: paths?.at ?? root.at,
    pointer: paths ? '/paths' : '',
  };
}

/**
 * The paths that the servers of a document put before every path of it: `['/v1']`. Those with variables
 * are left out, and so is the empty one.
 */
export function basePaths(root: Mapping): readonly string[] {
  const found = serverUrls(root).flatMap((url) => {
    const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?(\/(?!\/)[^?#]*)/i.exec(url)?.[1] ?? '';
    const base = path.replace(/\/+$/, '');
    return base === '' || /[{}]/.test(base) ? [] : [base];
  });
  return [...new Set(found)];
}

/**
 * The hosts of the servers of a document, as DNS has them: in small letters, and in ASCII. None where one of them names no
 * host, or has variables in it.
 */
function serverHosts(root: Mapping): readonly string[] {
  const found = serverUrls(root).map((url) => {
    const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
    return /[{}]/.test(authority) ? '' : hostName(authority);
  });
  return found.includes('') ? [] : [...new Set(found)];
}

/** The host of `name:port`, as DNS has it; '' where there is none. The dot at its end is no part of a name. */
export const hostName = (authority: string): string =>
  URL.parse(`https://${authority}`)?.hostname.replace(/\.$/, '') ?? '';

function serverUrls(root: Mapping): readonly string[] {
  const servers = root.entries.get('servers');
  return servers?.kind === 'sequence'
    ? servers.items.map((server) => stringAt(server, 'url') ?? '')
    : [];
}

/** A place in a text as editors number them: both from 1, columns in UTF-16 units. */
interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** A function from offsets in `text` to lines and columns; offsets outside it mean its ends. */
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
        sentence: `Expected ${expected(field)} here, found ${found(node)}.`,
        at: node.at,
        pointer: pointerOf(nodePath),
      });
    },
  });
}

/** The reason that V8 gives behind the pattern itself. */
const REASON = /: ([^:]+)$/;

/** Why a pattern is no regular expression of ECMA-262 (JSON Schema, `pattern`), with or without its `u` flag. */
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

/** Reports every pattern that cannot be compiled: what a validator makes of it nobody knows. */
function checkPatterns({ root }: Specification, report: Report): void {
  const check = (pattern: string, at: number, nodePath: NodePath): void => {
    const reason = patternFault(pattern);
    if (reason === undefined) return;
    report({
      severity: 'warning',
      sentence: `The pattern ${quoted(pattern)} cannot be compiled: ${reason}.`,
      at,
      pointer: pointerOf(nodePath),
    });
  };
  walk(root, 'document', null, {
    object(node, kind, nodePath) {
      if (kind !== 'schema') return;
      const pattern = node.entries.get('pattern');
      if (pattern?.kind === 'scalar' && typeof pattern.value === 'string') {
        check(pattern.value, pattern.at, below(nodePath, 'pattern'));
      }
      const byPattern = node.entries.get('patternProperties');
      for (const [key, { at }] of byPattern?.kind === 'mapping' ? byPattern.entries : []) {
        check(key, at, below(below(nodePath, 'patternProperties'), key));
      }
    },
  });
}

/** Why what a reference leads to, and that in turn, comes to no end; undefined where it does. */
function whyEndless(references: Resolver, start: string): string | undefined {
  const met = new Set<string>();
  let ref: string | undefined = start;
  for (let steps = 0; steps <= LONGEST_CHAIN; steps += 1) {
    met.add(ref);
    const resolution = references.step(ref);
    ref = resolution.kind === 'found' ? stringAt(resolution.node, '$ref') : undefined;
    if (ref === undefined) return undefined;
    if (met.has(ref)) return 'is circular';
  }
  return `begins more than ${LONGEST_CHAIN} references in a row, which are not followed`;
}

function faultOf(
  references: Resolver,
  ref: string,
): Pick<Finding, 'severity' | 'sentence'> | undefined {
  switch (references.step(ref).kind) {
    case 'external':
      return {
        severity: 'warning',
        sentence: `The reference ${quoted(ref)} points outside the document. It is not fetched, and what it stands for is not checked.`,
      };
    case 'anchor':
      return {
        severity: 'warning',
        sentence: `The reference ${quoted(ref)} is not a JSON pointer and is not followed.`,
      };
    case 'dangling':
      return { severity: 'error', sentence: `Unresolved reference ${quoted(ref)}.` };
    case 'found': {
      const why = whyEndless(references, ref);
      return why === undefined
        ? undefined
        : { severity: 'error', sentence: `The reference ${quoted(ref)} ${why}.` };
    }
  }
}

export function checkReferences({ root, references }: Specification, report: Report): void {
  walk(root, 'document', null, {
    reference({ text, at }, _kind, nodePath) {
      const fault = faultOf(references, text);
      if (fault) report({ ...fault, at, pointer: pointerOf(below(nodePath, '$ref')) });
    },
  });
}
