import { type Field, GRAMMAR, type ObjectKind } from './grammar.ts';
import type { Mapping, Node, Scalar } from './node.ts';
import { below, type Trail } from './pointer.ts';

/** What a {@link walk} tells of; each part may be left out. */
export interface Visitor {
  /** An object of the specification, before what is in it. References are objects too. */
  object?(node: Mapping, kind: ObjectKind, trail: Trail | null): void;
  /** The `$ref` of an object, after the object itself. */
  reference?(ref: Scalar, kind: ObjectKind, trail: Trail | null): void;
  /** A value that stands where an object, a list or a map of `field.kind` should. */
  misfit?(node: Node, field: Field, trail: Trail | null): void;
}

/**
 * Visits every object of a document in its order, by the grammar of OpenAPI: what stands in an example,
 * a default or an extension is not visited. References are not followed. Each value is visited once for
 * each place it stands at, which for YAML aliases can be several.
 */
export function walk(root: Node, kind: ObjectKind, trail: Trail | null, visitor: Visitor): void {
  if (root.kind !== 'mapping') {
    // JSON Schema has `true` and `false` for "anything" and "nothing".
    const isBoolean = root.kind === 'scalar' && typeof root.value === 'boolean';
    if (kind !== 'schema' || !isBoolean) visitor.misfit?.(root, { kind, as: 'one' }, trail);
    return;
  }
  visitor.object?.(root, kind, trail);
  const ref = root.entries.get('$ref');
  if (ref?.kind === 'scalar' && typeof ref.value === 'string') {
    visitor.reference?.(ref, kind, trail);
  }
  const { fields, others } = GRAMMAR[kind];
  for (const [name, node] of root.entries) {
    const field = fields.get(name);
    if (field) walkField(node, field, below(trail, name), visitor);
    else if (others && !name.startsWith('x-') && name !== '$ref') {
      walk(node, others, below(trail, name), visitor);
    }
  }
}

function walkField(node: Node, field: Field, trail: Trail, visitor: Visitor): void {
  const { kind, as } = field;
  if (as === 'one') walk(node, kind, trail, visitor);
  else if (as === 'list' && node.kind === 'sequence') {
    node.items.forEach((item, index) => {
      walk(item, kind, below(trail, index), visitor);
    });
  } else if (as === 'map' && node.kind === 'mapping') {
    for (const [name, item] of node.entries) walk(item, kind, below(trail, name), visitor);
  } else visitor.misfit?.(node, field, trail);
}
