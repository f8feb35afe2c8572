/**
 * Possible behaviours of a service where the contract leaves something open, by the id of the assumption that
 * explains it (`help/assumptions.md`); the presumed one first. The embedded platform implements all of them (`--dialect
 * ID=VALUE`), and the console must work with each.
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

/** Values that only the embedded platform has. */
export const PLATFORM_DIALECTS = {
  /** What each area of the service is known to send. */
  'body-of-401': ['by-area'],
  /** On the last page of the current day: a token that continues with newer entries. */
  'last-page-token': ['continues'],
  'timestamp-unit': ['nanoseconds'],
  /** Whether a token is safe in a path, or contains `/` and `=`. */
  'token-form': ['url-safe', 'slashed'],
  /** The value of `hasMoreData` on the last page of the current day: false or true. */
  'live-end': ['ends', 'goes-on'],
} as const;

export type DialectId = keyof typeof DIALECTS;

/** One value for each open point: `{'log-order': 'newest', …}`. */
export type Dialect = { readonly [Id in DialectId]: (typeof DIALECTS)[Id][number] };

/** The values of each open point, the presumed one first. */
export function dialectChoices(): readonly {
  readonly id: DialectId;
  readonly values: readonly string[];
}[] {
  // Object.entries loses the key type.
  return Object.entries(DIALECTS).map(([id, values]) => ({ id: id as DialectId, values }));
}

/** The behaviour the service is presumed to have. */
export function presumedDialect(): Dialect {
  // Each value is the first in its own list.
  return Object.fromEntries(dialectChoices().map(({ id, values }) => [id, values[0]])) as Dialect;
}
