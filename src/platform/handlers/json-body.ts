/** A request body as a JSON object; undefined for everything else. */
export function parsedObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  // JSON.parse makes nothing else that is an object.
  return value as Record<string, unknown>;
}
