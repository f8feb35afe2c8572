/**
 * The ways a service could behave where the contract leaves it open, by the id of the assumption that explains it
 * (`assumptions/`). The presumed way comes first. The embedded platform implements each of them
 * (`--dialect ID=VALUE`), and the console must work with all.
 */
export const DIALECTS = {
  // Credentials and failures
  'credential-of-shield-operations': ['needed', 'not-needed'],
  'body-of-401': ['problem', 'empty', 'message', 'status-code', 'html'],
  'failure-status': ['4xx', '202'],
  'error-on-success': ['null', 'default-filled', 'absent'],
  'enum-casing': ['camel', 'pascal'],
  'null-arrays': ['empty', 'null', 'absent'],
  'unknown-fields': ['none', 'some'],
  'date-form': ['milliseconds', 'seven-digits', 'no-zone'],

  // API Guardian
  'update-before-upload': ['creates', 'not-found'],
  'endpoint-ids-on-update': ['kept', 'renewed'],

  // Script variables
  'variable-success-status': ['200', '201'],
  'duplicate-variable': ['400', '409'],

  // Rate-limit metrics
  'breaches-past-28-days': ['by-day', 'sparse', 'null', 'other'],

  // Application overview
  'application-status-field': ['status', 'other-name'],
  'grade-scale': ['graded', 'ungraded'],
  'overview-charts': ['by-stamp', 'null', 'other'],

  // DNS scans
  'scan-without-result': ['null', 'empty'],
  'no-scan-yet': ['error-key', 'empty'],

  // Deletion
  'delete-success-status': ['200', '202', '204'],
  'after-delete': ['still-shown', 'gone-at-once'],
  'second-delete': ['200', '404', '409'],

  // Search
  'search-page': ['size-as-asked', 'size-as-returned'],

  // Event logs
  'first-page': ['either', 'no-slash', 'slash'],
  'log-order': ['newest', 'oldest'],
  'log-page-size': ['100', '10', '1000'],
  'log-tail': ['tokens-last', 'tokens-expire'],
  'last-page-token': ['empty', 'null', 'repeated'],
  'timestamp-unit': ['milliseconds', 'seconds', 'microseconds'],
  'log-content': ['json', 'text'],
} as const satisfies { readonly [id: string]: readonly string[] };

/** Variants that only the embedded platform has. */
export const PLATFORM_DIALECTS = {
  /** As each area is known to do it. */
  'body-of-401': ['by-area'],
  /** On the last page of a day that goes on: a token that leads on to what comes next. */
  'last-page-token': ['continues'],
  'timestamp-unit': ['nanoseconds'],
  /** Whether a token fits a path as it is, or holds `/` and `=`. */
  'token-form': ['url-safe', 'slashed'],
  /** What `hasMoreData` is on the last page of a day that goes on: false, or true. */
  'live-end': ['ends', 'goes-on'],
} as const;

/** The points that the embedded platform can be told to speak in several ways. */
export type DialectId = keyof typeof DIALECTS;

/** One way for each of them: `{'log-order': 'newest', …}`. */
export type Dialect = { readonly [Id in DialectId]: (typeof DIALECTS)[Id][number] };

/** The ways a service could be at each point, the presumed one first. */
export function dialectChoices(): readonly {
  readonly id: DialectId;
  readonly values: readonly string[];
}[] {
  // Object.entries forgets that its keys are those of `DIALECTS`.
  return Object.entries(DIALECTS).map(([id, values]) => ({ id: id as DialectId, values }));
}

/** What the service is presumed to speak. */
export function presumedDialect(): Dialect {
  // Each value is the first of its own point's list.
  return Object.fromEntries(dialectChoices().map(({ id, values }) => [id, values[0]])) as Dialect;
}
