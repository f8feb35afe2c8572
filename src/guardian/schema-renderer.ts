import { inlineSchema } from './inline-schema.ts';
import { type Node, stringAt } from './node.ts';
import { renderYaml } from './render-yaml.ts';
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
