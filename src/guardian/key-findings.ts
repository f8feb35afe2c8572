import { type Finding, quoted } from './finding.ts';

/** The key `name` stands twice in one mapping; `at` is the later one. The last one counts. */
export function duplicateKey(name: string, at: number, pointer: string): Finding {
  return {
    severity: 'error',
    sentence: `The key ${quoted(name)} stands more than once in this object.`,
    at,
    pointer,
  };
}

/** `<<` merged another mapping in YAML 1.1. OpenAPI is written in YAML 1.2, where it is a key like any. */
export function mergeKey(at: number, pointer: string): Finding {
  return {
    severity: 'warning',
    sentence: 'YAML 1.2 has no merge keys: "<<" is read as an ordinary key.',
    at,
    pointer,
  };
}
