import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Node } from './node.ts';

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
