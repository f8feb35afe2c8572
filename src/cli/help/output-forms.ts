/** The formats of `-o`, for the manual page. */
export const FORMATS: readonly (readonly [name: string, text: string])[] = [
  ['table', 'For people; what a terminal gets. Not for programs: it may change.'],
  [
    'json',
    'One document; what a pipe gets. Fields have the names of the wire, and those that were absent are null. Identifiers are numbers of any size, to the last digit. Enumerations are their names, as the contract spells them, and values nobody knows as they came. Dates are in UTC with milliseconds. With --watch and --follow there is a document a line.',
  ],
  [
    'ndjson',
    'A document a line: the entries, records, results or endpoints of a list, or the whole answer where there is none. Nothing of a text is lost: what a terminal must not see is escaped.',
  ],
  [
    'csv',
    'A line of names, then rows. A text that a spreadsheet would run as a formula has an apostrophe before it.',
  ],
];

/** The documents of commands, as far as they are not answers of the service. */
export const DOCUMENTS: readonly (readonly [name: string, text: string])[] = [
  [
    'app overview, dns scan, rate-limit, search, guardian upload',
    'The answer of the service. In ndjson: the whole overview, the records of a scan, the whole metrics, the results of a search, the endpoints of an upload.',
  ],
  ['events', 'Entries of logId, timestamp, log and labels; in json one array of them.'],
  ['script add-variable', 'Id, Name and Required; DefaultValue with --show-default.'],
  [
    'app delete, app wait',
    'appId, status (deletion accepted, gone, or the status of the application) and waitedMs.',
  ],
  [
    'guardian check',
    'file, readable, format, openapi, title, version, endpoints (method, path), limits (count, exact and pointer of each), problemCounts (error, warning, note) and problems (severity, line, column, sentence, pointer).',
  ],
  ['platform', 'WARREN_BASE_URL and WARREN_ACCESS_KEY.'],
  ['config show', 'Each setting with its value and its source.'],
  ['config check', 'path, and faults of line, column, key, sentence and nearest.'],
  [
    'audit',
    'file, whole (false when something older was left out), damaged (lines that are no records) and changes of attempt, time, profile, host, user, tty, ssh, operation, subject (kind, id, name), request, outcome, status, error and requestId. In ndjson: the changes.',
  ],
  ['doctor', 'findings of result (passed, failed, noted, skipped), what, detail and advice.'],
];
