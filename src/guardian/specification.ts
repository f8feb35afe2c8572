import {
  entry,
  keysOf,
  type Mapping,
  type Node,
  type NodePath,
  pointerOf,
  stringAt,
} from './node.ts';

/** An OpenAPI document of a supported version. */
export interface Specification {
  readonly root: Mapping;
  /** As written: `3.0.3`. */
  readonly version: string;
  /** 3.1 uses JSON Schema 2020-12: siblings of `$ref`, lists of types, and so on. */
  readonly dialect: '3.0' | '3.1';
  readonly references: Resolver;
}

const VERSION = /^(3\.[01])\.\d+(?:-.+)?$/;

function refusal(node: Node | undefined, key: string, sentence: string): Finding {
  return { severity: 'error', sentence, at: node?.at ?? 0, pointer: node ? `/${key}` : '' };
}

function versionFault(root: Mapping): Finding {
  const swagger = root.entries.get('swagger');
  if (swagger) {
    const version = swagger.kind === 'scalar' ? swagger.text : '';
    return refusal(
      swagger,
      'swagger',
      `This is a Swagger ${version || '2.0'} document, which is not supported. Convert it to OpenAPI 3.0 or 3.1.`,
    );
  }
  const openapi = root.entries.get('openapi');
  if (!openapi) {
    const sentence = 'This is not an OpenAPI document: it has no "openapi" with a version.';
    return refusal(undefined, '', sentence);
  }
  const sentence =
    openapi.kind === 'scalar'
      ? `OpenAPI ${quoted(openapi.text)} is not supported: only 3.0.x and 3.1.x are.`
      : '"openapi" must be a version such as "3.1.0".';
  return refusal(openapi, 'openapi', sentence);
}

/** The document as a specification, or why it is none. */
export function specificationOf(node: Node): Specification | Finding {
  if (node.kind !== 'mapping') {
    return refusal(undefined, '', 'This is not an OpenAPI document: its root is not an object.');
  }
  const version = stringAt(node, 'openapi') ?? '';
  const dialect = VERSION.exec(version)?.[1];
  if (dialect !== '3.0' && dialect !== '3.1') return versionFault(node);
  return { root: node, version, dialect, references: resolver(node) };
}

/** A text of `info` as written: an unquoted `1.0` is a number in YAML, but meant as text. */
export function infoText(root: Mapping, key: 'title' | 'version'): string | null {
  const node = entry(root.entries.get('info'), key);
  return node?.kind === 'scalar' && node.value !== null ? node.text : null;
}

/**
 * The result of resolving a reference.
 *
 * - `external`: outside the document, never fetched
 * - `anchor`: an `$anchor`, or anything else that is no JSON pointer; not followed
 * - `dangling`: the target does not exist
 */
type Resolution =
  | { readonly kind: 'found'; readonly node: Node }
  | { readonly kind: 'external' | 'anchor' | 'dangling' };

/** Maximum number of references followed in a row. */
export const MAX_REFERENCE_CHAIN = 100;

function resolved(root: Mapping, ref: string): Resolution {
  if (!ref.startsWith('#')) return { kind: 'external' };
  const keys = keysOf(ref);
  if (!keys) return { kind: 'anchor' };
  let node: Node | undefined = root;
  for (const key of keys) {
    if (node?.kind === 'mapping') node = node.entries.get(key);
    else if (node?.kind === 'sequence' && /^(?:0|[1-9]\d*)$/.test(key))
      node = node.items[Number(key)];
    else node = undefined;
  }
  return node ? { kind: 'found', node } : { kind: 'dangling' };
}

export type Resolver = ReturnType<typeof resolver>;

export function resolver(root: Mapping) {
  const known = new Map<string, Resolution>();

  /** The target of `ref`, one step. */
  function step(ref: string): Resolution {
    const before = known.get(ref);
    if (before) return before;
    const resolution = resolved(root, ref);
    known.set(ref, resolution);
    return resolution;
  }

  /**
   * The node itself, or the end of its chain of references. Undefined if that does not exist, is outside the
   * document, or is more than 100 references away, as in a cycle.
   */
  function follow(start: Node | undefined): Node | undefined {
    let node = start;
    for (let steps = 0; node && steps <= MAX_REFERENCE_CHAIN; steps += 1) {
      const ref = stringAt(node, '$ref');
      if (ref === undefined) return node;
      const resolution = step(ref);
      node = resolution.kind === 'found' ? resolution.node : undefined;
    }
    return undefined;
  }

  return { step, follow };
}

/**
 * - `error`: the document violates the OpenAPI Specification, or a part of it is unreadable
 * - `warning`: readable, but probably not intended
 * - `note`: worth knowing before sending it
 */
export type Severity = 'error' | 'warning' | 'note';

/** A finding about one place in a document, by offset. */
export interface Finding {
  readonly severity: Severity;
  /** A full sentence with names from the document: hostile text. */
  readonly sentence: string;
  /** Offset in the text, UTF-16 units. */
  readonly at: number;
  /** JSON pointer; empty for the whole document. Hostile text. */
  readonly pointer: string;
}

/** A finding about the value `node`, which `nodePath` leads to. */
export const finding = (
  severity: Severity,
  sentence: string,
  node: Pick<Node, 'at'>,
  nodePath: NodePath | null,
): Finding => ({ severity, sentence, at: node.at, pointer: pointerOf(nodePath) });

export type Report = (finding: Finding) => void;

const MAX_NAME_LENGTH = 80;

/** A name from the document for a sentence: quoted, and shortened if long. */
export function quoted(name: string): string {
  return `"${name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name}"`;
}
