import { fieldNamed } from './fields.ts';
import type { EntryTest } from './filter.ts';
import { type Parsed, parseIn } from './grammar.ts';
import { parseTerm } from './parse-term.ts';

/** Reads the text of a filter of log entries; see `grammar.ts`. */
export const parseFilter = (text: string): Parsed<EntryTest> => parseIn(ENTRIES, text);

const ENTRIES = { named: fieldNamed, term: parseTerm };
