import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';
import type { Progress, Reading } from './reading.ts';

/** The largest document that is looked at, bytes of UTF-8. */
export const LARGEST = 5 * 1024 * 1024;

/** JSON as opposed to a flow mapping of YAML: what stands first in it is a quoted key. */
const LOOKS_LIKE_JSON = /^[ \t\r\n]*(?:\{[ \t\r\n]*(?:["}]|$)|\[)/;

/** Whether a text is held to JSON: what does not begin like it is read as YAML. */
export const looksLikeJson = (text: string): boolean => LOOKS_LIKE_JSON.test(text);

const refusal = (sentence: string): Reading => ({
  kind: 'unreadable',
  findings: [{ severity: 'error', sentence, at: 0, pointer: '' }],
});

/** The text that the offsets of {@link read} refer to: without the mark that some editors put first. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;

/**
 * Reads a document in JSON or YAML, without a byte order mark. A text that begins like JSON is held to
 * JSON, so that a fault in it is reported as a fault of JSON. Never throws, whatever the text.
 */
export function read(text: string, progress?: Progress): Reading {
  if (Buffer.byteLength(text) > LARGEST) {
    return refusal('The document is larger than 5 MiB, which is more than is looked at.');
  }
  if (text.trim() === '') return refusal('The document is empty.');
  return looksLikeJson(text) ? readJson(text) : readYaml(text, progress);
}
