import { type ErrorCode, LineCounter, parseDocument, Scalar, visit } from 'yaml';
import { checkConfig } from './check-config.ts';
import { type Config, configForm } from './config.ts';
import type { Fault, Place } from './located.ts';

/** A configuration, or at least one reason why it is none. */
export type ReadConfig =
  | { readonly kind: 'read'; readonly config: Config }
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

/** The largest text that is read, UTF-16 units. */
const LARGEST = 256 * 1024;
const MOST_FAULTS = 20;

const NO_ALIASES = 'Aliases (*name) are not read.';

/** What the package's complaints mean. Its own words quote the text, where a secret may stand. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: NO_ALIASES,
  BAD_DQ_ESCAPE: 'There is no such escape in a double-quoted text.',
  BAD_INDENT:
    'This is indented otherwise than its neighbours, or a bracket before it is not closed.',
  BAD_SCALAR_START: 'A text cannot begin with this character unless it is quoted.',
  BLOCK_AS_IMPLICIT_KEY: 'A mapping cannot begin on the line of another key.',
  BLOCK_IN_FLOW: 'Indented lines cannot stand inside { } or [ ].',
  MISSING_CHAR: 'A character is missing here: a colon, a comma, a quote or a bracket.',
  MULTILINE_IMPLICIT_KEY: 'A colon is missing after a key.',
  MULTIPLE_DOCS: 'The file holds more than one YAML document.',
  RESOURCE_EXHAUSTION: 'The file is nested too deeply.',
  TAB_AS_INDENT: 'Lines are indented with spaces, not with tabs.',
};

/**
 * Reads the text of `config.yaml` (YAML 1.2). Every key is checked; what is wrong is told with its line,
 * its key and the name most likely meant, and never with a value. An empty text is an empty configuration.
 * Never throws, whatever the text.
 */
export function readConfig(text: string): ReadConfig {
  const faults: Fault[] = [];
  const report = (fault: Fault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
  };
  const wholeFile = (place: Place, sentence: string) => report({ ...place, key: '', sentence });
  const faulty: ReadConfig = { kind: 'faulty', faults };

  if (text.length > LARGEST) {
    wholeFile({ line: 1, column: 1 }, 'The file is larger than 256 KiB.');
    return faulty;
  }
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
  });
  for (const { code, pos } of document.errors) {
    wholeFile(place(pos[0]), SENTENCES[code] ?? 'This is not valid YAML.');
  }
  if (faults.length > 0) return faulty;
  visit(document, {
    Alias: (_, { range }) => wholeFile(place(range?.[0] ?? 0), NO_ALIASES),
  });
  if (faults.length > 0) return faulty;

  // A text of comments alone has no contents.
  const root = document.contents ?? new Scalar(null);
  const config = configForm.read(root, { key: '', at: 0 }, { place, report });
  if (!config || faults.length > 0) return faulty;
  checkConfig(config, report);
  return faults.length > 0 ? faulty : { kind: 'read', config };
}
