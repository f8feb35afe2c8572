import type { OperationId } from './operation.ts';

/** How sure the evidence in wire-facts is, in its own letters; `?` is unknown. */
export type Confidence = 'H' | 'M' | 'L' | '?';

/** One point that the contract leaves open. */
export interface Unstated {
  /** The operations it touches; empty for all. */
  readonly operations: readonly OperationId[];
  /** What the contract does not say. */
  readonly open: string;
  /** What the program does. */
  readonly choice: string;
  /** The evidence, with its section of wire-facts. */
  readonly why: string;
  readonly confidence: Confidence;
  /** Where to go to decide otherwise. */
  readonly change: string;
  /**
   * The ways a service could be, the presumed one first. The embedded platform speaks each of them
   * (`--dialect ID=VALUE`), and the console must get along with all.
   */
  readonly dialects?: readonly string[];
}

/** Every "not shown" of the contract. The ids of those with `dialects` are the platform's switches. */
export const unstated = {
  // Credentials and failures

  'credential-of-shield-operations': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'Whether operations 1, 3 and 8 need a credential.',
    choice: 'The access key is sent with every request.',
    why: 'Every known client sends it; without it Shield answers 401 (1.1, 8.1).',
    confidence: 'H',
    change: 'The headers in http/client.ts.',
    dialects: ['needed', 'not-needed'],
  },
  'body-of-401': {
    operations: [],
    open: 'What the body of a 401 for a wrong key is.',
    choice: 'Any body is read; a 401 without an error key of its own means the key.',
    why: 'Empty, problem details, {Message} and {statusCode} have all been seen (9.2, T5).',
    confidence: 'H',
    change: 'The table in contract/problems.ts.',
    dialects: ['problem', 'empty', 'message', 'status-code', 'html'],
  },
  'failure-status': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'Which status goes with which failure of a Shield operation.',
    choice: 'Both: a 4xx, and a 202 whose generic response has success false and says why.',
    why: 'Plan gates and unknown zones were seen as 202 (T1); API Guardian documents 403 and 404 (1.2).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
    dialects: ['4xx', '202'],
  },
  'error-on-success': {
    operations: ['guardian-upload', 'rate-limit-metrics', 'event-logs'],
    open: 'What error and errorResponse hold when nothing failed.',
    choice:
      'A generic response without message and error key is no failure, even with success false.',
    why: 'Null and default-filled objects have been seen (T2).',
    confidence: 'H',
    change: 'generic in contract/problems.ts.',
    dialects: ['null', 'default-filled', 'absent'],
  },
  'error-keys': {
    operations: [],
    open: 'Which error keys exist.',
    choice:
      'not_found anywhere in the key is not-found, invalid_datetime_window is outside-window, whatever the status; any other key is shown.',
    why: 'Those families were seen (T3, T4).',
    confidence: 'H',
    change: 'kindOf in contract/problems.ts.',
  },
  'rate-limits-of-the-api': {
    operations: [],
    open: 'How often the API may be asked, and how it says that it is too often.',
    choice:
      '429 is rate-limited; Retry-After is honoured as seconds or as a date; otherwise waits double.',
    why: '429 is documented for search alone; no sighting of Retry-After (9.4).',
    confidence: '?',
    change: 'http/retry-after.ts and feeds/next-wait.ts.',
    dialects: ['retry-after-seconds', 'retry-after-date', 'no-retry-after'],
  },
  'enum-casing': {
    operations: ['app-overview'],
    open: 'How the values of enumerations are cased.',
    choice:
      'Compared without regard to case; drawn as the contract spells them; unknown ones as they came.',
    why: 'PascalCase in the specification of April 2026, camelCase live (T9).',
    confidence: 'H',
    change: 'oneOf in contract/scalars.ts.',
    dialects: ['camel', 'pascal'],
  },
  'enum-representation': {
    operations: ['guardian-upload'],
    open: 'Whether string enumerations may arrive as integers, and integer ones as strings.',
    choice: 'Both are read; an integer stands for the value at its position.',
    why: 'An older page of the vendor showed integers (1.3); the order is inferred.',
    confidence: 'L',
    change: 'oneOf in contract/scalars.ts.',
    dialects: ['as-stated', 'integers', 'names'],
  },
  'null-arrays': {
    operations: [],
    open: 'Whether an empty array is sent as such, as null, or not at all.',
    choice:
      'Null and absent arrays are empty, but for the two whose null says something (Records, authSchemes).',
    why: 'Null has been seen for logs, endpoints, authSchemes, Records and SearchResults (T6).',
    confidence: 'H',
    change: 'list in contract/shape.ts.',
    dialects: ['empty', 'null', 'absent'],
  },
  'unknown-fields': {
    operations: [],
    open: 'Whether answers may hold fields that the contract does not list.',
    choice: 'They are kept out of the way and counted (contract/drift.ts).',
    why: 'New fields appear without a change of version (T21).',
    confidence: 'H',
    change: 'object in contract/shape.ts.',
    dialects: ['none', 'some'],
  },
  'date-form': {
    operations: [],
    open: 'How many digits a date-time has, and whether it has a zone.',
    choice: 'Up to seven digits are read, kept to the millisecond; without a zone it is UTC.',
    why: 'Seven digits captured; dates of the Core area may lack the zone (T18).',
    confidence: 'M',
    change: 'contract/date-time.ts.',
    dialects: ['milliseconds', 'seven-digits', 'no-zone'],
  },
  'id-format': {
    operations: [],
    open: 'The numeric format of most ids.',
    choice:
      'Text everywhere, sent as given in one encoded path segment; integers keep all their digits.',
    why: 'int32 and int64 in the specifications (2, 5, 7, 8); observed values are small (T16).',
    confidence: 'H',
    change: 'contract/path.ts and id in contract/scalars.ts.',
  },

  // 1. API Guardian

  'update-before-upload': {
    operations: ['guardian-upload'],
    open: 'What the update does when nothing was uploaded before.',
    choice: 'It is sent; a 404 is shown as the service words it.',
    why: 'The title says update or upload; a sibling answers 404 no_configuration (1.4).',
    confidence: '?',
    change: 'platform/handlers/guardian-upload.ts for the platform; nothing in the client.',
    dialects: ['creates', 'not-found'],
  },
  'endpoint-ids-on-update': {
    operations: ['guardian-upload'],
    open: 'Whether an endpoint keeps its id and settings when a specification is updated.',
    choice: 'Endpoints are compared by method and path, never by id.',
    why: 'Not public (1.4).',
    confidence: '?',
    change: 'guardian/ and platform/handlers/guardian-upload.ts.',
    dialects: ['kept', 'renewed'],
  },
  'plan-limits': {
    operations: ['guardian-upload'],
    open: 'The numbers of the plan limits, and what exceeding one is answered with.',
    choice:
      'The numbers of the last answer are used; the failure is shown as the service words it.',
    why: 'Unpublished (1.4).',
    confidence: '?',
    change: 'guardian/ and the world of the platform.',
  },
  'specification-formats': {
    operations: ['guardian-upload'],
    open: 'Which versions of OpenAPI are accepted, and whether YAML is.',
    choice: 'The text of the file is sent as it is.',
    why: 'Unpublished; the one example is JSON of 3.0.0 (1.1, 1.4).',
    confidence: '?',
    change: 'guardian/.',
  },
  'guardian-500-body': {
    operations: ['guardian-upload'],
    open: 'The body of a 500.',
    choice: 'Any body is read, none is needed.',
    why: 'None documented (1.2).',
    confidence: 'M',
    change: 'The table in contract/problems.ts.',
  },

  // 2. Script variables

  'variable-success-status': {
    operations: ['script-add-variable'],
    open: 'The status of a success.',
    choice: 'Any 2xx with the variable as its body.',
    why: 'A client of the vendor takes 200 alone (2).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
    dialects: ['200', '201'],
  },
  'variable-without-default': {
    operations: ['script-add-variable'],
    open: 'Whether DefaultValue may be left out.',
    choice: 'It is left out of the request when none was given.',
    why: 'Optional and nullable in the specification (2).',
    confidence: 'H',
    change: 'compose in contract/operations/script-add-variable.ts.',
  },
  'variable-limits': {
    operations: ['script-add-variable'],
    open: 'How long names and values may be, and how many variables a script may have.',
    choice:
      'Names of 1 to 256 and values of up to 4096 characters are sent; above 2 KB the console warns.',
    why: 'Two texts of the vendor disagree: 2 KB and 4096 characters (2).',
    confidence: '?',
    change: 'panes/scripts/form.ts.',
  },
  'duplicate-variable': {
    operations: ['script-add-variable'],
    open: 'What a name that is taken is answered with.',
    choice: 'The failure is shown as the service words it.',
    why: 'Not public (2).',
    confidence: '?',
    change: 'platform/handlers/script-add-variable.ts for the platform; nothing in the client.',
    dialects: ['400', '409'],
  },

  // 3. Rate-limit metrics

  'status-code-body': {
    operations: ['rate-limit-metrics'],
    open: 'The status of the body that has the single field statusCode.',
    choice: 'The body is a failure of the status it names, whatever it came with.',
    why: '401 in the specification (3).',
    confidence: 'H',
    change: 'The row "status alone" in contract/problems.ts.',
  },
  'breaches-past-28-days': {
    operations: ['rate-limit-metrics'],
    open: 'The structure of ratelimitOverviewPastTwentyEightDays.',
    choice:
      'A chart when it maps stamps to counters like those of the overview, a tree of its content otherwise.',
    why: 'The values are in the specification, the form of the keys is inferred (3).',
    confidence: 'M',
    change: 'contract/time-series.ts and the pane for rate limits.',
    dialects: ['by-day', 'sparse', 'null', 'other'],
  },
  'breach-sums': {
    operations: ['rate-limit-metrics'],
    open: 'Since when the counters count, and whether the total is the sum of the others.',
    choice: 'Shown as they come; rates are differences between polls, a fall is taken as a reset.',
    why: 'Not stated (3).',
    confidence: '?',
    change: 'The pane for rate limits.',
  },

  // 4. Application overview

  'application-status-field': {
    operations: ['app-overview'],
    open: 'The name of the field that carries the application status.',
    choice: 'status, at every level; "?" is drawn where it is absent.',
    why: 'In the specification and live (4.2).',
    confidence: 'H',
    change: 'contract/operations/app-overview.ts.',
    dialects: ['present', 'absent'],
  },
  'status-transitions': {
    operations: ['app-overview'],
    open: 'Which status follows which.',
    choice: 'Nothing is inferred from a transition.',
    why: 'Not documented anywhere (4.2).',
    confidence: '?',
    change: 'platform/world for the platform; nothing in the client.',
  },
  'grade-scale': {
    operations: ['app-overview'],
    open: 'Meaning and scale of indicator.',
    choice: 'The number as it comes; the grade beside it where there is one.',
    why: 'Thresholds are unpublished; statusGrade may be null (4.2, T11).',
    confidence: '?',
    change: 'The pane for applications.',
    dialects: ['graded', 'ungraded'],
  },
  'overview-units': {
    operations: ['app-overview'],
    open: 'The units of all numbers of the overview.',
    choice: 'Drawn without a unit, but where the field is named after one (GB, bytes, percentage).',
    why: 'Milliseconds, percent, bytes and US dollars are presumed (4.3).',
    confidence: 'L',
    change: 'The pane for applications.',
  },
  'overview-charts': {
    operations: ['app-overview'],
    open: 'The structure of latencyChart, outboundTrafficChart and volumesUtilizationPercentage.',
    choice:
      'A sparkline when a chart maps stamps to numbers, nothing drawn otherwise; the raw content in the details.',
    why: 'Day and minute keys captured (4.3).',
    confidence: 'H',
    change: 'contract/time-series.ts.',
    dialects: ['by-stamp', 'null', 'other'],
  },
  'overview-error-statuses': {
    operations: ['app-overview', 'app-delete'],
    open: 'The statuses of the error bodies.',
    choice: 'The status that arrives decides; the body adds words and fields.',
    why: '401, 403, 404 and 500 in the specification (4.1, 6).',
    confidence: 'H',
    change: 'contract/problems.ts.',
  },

  // 5. DNS scan

  'record-types': {
    operations: ['dns-scan'],
    open: 'Which number means which record type.',
    choice: 'The names of the specification; TYPE n for any other number.',
    why: 'S-CORE (5); new values may appear.',
    confidence: 'H',
    change: 'contract/record-type.ts.',
  },
  'scan-without-result': {
    operations: ['dns-scan'],
    open: 'What Records is before there is a result.',
    choice: 'Null is "not yet", empty is "nothing found".',
    why: 'Seen live (5).',
    confidence: 'H',
    change: 'contract/operations/dns-scan.ts.',
    dialects: ['null', 'empty'],
  },
  'scan-transitions': {
    operations: ['dns-scan'],
    open: 'Which state of a scan follows which.',
    choice: 'Polled while Pending or InProgress; any order is drawn as it comes.',
    why: 'Not documented; one run stayed Pending for long (5).',
    confidence: 'M',
    change: 'The feed of the pane for DNS scans.',
  },
  'no-scan-yet': {
    operations: ['dns-scan'],
    open: 'What a zone that was never scanned is answered with.',
    choice: '404 is shown as "no scan, or no such zone", which cannot be told apart.',
    why: 'One 404 for both in the specification (5).',
    confidence: 'M',
    change: 'The pane for DNS scans.',
    dialects: ['error-key', 'empty'],
  },

  // 6. Deletion

  'delete-success-status': {
    operations: ['app-delete'],
    open: 'The status and body of a success.',
    choice: 'Any 2xx, with or without a body; a page of HTML is none.',
    why: '200 without a body in the specification (6).',
    confidence: 'H',
    change: 'problemIn in contract/problems.ts.',
    dialects: ['200', '202', '204'],
  },
  'after-delete': {
    operations: ['app-delete', 'app-overview'],
    open: 'The state of an application after the request, and when it is gone.',
    choice:
      '"Deletion requested" is our own note beside whatever the overview says, until it answers 404.',
    why: 'Not documented; pods have a status "deleting" (6).',
    confidence: '?',
    change: 'mutations/watch-deletion.ts, panes/apps and platform/world.',
    dialects: ['still-shown', 'gone-at-once'],
  },
  'second-delete': {
    operations: ['app-delete'],
    open: 'What a second deletion during the cleanup is answered with.',
    choice: 'A 404 after our own deletion reads as gone; other failures as the service words them.',
    why: 'Not public: 404 or 200 (6).',
    confidence: '?',
    change: 'mutations/outcome-words.ts.',
    dialects: ['404', '409', '200'],
  },

  // 7. Search

  'search-parameters': {
    operations: ['search'],
    open: 'The query parameters.',
    choice: 'search, from and size.',
    why: 'In the specification; search and size seen live (7).',
    confidence: 'H',
    change: 'compose in contract/operations/search.ts.',
  },
  'search-page': {
    operations: ['search'],
    open: 'How many hits come at most, and whether Size is what was asked for or what was returned.',
    choice: 'The next page begins at From plus the hits that arrived, while that is below Total.',
    why: 'Default 20, maximum not stated (7).',
    confidence: '?',
    change: 'The pane for search.',
    dialects: ['size-as-asked', 'size-as-returned'],
  },
  'search-types': {
    operations: ['search'],
    open: 'The values of Type.',
    choice: 'An open set; those known open a pane, the others are drawn as they come.',
    why: 'cdn, storage, dns, script, stream in the specification (7).',
    confidence: 'H',
    change: 'The pane for search.',
  },
  'search-matching': {
    operations: ['search'],
    open: 'What matches, in which order, and what an empty term finds.',
    choice:
      'The order of the answer is kept and local fuzzy ranking is over it; no request for an empty term.',
    why: 'Not public (7).',
    confidence: '?',
    change: 'The pane for search.',
  },

  // 8. Event logs

  'first-page': {
    operations: ['event-logs'],
    open: 'What to send as the token for the first page.',
    choice:
      'The segment is left out, and its slash. A service that refuses that is asked once with an empty ' +
      'segment, and the form that it takes is kept.',
    why: 'Verified live; an empty segment with its slash works too (8.1).',
    confidence: 'H',
    change: 'composeOther in operations/event-logs.ts.',
    dialects: ['either', 'no-slash', 'slash'],
  },
  'log-order': {
    operations: ['event-logs'],
    open: 'Whether a day is paged from its newest or its oldest entry.',
    choice: 'Learned from the first page; entries are ordered by time and id here.',
    why: 'Not public (8.2).',
    confidence: '?',
    change: 'feeds/ and events/.',
    dialects: ['newest', 'oldest'],
  },
  'log-page-size': {
    operations: ['event-logs'],
    open: 'How many entries a page has.',
    choice: 'Any number up to an answer of 8 MiB.',
    why: 'Not selectable, not documented (8.1).',
    confidence: '?',
    change: 'http/client.ts for the cap.',
    dialects: ['100', '10', '1000'],
  },
  'log-tail': {
    operations: ['event-logs'],
    open: 'Whether entries that arrive while paging appear, and how long a token lasts.',
    choice:
      'The day is asked for again from its newest end; entries are told apart by logId; a refused token begins the day anew.',
    why: 'Not public (8.2).',
    confidence: '?',
    change: 'feeds/.',
    dialects: ['tokens-last', 'tokens-expire'],
  },
  'last-page-token': {
    operations: ['event-logs'],
    open: 'What the token of the last page is.',
    choice:
      'hasMoreData false ends the day; so does a token that is null, empty, or the one just sent.',
    why: 'All three guarded by a client that was tried live (8.2).',
    confidence: 'H',
    change: 'feeds/.',
    dialects: ['empty', 'null', 'repeated'],
  },
  'start-token': {
    operations: ['event-logs'],
    open: 'What startToken is for.',
    choice: 'It is read and not used.',
    why: 'Not documented (8.2).',
    confidence: '?',
    change: 'feeds/.',
  },
  'timestamp-unit': {
    operations: ['event-logs'],
    open: 'The unit of timestamp.',
    choice: 'Inferred once per stream from its magnitude, and shown.',
    why: 'Milliseconds in both samples (8.2).',
    confidence: 'H',
    change: 'events/.',
    dialects: ['milliseconds', 'seconds', 'microseconds'],
  },
  'log-content': {
    operations: ['event-logs'],
    open: 'What the text of log is.',
    choice: 'A JSON document when it parses as one, text otherwise.',
    why: 'JSON in both samples; other features may differ (8.3).',
    confidence: 'H',
    change: 'events/.',
    dialects: ['json', 'text'],
  },
  'label-values': {
    operations: ['event-logs'],
    open: 'The allowed values of the labels.',
    choice: 'Open sets; facets count what is there.',
    why: 'Two samples (8.4).',
    confidence: 'M',
    change: 'events/.',
  },
  'event-window': {
    operations: ['event-logs'],
    open: 'How many days are kept, and what a day outside is answered with.',
    choice: 'A 401 with the key invalid_datetime_window is "outside the window", not a bad key.',
    why: '72 hours; seen live (8.5, T4).',
    confidence: 'H',
    change: 'kindOf in contract/problems.ts.',
  },
} as const satisfies { readonly [id: string]: Unstated };

type Points = typeof unstated;

/** The id of one open point. */
export type UnstatedId = keyof Points;

/** The points that the embedded platform can be told to speak in several ways. */
export type DialectId = {
  [Id in UnstatedId]: Points[Id] extends { readonly dialects: readonly string[] } ? Id : never;
}[UnstatedId];

/** One way for each of them: `{'log-order': 'newest', …}`. */
export type Dialect = {
  readonly [Id in DialectId]: Points[Id] extends { readonly dialects: readonly (infer Value)[] }
    ? Value
    : never;
};

/** The ways a service could be at each point, the presumed one first. */
export function dialectChoices(): readonly {
  readonly id: DialectId;
  readonly values: readonly string[];
}[] {
  return Object.entries(unstated).flatMap(([id, point]) =>
    // Object.entries forgets that its keys are those of `unstated`.
    'dialects' in point ? [{ id: id as DialectId, values: point.dialects }] : [],
  );
}

/** What the service is presumed to speak. */
export function presumedDialect(): Dialect {
  // Each value is the first of its own point's list.
  return Object.fromEntries(dialectChoices().map(({ id, values }) => [id, values[0]])) as Dialect;
}
