import { entry, type Node } from './node.ts';
import type { Resolver } from './resolve.ts';

const mediaTypeOf = (key: string): string => (key.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * The schema of a `content`: that of `application/json`, else of the first `+json` type, else of the
 * first type there is.
 */
function contentSchema(content: Node | undefined): Node | undefined {
  if (content?.kind !== 'mapping') return undefined;
  const types = [...content.entries];
  const chosen =
    types.find(([key]) => mediaTypeOf(key) === 'application/json') ??
    types.find(([key]) => mediaTypeOf(key).endsWith('+json')) ??
    types[0];
  return entry(chosen?.[1], 'schema');
}

/** The schema of an operation's request body; null when it has none. */
export function requestBodySchema(references: Resolver, operation: Node): Node | null {
  const body = references.follow(entry(operation, 'requestBody'));
  return contentSchema(entry(body, 'content')) ?? null;
}

/** The schemas of an operation's responses by HTTP status code; those without a schema are left out. */
export interface ResponseSchemas {
  readonly byStatus: ReadonlyMap<string, Node>;
  /** Under `default` or a range such as `2XX`, which are no status codes: those keys. */
  readonly elsewhere: readonly string[];
}

const STATUS = /^[1-5]\d\d$/;

/** The schemas of an operation's responses. */
export function responseSchemas(references: Resolver, operation: Node): ResponseSchemas {
  const byStatus = new Map<string, Node>();
  const elsewhere: string[] = [];
  const responses = entry(operation, 'responses');
  if (responses?.kind !== 'mapping') return { byStatus, elsewhere };
  for (const [key, response] of responses.entries) {
    if (key.startsWith('x-')) continue;
    const schema = contentSchema(entry(references.follow(response), 'content'));
    if (!schema) continue;
    if (STATUS.test(key)) byStatus.set(key, schema);
    else elsewhere.push(key);
  }
  return { byStatus, elsewhere };
}
