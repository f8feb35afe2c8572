import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { inlineSchema } from './inline-schema.ts';
import { type Node, stringAt } from './node.ts';
import type { Specification } from './specification.ts';

/**
 * A function that renders the schemas of a specification as YAML with their references inlined (see
 * `inlineSchema`). Schemas that are only a reference, which most are, are rendered once for each target.
 */
export function schemaRenderer(specification: Specification): (schema: Node) => string {
  const byReference = new Map<string, string>();
  const render = (schema: Node): string => renderYaml(inlineSchema(specification, schema));
  return (schema) => {
    const ref = stringAt(schema, '$ref');
    const isOnlyReference = schema.kind === 'mapping' && schema.entries.size === 1;
    if (ref === undefined || !isOnlyReference) return render(schema);
    const rendered = byReference.get(ref) ?? render(schema);
    byReference.set(ref, rendered);
    return rendered;
  };
}

/** A number beyond 2^53 as it was written. */
function exact(value: Node & { kind: 'scalar' }): unknown {
  const isRounded = typeof value.value === 'number' && !Number.isSafeInteger(value.value);
  return isRounded && /^[-+]?\d+$/.test(value.text) ? BigInt(value.text) : value.value;
}

function yamlNode(node: Node): Scalar | YAMLMap | YAMLSeq {
  switch (node.kind) {
    case 'scalar': {
      const scalar = new Scalar(exact(node));
      if (node.remark !== undefined) scalar.comment = ` ${node.remark}`;
      return scalar;
    }
    case 'sequence': {
      const sequence = new YAMLSeq();
      sequence.items = node.items.map(yamlNode);
      return sequence;
    }
    case 'mapping': {
      const map = new YAMLMap();
      map.items = [...node.entries].map(
        ([key, value]) => new Pair(new Scalar(key), yamlNode(value)),
      );
      return map;
    }
  }
}

/** The value as a YAML document. Remarks become comments; no anchors, no folded lines. */
export function renderYaml(node: Node): string {
  return new Document(yamlNode(node)).toString({ lineWidth: 0 });
}
