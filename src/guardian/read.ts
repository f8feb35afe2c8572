import { readJson } from './read-json.ts';
import { readPlainYaml } from './read-plain-yaml.ts';
import { readYaml } from './read-yaml.ts';
import type { Reading } from './reading.ts';

/** The largest document that is looked at, bytes of UTF-8. */
export const LARGEST = 5 * 1024 * 1024;

/** The largest text that the `yaml` package is handed, UTF-16 units: on 5 MB of rubbish it spends 20 s. */
const LARGEST_FOR_PACKAGE = 1024 * 1024;

/** JSON as opposed to a flow mapping of YAML: what stands first in it is a quoted key. */
const LOOKS_LIKE_JSON = /^[ \t\r\n]*(?:\{[ \t\r\n]*(?:["}]|$)|\[)/;

function refusal(sentence: string, at = 0): Reading {
  return { kind: 'unreadable', findings: [{ severity: 'error', sentence, at, pointer: '' }] };
}

/** What is wrong with `text` up to where it stops being plain, or somewhat later; nothing may be. */
function faultsAround(text: string, at: number): Reading | undefined {
  const lineEnd = text.indexOf('\n', at);
  const end = Math.min(lineEnd === -1 ? text.length : lineEnd, at + 1000);
  if (end > LARGEST_FOR_PACKAGE) return undefined;
  const reading = readYaml(text.slice(0, end));
  if (reading.kind === 'read') return undefined;
  // What is missing at the very end was cut off here.
  const findings = reading.findings.filter((finding) => finding.at < end);
  return findings.length > 0 ? { kind: 'unreadable', findings } : undefined;
}

function readAnyYaml(text: string): Reading {
  const plain = readPlainYaml(text);
  if (plain.kind !== 'not plain') return plain;
  const faults = faultsAround(text, plain.at);
  if (faults) return faults;
  if (text.length <= LARGEST_FOR_PACKAGE) return readYaml(text);
  return refusal(
    'This cannot be read. (In a document of more than 1 MiB, tags, directives, explicit keys and tabs between tokens are not read either.)',
    plain.at,
  );
}

/** The text that the offsets of {@link read} refer to: without the mark that some editors put first. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\uFEFF') ? text.slice(1) : text;

/**
 * Reads a document in JSON or YAML, without a byte order mark. A text that begins like JSON is held to
 * JSON, so that a fault in it is reported as a fault of JSON. Never throws, whatever the text, and takes
 * time linear in it.
 */
export function read(text: string): Reading {
  if (Buffer.byteLength(text) > LARGEST) {
    return refusal('The document is larger than 5 MiB, which is more than is looked at.');
  }
  if (text.trim() === '') return refusal('The document is empty.');
  return LOOKS_LIKE_JSON.test(text) ? readJson(text) : readAnyYaml(text);
}
